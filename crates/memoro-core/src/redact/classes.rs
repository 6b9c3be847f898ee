//! Ways of telling a secret, and what only looks like one, in three languages: each list holds a class, none a sentence.

use super::redact;

/// No secret of a list may be left.
fn hides(all: &[(&str, &str)]) {
    for (text, secret) in all {
        let left = redact(text).text;
        assert!(!left.contains(secret) && left.contains("[redacted:password"), "{text}: {left}");
    }
}

#[test]
fn a_secret_that_is_said_before_what_it_opens_is_hidden() {
    hides(&[
        ("swordfish9 is my Netflix password", "swordfish9"),
        ("keep in mind kitten4ever is my Gmail password", "kitten4ever"),
        ("remember that kitten4ever was our old Disney Plus password", "kitten4ever"),
        ("blue7moon is the office wifi password", "blue7moon"),
        ("Tr0ub4dor is mom's iPad passcode", "Tr0ub4dor"),
        ("hunter22x is his Steam pw, by the way", "hunter22x"),
        ("884422 is my bank password", "884422"),
        ("kitten4ever — that's my Gmail password by the way", "kitten4ever"),
        ("panda2024 是我的网飞密码", "panda2024"),
        ("panda2024 是网飞的密码", "panda2024"),
        ("记住panda2024是我Gmail的密码哦", "panda2024"),
        ("panda2024為我的臉書密碼", "panda2024"),
        ("จำไว้ว่า kitty2020 คือรหัสเน็ตฟลิกซ์ของผม", "kitty2020"),
        ("kitty2020 เป็นพาสเวิร์ด Gmail นะ", "kitty2020"),
        ("ใช้ kitty2020 เป็นรหัสไลน์", "kitty2020"),
    ]);
}

#[test]
fn the_password_of_a_login_is_hidden_however_the_pair_is_written() {
    hides(&[
        ("the router login is admin and toor123x", "toor123x"),
        ("the router login is admin, toor123x", "toor123x"),
        ("login: admin and password toor123x", "toor123x"),
        ("credentials bob/toor123x", "toor123x"),
        ("creds bob:toor123x", "toor123x"),
        ("staging login bob:toor123x", "toor123x"),
        ("user bob pass toor123x", "toor123x"),
        ("username bob, pw toor123x", "toor123x"),
        ("user: bob and password toor123x", "toor123x"),
        ("จำไว้ว่า user bob pass toor123x", "toor123x"),
        ("จำไว้ว่า user bob pass toor123x นะ", "toor123x"),
        ("ยูสเซอร์ admin รหัส toor123x", "toor123x"),
        ("ล็อกอินคือ admin กับ toor123x", "toor123x"),
        ("บัญชีเข้าใช้ bob/toor123x", "toor123x"),
        ("路由器登录是admin和toor123x", "toor123x"),
        ("用户名 bob 口令 toor123x", "toor123x"),
        ("账号密码 bob/toor123x", "toor123x"),
        ("账号：bob，密码 toor123x", "toor123x"),
        ("bob@example.com pass toor123x", "toor123x"),
        ("the router is admin/toor123x", "toor123x"),
        ("路由器 admin/toor123x", "toor123x"),
    ]);
}

#[test]
fn the_password_that_a_program_is_given_is_hidden() {
    hides(&[
        ("remember ssh admin:toor123x@10.0.0.1", "toor123x"),
        ("admin:toor123x@192.168.1.1", "toor123x"),
        ("ftp bob:s3cret@files.example.com", "s3cret"),
        ("the server is root:toor123x@nas.local", "toor123x"),
        ("เข้าเซิร์ฟเวอร์ด้วย root:toor123x@10.0.0.1", "toor123x"),
        ("登录用 root:toor123x@nas.example.com", "toor123x"),
        ("curl -u bob:toor123x https://api.example.com", "toor123x"),
        ("curl --user 'bob:toor123x' https://api.example.com", "toor123x"),
        ("sshpass -p toor123x ssh root@10.0.0.1", "toor123x"),
        ("mysql -u root -ptoor123x shop", "toor123x"),
        ("docker login -u bob -p toor123x registry.example.com", "toor123x"),
    ]);
}

#[test]
fn a_password_in_letters_in_words_or_behind_a_pause_is_hidden() {
    hides(&[
        ("จำไว้ว่ารหัสเข้าเครื่องคือ แมวดำ1234", "แมวดำ1234"),
        ("รหัสเข้าคอมคือ แมว1234", "แมว1234"),
        ("รหัสเฟซบุ๊กคือ หมูกรอบ99", "หมูกรอบ99"),
        ("เปลี่ยนรหัสไวไฟเป็น ข้าวผัดปู", "ข้าวผัดปู"),
        ("我的银行卡密码是六个八 888888", "888888"),
        ("我的银行卡密码是六个八", "六个八"),
        ("取款密碼是兩個六四個八", "四個八"),
        ("my ATM password is six eights", "six eights"),
        ("รหัสตู้เซฟคือแปดหกตัว", "แปดหกตัว"),
        ("my password is, hmm, toor123x", "toor123x"),
        ("my password is um... toor123x", "toor123x"),
        ("the wifi password is, let me think, blue7moon", "blue7moon"),
        ("my password is the usual, toor123x", "toor123x"),
        ("รหัสผ่านคือ เอ่อ toor123x", "toor123x"),
        ("รหัสเข้าเว็บคือ อืม... toor123x", "toor123x"),
        ("密码是，嗯，toor123x", "toor123x"),
        ("密码好像是 toor123x", "toor123x"),
        ("密码是我生日19900412", "19900412"),
    ]);
}

#[test]
fn what_is_said_around_passwords_and_logins_stays() {
    for text in [
        "commit 83eeeef0c1d2 is my last password fix",
        "build 20261115a is the new password page",
        "0198f3a2-7c1e-7b2a-9f00-1c2d3e4f5a6b is the id of the password reset",
        "version v2.3.1 is the one with the password policy",
        "ticket AUTH1234 is about the Netflix password",
        "server01 is my password server",
        "the password policy is strict",
        "the password policy is 12 characters",
        "2024 is the year of the password manager",
        "Keeper9 is the best password manager",
        "my pin code is 560001",
        "the office pin code is 110001",
        "our pin code is 400076, Mumbai",
        "the login page is at example.com/login",
        "the login page is /auth/v2login",
        "the login is slow and broken",
        "login tests pass on node18x and firefox120",
        "credentials live in config/prod1.yml",
        "the user guide passes through 3 reviews",
        "user tests pass at 98pct2",
        "the login team is Ann and Bob",
        "docker pull nginx:1.25@sha256:9f86d081884c7d659a2feaa0c55ad015",
        "npm install left:pad1@1.3.0",
        "mailto:bob2@example.com",
        "contact:bob22@example.com",
        "git clone git@github.com:acme/app2.git",
        "ssh root@10.0.0.1 -p 2222",
        "mysql -u root -p shop",
        "docker run -p 8080:80 nginx",
        "chown -u bob src",
        "my password is, as always, a secret",
        "the password is still required",
        "my password is like everybody's: too short",
        "six eights are forty-eight",
        "AB12345 คือรหัสสินค้า",
        "E10234 เป็นรหัสพนักงานของผม",
        "รหัสเที่ยวบินคือ TG676",
        "รหัสไปรษณีย์ที่บ้านคือ 10110",
        "รหัสผ่านคือสิ่งที่ต้องเก็บไว้",
        "รหัสเข้าเครื่องต้องยาวกว่านี้",
        "หน้าล็อกอินคือหน้าแรกของเว็บ",
        "ผู้ใช้ 12 คน ผ่านทดสอบแล้ว",
        "คอมมิต 83eeeef0c1d2 คือตัวที่แก้รหัสผ่าน",
        "page2是修改密码的页面",
        "v2test是新的密码策略",
        "订单号A1B2C3D4是我的网飞订单",
        "登录页是首页和关于页",
        "我的密码是加密保存的",
        "密码是六个字符",
        "密码是那个很长的",
        "账号密码都在保险箱里",
        "用户名和密码都要改",
        "邮编560001是班加罗尔",
        "the router is Asus and wifi6ready",
        "the router is TP/AX3000x",
        "credentials src/oauth2x",
        "redis image:redis7@server",
        "prometheus target node:exporter1@server.example",
        "rsync -u src:dst1 host",
        "the password is actually version2 hashed",
        "密码是三个一组",
        "รหัสเข้าเรียนคือ วท101",
    ] {
        assert_eq!(redact(text).text, text);
    }
}

#[test]
fn a_pin_code_that_opens_something_is_hidden_and_that_of_a_place_is_not() {
    hides(&[
        ("the pin code for my phone is 560001", "560001"),
        ("my ATM pin code is 560001", "560001"),
        ("my pin code is 4821", "4821"),
        ("my pin is 560001", "560001"),
    ]);
    for text in ["the pin code of Bengaluru is 560001", "my pin code is 560001", "pin code: 110001"] {
        assert_eq!(redact(text).text, text);
    }
}

#[test]
fn a_text_without_blanks_takes_linear_time() {
    let started = std::time::Instant::now();
    for piece in ["密码是六个八", "รหัสผ่านคือabc12", "密码是嗯abc12345", "root:abc1@a.b;"]
    {
        redact(&piece.repeat(8_000));
    }
    assert!(started.elapsed().as_secs() < 10);
}
