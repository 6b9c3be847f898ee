//! Pairs of decisions, said in two conversations and in one: which later one takes the place of the earlier.

use super::super::{Confidence, Earlier, Item, Kind, Said, item_at, reconsider};
use crate::fusion::Role;

/// An earlier decision, and a later one.
type Pair = (&'static str, &'static str);

/// The later one names what it leaves, or moves an appointment.
const LEFT: [Pair; 20] = [
    (
        "We decided to use MySQL for the billing database.",
        "We switch the billing database from MySQL to PostgreSQL.",
    ),
    ("We'll host the site on Netlify.", "We're moving hosting from Netlify to Cloudflare Pages."),
    ("We'll use Tailwind for styling.", "We drop Tailwind and go with plain CSS."),
    (
        "We decided to build the front end in Svelte.",
        "Scratch the Svelte decision, we're using React after all.",
    ),
    (
        "We decided to send the newsletter through Mailchimp.",
        "We're moving away from Mailchimp, Brevo sends the newsletter from May.",
    ),
    ("We'll write the handbook in AsciiDoc.", "AsciiDoc is out, we write the handbook in Markdown."),
    (
        "Let's go with the Berlin venue for the offsite.",
        "We no longer go with the Berlin venue, it's Porto now.",
    ),
    ("We decided to rent the van from Hertz.", "Forget Hertz, we take the train."),
    ("We use Postgres for the sessions.", "Postgres is out. We'll use Redis."),
    ("The kickoff is on Tuesday at 10.", "We moved the kickoff to Thursday at 9."),
    ("ตกลงใช้ Firebase ทำระบบล็อกอิน", "เลิกใช้ Firebase แล้ว เปลี่ยนไปใช้ Supabase"),
    ("เราจะโฮสต์เว็บบน Netlify", "ย้ายโฮสต์จาก Netlify ไป Vercel"),
    ("ตกลงใช้สีเขียวกับหน้าแรก", "ไม่ใช้สีเขียวแล้ว เอาสีน้ำเงิน"),
    ("นัดประชุมทีมวันพุธบ่าย", "เลื่อนประชุมทีมเป็นวันศุกร์บ่าย"),
    ("我们决定用 Vue 写前端。", "从 Vue 换成 React。"),
    ("我们决定网站部署在阿里云。", "放弃阿里云，改用腾讯云。"),
    ("晚饭订海底捞。", "不去海底捞了，改吃烤鸭。"),
    ("会议定在周三下午。", "会议改到周五下午。"),
    ("發布定在週四上午。", "發布推遲到下週一。"),
    ("发布定在周四上午。", "发布推迟到下周一。"),
];

/// The later one leaves something else, or leaves it for something else.
const KEPT: [Pair; 16] = [
    ("We'll use Redis for the mail queue.", "We're moving the session cache from Redis to Memcached."),
    ("We'll use Redis for the mail queue.", "The session cache leaves Redis."),
    (
        "We decided to write a MySQL migration guide.",
        "We switch the billing database from MySQL to PostgreSQL.",
    ),
    ("We'll use Tailwind for the admin pages.", "We drop Bootstrap and go with plain CSS."),
    ("We'll host the docs on Netlify.", "We're moving the shop from Netlify to Cloudflare Pages."),
    ("The meeting with Anna is on Monday.", "The meeting with Bert moves to Tuesday."),
    ("We decided to use Stripe for card payments.", "We drop PayPal and go with Stripe."),
    ("We'll buy cakes for the Wednesday meeting.", "The meeting moves to Friday."),
    (
        "We keep the Svelte site for the archive.",
        "Scratch the Angular decision, we're using React for the portal.",
    ),
    ("ตกลงใช้ Redis เป็นคิวอีเมล", "เปลี่ยนแคชจาก Redis เป็น Memcached"),
    ("ตกลงเขียนคู่มือ MySQL", "เลิกใช้ MySQL แล้ว ใช้ PostgreSQL"),
    ("นัดหมอฟันวันพุธ", "เลื่อนประชุมทีมเป็นวันศุกร์"),
    ("邮件队列用 Redis。", "缓存从 Redis 换成 Memcached。"),
    ("我们决定写一份 MySQL 教程。", "不用 MySQL 了，改用 PostgreSQL。"),
    ("牙医约在周三下午。", "会议改到周五下午。"),
    ("郵件佇列用 Redis。", "快取從 Redis 換成 Memcached。"),
];

/// As `LEFT`; looked at after the rules were made.
const LEFT_UNSEEN: [Pair; 16] = [
    ("We've settled on Jira for the bug tracking.", "We're done with Jira, bug tracking goes to Linear."),
    ("I'm booking the Marriott for the conference.", "Cancel the Marriott, I'm staying at the Hilton."),
    ("We'll deploy with Jenkins.", "We replace Jenkins with GitHub Actions."),
    ("We decided to paint the hallway yellow.", "No more yellow for the hallway, we paint it white."),
    (
        "Let's build the mobile app with Flutter.",
        "We gave up on Flutter, the mobile app will be React Native.",
    ),
    ("We go with Datadog for monitoring.", "We're phasing out Datadog in favour of Grafana."),
    ("The retro is Friday at 3pm.", "The retro has been pushed to Monday at 11am."),
    ("We picked Oslo for the team trip.", "The team trip goes to Lisbon instead of Oslo."),
    ("ตกลงจองโรงแรมแมนดาริน", "ยกเลิกแมนดาริน ไปพักที่ฮิลตันแทน"),
    ("เราจะใช้ Jenkins ทำ CI", "เปลี่ยนจาก Jenkins เป็น GitHub Actions"),
    ("สรุปใช้ LINE คุยงานกับลูกค้า", "ไม่เอา LINE แล้ว คุยงานกับลูกค้าผ่าน Slack"),
    ("นัดส่งของวันจันทร์เช้า", "ส่งของเลื่อนไปวันพุธเช้า"),
    ("项目管理我们用 Jira。", "Jira 不用了，项目管理换成飞书。"),
    ("我们决定用 Flutter 做移动端。", "我们放弃 Flutter，移动端用原生写。"),
    ("团建去三亚。", "团建不去三亚了，去桂林。"),
    ("面试约在周二上午十点。", "面试改到周四下午两点。"),
];

/// As `KEPT`; looked at after the rules were made.
const KEPT_UNSEEN: [Pair; 16] = [
    ("We'll use Slack for the support team.", "The sales team moves from Slack to Teams."),
    ("We keep Postgres for the reports.", "We're moving the audit log off Postgres to ClickHouse."),
    ("We decided to buy the Canon for the studio.", "We drop the Nikon and buy the Fuji for the office."),
    ("The design review is on Thursday.", "The code review moved to Friday."),
    ("We decided to print the flyers at Copyhouse.", "Forget the balloons, we hang up lanterns."),
    (
        "We'll train the new hires on Kubernetes.",
        "We're dropping Kubernetes for the demo boxes, plain Docker is enough.",
    ),
    ("We use Python for the data jobs.", "The web service is no longer in Python, we rewrite it in Go."),
    ("We decided to invite the Hertz people to dinner.", "Forget Hertz, we take the train."),
    ("ตกลงใช้ Excel ทำงบประมาณ", "เลิกใช้ Word แล้ว เขียนรายงานด้วย Google Docs"),
    ("ทีมขายใช้ LINE", "ทีมซัพพอร์ตเปลี่ยนจาก LINE เป็น Slack"),
    ("นัดลูกค้าวันจันทร์เช้า", "ส่งของเลื่อนไปวันพุธเช้า"),
    ("ตกลงอบรมพนักงานเรื่อง Firebase", "เลิกใช้ Firebase แล้ว เปลี่ยนไปใช้ Supabase"),
    ("客服系统用飞书。", "销售系统从飞书换成钉钉。"),
    ("我们决定去阿里云参观。", "放弃阿里云，改用腾讯云。"),
    ("体检约在周二上午。", "面试改到周四下午。"),
    ("日志用 Elasticsearch。", "搜索不用 Elasticsearch 了，改用 Meilisearch。"),
];

/// As `LEFT`; written and looked at after everything above held.
const LEFT_LATER: [Pair; 14] = [
    ("We chose Heroku for the staging servers.", "We're migrating the staging servers off Heroku to Fly."),
    ("I'll take the yoga class.", "I'm quitting the yoga class, I'd rather run."),
    (
        "Let's use Trello to plan the sprints.",
        "Trello didn't work out, we plan the sprints in a spreadsheet.",
    ),
    ("We decided to order the chairs from Ikea.", "We won't use Ikea, the carpenter makes the chairs."),
    ("The API will be written in Go.", "We swap Go for Rust."),
    ("The workshop takes place on May 4.", "The workshop is postponed to May 18."),
    ("We're keeping the monolith.", "We're abandoning the monolith and split it into services."),
    ("ตกลงซื้อรถฮอนด้า", "ไม่ซื้อฮอนด้าแล้ว เอาโตโยต้า"),
    ("ระบบแจ้งเตือนใช้ LINE Notify", "ระบบแจ้งเตือนย้ายจาก LINE Notify ไปใช้ Telegram"),
    ("นัดสัมภาษณ์วันอังคาร 10 โมง", "สัมภาษณ์เลื่อนเป็นวันพฤหัส 13 โมง"),
    ("前端框架选 Angular。", "前端框架不用 Angular 了，换成 Vue。"),
    ("我们租了城东的办公室。", "城东的办公室不要了，租城西的。"),
    ("培训安排在周一上午。", "培训提前到周日晚上。"),
    ("数据库用 MongoDB。", "把 MongoDB 换成 PostgreSQL。"),
];

/// As `KEPT`; written and looked at after everything above held.
const KEPT_LATER: [Pair; 14] = [
    ("We use Terraform for the network.", "We drop Terraform for the DNS records."),
    ("I'll take the yoga class.", "I'm quitting the choir."),
    ("We decided to order the chairs from Ikea.", "We swap the lamps from Ikea for the ones from Muji."),
    ("The workshop takes place on May 4.", "The barbecue is postponed to May 18."),
    ("We'll document the Heroku outage.", "We're migrating the staging servers off Heroku to Fly."),
    ("We'll write the CLI in Go.", "We rewrite the parser in Rust instead of Go."),
    ("The team dinner is on Friday.", "We moved the team to the second floor on Monday."),
    ("ตกลงล้างรถฮอนด้าพรุ่งนี้", "ไม่ซื้อฮอนด้าแล้ว เอาโตโยต้า"),
    ("ระบบจองใช้ LINE Notify", "ระบบแจ้งเตือนย้ายจาก LINE Notify ไปใช้ Telegram"),
    ("นัดช่างแอร์วันอังคาร", "สัมภาษณ์เลื่อนเป็นวันพฤหัส"),
    ("后台框架选 Angular。", "前端框架不用 Angular 了，换成 Vue。"),
    ("我们决定打扫城东的办公室。", "城东的仓库不要了，租城西的。"),
    ("聚餐安排在周一晚上。", "培训提前到周日晚上。"),
    ("备份数据库用 MongoDB。", "日志库从 MongoDB 换成 Loki。"),
];

/// The later one names what was chosen together with what for, in other words or in another order.
const LEFT_WITH_USE: [Pair; 17] = [
    ("We start with team 1.", "We decided to start with team 2 instead of team 1."),
    ("ตกลงเลือกทีม 1", "ตกลงเลือกทีม 2 แทนทีม 1"),
    ("我们决定选第一组。", "我们决定选第二组，不用第一组了。"),
    ("ตกลงใช้ Redis เก็บ session", "ไม่ใช้ Redis เก็บ session แล้ว"),
    ("ใช้ Redis เก็บ session", "เลิกใช้ Redis เก็บ session แล้ว"),
    ("เราตกลงเก็บ session ใน Redis", "ไม่เก็บ session ใน Redis แล้ว"),
    ("ตกลงใช้ Redis เก็บ session", "ไม่ใช้ Redis เก็บ session แล้ว เปลี่ยนเป็น Postgres"),
    ("We decided to keep sessions in Redis.", "We no longer keep sessions in Redis."),
    ("We'll use Redis for sessions.", "We no longer keep sessions in Redis."),
    ("We decided to keep sessions in Redis.", "We're not using Redis for sessions anymore."),
    ("We'll use Redis for sessions.", "We stop using Redis for sessions because it loses them."),
    ("We store the invoices in Dropbox.", "We no longer store the invoices in Dropbox, they go to S3."),
    ("我们决定用Redis存session。", "不再用Redis存session了。"),
    ("我们决定用 Redis 存 session。", "我们不用 Redis 存 session 了，改存数据库。"),
    ("我们决定把 session 存在 Redis 里。", "不再把 session 存在 Redis 里了。"),
    ("我們決定用Redis存session。", "不再用Redis存session了。"),
    ("就用Redis存session吧。", "我们不再用Redis存session。"),
];

/// The later one names another use of the same thing.
const KEPT_WITH_USE: [Pair; 17] = [
    (
        "We decided to use MySQL for the cache service 31 instead of Redis.",
        "We decided to use Kafka for the cache service 45 instead of MySQL.",
    ),
    (
        "We decided to use Postgres for the invoice service 81 instead of RabbitMQ.",
        "We decided to use MySQL for the newsletter service 48 instead of Postgres.",
    ),
    ("Let's go with Kafka for billing job 23.", "Let's go with Redis for billing job 51 instead of Kafka."),
    ("ตกลงใช้ Kafka กับงานที่ 23", "ตกลงใช้ Redis แทน Kafka กับงานที่ 51"),
    ("ตกลงใช้ Redis แทน Kafka กับระบบอีเมลชุดที่ 4", "ตกลงใช้ Kafka แทน Redis กับระบบบัญชีชุดที่ 5"),
    ("我们决定缓存第31组用 MySQL，不用 Redis。", "我们决定缓存第45组用 Kafka，不用 MySQL。"),
    ("我們決定快取第31組用 MySQL，不用 Redis。", "我們決定快取第45組用 Kafka，不用 MySQL。"),
    ("ตกลงใช้ Redis ทำคิวงาน", "ไม่ใช้ Redis เก็บ session แล้ว"),
    ("ตกลงใช้ Postgres เก็บ session", "ไม่ใช้ Redis เก็บ session แล้ว"),
    ("We'll use Redis for the job queue.", "We no longer keep sessions in Redis."),
    ("We decided to keep sessions in Postgres.", "We no longer keep sessions in Redis."),
    ("We'll use Redis for the job queue.", "We're not using Redis for sessions anymore."),
    ("We decided to sign sessions with JWT.", "We no longer keep sessions in Redis."),
    ("我们决定用 Redis 做任务队列。", "不再用Redis存session了。"),
    ("我们决定用 Postgres 存 session。", "不再用Redis存session了。"),
    ("我們決定用 Redis 做任務佇列。", "不再用Redis存session了。"),
    ("เราตกลงใช้ Kafka ทำคิวงาน", "ไม่ใช้ Redis เก็บ session แล้ว"),
];

/// The later one is of another thing, by a name or by what it is for, however alike both are put.
const BESIDE: [Pair; 27] = [
    ("Let's set the API timeout to 30 seconds.", "Let's set the worker timeout to 60 seconds."),
    ("Let's give gold customers 10% off.", "Let's give silver customers 5% off."),
    ("Let's release version 2.1 on Monday.", "Let's release version 2.2 on Friday."),
    ("Let's set Anna's kitchen budget to 5000.", "Let's set Anna's garden budget to 3000."),
    ("Let's hold the Monday meeting at nine.", "Let's hold the Wednesday meeting at nine."),
    ("Let's go with the red lamp for project LampRed.", "Let's go with the red chair for project ChairRed."),
    ("Let's go with the red sofa for project SofaRed.", "Let's go with the red tent for project TentRed."),
    ("We keep the staging logs for 7 days.", "We keep the production logs for 90 days."),
    ("We'll charge students 20 euros.", "We'll charge companies 80 euros."),
    ("Let's see the dentist with Tom on Monday.", "Let's see the dentist with Eva on Thursday."),
    ("We cap the upload size at 5 MB.", "We cap the download size at 50 MB."),
    ("We'll paint the north wall in 2 coats.", "We'll paint the south wall in 3 coats."),
    ("ตกลงลูกค้าระดับทองลด 10%", "ตกลงลูกค้าระดับเงินลด 5%"),
    ("ตกลงประชุมวันจันทร์ 9 โมงเรื่องงบประมาณ", "ตกลงประชุมวันพุธ 9 โมงเรื่องการตลาด"),
    ("ตกลงตั้งเวลาหมดอายุของคุกกี้เป็น 30 นาที", "ตกลงตั้งเวลาหมดอายุของโทเคนเป็น 60 นาที"),
    ("ตกลงงบทำสวนบ้าน 5000 บาท", "ตกลงงบทาสีบ้าน 3000 บาท"),
    ("ตกลงออกเวอร์ชัน 2.1 วันจันทร์", "ตกลงออกเวอร์ชัน 2.2 วันศุกร์"),
    ("ตกลงเก็บล็อกของระบบทดสอบ 7 วัน", "ตกลงเก็บล็อกของระบบจริง 90 วัน"),
    ("ตกลงนัดหมอฟันให้น้องขาววันจันทร์", "ตกลงนัดหมอฟันให้น้องแดงวันอังคาร"),
    ("就用Redis存网页的session吧", "就用Redis存网页的缓存吧"),
    ("就把小明的牙医约在周一吧", "就把小红的牙医约在周二吧"),
    ("金卡客户就打8折吧", "银卡客户就打9折吧"),
    ("就把接口超时设成30秒吧", "就把后台超时设成60秒吧"),
    ("就把厨房的预算定为5000元吧", "就把花园的预算定为3000元吧"),
    ("周一的例会定在九点吧", "周三的例会定在九点吧"),
    ("测试日志就留7天吧", "生产日志就留90天吧"),
    ("就在周一发布版本2.1吧", "就在周五发布版本2.2吧"),
];

/// The later one gives the same thing another value, in one conversation.
const ANEW: [Pair; 15] = [
    ("Let's set the API timeout to 30 seconds.", "Let's set the API timeout to 60 seconds."),
    ("Let's give gold customers 10% off.", "Let's give gold customers 15% off."),
    ("Let's set Anna's kitchen budget to 5000.", "Let's set Anna's kitchen budget to 6000."),
    ("Let's hold the Monday meeting at nine.", "Let's move the Monday meeting to ten."),
    ("We keep the staging logs for 7 days.", "We keep the staging logs for 14 days."),
    ("We cap the upload size at 5 MB.", "We cap the upload size at 20 MB."),
    ("ตกลงลูกค้าระดับทองลด 10%", "ตกลงลูกค้าระดับทองลด 15%"),
    ("ตกลงตั้งเวลาหมดอายุของคุกกี้เป็น 30 นาที", "ตกลงตั้งเวลาหมดอายุของคุกกี้เป็น 60 นาที"),
    ("ตกลงงบทำสวนบ้าน 5000 บาท", "ตกลงงบทำสวนบ้าน 4000 บาท"),
    ("ตกลงเก็บล็อกของระบบทดสอบ 7 วัน", "ตกลงเก็บล็อกของระบบทดสอบ 14 วัน"),
    ("就把接口超时设成30秒吧", "就把接口超时设成60秒吧"),
    ("金卡客户就打8折吧", "金卡客户就打7折吧"),
    ("就把厨房的预算定为5000元吧", "就把厨房的预算定为6000元吧"),
    ("就把小明的牙医约在周一吧", "就把小明的牙医约在周二吧"),
    ("测试日志就留7天吧", "测试日志就留14天吧"),
];

/// Takes the last sentence of each turn for a decision, as somebody else judged it.
fn items(turns: &[Said<'_>]) -> Vec<Item> {
    let sure = Confidence::from_thousandths(900);
    let item = |(turn, said): (usize, &Said<'_>)| {
        let last = said.text.trim_end().len() - 1..said.text.len();
        item_at(turns, turn, last, (Kind::Decision, sure)).unwrap()
    };
    let mut items: Vec<Item> = turns.iter().enumerate().map(item).collect();
    reconsider(turns, &mut items);
    items
}

/// Tells whether the earlier one is left: in another conversation, and in the same one.
fn left((earlier, later): Pair) -> (bool, bool) {
    let turns = [earlier, later].map(|text| Said { role: Role::User, text, year: None });
    let items = items(&turns);
    let mut known = Earlier::default();
    known.add(items[0].decided());
    let new = items[1].decided();
    let by_words = items[1].reverses && !known.taken_back(&new).is_empty();
    let afar = by_words || !known.left_by(&new, &|_| true).is_empty();
    (afar, !items[0].holds())
}

#[test]
fn what_a_later_decision_names_as_left_is_left_and_nothing_beside_it() {
    let mut wrong = Vec::new();
    for (pairs, expected) in [
        (&LEFT[..], true),
        (&KEPT, false),
        (&LEFT_UNSEEN, true),
        (&KEPT_UNSEEN, false),
        (&LEFT_LATER, true),
        (&KEPT_LATER, false),
        (&LEFT_WITH_USE, true),
        (&KEPT_WITH_USE, false),
    ] {
        for pair in pairs {
            let found = left(*pair);
            if found != (expected, expected) {
                wrong.push(format!("{pair:?}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_is_put_alike_for_another_thing_stands_beside_it_and_another_value_does_not() {
    let wrong: Vec<_> = BESIDE.iter().filter(|pair| left(**pair) != (false, false)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let kept: Vec<_> = ANEW.iter().filter(|pair| !left(**pair).1).collect();
    assert!(kept.is_empty(), "{kept:#?}");
}

#[test]
fn of_two_alike_the_one_that_is_named_is_left_and_both_only_where_they_say_the_same() {
    for (said, expected) in [
        (
            [
                "Let's use Mailgun for the signup emails.",
                "Let's use Mailgun for the signup reports.",
                "We no longer use Mailgun for the signup emails, we switched to SES.",
            ],
            [false, true],
        ),
        (
            [
                "ตกลงใช้ Mailgun ส่งอีเมลสมัครสมาชิก",
                "ตกลงใช้ Mailgun ส่งรายงานสมัครสมาชิก",
                "เราเลิกใช้ Mailgun ส่งอีเมลสมัครสมาชิกแล้ว เปลี่ยนไปใช้ SES",
            ],
            [false, true],
        ),
        (
            [
                "我们决定用Mailgun发注册邮件。",
                "我们决定用Mailgun发注册报表。",
                "我们不再用Mailgun发注册邮件了，改用SES。",
            ],
            [false, true],
        ),
        (
            [
                "Let's use Mailgun for the signup emails.",
                "We'll use Mailgun for the signup emails.",
                "We no longer use Mailgun for the signup emails, we switched to SES.",
            ],
            [false, false],
        ),
    ] {
        let turns = said.map(|text| Said { role: Role::User, text, year: None });
        let items = items(&turns);
        assert_eq!([items[0].holds(), items[1].holds()], expected, "{said:?}");
        let mut known = Earlier::default();
        items.iter().take(2).for_each(|item| _ = known.add(item.decided()));
        let left = known.left_by(&items[2].decided(), &|_| true);
        assert_eq!([!left.contains(&0), !left.contains(&1)], expected, "{said:?}: {left:?}");
    }
}
