//! Time zones by the names that people use: cities, countries, abbreviations, offsets.
//! What is not known is kept as written.

use super::text::Piece;
use super::values;
use crate::text::simplified;

const ZONES: &[(&str, &str)] = &[
    (
        "Asia/Bangkok",
        "bangkok|thailand|bkk|ict|thai time|กรุงเทพ|กรุงเทพฯ|กรุงเทพมหานคร|ไทย|ประเทศไทย|เวลาไทย|曼谷|泰国|泰国时间",
    ),
    ("Asia/Tokyo", "tokyo|japan|osaka|jst|โตเกียว|ญี่ปุ่น|โอซาก้า|东京|日本|大阪"),
    ("Asia/Singapore", "singapore|sgt|สิงคโปร์|新加坡"),
    ("UTC+8", "东八区"),
    ("UTC+7", "东七区"),
    ("UTC+9", "东九区"),
    (
        "Asia/Shanghai",
        "shanghai|beijing|china|shenzhen|cst china|ปักกิ่ง|เซี่ยงไฮ้|จีน|上海|北京|中国|北京时间|深圳|广州|成都|杭州",
    ),
    ("Asia/Taipei", "taipei|taiwan|ไต้หวัน|ไทเป|台北|台湾|高雄|台中"),
    ("Asia/Hong_Kong", "hong kong|hongkong|hkt|ฮ่องกง|香港"),
    ("Asia/Seoul", "seoul|korea|south korea|kst|โซล|เกาหลี|首尔|韩国"),
    (
        "Asia/Ho_Chi_Minh",
        "ho chi minh|ho chi minh city|hanoi|vietnam|saigon|เวียดนาม|ฮานอย|โฮจิมินห์|河内|越南|胡志明市",
    ),
    ("Asia/Jakarta", "jakarta|wib|จาการ์ตา|雅加达"),
    ("Asia/Kuala_Lumpur", "kuala lumpur|malaysia|กัวลาลัมเปอร์|มาเลเซีย|吉隆坡|马来西亚"),
    ("Asia/Manila", "manila|philippines|มะนิลา|ฟิลิปปินส์|马尼拉|菲律宾"),
    ("Asia/Yangon", "yangon|myanmar|ย่างกุ้ง|พม่า|仰光|缅甸"),
    ("Asia/Vientiane", "vientiane|laos|เวียงจันทน์|ลาว|万象|老挝"),
    ("Asia/Phnom_Penh", "phnom penh|cambodia|พนมเปญ|กัมพูชา|金边|柬埔寨"),
    ("Asia/Kolkata", "india|mumbai|delhi|new delhi|bangalore|ist|kolkata|อินเดีย|印度|孟买"),
    ("Asia/Dubai", "dubai|uae|ดูไบ|迪拜"),
    ("Europe/London", "london|uk|england|bst|ลอนดอน|อังกฤษ|伦敦|英国"),
    ("Europe/Berlin", "berlin|germany|munich|hamburg|เบอร์ลิน|เยอรมนี|柏林|德国"),
    ("Europe/Paris", "paris|france|cet|ปารีส|ฝรั่งเศส|巴黎|法国"),
    ("Europe/Madrid", "madrid|spain|มาดริด|马德里|西班牙"),
    ("Europe/Rome", "rome|italy|milan|โรม|อิตาลี|罗马|意大利"),
    ("Europe/Amsterdam", "amsterdam|netherlands|อัมสเตอร์ดัม|阿姆斯特丹"),
    ("Europe/Zurich", "zurich|switzerland|ซูริก|苏黎世"),
    ("Europe/Stockholm", "stockholm|sweden|สตอกโฮล์ม|斯德哥尔摩"),
    ("Europe/Moscow", "moscow|russia|มอสโก|莫斯科"),
    ("Europe/Istanbul", "istanbul|turkey|อิสตันบูล|伊斯坦布尔"),
    (
        "America/New_York",
        "new york|nyc|boston|est|edt|et|eastern|eastern time|us eastern|东部|美国东部|นิวยอร์ก|纽约|美东",
    ),
    ("America/Chicago", "chicago|cdt|central|central time|美中|美国中部|ชิคาโก|芝加哥"),
    ("America/Denver", "denver|mst|mountain|mountain time|丹佛"),
    (
        "America/Los_Angeles",
        "太平洋|แปซิฟิก|los angeles|la|san francisco|sf|seattle|california|pst|pdt|pt|pacific|pacific time|ลอสแอนเจลิส|\
        ซานฟรานซิสโก|洛杉矶|旧金山|美西",
    ),
    ("Europe/Lisbon", "lisbon|portugal|porto|ลิสบอน|โปรตุเกส|里斯本|葡萄牙"),
    ("Europe/Vienna", "vienna|austria|เวียนนา|ออสเตรีย|维也纳|奥地利"),
    ("Europe/Prague", "prague|ปราก|布拉格"),
    ("Europe/Warsaw", "warsaw|poland|วอร์ซอ|โปแลนด์|华沙|波兰"),
    ("Europe/Copenhagen", "copenhagen|denmark|โคเปนเฮเกน|เดนมาร์ก|哥本哈根|丹麦"),
    ("Europe/Oslo", "oslo|norway|ออสโล|นอร์เวย์|奥斯陆|挪威"),
    ("Europe/Helsinki", "helsinki|finland|เฮลซิงกิ|ฟินแลนด์|赫尔辛基|芬兰"),
    ("Europe/Athens", "athens|greece|เอเธนส์|กรีซ|雅典|希腊"),
    ("Europe/Dublin", "dublin|ireland|ดับลิน|ไอร์แลนด์|都柏林|爱尔兰"),
    ("Europe/Brussels", "brussels|belgium|บรัสเซลส์|เบลเยียม|布鲁塞尔|比利时"),
    ("Africa/Cairo", "cairo|egypt|ไคโร|อียิปต์|开罗|埃及"),
    ("Africa/Nairobi", "nairobi|kenya|ไนโรบี|เคนยา|内罗毕|肯尼亚"),
    ("Africa/Lagos", "lagos|nigeria|ลากอส|ไนจีเรีย|拉各斯|尼日利亚"),
    ("Africa/Johannesburg", "johannesburg|south africa|โจฮันเนสเบิร์ก|แอฟริกาใต้|约翰内斯堡|南非"),
    ("Asia/Dhaka", "dhaka|bangladesh|ธากา|บังกลาเทศ|达卡|孟加拉国"),
    ("Asia/Riyadh", "riyadh|saudi arabia|ริยาด|利雅得|沙特"),
    ("America/Mexico_City", "mexico city|mexico|เม็กซิโก|墨西哥城|墨西哥"),
    ("America/Argentina/Buenos_Aires", "buenos aires|argentina|บัวโนสไอเรส|อาร์เจนตินา|布宜诺斯艾利斯|阿根廷"),
    ("America/Bogota", "bogota|colombia|โบโกตา|波哥大|哥伦比亚"),
    ("America/Toronto", "toronto|โตรอนโต|多伦多"),
    ("America/Vancouver", "vancouver|แวนคูเวอร์|温哥华"),
    ("America/Sao_Paulo", "sao paulo|são paulo|圣保罗"),
    ("Australia/Sydney", "sydney|aest|aedt|ซิดนีย์|悉尼"),
    ("Australia/Melbourne", "melbourne|เมลเบิร์น|墨尔本"),
    ("Australia/Perth", "perth|เพิร์ท|珀斯"),
    ("Pacific/Auckland", "auckland|new zealand|โอ๊คแลนด์|奥克兰|新西兰"),
    ("UTC", "世界协调|格林威治|格林尼治|greenwich mean|utc|gmt|utc+0|gmt+0|zulu"),
];

/// Returns the zone that words of any of the languages name, or the words themselves.
pub fn time_zone(said: &str) -> String {
    let folded: String = said
        .trim()
        .chars()
        .map(|c| if c.is_ascii() { c.to_ascii_lowercase() } else { simplified(c) })
        .collect();
    zone(&folded, said)
}

/// Returns the zone that a person means, `UTC+7` for an offset, or the words themselves.
pub(super) fn zone(seen: &str, written: &str) -> String {
    let trimmed = seen.trim();
    let plain = ["time zone", "timezone", "standard time", "time", "เวลา", "ที่", "时区", "时间"]
        .iter()
        .fold(trimmed, |name, extra| name.trim_end_matches(extra).trim_start_matches(extra).trim());
    for name in [trimmed, plain] {
        if let Some((zone, _)) = ZONES
            .iter()
            .find(|(zone, names)| zone.eq_ignore_ascii_case(name) || super::search::words(names).has(name))
        {
            return (*zone).to_owned();
        }
    }
    offset(plain).unwrap_or_else(|| written.trim().to_owned())
}

/// Tells whether words can name a zone: one that is known, or a name of a few words without a number in it.
pub(super) fn is_like(words: Piece<'_>) -> bool {
    let seen = words.seen().trim();
    let named = !seen.contains(|c: char| c.is_ascii_digit() || c == ',') && seen.chars().count() <= 24;
    let dated = values::find(values::DATES, seen).or_else(|| values::find(values::CLOCKS, seen)).is_some();
    zone(seen, "").contains(['/', '+', '-']) || zone(seen, "") == "UTC" || named && !dated
}

/// Reads `UTC+7`, `gmt +07:00` and `+7`.
fn offset(name: &str) -> Option<String> {
    let rest = name.strip_prefix("utc").or_else(|| name.strip_prefix("gmt")).unwrap_or(name).trim_start();
    let sign = rest.chars().next().filter(|c| matches!(c, '+' | '-'))?;
    let (hours, minutes) =
        rest.trim_start_matches(sign).split_once(':').unwrap_or((rest.trim_start_matches(sign), "00"));
    let hours: u8 = hours.trim().parse().ok().filter(|h| *h <= 14)?;
    let minutes: u8 = minutes.trim().parse().ok().filter(|m| *m < 60)?;
    Some(if minutes == 0 { format!("UTC{sign}{hours}") } else { format!("UTC{sign}{hours}:{minutes:02}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cities_countries_and_offsets_name_a_zone_in_three_languages() {
        for (said, meant) in [
            ("bangkok", "Asia/Bangkok"),
            ("กรุงเทพ", "Asia/Bangkok"),
            ("曼谷", "Asia/Bangkok"),
            ("tokyo time", "Asia/Tokyo"),
            ("asia/tokyo", "Asia/Tokyo"),
            ("utc+7", "UTC+7"),
            ("gmt +05:30", "UTC+5:30"),
            ("the moon", "the moon"),
        ] {
            assert_eq!(zone(said, said), meant);
        }
    }
}
