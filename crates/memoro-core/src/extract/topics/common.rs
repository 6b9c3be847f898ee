//! Words that are said in every conversation whatever it is about: verbs of talk, of wanting and doing, time and measure,
//! politeness. Function words of Latin script are known elsewhere.

use crate::text::simplified;

const ENGLISH: &str = "|okay|yes|yeah|yep|nope|sure|fine|good|great|nice|well|right|really|maybe|perhaps|please|thanks|thank|sorry|hello|hey|let|lets|let's|don't|can't|won't|i'll|i'm|i've|i'd|we'll|we're|we've|it's|that's|there's|what's|you're|isn't|doesn't|didn't|wasn't|\
will|may|use|used|uses|using|need|needs|needed|want|wants|wanted|like|likes|make|makes|made|making|take|takes|took|taking|get|gets|got|getting|give|gives|gave|put|set|keep|keeps|kept|see|saw|seen|look|looks|looking|find|found|know|knows|think|thinks|thought|say|says|said|tell|told|ask|asks|asked|\
try|tries|tried|come|comes|came|goes|going|went|gone|done|work|works|worked|working|run|runs|running|ran|start|starts|started|stop|stops|add|adds|added|call|called|change|changes|changed|show|shows|check|checked|help|mean|means|seem|seems|happen|happens|happened|decide|decided|decision|remember|forget|agree|agreed|noted|understood|\
now|today|tomorrow|yesterday|tonight|later|soon|again|still|already|always|never|often|sometimes|once|first|second|last|next|new|old|one|two|three|four|five|six|ten|day|days|week|weeks|month|months|year|years|time|times|hour|hours|minute|minutes|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|afternoon|evening|\
thing|things|something|anything|nothing|everything|someone|anyone|everyone|people|way|lot|lots|bit|kind|part|point|case|reason|problem|question|answer|idea|example|number|back|down|over|off|out|around|without|within|between|through|after|before|until|since|during|many|few|less|least|same|different|big|small|long|short|little|better|best|bad|hard|easy|able|actually|probably|instead|however|anyway|rather|even|yet|both|either|however|user|users|wrote|write|loved|liked|feel|felt|because|talk|talked|discuss|discussed|another|several|left|";
const THAI: &str = "|เรา|ผม|ฉัน|คุณ|เขา|มัน|พวก|ที่|ซึ่ง|อัน|และ|หรือ|แต่|ก็|จะ|ได้|ให้|ไม่|มี|เป็น|คือ|อยู่|ใน|ของ|กับ|จาก|ถึง|เพื่อ|เพราะ|ว่า|แล้ว|ยัง|เลย|นะ|ครับ|ค่ะ|คะ|จ้ะ|ด้วย|กัน|ไว้|ไป|มา|ขึ้น|ลง|ออก|เข้า|ใช้|ทํา|ทำ|เอา|ต้อง|ควร|อยาก|คิด|รู้|บอก|พูด|ถาม|ตอบ|ดู|เห็น|ลอง|ช่วย|ขอ|เริ่ม|หยุด|เปลี่ยน|เลือก|ตกลง|สรุป|ตัดสินใจ|จํา|จำ|จํา ไว้|จด|บันทึก|รับทราบ|โอเค|ใช่|ดี|มาก|น้อย|อีก|ทุก|บาง|หลาย|เดียว|เท่า|นี้|นั้น|นี่|นั่น|ไหน|อะไร|ใคร|ยังไง|อย่างไร|ทําไม|ทำไม|เมื่อไหร่|ไหม|มั้ย|ตอน|ตอนนี้|วัน|วันนี้|พรุ่งนี้|เมื่อวาน|เดือน|ปี|สัปดาห์|อาทิตย์|ชั่วโมง|นาที|คืน|เช้า|เย็น|บ่าย|หนึ่ง|สอง|สาม|สี่|ห้า|สิบ|ตัว|คน|อย่าง|เรื่อง|แบบ|ครั้ง|ก่อน|หลัง|ต่อ|ต่อไป|เดิม|ใหม่|เก่า|แทน|ดีกว่า|กว่า|ก็ได้|ได้เลย|งั้น|ถ้า|อาจ|อาจจะ|น่าจะ|คง|เดี๋ยว|ภายใน|แค่|พอ|จริง|ปัญหา|ช้า|เร็ว|ผ่าน|คุย|รู้สึก|เกินไป|ผู้ใช้|ชอบ|เนื่องจาก|พูดคุย|ทดลอง|เจอ|พบ|ระหว่าง|เกี่ยวกับ|ทั้งหมด|ทั้ง|เท่านั้น|รอบ|กันเอง|";
const CHINESE: &str = "|我|我们|你|你们|他|她|它|他们|咱们|的|了|吗|呢|吧|啊|是|不|没|没有|有|在|和|跟|与|或者|还是|但是|但|可是|不过|因为|所以|如果|要是|就|都|也|还|又|再|很|太|最|更|把|被|给|让|从|到|对|向|为|用|做|去|来|说|看|想|要|会|能|可以|应该|需要|得|这|那|这个|那个|这样|那样|什么|怎么|怎么样|为什么|谁|哪|哪个|几|多少|好|好的|行|对了|嗯|是的|明白|知道|记住|记得|记|决定|确定|同意|选|改|换|开始|结束|现在|今天|明天|昨天|以后|之前|之后|时候|时间|年|月|日|天|周|号|点|分钟|小时|早上|晚上|下午|上午|一|二|两|三|四|五|六|十|个|些|一个|一些|一下|东西|事情|事|问题|已经|正在|一起|一样|不要|不用|先|然后|另外|还有|大家|别人|里|上|下|中|后|前|着|过|请|帮|帮我|谢谢|觉得|可能|比较|特别|真的|新|旧|大|小|多|少|快|慢|之|其|而|并|等|所有|每|每天|每个|非常|感到|讨论|喜欢|并不|一直|自己|如何|关于|以及|进行|用户|因此|由于|而且|虽然|其实|终于|只是|只有|就是|不是|也是|一次|一下子|很多|许多|有点|有些|我的|你的|他的|它们|以前|后来|最后|最近|刚才|太多|太久|";

/// Signs that only join, count or colour: a word of nothing else carries no subject.
const JOINING: &str = "了的一个些这那不是并很也都就在有和着过吗呢吧啊以及所为与或其之次下件种位名只条张把给被让因于两几每再又还太最更得地们";
/// What begins or ends a word only where it is a part of it.
const PARTICLES: [char; 6] = ['了', '的', '着', '吗', '呢', '吧'];
/// Words that begin or end with such a sign.
const WITH_PARTICLES: &str = "|了解|了结|的确|的士|目的|标的|着急|着手|着重|着陆|着色|酒吧|网吧|沉着|";

/// Returns a word without the particles of its sentence that were cut with it; nothing where it is made of such alone.
pub(super) fn without_particles(word: &str) -> &str {
    if let Some(rest) = word.strip_prefix("ใน").filter(|rest| rest.chars().count() > 2 && *rest != "หลวง")
    {
        return rest;
    }
    let plain: String = word.chars().map(simplified).collect();
    if !plain.is_empty() && plain.chars().all(|c| JOINING.contains(c)) {
        return "";
    }
    if WITH_PARTICLES.contains(&format!("|{plain}|")) { word } else { word.trim_matches(PARTICLES) }
}

/// Tells whether a word, in lower case, says nothing of what a conversation is about.
pub(super) fn is_common(word: &str) -> bool {
    let barred = format!("|{word}|");
    [ENGLISH, THAI, CHINESE].iter().any(|list| list.contains(&barred))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_are_no_part_of_a_word() {
        for (word, bare) in [
            ("了一", ""),
            ("了一个", ""),
            ("並不", ""),
            ("新的", "新"),
            ("备份了", "备份"),
            ("了解", "了解"),
            ("目的", "目的"),
            ("ในระบบ", "ระบบ"),
            ("ในหลวง", "ในหลวง"),
            ("server", "server"),
        ] {
            assert_eq!(without_particles(word), bare, "{word}");
        }
    }
}
