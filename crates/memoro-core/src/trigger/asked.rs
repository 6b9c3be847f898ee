//! The words by which people ask for what stands under a key: a key is one word of one language, and the question may be in
//! another, or use the verb. Gives words only for the parts of keys that it knows; the value speaks for itself.

use super::values::Table;

/// Parts of keys and the words of questions for them.
const ASKED: Table = &[
    ("name", "called|named|ชื่อ|名字|叫"),
    ("nickname", "called|call|ชื่อเล่น|เรียก|昵称|称呼|叫"),
    ("role", "job|work|profession|occupation|do for a living|อาชีพ|ตำแหน่ง|ทำงาน|งาน|职业|工作|职位"),
    ("employer", "company|work for|workplace|บริษัท|ทำงาน|ที่ทำงาน|公司|上班|工作"),
    ("place", "live|city|home|address|อยู่|อาศัย|เมือง|บ้าน|住|城市|地址"),
    ("hometown", "come from|born|grew up|บ้านเกิด|เกิด|老家|家乡|出生"),
    ("working_hours", "work|start|finish|เวลาทำงาน|เข้างาน|เลิกงาน|工作时间|上班|下班"),
    ("birthday", "born|birth|date|วันเกิด|เกิด|生日|出生"),
    ("age", "old|years|อายุ|年龄|几岁|岁"),
    ("email", "mail|address|อีเมล|邮箱|邮件"),
    ("phone_number", "telephone|mobile|call|เบอร์โทร|โทรศัพท์|เบอร์|电话|手机|号码"),
    ("diet", "eat|food|กิน|อาหาร|吃|饮食"),
    ("blood_type", "blood|group|กรุ๊ปเลือด|เลือด|血型"),
    ("languages", "speak|language|พูด|ภาษา|说|语言"),
    ("timezone", "time zone|เขตเวลา|ไทม์โซน|时区"),
    ("currency", "money|สกุลเงิน|เงิน|货币"),
    ("pronouns", "สรรพนาม|代词"),
    ("response", "answer|reply|ตอบ|คำตอบ|回答|回复"),
    ("tone", "voice|โทน|น้ำเสียง|语气"),
    ("language", "ภาษา|语言"),
    ("length", "long|short|brief|ความยาว|สั้น|ยาว|长度|长|短"),
    ("style", "สไตล์|风格"),
    ("format", "รูปแบบ|格式"),
    ("expertise", "expert|skilled|know|level|good at|เชี่ยวชาญ|เก่ง|ถนัด|擅长|熟悉|专长|水平"),
    ("likes", "like|love|enjoy|favourite|favorite|ชอบ|รัก|喜欢|爱"),
    ("dislikes", "dislike|hate|not like|ไม่ชอบ|เกลียด|不喜欢|讨厌"),
    ("uses", "use|tool|work with|ใช้|用|使用"),
    ("preferred", "prefer|preference|favourite|favorite|ชอบ|ถนัด|偏好|喜欢|首选"),
    ("project", "โปรเจกต์|โปรเจ็กต์|โครงการ|项目"),
    ("deadline", "due|finish|กำหนดส่ง|เดดไลน์|ส่ง|截止|期限|到期"),
    ("allergy", "allergic|allergies|แพ้|过敏"),
    ("family", "ครอบครัว|家人|家里"),
    ("pet", "animal|สัตว์เลี้ยง|宠物|养"),
    ("wife", "married|spouse|ภรรยา|เมีย|妻子|老婆|太太"),
    ("husband", "married|spouse|สามี|แฟน|丈夫|老公"),
    ("partner", "girlfriend|boyfriend|แฟน|对象|女朋友|男朋友"),
    ("son", "child|children|kids|ลูกชาย|ลูก|儿子|孩子"),
    ("daughter", "child|children|kids|ลูกสาว|ลูก|女儿|孩子"),
    ("children", "kids|child|ลูก|孩子"),
    ("mother", "mom|mum|parents|แม่|妈妈|母亲"),
    ("father", "dad|parents|พ่อ|爸爸|父亲"),
    ("brother", "sibling|พี่ชาย|น้องชาย|哥哥|弟弟"),
    ("sister", "sibling|พี่สาว|น้องสาว|姐姐|妹妹"),
    ("grandmother", "grandma|ยาย|ย่า|奶奶|外婆"),
    ("grandfather", "grandpa|ตา|ปู่|爷爷|外公"),
    ("dog", "หมา|สุนัข|狗"),
    ("cat", "แมว|猫"),
    ("bird", "นก|鸟"),
    ("rabbit", "กระต่าย|兔子"),
    ("fish", "ปลา|鱼"),
    ("editor", "อิดิเตอร์|编辑器"),
    ("os", "operating system|computer|ระบบปฏิบัติการ|คอม|操作系统|电脑|系统"),
    ("phone", "smartphone|โทรศัพท์|มือถือ|手机"),
    ("browser", "เบราว์เซอร์|浏览器"),
    ("database", "db|ฐานข้อมูล|数据库"),
    ("framework", "เฟรมเวิร์ก|框架"),
    ("programming_language", "code in|ภาษาโปรแกรม|编程语言"),
    ("color", "colour|สี|颜色"),
    ("food", "eat|dish|อาหาร|กิน|食物|吃|菜"),
    ("drink", "beverage|เครื่องดื่ม|ดื่ม|饮料|喝"),
    ("music", "listen|เพลง|ดนตรี|音乐|歌"),
    ("movie", "film|watch|หนัง|电影"),
    ("book", "read|หนังสือ|书"),
    ("sport", "play|กีฬา|运动"),
    ("team", "ทีม|球队|团队"),
    ("airline", "fly|สายการบิน|航空公司"),
];

/// Returns the words by which people ask for what stands under a key; none for keys of free words.
pub fn asked_by(key: &str) -> impl Iterator<Item = &'static str> {
    let parts: Vec<&str> = key.split('.').collect();
    ASKED.iter().filter(move |(part, _)| parts.contains(part)).flat_map(|(_, words)| words.split('|'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_key_is_asked_for_in_three_languages_and_a_free_one_by_itself() {
        let words = |key: &str| asked_by(key).collect::<Vec<_>>();
        for (key, asked) in [
            ("allergy.กุ้ง", "过敏"),
            ("allergy.花生", "แพ้"),
            ("allergy.花生", "allergic"),
            ("pet.dog.name", "สุนัข"),
            ("pet.dog.name", "叫"),
            ("family.wife.birthday", "ภรรยา"),
            ("place", "住"),
        ] {
            assert!(words(key).contains(&asked), "{key}: {asked}");
        }
        assert!(words("sister_anna_live").is_empty());
        assert!(words("鞋码").is_empty());
    }

    #[test]
    fn no_part_is_listed_twice() {
        for (at, (part, words)) in ASKED.iter().enumerate() {
            assert!(!words.is_empty());
            assert!(ASKED.iter().skip(at + 1).all(|(other, _)| other != part), "{part}");
        }
    }
}
