//! Classes of words that the signs look for, in three languages at once; phrases stand between bars.

/// Words that ask for more than yes or no.
pub(super) const WHAT: &str = "what|which|who|when|where|how|why|อะไร|ไหนดี|ยังไง|เท่าไหร่|เมื่อไหร่|ใคร|ทำไม|ไงดี|什么|哪|谁|怎么|多少|几|为什么";
/// Questions that want to know how much or how long something is: who answers them tells a fact.
pub(super) const AMOUNT: &str = "how much|how long|how many|how far|how old|how often|the price|the cost|what time|since when|until when|when does|when is|เท่าไหร่|เท่าไร|กี่|นานไหม|แพงไหม|ราคา|เมื่อไหร่|ถึงเมื่อ|多少|多久|多长|几|价格|多大|什么时候|哪天|贵吗";
/// Questions for how something is or was: who answers them tells a story.
pub(super) const STORY: &str = "how did it go|how is|how was|how are|what happened|did you|have you|are you|do you like|do you agree|is it true|and now|any errors|any downside|is that|was it|why|เป็นยังไง|เป็นไง|สนุกไหม|ดีไหมครับ|ทำไม|หรือยัง|ใช่ไหม|จริงไหม|อยู่ไหม|怎么样|好看吗|为什么|为何|怎么了|有喜欢的|看过|是不是|真的|如何|同意吗|喜欢吗|习惯吗";
/// Questions for what is to be done: who answers them settles it.
pub(super) const ASKS_TO_DO: &str = "what should|what do we|what shall|which one|which|should we|shall we|should i|shall i|do we|are we|so what|and then|how do we|how about|what about|who takes|who does|who pays|do you want|would you like|and the|ไงดี|อะไรดี|ไหนดี|ยังไงดี|เอาไง|ดีไหม|ดีมั้ย|ไหมคะ|ไหมครับ|ล่ะ|ใครจะ|ใครทำ|เลยไหม|怎么办|怎么处理|要不要|还是|选哪|用什么|用哪|呢|谁来|吗|行不行|好不好|去不去|领不领";
/// English verbs in the present by which something is arranged.
pub(super) const ARRANGES: &str = "stays|stay|goes|gets|comes|becomes|moves|takes|starts|ends|keeps|runs|closes|opens|pays|gives|give|merge|release|close|squash|leave|order|hire|drop|add|move|split|fly|meet|build|buy|sell|ship|cancel|sign|fix|freeze|strike|publish|launch|submit|postpone|rent|lease|skip|try|start|stop|switch|pick|choose|pass|go|keep|take|get|use";
/// What is over.
pub(super) const OVER: &str = "was|were|had|did|went|came|took|got|made|said|told|heard|saw|bought|sold|lost|tried|used to|chose|picked|moved|wanted|liked|loved|hated|forgot|thought|talked|asked|learned|found|felt|left|kept|gave|ran|began|broke|read|ไปแล้ว|มาแล้ว|เคย|เมื่อวาน|เมื่อคืน|เมื่อก่อน|ตอนนั้น|สมัย|เพิ่ง|ที่แล้ว|昨天|昨晚|上次|去年|当时|当年|以前|那时|刚刚|之前|曾|过了|三年前";

/// Yes, as an answer begins.
pub(super) const YES: &str = "yes|yep|yeah|yup|ok|okay|sure|fine|deal|right|good|great|perfect|cool|works|agreed|exactly|👍|lgtm|sounds|ใช่|ได้|โอเค|ดี|เอา|ตกลง|เห็นด้วย|อือ|อืม|จัด|ดีล|เย้|จ้า|ก็ได้|好|行|可以|对|嗯|是|同意|没问题|没意见|成|要|成交|不错|赞";
/// No, as an answer begins.
pub(super) const NO: &str = "no|nope|nah|not|never|don't|hmm|hm|wait|bad idea|i'd rather|i don't|i'm not|too|ไม่|ยัง|อย่า|เดี๋ยวก่อน|แต่|แพง|不|没|别|先不|等等|太|可是|但";
/// Not now: the matter waits.
pub(super) const WAIT: &str = "later|think about it|think it over|sleep on it|get back to|come back to|revisit|let me check|let me see|see how|we'll see|wait for|wait until|next time|not yet|hold off|another time|some other time|talk about it|discuss it|ไว้ก่อน|ไว้คราว|ไว้ค่อย|ค่อยคุย|ค่อยว่า|ค่อยดู|รอดู|รอก่อน|ขอคิด|ขอดู|ขอเช็ก|ขอเช็ค|นอนคิด|คิดดู|ยังไม่แน่|ไว้ว่ากัน|再说|再看|再想|再考虑|想想|看看再|回头|以后再|等一等|考虑一下|睡一觉|商量|再议";
/// Said by who takes note of something.
pub(super) const ACKNOWLEDGES: &str = "noted|done|understood|got it|will do|on it|booked|ordering|saved|logged|roger|i'll|i will|i can|i've|รับทราบ|เรียบร้อย|เข้าใจ|ครับ|ค่ะ|จด|บันทึก|เดี๋ยว|ผมจะ|จอง|收到|明白|好的|好了|记|我来|我去|已|知道|存好";
/// Said by who has done it, or does it now.
pub(super) const DOES: &str = "running|starting|done|finished|set to|set in|set up|removed|restored|changed|added|installed|written|created|merged|updated|fixed|switched|moved|deleted|renamed|reverted|applied|locked|sent|draft ready|here you go|it's at|rolled|restarted|reformatted|scheduled|cancelled|ordered|printed|assigned|on my way|doing it|will be done|right away|\
    เสร็จแล้ว|เรียบร้อย|แก้แล้ว|ติดตั้งแล้ว|เขียนแล้ว|สร้าง|ร่างแล้ว|ร่างข้อความให้แล้ว|เปลี่ยนแล้ว|ส่งแล้ว|ตั้งแล้ว|เพิ่มแล้ว|ลบแล้ว|ปรับแล้ว|จัดให้|ได้แล้ว|已|改好|换好|弄好|加好|写好|搞定|建好|发了|改了|锁定|马上|这就";
/// Puts a matter off.
pub(super) const DEFERS: &str = "let's talk|talk on|talk about|talk again|pick this up|pick it up|pick that up|after the weekend|another day|some other day|next meeting|next session|leave it for|left over|left open|park it|park this|park that|circle back|wait and see|see what|see how|see if|until then|when we know|once we know|come back|get back|haven't decided|no idea yet|not today|look into|look at it|\
    รอบหน้า|คราวหน้า|ไว้คุย|ค่อยคุย|ค่อยลอง|ค่อยดู|ค่อยว่า|ไว้ว่าง|รอประกาศ|รอดู|รอผล|รอเขา|ขอดู|ขอคิด|ขอถาม|ทยอย|ยังไม่ได้คิด|ก็เป็นทางหนึ่ง|下次|下回|改天|回头|等他们|等合规|等效果|再议|再聊|再看|再说|以后再|怎么说|看着办|先放|先看|先问|还没回|摸一摸";
/// Several things to choose from, without a question.
pub(super) const LISTED: &str = "options|option|either|alternatively|costs more|cheaper|is straightforward|versus|vs|or|ถูกกว่า|แพงกว่า|ถูกสุด|ตัวเลือก|หรือ|แบบแรก|可以|也可以|要么|或者|还是|两种|两个方案";
/// Laughter.
pub(super) const LAUGHS: &str =
    "haha|hahaha|lol|lmao|just kidding|kidding|😂|🤣|😆|555|5555|ฮ่า|ล้อเล่น|พูดเล่น|哈哈|呵呵|开玩笑|笑死";
/// One of several, by its place.
pub(super) const ORDINALS: &str = "the first|the second|the third|first one|second one|third one|the former|the latter|that one|this one|the other|other way round|option a|option b|option 1|option 2|both|neither|อันแรก|อันที่สอง|อันหลัง|ตัวแรก|ตัวหลัง|ตัวที่สอง|แบบแรก|แบบหลัง|ทั้งคู่|ทั้งสอง|อันนี้|ตัวนี้|第一|第二|第三|前者|后者|前面那|后面那|这个|那个|两个都|都要";
/// Votes and minutes.
const MINUTES: &str = "resolved|be accepted|be approved|motion|motion carried|carried|unanimously|unanimous|voted|votes|in favour|in favor|seconded|minuted|wins|three to|two to|by show of hands|ที่ประชุม|มติ|เสียงส่วนใหญ่|ยกมือ|โหวต|เอกฉันท์|表决|举手|一致|多数|通过|决议|票";
/// Makes something that way for good.
const FIXES: &str = "it is|that's where it stays|that's it|ceiling|wins|for good|for everyone|from here on|from today|starting|strike|put|lock|pin|counter|cap|wrap|swap|revert|restore|reinstate|instead|other way round|ยึด|ล็อก|ตรึง|ทั้งเล่ม|ทั้งหมด|ให้หมด|ทีเดียวจบ|ก็แล้วกัน|นี่แหละ|แหละ|คืนเขา|锁|不动|锁在|就做|就按|统一|全部|一律|固定";
/// Others, and what they did.
const NEWS: &str = "folks|the other team|their|he decided|she decided|they decided|has decided|'s decided|settled on|announced|is leaving|has left|competitor|competitors|the government|the council|in the film|in the movie|in the book|the hero|ข่าว|คู่แข่ง|บริษัทเก่า|พระเอก|นางเอก|ตอนจบ|เขาเลิก|เขาเปลี่ยน|ได้ยินมา|เห็นว่า|对面|竞品|那部片|电影|电视剧|听说|老板说|公司要";
/// Thanks and joy.
pub(super) const THANKS: &str = "thanks|thank you|thx|ta|cheers|wow|yay|yes!|lovely|congratulations|ขอบคุณ|เย้|เย่|ยินดี|谢谢|太好了|好耶|耶|恭喜";

/// The classes, each by its name.
pub(super) const LISTS: [(&str, &str); 36] = [
    (
        "will",
        "we'll|we will|let's|lets|let us|we're going to|we are going to|we're|we are|i'll|i will|i'm going to|i'm|i am|gonna|shall|เราจะ|เราก็|เรา|จะ|ขอ|我们|咱们|咱|我要|我就|要",
    ),
    ("then", "so|then|in that case|that settles it|right|งั้น|ถ้างั้น|งั้นก็|ก็|那|那就|那么|就|所以"),
    (
        "it is",
        "it is|it'll be|that's it|that's the deal|that's that|เลย|แล้วกัน|ละกัน|ตามนั้น|ตามนี้|ก็แล้วกัน|吧|了|就行|就好|就这样|好了",
    ),
    (
        "final",
        "final|last word|no discussion|end of story|settled|decided|period|made up my mind|no more|nothing else|that's all|จบ|พอ|แค่นั้น|ไม่ต้องเถียง|ขาดตัว|ไม่ขยับ|แน่นอน|เคาะ|สรุป|มติ|ตกลง|ตัดสินใจ|定|决定|不变|不用讨论|别再|拍板|说好|决议|通过|敲定",
    ),
    (
        "stay",
        "stay|stays|staying|keep|keeps|keeping|remain|remains|stick|as before|as is|unchanged|hold at|leave it|leave them|เหมือนเดิม|ตามเดิม|คงเดิม|เดิม|เก็บไว้|ต่อไป|คงไว้|不变|保留|留着|照旧|维持|还是|继续|保持|沿用|照常",
    ),
    (
        "change",
        "switch|change|move|moves|moving|replace|drop|dropping|kill|remove|cancel|cancelled|stop|stopping|postpone|delay|push|pushed|cut|close|closing|swap|retire|rename|merge|split|เปลี่ยน|ย้าย|ตัด|เลิก|ยกเลิก|เลื่อน|ปิด|หยุด|พัก|แยก|รวม|ลด|เพิ่ม|ขึ้น|换|改|迁|砍|停|取消|推迟|关掉|关门|去掉|撤|拆|合并|调|降|涨|加",
    ),
    (
        "take",
        "take|taking|go with|going with|go for|pick|choose|get|getting|buy|buying|book|booking|use|using|do|doing|have|having|hire|hiring|rent|lease|leasing|sign|order|build|make|set|add|run|ship|release|launch|fly|meet|start|open|เอา|ใช้|เลือก|ซื้อ|จอง|ไป|ทำ|รับ|จ้าง|เช่า|เซ็น|ตั้ง|สร้าง|ปล่อย|เปิด|เริ่ม|ใส่|ให้|จัด|用|选|买|订|去|做|养|租|签|招|建|发|上|开|放|让|定",
    ),
    ("not", "no|not|never|n't|don't|won't|doesn't|can't|nothing|none|without|ไม่|ไม่มี|อย่า|ยังไม่|不|没|别|未|无"),
    ("only", "only|just|nothing else|no more than|at most|alone|exactly|แค่|เท่านั้น|อย่างเดียว|พอ|只|仅|就|唯一"),
    (
        "from",
        "from|starting|as of|until|till|by|on|at|next|this|tomorrow|today|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|เริ่ม|ตั้งแต่|ถึง|วันที่|วัน|เดือน|พรุ่งนี้|สัปดาห์|อาทิตย์|ปี|从|开始|起|号|周|月|明天|明年|下|今",
    ),
    (
        "instead",
        "instead|rather than|instead of|not the|but not|over|แทน|ดีกว่า|มากกว่า|ไม่ใช่|而不是|代替|不是|不要",
    ),
    (
        "think",
        "i think|i guess|i suppose|i feel|i believe|probably|maybe|perhaps|possibly|might|may|could|would|should|leaning|tempted|not sure|considering|thinking|wonder|คิดว่า|น่าจะ|คง|มั้ง|อาจ|ควร|กำลังคิด|เอนเอียง|ไม่แน่|ลอง|大概|可能|也许|好像|应该|或许|倾向|考虑|觉得|会不会|估计|想是想",
    ),
    (
        "want",
        "i want|want to|wants|i'd like|i'd love|would like|prefer|wish|hope|hoping|plan to|planning|dream|อยาก|ชอบ|หวัง|ฝัน|想|喜欢|希望|打算|但愿|计划",
    ),
    ("wait", WAIT),
    (
        "if",
        "if|unless|in case|suppose|imagine|depends|provided|once|as soon as|ถ้า|หาก|สมมติ|เผื่อ|แล้วแต่|ขึ้นอยู่กับ|如果|要是|假如|的话|万一|看情况|除非",
    ),
    (
        "past",
        "used to|back then|last year|ปีก่อน|ตอนอยู่|เมื่อเช้า|เมื่อกี้|คราวที่แล้ว|รอบที่แล้ว|当初|那会儿|last year|last month|last week|last time|years ago|at that time|previously|was|were|had|did|went|chose|said|yesterday|ตอนนั้น|สมัย|เมื่อก่อน|ปีที่แล้ว|คราวก่อน|เคย|เมื่อวาน|เมื่อคืน|เพิ่ง|当年|以前|去年|上次|那时|曾经|当时|昨天|过",
    ),
    (
        "others",
        "he|she|they|they're|their|him|her|them|everyone|people|somebody|someone|nobody|my friend|my brother|my sister|my colleague|my neighbour|other teams|the author|customers|users|company|เขา|เค้า|คนอื่น|เพื่อน|พี่ชาย|น้อง|ใคร|คนเขียน|ลูกค้า|ทีมอื่น|他|她|他们|人家|别人|朋友|同事|弟|作者|大家|有人|客户|用户",
    ),
    (
        "told",
        "said|says|told|heard|read|article|forum|thread|post|according|argues|claims|thinks|wants|wrote|apparently|บอกว่า|เขียนว่า|ได้ยิน|อ่าน|บทความ|เว็บบอร์ด|เขาว่า|ข่าว|เล่า|ถามว่า|听说|说|文章|论坛|据说|讲的|认为|写着|新闻|问",
    ),
    (
        "our",
        "we|our|us|the team|the committee|the board|เรา|ทีม|พวกเรา|ที่ประชุม|คณะกรรมการ|我们|咱|团队|委员会|董事会",
    ),
    ("me", "i|my|me|i'm|i'll|i've|ผม|ฉัน|ดิฉัน|หนู|เค้า|我"),
    ("you", "you|your|คุณ|เธอ|หนู|แก|你|您"),
    ("state", "is|are|has|have|there's|it's|มี|เป็น|อยู่|คือ|是|有|在"),
    (
        "feeling",
        "love|like|hate|beautiful|lovely|nice|awful|painful|tired|cute|funny|crazy|glad|sad|great|สวย|น่ารัก|ทรมาน|ดีใจ|เสียดาย|สนุก|น่าสน|漂亮|可爱|痛苦|高兴|舍不得|有意思|不错",
    ),
    (
        "request",
        "please|can you|could you|help me|i'll|send|call|write|check|look up|find|tell|ask|remind|ช่วย|ฝาก|รบกวน|หน่อย|ให้ที|ด้วย|เดี๋ยว|帮|请|麻烦|去|把|一下|发我",
    ),
    (
        "enough",
        "is fine|is enough|works|we can live with|will do|that's ok|good enough|can stay|can go|is ok|พอ|ก็ได้|ได้|ไหว|รับได้|可以|行|就行|够|没问题",
    ),
    (
        "much",
        "too|too much|too long|expensive|slow|awful|can't|doesn't|makes no sense|not worth|แพง|นานไป|เกินไป|ไป|ไม่ไหว|ไม่คุ้ม|太|不划算|贵|慢|来不及",
    ),
    ("arranges", ARRANGES),
    ("over", OVER),
    ("ack", ACKNOWLEDGES),
    ("done", DOES),
    ("later", DEFERS),
    ("laughs", LAUGHS),
    ("which", ORDINALS),
    ("minutes", MINUTES),
    ("fixes", FIXES),
    ("news", NEWS),
];
