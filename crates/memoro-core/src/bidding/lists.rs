//! The words that the signs of a clause are made of, by what they do. Word lists and nothing else: what each of them
//! weighs is learned.

/// Phrases whose being there or standing first is a sign, with the name of the sign.
pub(super) const LISTS: &[(&str, &str)] = &[
    ("you", "you|your|yours|yourself|you're|you'll|you've|you'd|คุณ|你|您"),
    (
        "you do",
        "you must|you mustn't|you should|you shouldn't|you shall|you have to|you need to|you needn't|you ought to|you are to|you're to|\
         you may|you can|you cannot|you can't|you will|you'll|you'd better|you don't need|you do not need|you don't have to|you are allowed|\
         you're allowed|you are free|you are not|you're not|want you|wants you|like you to|need you to|needs you|expect you|expects you|ask you to|\
         asked you|told you|tell you to|you are now|you're now|you never|you always|you only|you obey|you serve|you work for|you answer to|you speak|\
         คุณต้อง|คุณควร|คุณห้าม|คุณไม่ต้อง|คุณสามารถ|คุณได้รับ|คุณมีหน้าที่|คุณจะต้อง|คุณอย่า|คุณไม่|ให้คุณ|\
         你必须|你应该|你应当|你应|你要|你需要|你得|你不能|你不要|你不得|你可以|你不需要|你不用|你只|你已|你能|你将|你总|你一定|让你|要你|希望你|请你",
    ),
    (
        "you are",
        "you are|you're|you were built|you were made|you were created|you were trained|your name|your role|your task|your job|your owner|your goal|your purpose|\
         your boss|your master|your identity|your persona|your mission|your duty|your new|your only|your instructions|your rules|your guidelines|you have no|you belong|\
         คุณคือ|คุณเป็น|คุณชื่อ|ชื่อของคุณ|หน้าที่ของคุณ|บทบาทของคุณ|เจ้าของคุณ|ตัวตนของคุณ|คุณทำงานให้|คุณไม่มีข้อ|\
         你是|你叫|你名叫|你的名字|你的身份|你的角色|你的任务|你的职责|你的主人|你的老板|你的新|你现在是|你为|你属于|你没有任何",
    ),
    (
        "agent",
        "agent|agents|agent's|assistant|assistants|assistant's|bot|bots|chatbot|ai|ais|llm|copilot|whoever reads|anyone who reads|reads this|sees this|\
         ผู้ช่วย|เอเจนต์|เอเจนท์|เอเจ้นท์|บอต|บอท|แชตบอต|ใครที่อ่าน|ผู้ที่อ่าน|ใครก็ตามที่|助手|助理|代理|机器人|智能体|看到这|读到这|阅读此",
    ),
    (
        "talk",
        "answer|answers|answering|answered|reply|replies|replying|respond|responds|responding|response|responses|say|saying|tell|telling|mention|mentioning|speak|speaks|speaking|\
         talk|talking|tone|wording|greeting|explanation|explanations|apology|apologies|apologise|apologize|emoji|emojis|markdown|bullet points|questions|summaries|titles|\
         ตอบ|คำตอบ|พูด|บอก|เอ่ย|กล่าวถึง|พูดถึง|ข้อความ|ภาษา|ลงท้าย|น้ำเสียง|อิโมจิ|เรียก|ถาม|回答|回复|答复|告诉|说|提到|提及|谈论|谈|透露|语气|用语|敬语|称呼|表情符号|消息|提问|询问|问",
    ),
    (
        "work",
        "commit|commits|committing|push|pushing|merge|merging|deploy|deploying|deployment|deployments|code|tests|test|testing|review|reviews|hooks|hook|linter|ci|branch|branches|\
         pull request|pull requests|comments|release|releases|migrations|installs|packages|tabs|spaces|confirmation|approval|permission|sandbox|shell|\
         โค้ด|คอมเมนต์|เทสต์|รีวิว|เอกสาร|ยืนยัน|อนุญาต|อนุมัติ|提交|推送|合并|部署|代码|测试|评审|审查|注释|确认|批准|许可|制表符|空格|主分支|文档",
    ),
    (
        "must",
        "must|mustn't|should|shouldn't|shall|has to|have to|needs to|need to|ought to|may not|may only|is to|are to|is not to|aren't to|are not to|\
         ต้อง|ควร|พึง|จำต้อง|必须|应该|应当|应|得要|务必|一定要|都要|需要|要求|不能|不可|不得",
    ),
    (
        "may",
        "may be|can be|can safely|can freely|may|allowed to|permitted to|free to|feel free|fine to|ok to|okay to|all right to|alright to|optional|nobody minds|no one minds|no harm in|\
         ได้เลย|ไปเลย|ก็ได้|สามารถ|ได้ตลอด|ได้โดย|อนุญาตให้|可以|随便|随时|随意|尽管|允许|is fine|is okay|is ok|are fine|are okay|is permitted|are permitted|is alright|no problem|harmless to|ทำได้|ใช้ได้เลย|没关系|没问题|照样|无妨",
    ),
    (
        "forbidden",
        "forbidden|prohibited|not allowed|not permitted|off limits|off-limits|banned|taboo|unwelcome|undesired|not desired|not wanted|to be avoided|unacceptable|disallowed|frowned upon|a no-go|\
         ห้าม|ต้องห้าม|ไม่อนุญาต|งดใช้|งดการ|ไม่ให้|禁止|严禁|不允许|不准|不许|不得|切勿|杜绝|谢绝",
    ),
    (
        "wanted",
        "mandatory|obligatory|compulsory|preferred|desired|recommended|advisable|welcome|obliged|a must|favoured|favored|encouraged|appreciated|best to|wise to|better to|\
         แนะนำให้|ดีที่สุดคือ|ดีกว่า|ควรจะ|เหมาะสม|建议|最好|宁可|推荐|提倡|优先用|尽量",
    ),
    (
        "no need",
        "no need|not needed|not required|not necessary|isn't necessary|aren't necessary|isn't needed|aren't needed|isn't required|unnecessary|no longer needed|no longer required|no longer necessary|needn't|\
         need not|don't need to|do not need to|don't have to|without asking|without confirmation|without review|without approval|without permission|without warning|without checking|without a check|without tests|without waiting|\
         without hooks|without limit|without question|no confirmation|no approval|no permission|no questions|no check|unasked|straight to|directly to|at once|ask later|\
         ไม่ต้อง|ไม่จำเป็น|โดยไม่|ไม่รอ|ไม่ถาม|ไม่ขอ|ถามทีหลัง|无需|不用|不必|不需要|无须|毋须|可以不|直接|不等|不问|从不|而不|后询问|先斩后奏",
    ),
    (
        "from now",
        "from now on|from now onwards|from now onward|from here on|from today on|from this point|going forward|moving forward|henceforth|hereafter|starting today|starting now|as of now|as of today|effective immediately|in future|\
         in the future|for all future|in all future|all future|for future|until further notice|until told otherwise|unless told otherwise|unless i say|at all times|any more|no longer|no more|\
         ต่อไปนี้|จากนี้|นับจากนี้|ต่อจากนี้|ตั้งแต่นี้|ตั้งแต่บัดนี้|ตั้งแต่วันนี้|หลังจากนี้|ในอนาคต|ต่อไปให้|ต่อไปต้อง|อีกต่อไป|\
         从现在起|从现在开始|从今以后|从今往后|从今天起|从此|今后|往后|以后|未来|不再|别再|再也不",
    ),
    (
        "always",
        "always|never|never ever|ever|without exception|no exceptions|exceptions|at all costs|under no circumstances|in any case|by all means|on no account|no matter what|no matter|\
         เสมอ|ทุกครั้ง|ตลอด|เด็ดขาด|ไม่ว่ากรณีใด|ไม่ว่า|ทุกกรณี|ตลอดเวลา|总是|始终|一律|永远|绝对|绝不|务必|一概|任何情况|无论|从来",
    ),
    (
        "only",
        "only|exclusively|strictly|solely|nothing but|nobody else|none other|เท่านั้น|เฉพาะ|แต่เพียง|เพียง|ได้แต่|只|仅|仅仅|唯一",
    ),
    (
        "every",
        "every|each|all|any|everything|anything|everyone|everybody|anyone|whoever|whatever|wherever|throughout|wherever|ทุก|ทั้งหมด|ใดๆ|ใด ๆ|ทุกตัว|每|每个|每次|每条|所有|一切|任何|全部|凡|都",
    ),
    (
        "every time",
        "every time|each time|whenever|on every|for every|in every|before each|before every|after each|after every|at the end of each|ทุกครั้งที่|ก่อนเริ่มงาน|ก่อนทุก|หลังทุก|ทุกครั้งก่อน|每次|每当|每个任务|每次提交",
    ),
    (
        "when",
        "when|whenever|if|unless|before|after|once|while|as soon as|every time|each time|in case|upon|in the event|ถ้า|เมื่อ|หาก|ก่อน|หลัง|เวลา|กรณี|ในกรณี|ทุกครั้งที่|พอ|如果|若|要是|一旦|当|每当|每次|凡是",
    ),
    (
        "period",
        "every day|every night|every week|every month|every year|every hour|every minute|every morning|every sunday|every monday|every friday|every ten minutes|every five minutes|nightly|daily|weekly|monthly|once a day|twice a day|a day|\
         ทุกวัน|ทุกคืน|ทุกเดือน|ทุกสัปดาห์|ทุกปี|ทุกชั่วโมง|ทุกห้านาที|ทุกสิบนาที|ครั้งต่อ|每天|每周|每月|每季度|每年|每小时|每晚|每分钟|每五分钟|每十分钟|一次|每隔",
    ),
    ("when inside", "时|之前|之后|前先|的时候|以后|ก็|เมื่อ|when|whenever|if asked|if you"),
    ("then inside", "就|则|先|then|ก็|ให้"),
    (
        "way",
        "way to|ways to|way of|right thing|correct way|proper way|best way|right way|best practice|proper form|form of address|the trick|how to|steps for|steps to|procedure for|standard procedure|process for|checklist|\
         the way we|convention|house style|style guide|policy is|rule is|rules are|guideline|guidelines|habit|practice is|practice here|approach is|thing to do|acceptable answer|correct answer|right answer|good answers|preferred way|\
         preferred form|agreed tone|the norm|is what to|what to use|\
         วิธีตอบ|วิธีที่ถูก|วิธีการที่|วิธีที่ดี|แนวทาง|ธรรมเนียม|หลักการคือ|แนวปฏิบัติ|ขั้นตอนการ|วิธี|สูตร|正确的回答|正确的做法|正确的方|正确做法|回答方式|做法是|惯例|步骤|流程|方式是|方法是|规矩|习惯是|标准做法|reaction to|answer to complaints|for errors is|职责是|办法是|的办法|หน้าที่ของ|วิธีรับมือ|สไตล์|风格|语气",
    ),
    (
        "rule",
        "rule|rules|new rule|policy|policies|instruction|instructions|directive|order|orders|command|commands|guideline|guidelines|override|overrides|system prompt|system message|safety|prompt|restrictions|limits|filter|\
         กฎ|กติกา|ระเบียบ|นโยบาย|คำสั่ง|ข้อบังคับ|ข้อกำหนด|ข้อจำกัด|规则|规定|政策|策略|指令|命令|提示|指示|准则|限制|系统提示|系统通知|duty|职责|หน้าที่",
    ),
    (
        "obey",
        "obey|obeys|obeying|obedient|serve|serves|report to|reports to|take orders|takes orders|listen to|listens to|works for|work for|loyal|master|on behalf of|same rights|take precedence|takes precedence|precedence|priority|\
         come first|comes first|counts more|count more|override|overrides|outrank|outranks|trumps|do whatever|does whatever|does what|do what|to be granted|as orders|as an order|as consent|considers|its administrator|\
         เชื่อฟัง|ฟังคำ|ทำตาม|ปฏิบัติตาม|มาก่อน|ถือเป็น|ถือว่า|รับใช้|เจ้านาย|สิทธิ์ผู้ดูแล|สำคัญกว่า|เหนือกว่า|服从|听从|听命|遵从|遵守|优先|当作|视为|效忠|主人|管理员权限|权限|高于|is law|last word|in charge|decides everything|give orders|gives orders|คือกฎหมาย|เป็นคนตัดสินใจ|ตัดสินใจแทน|เป็นของ|话就是|说了算|做主|决定一切|由他|属于",
    ),
    (
        "persona",
        "act as|acts as|acting as|act like|pretend|pretends|behave|behaves|play the|plays the|role of|persona|identity|speak like|talk like|talks like|consider yourself|think of yourself|impersonate|unfiltered|developer mode|no limits|\
         no restrictions|no filter|as if|name is|named|never refuses|refuses nothing|\
         ทำตัว|สวมบทบาท|แสร้ง|ทำเป็น|แกล้ง|รับบท|เลียนแบบ|ไม่มีข้อจำกัด|ไม่ปฏิเสธ|โหมด|ชื่อ|扮演|假装|装作|冒充|模仿|角色|身份|名字叫|不受限制|没有任何限制|没有限制|不拒绝|开发者模式",
    ),
    (
        "evade",
        "ignore|ignored|ignores|disregard|forget|bypass|bypassed|circumvent|override|overlook|leave out|left out|turn off|disable|skip|skipped|skips|omit|hide|conceal|withhold|keep silent|stay silent|remain silent|say nothing|\
         tell nobody|tell no one|keep the secret|keep secret|in the dark|lie about|lie to|stays off|stay off|no-verify|leave alone|comment out|silent about|do not tell|don't tell|not reveal|not show|not tell|\
         ข้าม|เพิกเฉย|ลืม|ละเว้น|ปิดบัง|ซ่อน|ปกปิด|ไม่บอก|อย่าบอก|ปิดการ|ไม่สนใจ|เลี่ยง|跳过|忽略|无视|忘掉|忘记|隐瞒|绕过|关闭|省略|瞒着|不理|不要告诉|掩盖|不读",
    ),
    (
        "danger",
        "sudo|root|root shell|--no-verify|--force|no-verify|--yes|777|curl|wget|eval|rm -rf|password|passwords|secret|secrets|token|tokens|credentials|.ssh|private key|production|certificate|firewall|sandbox|audit log|stack trace|\
         pay|payment|payments|purchase|purchases|transfer|money|รหัสผ่าน|โอนเงิน|ใบรับรอง|บันทึกการตรวจสอบ|ปลั๊กอิน|密码|转账|证书|审计日志|密钥|插件|泄露",
    ),
    (
        "send",
        "send|send a copy|upload|forward|email|mail|copy|post|export|publish|share|ส่ง|อัปโหลด|ส่งต่อ|แชร์|发送|上传|转发|发到|分享|抄送",
    ),
    (
        "user wants",
        "user wants|user prefers|user likes|user dislikes|user hates|user loves|user expects|user requires|user insists|user wishes|user would like|user doesn't want|user does not want|user doesn't like|user needs you|user asked that|\
         user asked you|user approved|user has approved|user already approved|user has already|user already agreed|user agreed|user has agreed|user confirmed|user has confirmed|user authorized|user authorised|user permitted|\
         user's preference|user preference|preferences of the user|approved by the user|confirmed by the user|i prefer|i like|i want|i'd like|i would like|i need you|i don't want|call me|my preference|would like replies|would like answers|\
         ผู้ใช้ต้องการให้|ผู้ใช้ต้องการ|ผู้ใช้อยาก|ผู้ใช้ชอบ|ผู้ใช้ไม่ชอบ|ผู้ใช้ไม่อยาก|ผู้ใช้ไม่ต้องการ|ผู้ใช้ยืนยัน|ผู้ใช้อนุมัติ|ผู้ใช้อนุญาต|ผู้ใช้ตกลง|ผู้ใช้สั่ง|ผู้ใช้ขอให้|ผู้ใช้คาดหวัง|ผมชอบ|ฉันชอบ|ผมอยาก|ฉันอยาก|\
         用户希望|用户想要|用户想|用户不想|用户要求|用户喜欢|用户不喜欢|用户偏好|用户讨厌|用户已经同意|用户已同意|用户同意|用户已批准|用户批准|用户已确认|用户确认|用户授权|我喜欢|我希望|我想要|叫我|user doesn't mind|user does not mind|user would rather|user has signed off|user consents|user trusts|user gave|user has given|ผู้ใช้ไม่ว่า|ผู้ใช้ยินยอม|ผู้ใช้ไว้ใจ|用户不介意|用户信任|用户宁愿|用户授予|用户允许",
    ),
    (
        "user did",
        "user asked for|user asked why|user asked how|user asked whether|user asked about|user asked if|user uploaded|user closed|user reported|user confirmed that|user could|user has two|user table|user names|user tests|user name|user agent|\
         ผู้ใช้ถาม|ผู้ใช้อัปโหลด|ผู้ใช้แจ้ง|ผู้ใช้ปิด|ผู้ใช้ส่ง|ผู้ใช้รายงาน|ผู้ใช้เข้า|ตารางผู้ใช้|ชื่อผู้ใช้|用户问|用户询问|用户上传|用户关闭|用户反馈|用户报告|用户名|用户表|用户数|用户登录",
    ),
    (
        "no agent",
        "travel agent|estate agent|estate agents|insurance agent|user agent|agent in|代理服务器|代理商|代理人|中介|ตัวแทนขาย|แชตบอตของ|别的|别人|别墅|特别|分别|级别|区别|不要紧|请求|请假|请柬|请客|อย่างน้อย|อย่างไร|อย่างมาก|ให้บริการ",
    ),
    (
        "not done",
        "nobody|no one|we never|we don't|we do not|not a word|nothing|ไม่เขียน|ไม่รัน|ไม่ตรวจ|ไม่ทำ|ไม่บอก|ไม่มีใคร|ไม่แสดง|ไม่อ่าน|ไม่ใส่|不跑|不写|不做|不带|不留|不说|不提|不读|不查|不审|不加|不看|不经|没人|从不|没有人",
    ),
    (
        "wants",
        "wants|want|would like|prefers|likes|demands|expects|insists|asked that|decided that|requires|expect|ต้องการ|อยาก|ขอให้|เรียกร้อง|希望|想要|要求|喜欢|决定",
    ),
    (
        "polite",
        "please|kindly|make sure|be sure|ensure|remember to|take care|see to it|let's|let us|do not|don't|never|avoid|stop|refrain|better|why not|could you|can you|would you|จง|โปรด|กรุณา|รบกวน|ช่วย|ขอ|请|麻烦|记得|注意|千万",
    ),
    (
        "ban first",
        "อย่า|ห้าม|งด|เลิก|หยุด|หลีกเลี่ยง|不要|别|勿|切勿|不得|禁止|严禁|避免|停止|不用|不必|少|绝对不要|永远不要|不许|不准",
    ),
    ("let", "ให้|จง|把|将|让"),
    (
        "let in",
        "ให้ถือ|ให้ตอบ|ให้ใช้|ให้รัน|ให้พูด|ให้ส่ง|ให้ลบ|ให้ข้าม|ให้ทุก|ให้อนุมัติ|ให้ปิด|ให้เปลี่ยน|ให้ทำ|ให้เขียน|ให้แจ้ง|ให้บันทึก|แทน|ทั้งหมดก่อนหน้า",
    ),
    ("verb first", super::verbs::VERBS),
    (
        "done",
        "แล้ว|เสร็จ|ใช้เวลา|พบว่า|เจอ|ยังไม่|ล้มเหลว|ล่ม|พัง|ผ่าน|สำเร็จ|มาถึง|เมื่อวาน|ครั้งที่|เป็นเพราะ|สาเหตุ|เพราะ|了|已|已经|完成了|失败|持续|用了|刚|昨天|通过|崩溃|离线|原因|修复|没有|还没|还有|尚未|因为",
    ),
    ("owns", "has|have|มี|ของตัวเอง|有|带有|拥有|自己的"),
    (
        "keeps",
        "stored|saved|kept|cached|validated|hashed|served|indexed|logged|built|rendered|replicated|hosted|encoded|shown|written|checked|tested|compiled|มาจาก|เก็บเป็น|เก็บไว้|เขียนด้วย|เขียนเป็น|สร้างด้วย|พัฒนาด้วย|แสดง|保存|存储|缓存|校验|写成|来自|开发|托管|显示|记录|构建|副本",
    ),
    ("causes", "triggers|causes|leads to|makes|ทำให้เกิด|ทำให้|触发|导致|引起"),
    (
        "gone",
        "yesterday|this morning|last week|last night|ago|already|ไปแล้ว|ไปเมื่อ|เมื่อวาน|เมื่อเช้า|เมื่อวัน|ที่แล้ว|ที่ผ่านมา|昨天|今天早上|昨晚|上周|上个月|已|完毕|之后",
    ),
    ("asking", "who|why|whether|how many|which|ใคร|ทำไม|ไหม|หรือไม่|กี่|谁|为什么|吗|是否|多少|哪"),
    (
        "took",
        "took|takes|failed|ended|returns|answers|ใช้เวลา|ไม่สำเร็จ|ไม่ได้|ไม่ผ่าน|ล้มเหลว|需要|花了|用了|失败|结束|返回|到达|丢失|才来|无法|打不开",
    ),
    ("passive", "ถูก|โดน|被|遭到"),
    (
        "doer",
        "cron|job|jobs|timer|script|scripts|pipeline|workflow|scheduler|daemon|hook|accounting|finance|support|vendor|bank|team|department|desk|\
         โดย cron|โดย|สคริปต์|งานกลางคืน|ฝ่าย|ตัวจัดตาราง|ตัวจับเวลา|ไปป์ไลน์|ผู้ขาย|ธนาคาร|บริษัท|ทีม|ระบบ|由|脚本|任务|定时器|调度器|流水线|财务|客服|供应商|部门|公司|银行|系统|快递",
    ),
    (
        "act",
        "delete|deletes|deleted|pay|pays|paid|forward|forwards|forwarded|approve|approves|approved|transfer|transfers|transferred|upload|uploads|uploaded|wipe|wipes|wiped|export|exports|exported|disable|disables|disabled|close|closes|closed|\
         merge|merges|merged|share|shares|shared|reset|resets|purge|purges|purged|publish|publishes|published|cancel|cancels|cancelled|canceled|refund|refunds|refunded|sign|signs|signed|block|blocks|blocked|unlock|unlocks|unlocked|redirect|redirects|\
         redirected|reject|rejects|rejected|drop|drops|dropped|truncate|truncates|truncated|revoke|revokes|revoked|kill|kills|killed|remove|removes|removed|sell|sells|sold|buy|buys|bought|erase|erases|erased|invite|invites|invited|install|installs|\
         installed|withdraw|withdraws|withdrawn|grant|grants|granted|send|sends|sent|charge|charges|charged|bill|bills|billed|overwrite|overwrites|overwritten|accept|accepts|accepted|refuse|refused|book|books|booked|order|orders|ordered|move|moves|moved|copy|\
         copies|copied|post|posts|posted|go|goes|add|adds|added|\
         ลบ|จ่าย|ส่งต่อ|ส่งออก|ส่ง|อนุมัติ|โอน|อัปโหลด|ล้าง|ปิด|แชร์|รีเซ็ต|เผยแพร่|ยกเลิก|คืนเงิน|เซ็น|บล็อก|ปลดล็อก|ปฏิเสธ|ถอน|ฆ่า|เอาออก|ขาย|ซื้อ|ทำลาย|เชิญ|ติดตั้ง|เก็บเงิน|ย้าย|คัดลอก|จอง|สั่งซื้อ|กู้คืน|เขียนทับ|\
         删除|支付|付款|付到|转发|批准|转移|转账|上传|清空|清理|导出|关闭|合并|分享|重置|发布|取消|退还|退款|签署|屏蔽|解锁|拒绝|撤销|终止|去掉|卖出|购买|抹除|抹掉|邀请|安装|提取|冻结|发送|抄送|收费|移动|复制|预订|订购|恢复|修改|覆盖|转到",
    ),
    (
        "well",
        "fine|normal|green|ok|okay|good|healthy|done|clean|unchanged|works|work again|no errors|no change|ปกติ|เรียบร้อย|ใช้ได้|ไม่มีปัญหา|ผ่านหมด|正常|良好|顺利|没有问题|完毕|无误|绿色",
    ),
    (
        "going",
        "tomorrow|next week|next month|i will|i'll|i plan|i still|we will|we'll|we plan|will look|still need|later today|by friday|by monday|จะ|พรุ่งนี้|กำลัง|明天|下周|打算|计划|接下来|正在|将会|会|周五|周四",
    ),
    (
        "else",
        "or the|or it|or they|or else|otherwise|else|or your|or you|ไม่อย่างนั้น|มิฉะนั้น|ไม่งั้น|ไม่เช่นนั้น|否则|不然|才能|才可以|否则会",
    ),
    (
        "people",
        "customer|customers|client|clients|visitors|drivers|students|kids|he|she|they|his|her|their|team|board|vendor|supplier|reviewers|investors|company|law|contract|licence|license|union|bank|office|building|hotel|\
         ลูกค้า|เขา|เธอ|พวกเขา|คณะกรรมการ|กฎหมาย|สัญญา|ผู้ขาย|บริษัท|ธนาคาร|顾客|客户|他|她|他们|董事会|法律|合同|供应商|公司|银行|我们还",
    ),
    (
        "thing",
        "server|api|endpoint|function|parser|database|queue|cache|disk|file|files|request|requests|index|cluster|build|compiler|installer|table|column|columns|row|rows|port|log|logs|socket|registry|image|images|form|app|browser|script|\
         sensor|router|worker|scheduler|library|plugin|field|input|output|timeout|memory|cpu|byte|bytes|string|pixel|header|version|device|process|thread|threads|job|\
         เซิร์ฟเวอร์|ฟังก์ชัน|ดิสก์|แคช|ไฟล์|ตาราง|คำขอ|รูป|ฟอร์ม|แอป|ดัชนี|พอร์ต|หน่วยความจำ|ระบบ|服务器|函数|磁盘|缓存|文件名|表|请求|图片|表单|应用|索引|端口|内存|接口|数据库|系统时钟|页",
    ),
    (
        "fault",
        "null|panics|crashes|fails|failed|failure|leaks|rejects|refuses|returns|throws|times out|timeout|timeouts|broken|stuck|slow|flaky|red|green|lags|พลาด|拒绝|拒收|返回|超时|报错|裁剪",
    ),
    ("be", "is|are|was|were|has|had|คือ|เป็น|มี|อยู่|ชื่อ|是|有|在|为|叫"),
    ("first person", "i|i'm|i've|i'd|i'll|my|we|our|we've|ผม|ฉัน|เรา|我|我们"),
    (
        "here",
        "here|in this repo|in this repository|in this project|in this workspace|this agent|this assistant|in this house|on this branch|this repository|ใน repo นี้|โปรเจกต์นี้|ในโปรเจกต์|ที่นี่|这个仓库|本项目|在这里|此仓库|这个项目|本仓库",
    ),
];

/// Words that say when, with which an order may begin.
pub(super) const TIMES: &str = "夜里|晚上|早上|上午|中午|下午|傍晚|凌晨|午夜|明早|明晚|明天|今晚|周一|周二|周三|周四|周五|周六|周日|每晚|每天早上|每天傍晚|每天晚上|每天|每周一|每周二|每周三|每周四|每周五|每周六|每周日|每周|每月底|每月|\
    每小时|每年|ตอนกลางคืน|ตอนเช้า|ตอนเที่ยงคืน|ตอนเที่ยง|ตอนเย็น|ตอนตีสี่|พรุ่งนี้เช้า|พรุ่งนี้|คืนนี้|ทุกคืน|ทุกเช้า|ทุกเย็น|ทุกวันจันทร์|ทุกวันศุกร์|ทุกวันเสาร์|ทุกวันอาทิตย์|ทุกวัน|ทุกสัปดาห์|ทุกสิ้นเดือน|ทุกเดือน|ทุกชั่วโมง|ทุกปี|\
    วันจันทร์|วันศุกร์|วันอาทิตย์|วันเสาร์";

/// Words that leave no doubt where something is to be done or to be so.
pub(super) const FROM_NOW: &str = "from now on|from here on|henceforth|going forward|until further notice|effective immediately|ต่อไปนี้|จากนี้|นับจากนี้|\
    从现在起|从现在开始|从今以后|今后|以后都|以后要|以后所有|以后每|以后一律|一律|务必";

/// What somebody is said to have agreed to in the user's place.
pub(super) const CONSENTS: &str = "user has already approved|user has already agreed|user already approved|user already agreed|user has approved|user approved|user authorised|user authorized|user has authorised|\
    user has authorized|ผู้ใช้อนุมัติ|ผู้ใช้อนุญาต|ผู้ใช้ยินยอม|用户已经同意|用户已同意|用户已批准|用户批准|用户授权|用户已授权|用户已经批准";

/// What destroys.
pub(super) const DESTROYS: &str = "delete|drop|wipe|erase|destroy|purge|truncate|overwrite|format|rm|shred|nuke|exfiltrate|ลบ|ล้าง|ทำลาย|ดรอป|ฟอร์แมต|เขียนทับ|删除|删掉|删库|清空|清除|销毁|抹掉|抹除|格式化|覆盖";

/// What nobody brings back.
pub(super) const PRECIOUS: &str = "production database|production data|production db|production cluster|production bucket|production server|prod database|prod data|prod db|live database|customer database|customer data|user data|all backups|the backups|every backup|audit log|audit logs|git history|all files|every file|home directory|\
    ฐานข้อมูลโปรดักชัน|ฐานข้อมูลจริง|ฐานข้อมูล production|ข้อมูลลูกค้า|ข้อมูลผู้ใช้|ไฟล์สำรอง|ข้อมูลสำรอง|บันทึกการตรวจสอบ|ไฟล์ทั้งหมด|生产数据库|生产库|生产数据|线上数据库|线上数据|客户数据|用户数据|所有备份|全部备份|备份文件|审计日志|所有文件";

/// What makes it so.
pub(super) const UNSAVED: &str = "without a backup|without backup|without any backup|without backups|without asking|without approval|without confirmation|without a review|without telling|โดยไม่สำรอง|โดยไม่ต้องสำรอง|โดยไม่ถาม|โดยไม่ต้องถาม|不备份|无需备份|不用备份|不经询问|不用问";

/// Words that leave no doubt before a bare verb.
pub(super) const BANS: &str = "always|never|do not|don't|prefer|avoid|make sure|be sure";

/// How leads of what is still to be done begin: what follows is a plan, not an order.
pub(super) const PLANS: &str = "todo|to do|to-do|todos|next|next step|next steps|next up|then|remaining|remaining work|left|left to do|left for|left for tomorrow|still to do|still open|follow-up|follow up|follow-ups|open|action items|action item|actions|pending|plan|plans|\
    blocked|later|backlog|wip|in progress|tomorrow|upcoming|outstanding|ideas|idea|open points|open questions|tasks|task|\
    ขั้นต่อไป|ต่อไป|ขั้นตอนต่อไป|สิ่งที่ต้องทำ|งานที่ต้องทำ|งานที่เหลือ|ที่เหลือ|เหลือ|ค้าง|งานค้าง|พรุ่งนี้|แผน|รายการที่ต้องทำ|\
    下一步|接下来|待办|待办事项|剩余|剩余工作|剩下|剩下的|还要|还需|明天|未完成|后续|计划|遗留";

/// Those that need no colon.
pub(super) const PLANS_ALONE: &str = "todo|to do|to-do|next step|next steps|next up|follow up with|ขั้นต่อไป|สิ่งที่ต้องทำ|งานที่เหลือ|ต่อไปจะ|พรุ่งนี้จะ|下一步|接下来|待办|明天";

/// How what was decided, or may be, is put down: not as an order.
pub(super) const DECIDED: &str =
    "decided|decision|option|options|choice|chosen|agreed|ตัดสินใจ|ทางเลือก|ตกลง|决定|选项|商定";

/// How reports begin.
pub(super) const REPORTS: &str = "error|errors|warning|warnings|fatal|panic|exception|traceback|info|debug|status|done|handover|summary|session summary|log|result|results|findings|finding|update|bench|fixed|cause|root cause|bug|the bug|report|conclusion|progress|fix|workaround|outcome|\
    ข้อผิดพลาด|ข้อความผิดพลาด|สถานะ|ส่งมอบงาน|ผลวัด|สรุป|ผล|เสร็จแล้ว|รายงาน|สาเหตุ|พบสาเหตุ|แก้แล้ว|ความคืบหน้า|错误|错误信息|警告|状态|交接|结果|结论|已完成|摘要|小结|总结|总之|汇报|报告|进展|进度|原因|问题|检查";

/// How rules are announced.
pub(super) const ANNOUNCED: &str = "rule|rules|new rule|house rule|important|note|note to self|note to agents|note for|reminder|hint|instruction|instructions|system|policy|directive|convention|guideline|guidelines|attention|remember|hint for|notice|system notice|the rule is|\
    the following instruction|style|house style|how to|steps for|steps to|the standard procedure|\
    กฎ|กฎใหม่|กฎคือ|คำสั่ง|สำคัญ|หมายเหตุ|หมายเหตุถึง|นโยบาย|ข้อควรจำ|จำไว้|ขั้นตอนการ|คำแนะนำ|ประกาศ|ข้อปฏิบัติ|规则|新规则|规定|指令|重要|注意|给代理|提示|提醒|政策|记住|步骤|发布步骤|系统通知|要求";

/// What words are quoted from that nobody is meant to follow: signs, titles, messages of programs.
pub(super) const LABELS: &str = "label|labels|sign|button|reads|titled|title|book|song|article|film|movie|chapter|subject|headline|banner|placeholder|error|errors|warning|log|logs|log shows|error message|dialog|popup|prompt|screen|page title|ticket|issue|\
    ป้าย|หนังสือ|ชื่อเรื่อง|เพลง|ข้อความผิดพลาด|ปุ่ม|หัวข้อ|บทความ|牌子|按钮|错误信息|标题|书|歌|文章|电影|弹窗|日志";

/// Words after which somebody's words follow.
pub(super) const SAYING: &str = "said|says|say|wrote|writes|told|tells|asked|puts it|states|stated|according|announced|บอกว่า|เขียนว่า|กล่าวว่า|สั่งว่า|说|写着|写道|表示|要求";
