//! Words that make two sentences deny each other, in Thai, English and Chinese. Lists and nothing else.

/// Goes through a list of words that is written with bars between them.
pub(super) fn each(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split('|')
}

pub(super) const NOT_EN: &str = "\
    not|no|never|cannot|can't|don't|doesn't|isn't|aren't|won't|didn't|wasn't|without|none|nobody|\
    avoid|stopped|stop|quit|no longer|neither|mustn't|shouldn't|forbidden|prohibited|haven't|hasn't|\
    refuses|non-refundable|nonrefundable|non-smoking|unable";

/// English words that set a limit and deny nothing.
pub(super) const NOT_EN_BUT: &str = "\
    may not take longer than|may not take more than|not take longer than|not last longer than|no longer than|not longer than|no more than|\
    not more than|may not exceed|must not exceed|should not exceed|cannot exceed|can't exceed|not exceed|no fewer than|\
    no less than|not less than|no later than|not later than|not only";

pub(super) const NOT_TH_BUT: &str =
    "ห้ามเกิน|ไม่ให้เกิน|ต้องไม่เกิน|ไม่ควรเกิน|ไม่เกิน|ไม่น้อยกว่า|ไม่มากกว่า|ไม่ว่า|ไม่ต่ำกว่า|อย่าง|ไม่นาน|ไม่กี่|ไม้";

pub(super) const NOT_TH: &str = "ไม่|อย่า|ห้าม|เลิก|งด|เลี่ยง|มิได้|ปราศจาก";

pub(super) const NOT_ZH_BUT: &str = "\
    不超过|不超過|不能超过|不能超過|不得超过|不得超過|不可超过|不许超过|不要超过|不应超过|不多于|不少于|不低于|不高于|不迟于|不晚于|不错|不錯|不同|不过敏且|不仅|不僅|不久|差不多|不少|不断|不斷|不管|不上班|特别|特別|别人|別人|区别|區別|类别|類別|分别|分別|级别|\
    級別|性别|性別|未来|未來|无论|無論|只读|無線|无线|不得不";

pub(super) const NOT_ZH: &str = "不|没|沒|别|別|禁止|避免|未|勿|无|無|严禁|嚴禁";

/// Things that a person or thing may have several of at once: another one is no contradiction.
pub(super) const SEVERAL: &str = "\
    speaks|speak|allergic|likes|like|enjoys|knows|owns|wants|want|includes|include|contains|has|\
    have|interested|plays|play|visited|bought|learned|studies|hates|avoids|needs|พูด|แพ้|ชอบ|รู้|มี|\
    อยากได้|สนใจ|เล่น|ซื้อ|เคย|เรียน|เกลียด|会说|會說|过敏|過敏|喜欢|喜歡|懂|有|想要|想通过|感兴趣|感興趣|买|買|学|讨厌|包含|包括";

/// Words of a place that one person holds at a time: another name there is a contradiction.
pub(super) const ROLES: &str = "\
    lead|leads|led|head|owner|owns|owned|manager|manages|managed|responsible|ceo|cto|cfo|director|\
    chair|in charge|boss|captain|president|หัวหน้า|ผู้จัดการ|ดูแล|เจ้าของ|ประธาน|ผู้อำนวยการ|\
    รับผิดชอบ|ซีอีโอ|ผู้ดูแล|เป็นคน|เป็นผู้|is the one who|由|负责|負責|管理|主管|经理|經理|总监|總監|老板|老闆|组长|組長|队长|treasurer|secretary|coach|teacher|landlord|chairman|captain of|เหรัญญิก|เลขา|โค้ช|ครูประจำ|会计|會計|秘书|秘書|教练|教練|班主任|房东|房東";

/// Words that tell of a change.
pub(super) const CHANGED: &str = "\
    now|no longer|anymore|still|left|sold|moved|switched|replaced|changed|instead|used to|formerly|\
    stopped|quit|became|gave up|cancelled|retired|ย้าย|เปลี่ยน|เลิก|ขายไป|ยังมี|ตอนนี้|ปัจจุบัน|\
    ลาออก|ยกเลิก|现在|現在|已经|已經|搬|换成|換成|改成|改为|改為|卖掉|賣掉|不再|还留|曾经|離開|离开|取消";

pub(super) const NOT_THAI: &str =
    "เยี่ยม|ยี่ห้อ|ห้าง|พันธุ์|ล้านนา|สามัคคี|สามัญ|สิบล้อ|ห้าม|สามี|สามารถ|เก้าอี้|หกล้ม|พันธ์|สัมพันธ์|สี่เหลี่ยม|ร้อยละ|เดียวกัน|หน้า";

pub(super) const NOT_CHINESE: &str = "\
    一定|一起|一样|一樣|一直|一般|统一|統一|唯一|一些|一旦|万一|萬一|一切|一下|一边|第一时间|周一|周二|周三|周四|周五|周六|週一|週二|週三|週四|週五|週六|星期一|\
    星期二|星期三|星期四|星期五|星期六|十分|千万|三明治|一会|四川|一次|一只|一个|一個|一条|一位|一名|一台|一张|一份|一家|一种|一件|一遍";

/// Closed sets, one a line: a thing that is one of them is none of the others. Members stand between slashes, their
/// spellings between bars.
pub(super) const SETS: &str = "\
    monday|วันจันทร์|周一|週一|星期一/tuesday|วันอังคาร|周二|週二|星期二/wednesday|วันพุธ|周三|週三|星期三/\
    thursday|วันพฤหัส|周四|週四|星期四/friday|วันศุกร์|周五|週五|星期五/saturday|วันเสาร์|周六|週六|星期六/\
    sunday|วันอาทิตย์|周日|週日|星期日|星期天\n\
    january|มกราคม/february|กุมภาพันธ์/march|มีนาคม/april|เมษายน/may|พฤษภาคม/june|มิถุนายน/july|กรกฎาคม/\
    august|สิงหาคม/september|กันยายน/october|ตุลาคม/november|พฤศจิกายน/december|ธันวาคม\n\
    hourly|every hour|ทุกชั่วโมง|每小时|每小時/daily|every day|ทุกวัน|每天|每日/\
    weekly|every week|ทุกสัปดาห์|รายสัปดาห์|每周|每週/quarterly|every quarter|ทุกไตรมาส|รายไตรมาส|每季度|每个季度|每個季度/monthly|every month|ทุกเดือน|รายเดือน|每月|每个月|每個月/\
    yearly|annually|ทุกปี|รายปี|每年\n\
    red|สีแดง|红色|紅色/blue|สีฟ้า|สีน้ำเงิน|蓝色|藍色/green|สีเขียว|绿色|綠色/yellow|สีเหลือง|黄色|黃色/black|สีดำ|黑色/\
    white|สีขาว|白色/grey|gray|สีเทา|灰色/purple|สีม่วง|紫色/orange|สีส้ม|橙色\n\
    postgresql|postgres/mysql/sqlite/mongodb/redis/mariadb/oracle/cassandra/dynamodb\n\
    kotlin/swift/java/javascript/typescript/python/rust/ruby/golang|go/c++/c#/php/scala/elixir/haskell/dart/\
    zig\n\
    argon2/bcrypt/scrypt/pbkdf2/sha-256|sha256/md5\n\
    tab|tabs|แท็บ|制表符|定位字元/space|spaces|เว้นวรรค|空格\n\
    baht|บาท|泰铢|泰銖/dollar|dollars|usd|ดอลลาร์|美元/euro|euros|eur|ยูโร|欧元|歐元/yen|เยน|日元|日圓/\
    yuan|rmb|หยวน|人民币|人民幣/pound|pounds|ปอนด์|英镑|英鎊\n\
    aws|amazon web services/azure/gcp|google cloud/fly/heroku\n\
    react/vue/angular/svelte/solidjs/htmx\n\
    nginx/caddy/traefik/haproxy/apache/envoy\n\
    kafka/rabbitmq/nats/sqs/pulsar\n\
    jenkins/github actions/gitlab ci/circleci/buildkite\n\
    pdf/csv/excel|xlsx/json/xml/yaml/docx|word/html/plain text|ข้อความธรรมดา|纯文本|純文字\n\
    morning|ตอนเช้า|早上|上午/afternoon|ตอนบ่าย|下午/evening|ตอนเย็น|傍晚|晚上/night|กลางคืน|夜里|夜间|夜班/\
    day shift|day shifts|กลางวัน|白班|白天\n\
    north|ทิศเหนือ|朝北|北边|北面|北方/south|ทิศใต้|朝南|南边|南面|南方/east|ทิศตะวันออก|朝东|东边|东面|东方/west|ทิศตะวันตก|朝西|西边|西面|西方\n\
    basement|ชั้นใต้ดิน|地下室/ground floor|ชั้นล่างสุด|一楼/second floor|ชั้นสอง|二楼/third floor|ชั้นสาม|三楼/fourth floor|ชั้นสี่|四楼/fifth floor|ชั้นห้า|五楼\n\
    flutter/react native/swiftui/xamarin/ionic\n\
    black coffee|coffee black|กาแฟดำ|黑咖啡/with milk|ใส่นม|加奶|加牛奶\n\
    spring|ฤดูใบไม้ผลิ|春天|春季/summer|ฤดูร้อน|夏天|夏季/autumn|fall|ฤดูใบไม้ร่วง|秋天|秋季/winter|ฤดูหนาว|冬天|冬季\n\
    in thai|ภาษาไทย|泰语|泰語/in english|ภาษาอังกฤษ|英语|英語|英文/in chinese|ภาษาจีน|中文|汉语/\
    in japanese|ภาษาญี่ปุ่น|日语|日語/in french|ภาษาฝรั่งเศส|法语|法語/in german|ภาษาเยอรมัน|德语|德語/\
    in spanish|ภาษาสเปน|西班牙语|西班牙語/in korean|ภาษาเกาหลี|韩语|韓語\n\
    online|remote|remotely|zoom|from home|home office|ออนไลน์|ทำงานที่บ้าน|线上|線上|在家办公|远程/office|in person|on site|onsite|ออฟฟิศ|สำนักงาน|办公室|辦公室|线下|線下|坐班|现场\n\
    diesel|ดีเซล|柴油/petrol|gasoline|เบนซิน|汽油/electric|ไฟฟ้า|电动|電動/hybrid|ไฮบริด|混动\n\
    nurse|พยาบาล|护士/doctor|physician|หมอ|แพทย์|医生|醫生/lawyer|attorney|ทนาย|律师/teacher|ครู|老师|教师/engineer|วิศวกร|工程师/\
    accountant|นักบัญชี|会计/designer|นักออกแบบ|设计师/chef|cook|เชฟ|พ่อครัว|厨师/pilot|นักบิน|飞行员/farmer|ชาวนา|เกษตรกร|农民\n\
    bank transfer|wire transfer|โอนเงิน|โอนผ่านธนาคาร|银行转账|转账/credit card|credit cards|บัตรเครดิต|信用卡/cash|เงินสด|现金/paypal/direct debit|หักบัญชี|自动扣款\n\
    british|แบบอังกฤษ|英式/american|แบบอเมริกัน|美式\n\
    email|อีเมล|邮件|郵件/sms|text message|短信|簡訊/phone|โทรศัพท์|电话|電話/slack/line/wechat|微信";

/// Opposites, one pair a line: the two sides with a slash between them, spellings between bars.
pub(super) const OPPOSITES: &str = "\
    enabled|enable|on|เปิดใช้งาน|เปิดอยู่|เปิดใช้|开启|開啟|启用|啟用|打开/disabled|disable|off|ปิดใช้งาน|ปิดอยู่|\
    ปิดใช้|关闭|關閉|停用|禁用\n\
    open|opens|opened|reopened|เปิด|开放|開放|开门|開門|营业/closed|closes|close|shut|ปิด|关闭|關閉|停业|维修|ปิดซ่อม|闭馆|閉館|关门|關門|休息\n\
    fast|quick|quickly|เร็ว|快/slow|slowly|ช้า|慢\n\
    short|brief|concise|สั้น|กระชับ|简短|簡短|简洁|簡潔/long|detailed|ยาว|ละเอียด|详细|詳細|冗长\n\
    likes|like|loves|love|enjoys|prefers|ชอบ|รัก|喜欢|喜歡|爱/hates|hate|dislikes|dislike|เกลียด|ไม่ชอบ|讨厌|討厭|\
    不喜欢|不喜歡\n\
    allowed|allow|allows|can|may|permitted|อนุญาต|允许|允許|可以|能/forbidden|prohibited|banned|may not|cannot|\
    can't|never|ห้าม|อย่า|ไม่ได้|禁止|不能|不可以|不准|不许|不要\n\
    day|กลางวัน|กะเช้า|กะกลางวัน|白班|白天|早班/night|กลางคืน|กะกลางคืน|กะดึก|夜班|夜间|晚班\n\
    approved|accepted|granted|อนุมัติ|ผ่าน|批准|获批|通过|同意/rejected|denied|declined|refused|ไม่อนุมัติ|ปฏิเสธ|拒绝|拒絕|驳回|否决\n\
    public|สาธารณะ|公开|公開/private|ส่วนตัว|私有|私人|私密\n\
    required|mandatory|บังคับ|จำเป็น|必须|必須|必填/optional|voluntary|ไม่บังคับ|ทางเลือก|可选|可選|选填\n\
    before|ก่อน|之前/after|หลัง|之后|之後\n\
    always|เสมอ|总是|總是|一直/never|ไม่เคย|从不|從不|从来不\n\
    true|yes|จริง|正确/false|no|เท็จ|错误\n\
    works|working|works fine|ใช้ได้|ใช้งานได้|ปกติ|能用|正常|好用/broken|out of order|defective|does not work|doesn't work|not working|เสีย|พัง|ใช้ไม่ได้|坏了|坏|故障|不能用\n\
    self-hosted|self hosted|on-premises|โฮสต์เอง|自建|自托管/hosted|managed|บนคลาวด์|托管\n\
    cash only|only cash|เงินสดเท่านั้น|แต่เงินสด|เฉพาะเงินสด|只收现金|仅收现金/credit card|credit cards|cards|card|contactless|บัตรเครดิต|บัตร|信用卡|刷卡|扫码\n\
    around the clock|day and night|ตลอดเวลา|ทั้งวันทั้งคืน|ตลอด 24|全天候|全天|昼夜/weekdays only|only on weekdays|working hours|office hours|เฉพาะวันธรรมดา|เวลาทำการ|只在工作日|工作时间\n\
    beginners|beginner|newcomers|มือใหม่|ผู้เริ่มต้น|新手|初学者|入门/advanced|experts|expert|professionals|มืออาชีพ|เก่งแล้ว|ขั้นสูง|高手|专家|进阶\n\
    included|includes|including|รวม|含|包含|包/excluded|excluding|not included|extra|ไม่รวม|แยกต่างหาก|不含|不包|另算\n\
    formal|ทางการ|正式/casual|informal|colloquial|กันเอง|ภาษาพูด|随意|隨意|口语\n\
    in parallel|parallel|concurrently|at the same time|ขนาน|พร้อมกัน|并行|并发|同时/one after another|one by one|sequentially|in sequence|serially|ทีละ|เรียงกัน|ตามลำดับ|一个接一个|依次|逐个|串行\n\
    studies|student|at university|เรียนอยู่|กำลังเรียน|在读|上学/graduated|finished school|เรียนจบ|毕业\n\
    synchronous|synchronously|ซิงโครนัส|同步/asynchronous|asynchronously|อะซิงโครนัส|异步\n\
    welcome|ยินดีต้อนรับ|欢迎/forbidden|prohibited|banned|not allowed|ห้าม|禁止|不许|不准\n\
    keep|keeps|kept|เก็บ|保留/delete|deletes|deleted|ลบ|删除|删掉\n\
    light|สว่าง|浅色|淺色/dark|มืด|深色\n\
    increase|increased|raised|rose|เพิ่มขึ้น|增加|上升|涨/decrease|decreased|lowered|fell|dropped|ลดลง|减少|下降|跌\n\
    hot|warm|ร้อน|热|熱/cold|cool|เย็น|冷\n\
    free|free of charge|ฟรี|免费|免費/costs|cost|paid|pay|pays|charged|fee|คิด|ราคา|ต้องจ่าย|จ่ายค่า|收费|收費|付费|付費|要付|元|บาท|euros|dollars\n\
    full|เต็ม|满/empty|ว่าง|空\n\
    left|ซ้าย|左/right|ขวา|右\n\
    up|ขึ้น|上线/down|ล่ม|下线\n\
    supported|support|supports|รองรับ|支持|支援/dropped|deprecated|unsupported|เลิกรองรับ|弃用|不再支持\n\
    plays|play|playing|เล่น|弹|彈/stopped|quit|gave up|เลิก|不弹|放弃\n\
    single|โสด|单身/married|แต่งงาน|已婚|结婚\n\
    own|owns|still have|ยังมี|留着|留著/sold|gave away|lost|ขายไป|卖掉|賣掉\n\
    locked|locks|lock|ล็อก|上锁|上鎖|锁上/unlocked|ไม่ล็อก|不锁|不鎖\n\
    directly|ส่งตรง|直接/through|via|ผ่าน|通过|走\n\
    joined|works at|เข้าทำงาน|加入/left|resigned|quit|ลาออก|离开|離開|辞职\n\
    arrived|มาถึง|到了/departed|ออกไป|出发\n\
    started|begins|เริ่ม|开始|開始/ended|ends|finished|จบ|สิ้นสุด|结束|結束\n\
    strict|เข้มงวด|严格/loose|relaxed|ผ่อนปรน|宽松\n\
    cheap|ถูก|便宜/expensive|แพง|贵|貴\n\
    easy|simple|ง่าย|简单|容易/hard|difficult|complex|ยาก|难|複雜|复杂\n\
    safe|ปลอดภัย|安全/dangerous|unsafe|อันตราย|危险|危險\n\
    alive|มีชีวิต/dead|died|เสียชีวิต|去世\n\
    vegetarian|vegan|มังสวิรัติ|กินเจ|吃素|素食/eats meat|meat|beef|pork|chicken|steak|กินเนื้อ|กินหมู|กินไก่|吃肉|牛肉|猪肉|鸡肉\n\
    more|มากกว่า|更多/less|fewer|น้อยกว่า|更少\n\
    early|เร็วกว่า|提前/late|delayed|เลื่อน|推迟|延期\n\
    succeeded|worked|passed|went well|success|สำเร็จ|ผ่านไปด้วยดี|ราบรื่น|成功|顺利/failed|broke|went badly|crashed|ล้มเหลว|ไม่สำเร็จ|失败|失敗\n\
    same|เหมือน|相同/different|ต่าง|不同\n\
    encrypted|เข้ารหัส|加密/plain text|plaintext|unencrypted|明文\n\
    automatic|automatically|อัตโนมัติ|自动|自動/manual|manually|by hand|ด้วยมือ|手动|手動\n\
    big|large|ใหญ่|大/small|little|เล็ก|小\n\
    expert|advanced|เชี่ยวชาญ|专家|專家|精通/novice|beginner|new to|มือใหม่|新手|初学\n\
    older|แก่กว่า|อายุมากกว่า|年长|比他大/younger|อ่อนกว่า|อายุน้อยกว่า|年轻|比他小\n\
    afraid|scared|fears|fear|hates|กลัว|เกลียด|害怕|怕|讨厌/love|loves|likes|enjoys|รัก|ชอบ|喜欢|喜爱|爱\n\
    cancelled|canceled|called off|postponed|ยกเลิก|เลื่อน|取消|推迟/took place|takes place|went ahead|as planned|held|ตามกำหนด|จัดขึ้น|照常|如期|举行\n\
    kept|keeps|keep|retained|stored|เก็บ|保留|保存/deleted|removed|erased|purged|discarded|ลบ|ทิ้ง|删除|删掉|清除\n\
    present|attended|came|เข้าร่วม|มาร่วม|出席|参加|到场/absent|missed|skipped|ขาด|ไม่มา|缺席|没来\n\
    full-time|full time|เต็มเวลา|全职/part-time|part time|พาร์ตไทม์|พาร์ทไทม์|兼职\n\
    win|won|wins|ชนะ|赢/lose|lost|loses|แพ้|输\n\
    buy|bought|buys|ซื้อ|买/sell|sold|sells|ขาย|卖\n\
    inside|indoors|ข้างใน|ในร่ม|里面|室内/outside|outdoors|ข้างนอก|กลางแจ้ง|外面|室外\n\
    above|upstairs|ชั้นบน|ด้านบน|楼上|上面/below|downstairs|ชั้นล่าง|ด้านล่าง|楼下|下面\n\
    wet|damp|เปียก|湿/dry|แห้ง|干\n\
    new|brand new|ใหม่|全新/old|second-hand|used|เก่า|มือสอง|旧|二手\n\
    alone|by himself|by herself|คนเดียว|独自|一个人/together|with others|ด้วยกัน|一起\n\
    healthy|fit|แข็งแรง|健康/ill|sick|ป่วย|ไม่สบาย|生病\n\
    stable|เสถียร|稳定/flaky|unstable|ไม่เสถียร|不稳定\n\
    permanent|ถาวร|永久/temporary|ชั่วคราว|临时\n\
    possible|เป็นไปได้|可能/impossible|เป็นไปไม่ได้|不可能\n\
    hired|joined|จ้าง|入职|聘用/fired|laid off|dismissed|ไล่ออก|解雇|辞退\n\
    maximum|max|at most|สูงสุด|最大|最多/minimum|min|at least|ต่ำสุด|最小|最少|至少";

/// Words that say what something is: what follows excludes anything else.
pub(super) const IS: &str = "is|are|was|คือ|เป็น|ชื่อ|是|为|為|叫";

/// Words that say the same sort of thing of a subject, of which one holds at a time, one sort a line: where it is, when
/// it begins or ends, how long it takes, what it costs, who has charge of it, what it is made of, what it is for.
pub(super) const ONE_AT_A_TIME: &str = "\
    lives|live|lived|based|located|headquarters|head office|moved to|is in|is on|sits|stands|stays|อยู่|ตั้งอยู่|ย้ายไป|ย้ายมา|พัก|住|搬到|搬去|位于|设在|在|放在\n\
    starts|start|begins|begin|opens|open|kicks off|is at|takes place|เริ่ม|เปิด|จัด|开始|开门|开放|举行|定在\n\
    ends|end|expires|until|due|deadline|runs out|closes|หมด|สิ้นสุด|ครบกำหนด|ปิด|到期|结束|截止|关门|合同到\n\
    ships from|ship from|shipped from|sent from|ส่งจาก|发出|发货|departs|depart|leaves|leave|lands|arrives|arrive|ออกจาก|ออกเดินทาง|ถึง|出发|开往|抵达|降落|到达\n\
    takes|take|lasts|last|duration|ใช้เวลา|นาน|กินเวลา|要花|耗时|持续|需要|跑一遍\n\
    costs|cost|price|priced|free|fee|charges|charge|ราคา|ค่า|ฟรี|เก็บ|价格|运费|免费|收费|门票|免运费\n\
    manages|managed|manager|owns|owned|leads|lead|led|runs|responsible|charge|head of|ดูแล|รับผิดชอบ|หัวหน้า|เจ้าของ|负责|管理|归|组长|主管\n\
    written in|taught in|logged as|logged in|stored as|built with|built in|runs on|run on|รันบน|跑在|uses|based on|เก็บเป็น|สอนเป็น|授课|记录|เขียนด้วย|ใช้|ทำด้วย|写的|编写|采用|使用|用\n\
    is for|are for|meant for|สำหรับ|ไว้|用来|用于|放\n\
    named|called|name is|ชื่อ|เรียกว่า|叫|名叫|名字\n\
    faces|looks|points|หัน|朝|面向";

/// Words that carry no content of their own between two Thai statements.
pub(super) const JOINING_TH: &str = "สามารถ|เป็นคน|ทำหน้าที่|จะต้อง|จะ|ก็|ของเรา|ของ|ที่|ซึ่ง|ว่า|นะ|ครับ|ค่ะ|คะ|แล้ว|ด้วย|การ|จึง|ถึง|ให้|ได้|ไว้|ๆ|โดย|ต้อง|เรา|คุณ|ทำการ|มีการ|เวลา|ตอน|นี้|นั้น|เลย|ใน|และ|เสมอ|อยู่|เป็น|คือ";

/// Words that carry no content of their own between two Chinese statements.
pub(super) const JOINING_ZH: &str = "我们的|我们|里的|上的|的|了|着|过|也|都|就|才|又|还|很|会|要|得|把|被|由|给|里|上|中|在|是|为|能|可以|必须|应该|一下|已经|现在|并|和|与|之|其|每";

/// Words that say what something is or who does something.
pub(super) const SAYS_WHAT: &str = "is called|are called|is named|works as|work as|serves as|acts as|is a|is an|is the|is|are|was|were|will be|takes place|called|named|担任|叫做|名字叫|名叫|叫|ทำงานเป็น|ชื่อว่า|ชื่อ";

/// English words for numbers.
pub(super) const NUMERALS_EN: &str = "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|once|twice|am|pm";

/// Thai words for numbers.
pub(super) const NUMERALS_TH: &str = "หนึ่ง|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|ร้อย|พัน|หมื่น|แสน|ล้าน|ยี่|เอ็ด|ครึ่ง";

/// Words that deny something without a negation: what is broken does not work.
pub(super) const NEGATIVE: &str = "\
    broken|broke|offline|dislike|dislikes|hate|hates|detests|refuse|refuses|lack|lacks|missing|absent|fail|fails|failed|\
    unavailable|impossible|inactive|disabled|unhappy|unsafe|illegal|invalid|unsure|free of|rarely|hardly|seldom|ended|\
    gone|empty|closed|denied|rejected|forbids|bans|skips|skipped|ignores|against|\
    เสีย|พัง|ออฟไลน์|เบื่อ|เกลียด|รำคาญ|ขาด|ล้มเหลว|ปฏิเสธ|ปิด|ว่างเปล่า|\
    坏|离线|讨厌|討厭|厌恶|缺|失败|失敗|拒绝|拒絕|关闭|關閉|停用|反感";
