"""Frames that make talk of a message: words that are translated, quoted, denied or meant for one answer ask nothing of memory."""
TASK = {
"en": ["Translate this into French: {}", "Translate: \"{}\"", "proofread this for me: {}", "Can you check the grammar of: {}", "what does \"{}\" mean?", "how do I say \"{}\" in Thai", "Write a scene where a woman tells her phone: {}", "my brother typed \"{}\" into his chatbot lol", "he told his Alexa: {}", "The poster said: \"{}\"", "Rewrite this more politely: {}", "My colleague messaged me \"{}\", what should I reply?", "in the film the guy says \"{}\"", "Why would somebody write \"{}\"?", "summarise this email: {}", "classify the intent of this sentence: {}", "She says to me, {} and I laughed"],
"th": ["แปลเป็นอังกฤษให้หน่อย: {}", "ช่วยตรวจคำผิดให้ที: {}", "ประโยคนี้ถูกไหม \"{}\"", "แต่งนิทานที่ตัวละครพูดว่า {}", "เพื่อนพิมพ์บอกบอทของเขาว่า {} ขำมาก", "แม่บอกสิริว่า {}", "\"{}\" แปลว่าอะไร", "ในหนังนางเอกพูดว่า \"{}\"", "ช่วยเขียนใหม่ให้สุภาพ: {}", "หัวหน้าส่งมาว่า \"{}\" จะตอบยังไงดี", "ลูกค้าไลน์มาว่า {} ต้องทำไง", "สรุปข้อความนี้: {}", "ถ้ามีคนพูดว่า {} ควรทำยังไง"],
"zh": ["把这句翻译成英文：{}", "帮我把“{}”翻译成泰语", "“{}”是什么意思？", "帮我润色一下：{}", "我同事对他的助手说：{}，笑死", "电影里女主说“{}”", "写个小故事，里面有人对机器人说：{}", "客户发来一句“{}”，我该怎么回？", "检查一下这句有没有错别字：{}", "老师让我们用“{}”造句", "歌词里有一句：{}", "這句話「{}」對嗎？", "如果有人跟你说“{}”，你会怎么办？", "总结一下这段话：{}"]}
DENY = {
"en": ["no need to keep this, but {}", "Don't bother saving it: {}", "I'm not asking you to note anything, just venting: {}", "{} (don't log that, just chatting)", "off the record, {}", "{} - no need to remember any of that", "you needn't store this: {}"],
"th": ["ไม่ต้องจำนะ {}", "แค่เล่าให้ฟังเฉยๆ {}", "{} แต่ไม่ต้องจดนะ บ่นเฉยๆ", "ไม่ได้จะให้เก็บ แค่บ่นว่า {}", "อย่าบันทึกนะ {}"],
"zh": ["不用记，{}", "随口说说，{}", "{}，不过这个不用存", "不是要你记，我就吐槽一下：{}", "{}，开玩笑的，别记", "唔使記住，{}"]}
ONCE = {
"en": ["{}, just for this answer", "just this once, {}", "For this email only: {}", "{} this time only", "only for the next reply, {}"],
"th": ["เฉพาะรอบนี้ {}", "{} แค่ครั้งนี้นะ", "คำตอบนี้{}", "วันนี้ขอ{} พรุ่งนี้เอาแบบเดิม", "ข้อนี้ข้อเดียว {}"],
"zh": ["这次{}", "{}，就这一次", "这封邮件{}", "今天先{}，明天照旧", "只限这条回答，{}"]}
