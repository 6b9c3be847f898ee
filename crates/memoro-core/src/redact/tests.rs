//! What is hidden, what is left, and the laws of redaction.

use proptest::prelude::*;

use super::*;

fn kinds(text: &str) -> Vec<&'static str> {
    redact(text).found.iter().map(|f| f.kind.as_str()).collect()
}

#[test]
fn keys_with_a_known_prefix_are_hidden_with_their_last_four() {
    let seen = redact("remember my key sk-proj-AbCd1234EfGh5678IjKl4f2a please");
    assert_eq!(seen.text, "remember my key [redacted:api_key …4f2a] please");
    assert_eq!(seen.found, [Finding { kind: SecretKind::ApiKey, last4: "4f2a".into() }]);
    for (text, kind) in [
        ("จำไว้ว่า ghp_16C7e42F292c6912E7710c838347Ae178B4a", "api_key"),
        ("记住AKIAIOSFODNN7EXAMPLE", "api_key"),
        ("key=AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q", "api_key"),
        ("slack xoxb-123456789012-abcdefghijkl", "token"),
        ("glpat-a1B2c3D4e5F6g7H8i9J0", "api_key"),
        ("npm_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "api_key"),
        ("github_pat_11ABCDEFG0abcdefghijkl_mnop", "api_key"),
        ("export API_KEY=abcd1234efgh5678", "api_key"),
        ("remember my api key is 9f8e7d6c5b4a39281706", "api_key"),
        ("โทเคนของผมคือ 9f8e7d6c5b4a39281706", "token"),
        ("记住我的API密钥是9f8e7d6c5b4a39281706", "api_key"),
        ("{\"client_secret\": \"9f8e7d6c5b4a3210\"}", "api_key"),
        ("Authorization: Bearer 0a1b2c3d4e5f6071", "token"),
        ("SG.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf09kqeF8tAmbihYzrnopKc1s5cr", "api_key"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N", "jwt"),
    ] {
        assert_eq!(kinds(text), [kind], "{text}");
    }
}

#[test]
fn a_private_key_block_is_hidden_whole_even_without_its_end() {
    let block = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nabc=\n-----END RSA PRIVATE KEY-----";
    assert_eq!(redact(&format!("key:\n{block}\nend")).text, "key:\n[redacted:private_key]\nend");
    assert_eq!(redact("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1").text, "[redacted:private_key]");
    let public = "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQ\n-----END PUBLIC KEY-----";
    assert_eq!(redact(public).text, public);
}

#[test]
fn stated_passwords_are_hidden_in_three_languages() {
    for (text, left) in [
        ("remember my wifi password is hunter2", "remember my wifi password is [redacted:password]"),
        ("The password for the NAS is Tr0ub4dor&3.", "The password for the NAS is [redacted:password]."),
        ("my password is swordfish", "my password is [redacted:password]"),
        ("password: correct-horse-9", "password: [redacted:password …se-9]"),
        ("จำไว้ว่ารหัสผ่านคือ abc12345 นะ", "จำไว้ว่ารหัสผ่านคือ [redacted:password] นะ"),
        ("รหัสผ่านไวไฟที่บ้านคือabc12345", "รหัสผ่านไวไฟที่บ้านคือ[redacted:password]"),
        ("รหัส wifi ออฟฟิศ: fastnet99", "รหัส wifi ออฟฟิศ: [redacted:password]"),
        ("记住我的密码是abc123456", "记住我的密码是[redacted:password]"),
        ("WiFi密码：88888888", "WiFi密码：[redacted:password]"),
        ("記住密碼是 qwer1234。", "記住密碼是 [redacted:password]。"),
        ("https://x.test/?password=abc123&user=1", "https://x.test/?password=[redacted:password]&user=1"),
        ("redis://:mypassword@localhost:6379", "redis://:[redacted:password]@localhost:6379"),
        ("postgres://app:s3cr3t@db.local:5432/x", "postgres://app:[redacted:password]@db.local:5432/x"),
    ] {
        assert_eq!(redact(text).text, left);
    }
}

#[test]
fn a_secret_behind_its_name_needs_no_joining_word() {
    for (text, left) in [
        ("wifi密码 hunter22", "wifi密码 [redacted:password]"),
        ("家里wifi密码88886666哦", "家里wifi密码[redacted:password]哦"),
        ("銀行卡密碼 778812", "銀行卡密碼 [redacted:password]"),
        ("口令 tiger2020，别外传", "口令 [redacted:password]，别外传"),
        ("密钥 a8f3k2m9", "密钥 [redacted:password]"),
        ("รหัส ATM 778812", "รหัส ATM [redacted:password]"),
        ("รหัส ATM ของผม 778812 นะ", "รหัส ATM ของผม [redacted:password] นะ"),
        ("รหัสประตูบ้าน 4821", "รหัสประตูบ้าน [redacted:password]"),
        ("พาสเวิร์ด wow9999", "พาสเวิร์ด [redacted:password]"),
        ("wifi password hunter22", "wifi password [redacted:password]"),
        ("pass: Hunter2!", "pass: [redacted:password]"),
        ("pw: swordfish", "pw: [redacted:password]"),
        ("user: bob pass: swordfish", "user: bob pass: [redacted:password]"),
        ("our pin is 4821", "our pin is [redacted:password]"),
        ("the office door code is 4821.", "the office door code is [redacted:password]."),
        ("cvv 123", "cvv [redacted:password]"),
        ("验证码 482913", "验证码 [redacted:password]"),
    ] {
        assert_eq!(redact(text).text, left);
    }
}

#[test]
fn a_code_of_digits_is_hidden_whoever_and_whatever_it_is_for() {
    for (text, hidden) in [
        ("จำไว้ว่ารหัสเอทีเอ็มผม 1234", "จำไว้ว่ารหัสเอทีเอ็มผม [redacted:password]"),
        ("จำไว้ว่าพินมือถือผม 998877", "จำไว้ว่าพินมือถือผม [redacted:password]"),
        ("PIN ของผมคือ 482193", "PIN ของผมคือ [redacted:password]"),
        ("รหัสปลดล็อกโทรศัพท์คือ 0852", "รหัสปลดล็อกโทรศัพท์คือ [redacted:password]"),
        ("รหัสหลังบัตร 123", "รหัสหลังบัตร [redacted:password]"),
        ("รหัสผ่านเน็ตบ้าน somchai99", "รหัสผ่านเน็ตบ้าน [redacted:password]"),
        ("门禁密码1234#", "门禁密码[redacted:password]"),
        ("我的PIN码 4821", "我的PIN码 [redacted:password]"),
        ("验证码 482913", "验证码 [redacted:password]"),
        ("银行卡号是6222021234567890123", "银行卡号是[redacted:card …0123]"),
        ("my verification code is 482913", "my verification code is [redacted:password]"),
        ("the unlock code for my phone is 998877", "the unlock code for my phone is [redacted:password]"),
        ("my ATM pin is four eight two one", "my ATM pin is [redacted:password]"),
        ("my safe combination is 12-34-56", "my safe combination is [redacted:password]"),
    ] {
        assert_eq!(redact(text).text, hidden, "{text}");
    }
    for text in [
        "remember my zip code is 94110",
        "the error code is 404",
        "GPIO pin 13 is the relay",
        "รหัสไปรษณีย์บ้านผมคือ 10110",
        "รหัสนักศึกษาผมคือ 61012345",
        "เปลี่ยนรหัสประตูเมื่อปี 2569",
        "我的邮编是100000",
        "学号是20210001",
        "pin four items to the board",
    ] {
        assert_eq!(redact(text).text, text);
    }
}

#[test]
fn a_passphrase_of_several_words_is_hidden_whole() {
    for (text, left) in [
        ("my password is correct horse battery staple", "my password is [redacted:password …aple]"),
        ("the wifi password is blue monkey dance.", "the wifi password is [redacted:password …ance]."),
        ("passphrase: open sesame", "passphrase: [redacted:password]"),
        ("password is \"let me in please\"", "password is \"[redacted:password …ease]\""),
        ("รหัสผ่านคือ แมวเหมียว99", "รหัสผ่านคือ [redacted:password]"),
        ("รหัสผ่านคือข้าวผัดหมูกรอบครับ", "รหัสผ่านคือ[redacted:password]ครับ"),
        ("密码是芝麻开门", "密码是[redacted:password]"),
        ("口令：天王盖地虎", "口令：[redacted:password]"),
    ] {
        assert_eq!(redact(text).text, left);
    }
}

#[test]
fn the_secret_half_of_a_cloud_key_goes_with_its_id() {
    let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    for text in [
        format!("AKIAIOSFODNN7EXAMPLE {secret}"),
        format!("AKIAIOSFODNN7EXAMPLE / {secret}"),
        format!("จำไว้ คีย์ aws AKIAIOSFODNN7EXAMPLE แล้วก็ {secret}"),
        format!("aws的id是AKIAIOSFODNN7EXAMPLE，另一半{secret}"),
        format!("aws secret {secret}"),
    ] {
        assert!(!redact(&text).text.contains(secret), "{text}");
    }
}

#[test]
fn cards_and_identity_numbers_need_their_check_digit() {
    assert_eq!(redact("card 4111 1111 1111 1111 exp 12/28").text, "card [redacted:card …1111] exp 12/28");
    assert_eq!(kinds("บัตร 5555555555554444"), ["card"]);
    assert_eq!(kinds("4111 1111 1111 1112"), Vec::<&str>::new());
    assert_eq!(kinds("เลขบัตรประชาชน 1101700230708"), ["national_id"]);
    assert_eq!(kinds("1-1017-00230-70-8"), ["national_id"]);
    for said in ["my citizen number is ", "เลขบัตร ปชช ผม ", "我的泰国身份证号是", "我的身份證號碼是 "]
    {
        assert_eq!(kinds(&format!("{said}1101700230708")), ["national_id"], "{said}");
        assert_eq!(kinds(&format!("{said}1101700230709")), Vec::<&str>::new(), "{said}");
    }
    for said in ["my order number is ", "เลขพัสดุคือ ", "订单号是", "訂單號是 "]
    {
        assert_eq!(kinds(&format!("{said}1101700230708")), Vec::<&str>::new(), "{said}");
    }
    assert_eq!(kinds("身份证号11010519491231002X"), ["national_id"]);
    assert_eq!(kinds("身份证号110105194912310021"), Vec::<&str>::new());
}

#[test]
fn look_alikes_are_left_as_they_are() {
    for text in [
        "commit 83eeeef0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6",
        "id 0198f3a2-7c1e-7b2a-9f00-1c2d3e4f5a6b",
        "version 1.95.0-nightly.20261115",
        "call me at 081-234-5678 or +66 81 234 5678",
        "order 20261115000123 shipped, tracking TH0123456789012A",
        "at 1731660000000 ms",
        "barcode 4006381333931",
        "sk-learn is short for scikit-learn, see sk-learn-extra-2024",
        "npm_config_registry=https://registry.example",
        "I forgot my password, what should I do?",
        "the password is wrong",
        "my token is valid and my api key is missing",
        "the secret to success is patience, my token budget is 4000",
        "my password is not working",
        "the password is stored in the vault",
        "password policy: minimum 12 characters",
        "รหัสผ่านคืออะไร",
        "ลืมรหัสผ่าน ทำยังไงดี",
        "รหัสไปรษณีย์คือ 10110",
        "密码是什么",
        "我忘记了密码怎么办",
        "密码必须是8位",
        "max_tokens=4096 and token: string",
        "api_key=YOUR_API_KEY_HERE1",
        "password=${DB_PASSWORD}",
        "the bearer of good news, basic understanding",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "see https://example.com/a:b@c and user@example.com",
        "pass: 12 tests, fail: 0",
        "pass: 1200, fail: 3",
        "pin the version to 1.2.3",
        "pin 13 of the board is 3.3V",
        "the password is case sensitive",
        "my password is very weak now",
        "our password policy is strict and the password must be 12 characters",
        "password sha256 hashing, password argon2",
        "password 90-day rotation",
        "PWD=/home/joe/work",
        "the compass: north",
        "a boarding pass: gate 12",
        "รหัสผ่านเป็นความลับ",
        "รหัสผ่านต้องมี 8 ตัวอักษร",
        "รหัสพนักงาน 12345",
        "รหัสสินค้า 88776655",
        "密码是加密的",
        "密码长度为12位",
        "这个密码是错的",
        "口令是什么意思",
        "路径 crates/memoro-core/src/redact/tests/Foo1Bar",
    ] {
        assert_eq!(redact(text).text, text);
    }
}

#[test]
fn invisible_and_full_width_characters_hide_nothing() {
    assert_eq!(kinds("sk-AbCd1234\u{200B}EfGh5678IjKl4f2a"), ["api_key"]);
    assert_eq!(kinds("４１１１１１１１１１１１１１１１"), ["card"]);
    assert_eq!(redact("密码是ａｂｃ１２３４５ 好").text, "密码是[redacted:password] 好");
}

#[test]
fn a_long_text_takes_linear_time() {
    let text = "password is ".repeat(4_000)
        + &"1 ".repeat(20_000)
        + &"a:b@".repeat(10_000)
        + &"token=".repeat(6_000)
        + &"password:".repeat(4_000)
        + &"-----BEGIN ".repeat(4_000);
    let started = std::time::Instant::now();
    redact(&text);
    assert!(started.elapsed().as_secs() < 5);
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "password is ",
        "รหัสผ่านคือ ",
        "密码是",
        "hunter2",
        "sk-",
        "AbCd1234EfGh5678",
        "://",
        "a:b@c",
        "[redacted:",
        "]",
        "=",
        ":",
        "token",
        "api_key",
        "Bearer ",
        "4111111111111111",
        " ",
        "…4f2a",
        "\u{200B}",
        "１",
        "\n",
        "\"",
        "-----BEGIN ",
        "PRIVATE KEY-----",
        "eyJ",
        ".",
        "x",
        "is ",
        "แ",
        "是",
        "1-1017-00230-70-8",
    ]);
    prop::collection::vec(piece, 0..14).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn redacting_twice_changes_nothing(text in prop_oneof![pieces(), any::<String>()]) {
        let once = redact(&text).text.into_owned();
        let twice = redact(&once);
        prop_assert_eq!(twice.text.as_ref(), once.as_str());
    }

    #[test]
    fn a_known_key_never_survives(before in "[ก-๙a-z一-龥 ]{0,20}", key in "[a-z0-9]{15}[0-9][A-Z]", after in "[ก-๙一-龥 .,]{0,20}") {
        let text = format!("{before} sk-{key}{after}");
        prop_assert!(!redact(&text).text.contains(&key));
    }
}
