//! Words that sound like something to remember and are none: sayings, encouragement, courtesies. "Remember, practice
//! makes perfect" is said to a person, not to a memory. What names the speaker's own affairs is never one of them.

use super::text::Piece;

/// What people say to each other; the whole content, or its start.
const COURTESIES: &str = "you can always|you can still|you can call me|you can ask me|you can count on me|you can talk to me|you can do it|you can do this|you can reach me|you can come|you're not alone|you are not alone|you're never alone|you are never alone|you're loved|you are loved|you are enough|you're enough|you're amazing|you are amazing|you're strong|you are strong|you're the best|you are the best|you matter|you've got this|you got this|you only live once|you are what you eat|you're only human|\
    i love you|i'll always love you|i will always love you|we love you|i'm here for you|i am here for you|i'm always here|i'm here if|we're here for you|i believe in you|i'm proud of you|i'm on your side|i care about you|i'm your friend|i miss you|i told you so|\
    ฉันรักเธอ|ผมรักคุณ|รักเธอ|รักนะ|เธอไม่ได้อยู่คนเดียว|คุณไม่ได้อยู่คนเดียว|คุณทำได้|เธอทำได้|ฉันอยู่ตรงนี้|ผมอยู่ตรงนี้|ฉันอยู่ข้าง|ผมอยู่ข้าง|ฉันเป็นกำลังใจ|ผมเป็นกำลังใจ|เป็นกำลังใจให้|โทรหาผมได้|โทรหาฉันได้|โทรหาได้|โทรมาได้|ทักมาได้|ทักหาฉันได้|ทักหาผมได้|ปรึกษาได้|มีอะไรบอกได้|มีอะไรก็บอก|\
    你随时|随时可以|随时都可以|有事随时|你不是一个人|你不孤单|你可以的|你能行|你是最棒|你最棒|我爱你|我永远爱你|我一直在|我永远支持|我会一直|我永远在|我相信你|我支持你|我以你为荣|我为你骄傲|你值得|加油";

/// Parts of well-known sayings.
const SAYINGS: &str = "practice makes|no pain|no gain|early bird|better late than|better safe than|honesty is the best|actions speak louder|slow and steady|rome wasn't|rome was not|haste makes|silence is golden|patience is a virtue|time is money|time flies|time heals|knowledge is power|health is wealth|nobody's perfect|nobody is perfect|no one is perfect|\
    every cloud has|where there's a will|where there is a will|when in rome|the grass is always|don't count your chickens|don't judge a book|don't cry over|look before you leap|two wrongs|all that glitters|all's well|a penny saved|a picture is worth|birds of a feather|curiosity killed|easy come|fortune favors|fortune favours|great minds|home is where|if at first you don't|\
    it takes two|the fifth of november|it's never too late|it is never too late|never too late to|laughter is the best|less is more|live and let live|money can't buy|money doesn't grow|money does not grow|no news is good|once bitten|one step at a time|there's no place like|there is no place like|there's no such thing as a free|there is no such thing as a free|free lunch|the sky is the limit|the best things in life|this too shall pass|\
    sharing is caring|safety first|the customer is always right|the customer is king|what goes around|what doesn't kill|winners never quit|you reap what|you miss 100|life is what|life goes on|love conquers|love is blind|beauty is in the eye|keep calm|carpe diem|never give up on your dreams|the journey matters|good things come to|an apple a day|hope for the best|blood is thicker|cleanliness is next|\
    ทำดีได้ดี|ทำชั่วได้ชั่ว|ความพยายามอยู่ที่ไหน|ช้าๆได้พร้า|ช้า ๆ ได้พร้า|ช้าเป็นการนาน|น้ำขึ้นให้รีบตัก|รู้รักษาตัวรอด|สติมาปัญญา|ไม่มีอะไรแน่นอน|ไม่มีใครสมบูรณ์แบบ|เวลาเป็นเงินเป็นทอง|เวลามีค่า|เวลาไม่คอย|ความรู้คู่|กันไว้ดีกว่าแก้|เข้าเมืองตาหลิ่ว|สิบปากว่า|รักวัวให้ผูก|สุขภาพดี|สุขภาพสำคัญ|สุขภาพต้องมาก่อน|ตนเป็นที่พึ่ง|แพ้เป็นพระ|\
    ทุกปัญหามีทางออก|ฟ้าหลังฝน|อดเปรี้ยวไว้กินหวาน|ไม่มีคำว่าสาย|ไม่มีอะไรสายเกินไป|ของฟรีไม่มี|ของฟรีไม่มีในโลก|ลูกค้าคือพระเจ้า|ปลอดภัยไว้ก่อน|เงินซื้อ|คบคนให้ดู|หัวใจต้องแข็งแรง|มือถือสาก|เสียน้อยเสียยาก|วันพระไม่ได้มี|คนเราต้อง|คนเราไม่|\
    失败是成功|成功之母|没有免费|免费的午餐|熟能生巧|有志者|事竟成|时间就是金钱|一寸光阴|光阴似箭|知识就是力量|健康第一|健康是最|身体是革命|安全第一|顾客是上帝|客户是上帝|顾客就是上帝|滴水穿石|水滴石穿|欲速则不达|己所不欲|三人行|活到老|学无止境|百闻不如|祸从口出|病从口入|吃一堑|塞翁失马|冰冻三尺|千里之行|不积跬步|天道酬勤|笨鸟先飞|勤能补拙|\
    沉默是金|耐心是|诚实是|善有善报|恶有恶报|多行不义|一分耕耘|一份耕耘|没有付出|不经历风雨|阳光总在|车到山前|船到桥头|世上无难事|只要功夫深|人无完人|金无足赤|知足常乐|退一步|塞翁|亡羊补牢|三思而后行|谦虚使人|骄傲使人|生命在于|人生苦短|人生如|世上没有|天下没有|没有什么不可能|不要轻言放弃|永不放弃";

/// What sayings speak of, named by itself: life, love, time.
const THEMES_EN: &str = "life|love|time|money|knowledge|health|honesty|patience|practice|silence|success|failure|happiness|kindness|beauty|courage|hope|faith|truth|friendship|experience|curiosity|laughter|wisdom|education|respect|trust|discipline|consistency|confidence|attitude|luck|freedom|gratitude|the journey|hard work|true love|real friends|good friends|good things|great things|bad days|tough times";
const THEMES_TH: &str = "ชีวิต|ความรัก|ความสำเร็จ|ความพยายาม|ความรู้|สุขภาพ|เงินทอง|มิตรภาพ|ความสุข|ความอดทน|ความซื่อสัตย์|ความดี|ความล้มเหลว|ความหวัง|ความฝัน|โชค|อนาคต|อดีต|คนเรา|เพื่อนแท้";
const THEMES_ZH: &str = "人生|生活|失败|成功|知识|健康|金钱|友谊|坚持|努力|诚实|耐心|幸福|爱情|爱|命运|机会|梦想|勇气|真理|快乐|生命|青春|态度|善良|沉默";

/// What makes words the speaker's own affair, or an order that holds.
const OWN: &str = "i|i'm|im|i've|i'd|my|mine|our|ours|we|we're|us|me|project|server|deploy|meeting|code|the team|must|should|ผม|ฉัน|ดิฉัน|เรา|หนู|ของกู|โปรเจกต์|โปรเจค|เซิร์ฟเวอร์|ทีม|ประชุม|ต้อง|ห้าม|我|咱|项目|服务器|团队|会议|部署|必须|不许|不能";

/// Tells whether a content is something that people tell each other and not a memory.
pub(super) fn is_saying(content: Piece<'_>) -> bool {
    let content = content.trim().strip_all(
        "that|the fact that|always|son|kid|kids|my child|ว่า|นะ|นะว่า|ลูกรัก|ลูก|，|：|哦|啊|孩子|宝贝",
    );
    let opening = content.opening();
    if opening.strip(COURTESIES).is_some() {
        return !told_how(opening);
    }
    let own = opening.strip(["i|i'm|we", super::th::ME, super::zh::ME]).is_some();
    if !own && opening.has_any(SAYINGS) && !opening.has_any("my|our|ของผม|ของฉัน|我的|我们")
    {
        return true;
    }
    let counted = opening.seen().bytes().any(|b| b.is_ascii_digit());
    if counted || opening.has_any(OWN) {
        return false;
    }
    themed(opening) || is_couplet(opening)
}

/// "you can always answer in Thai": what the assistant is to do is no courtesy.
fn told_how(opening: Piece<'_>) -> bool {
    opening.has_any("answer|reply|respond|use|write|skip|assume|ตอบ|ใช้|回答|回复|用")
        && !opening.has_any("call me|ask me|reach me|talk to me|count on me|come|打电话|找我")
}

/// A theme by itself, and something said of it: "life is short", ชีวิตคือ…, 人生是….
fn themed(content: Piece<'_>) -> bool {
    let rest = [THEMES_EN, THEMES_TH, THEMES_ZH].iter().find_map(|themes| content.strip(themes));
    let said = "is|are|isn't|aren't|makes|make|comes|come|can|can't|cannot|will|doesn't|don't|takes|brings|heals|waits|flies|goes|matters|คือ|เป็น|ไม่|อยู่|ต้อง|มี|เหมือน|สั้น|สำคัญ|是|就|在于|如|不|会|没有|需要|使|让|总|才";
    let latin = content.seen().is_ascii();
    let words = content.seen().split_whitespace().count();
    rest.is_some_and(|rest| rest.trim_start().strip(said).is_some()) && (!latin || words <= 9)
}

/// Two halves of the same length in Han letters, nothing else: 种瓜得瓜，种豆得豆.
fn is_couplet(content: Piece<'_>) -> bool {
    let seen = content.seen().trim_end_matches(['。', '！', '.', ' ']);
    let han = |half: &str| half.chars().all(|c| ('\u{3400}'..='\u{9FFF}').contains(&c));
    let halves: Vec<&str> = seen.split(['，', ',']).map(str::trim).collect();
    match halves.as_slice() {
        [a, b] => {
            let (a_len, b_len) = (a.chars().count(), b.chars().count());
            a_len == b_len && matches!(a_len, 4 | 5 | 7) && han(a) && han(b)
        }
        _ => false,
    }
}
