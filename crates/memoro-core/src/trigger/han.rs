//! Traditional characters read as simplified ones, so that one table of words serves both.
//! Covers what people write every day; a character that is not here is matched as it is.

/// Traditional characters in order, three bytes each.
const TRADITIONAL: &str = "\
    來侖倆倉個們倫偉傑備傳傷僅價億儘優兒內兩冇別刪劃劇劉劑動務勞勢勵匯區\
    協卻厭厲參吳咗員問啞啟喪單喺嗎嗚嘅嚴國圍園圓圖團執報場塊壓壞壯夠夢奪\
    妳姊婦媽嬰孫學實寧審寫寬將專尋對導層屬島師帳幣幫幾庫廠廣張強彈後從復\
    徵徹愛態慣慮慶憂憑憶應懶懷戰戲戶拋掃採換揮損搵擇擊擔據擬擴擾攜攝敵數\
    斷於時暱曆書會東條楊業極榮構樂樓標樣橋機檔檢檸欄權歐歡歲歷歸殘殺殼氣\
    氫決沒況淚測渾湯溝溫滅滬滾滿漢潔濟灑灘灣為烏無煉煙熱燈燒燙爐爛爭爺爾\
    牆狀猶獅獎獨獲現瑩瑪環瓊甚產産畝畢畫異當痠療癢發盡監盤盧眾睏睜瞭砲碩\
    確碼磚礎禦禮禱種稱穀穌積穩窩窮競筆節範築簡簽簾籃籌糧糾紀約紅紋紐純紗\
    紙級細紹終組結絕絡給統絲綁經綜綠維綱網綽緊緒線緣編緩練緻縣縮總績織繞\
    繪繳繼續罰罷羅羨義習翹聖聞聯聰聲職聽肅脅脈脫腦腸膚膽臉臥臨臺與興舉舊\
    艙艦菸萬葉著蓋蓮蔔蔣蔥蕭薑薦薩藍藝藥蘇蘋蘭蘿處虛號虧蝕蝦蟲蠔蠟術衛衝\
    衹裏補裝裡製複襯覆見規視親覺觀訂計訊討訓託記訣訪設許訴診詐評詞詢試詩\
    詭話該詳詼誇誌認誕語誠誤說誰課調請諒論諧諮諷諾謀謎謙講謝謠謹證識譜譯\
    議護譽讀變讓豎豐豬貓貝負財貧貨販貪貫責貴買費貿賀資賓賞賣質賬賴賺購贈\
    贊贏趕趙跡踐蹤躍車軌軍軟較載輔輕輛輩輪輯輸輻轉轟辦辭農迴這連進遊運過\
    達遜遞遠適遲選遺還邊邏郵鄉鄧鄭鄰醜醫醬釋針釣鈔鈴鉛銀銘銷鋒鋼錄錢錦錯\
    錶鍋鍵鍾鎖鎮鏈鏡鐘鐵鑰長門閃閉開閒間閣閩閱闆闊闖關陣陰陳陸陽隊階際隨\
    險隱隻雋雖雙雜雞離難雲電霧靈靜韓韻響頁頂項順須預頑頒頓頗領頭頰頸頻顆\
    題額顏願類顧顯風飄飛飢飯飲飽餅養餓館馬馴駐駕駛騎騰騷驅驕驗驚骯髒體髮\
    鬆鬍鬚鬥鬧鬱魘魚魯鮑鮭鮮鯊鯨鳥鳳鴨鴻鴿鵝鷹鹹鹽麗麥麵麼黃黏點黨黴鼴齊\
    齒齡龍";

/// The simplified form of each, at the same place.
const SIMPLIFIED: &str = "\
    来仑俩仓个们伦伟杰备传伤仅价亿尽优儿内两没别删划剧刘剂动务劳势励汇区\
    协却厌厉参吴了员问哑启丧单在吗呜的严国围园圆图团执报场块压坏壮够梦夺\
    你姐妇妈婴孙学实宁审写宽将专寻对导层属岛师账币帮几库厂广张强弹后从复\
    征彻爱态惯虑庆忧凭忆应懒怀战戏户抛扫采换挥损找择击担据拟扩扰携摄敌数\
    断于时昵历书会东条杨业极荣构乐楼标样桥机档检柠栏权欧欢岁历归残杀壳气\
    氢决没况泪测浑汤沟温灭沪滚满汉洁济洒滩湾为乌无炼烟热灯烧烫炉烂争爷尔\
    墙状犹狮奖独获现莹玛环琼什产产亩毕画异当酸疗痒发尽监盘卢众困睁了炮硕\
    确码砖础御礼祷种称谷稣积稳窝穷竞笔节范筑简签帘篮筹粮纠纪约红纹纽纯纱\
    纸级细绍终组结绝络给统丝绑经综绿维纲网绰紧绪线缘编缓练致县缩总绩织绕\
    绘缴继续罚罢罗羡义习翘圣闻联聪声职听肃胁脉脱脑肠肤胆脸卧临台与兴举旧\
    舱舰烟万叶着盖莲卜蒋葱萧姜荐萨蓝艺药苏苹兰萝处虚号亏蚀虾虫蚝蜡术卫冲\
    只里补装里制复衬复见规视亲觉观订计讯讨训托记诀访设许诉诊诈评词询试诗\
    诡话该详诙夸志认诞语诚误说谁课调请谅论谐咨讽诺谋谜谦讲谢谣谨证识谱译\
    议护誉读变让竖丰猪猫贝负财贫货贩贪贯责贵买费贸贺资宾赏卖质账赖赚购赠\
    赞赢赶赵迹践踪跃车轨军软较载辅轻辆辈轮辑输辐转轰办辞农回这连进游运过\
    达逊递远适迟选遗还边逻邮乡邓郑邻丑医酱释针钓钞铃铅银铭销锋钢录钱锦错\
    表锅键钟锁镇链镜钟铁钥长门闪闭开闲间阁闽阅板阔闯关阵阴陈陆阳队阶际随\
    险隐只隽虽双杂鸡离难云电雾灵静韩韵响页顶项顺须预顽颁顿颇领头颊颈频颗\
    题额颜愿类顾显风飘飞饥饭饮饱饼养饿馆马驯驻驾驶骑腾骚驱骄验惊肮脏体发\
    松胡须斗闹郁魇鱼鲁鲍鲑鲜鲨鲸鸟凤鸭鸿鸽鹅鹰咸盐丽麦面么黄粘点党霉鼹齐\
    齿龄龙";

/// Returns the simplified form of a character; it is as long in bytes.
pub(super) fn simplified(c: char) -> char {
    if !('\u{4E00}'..='\u{9FFF}').contains(&c) {
        return c;
    }
    let mut bytes = [0; 3];
    c.encode_utf8(&mut bytes);
    let (traditional, _) = TRADITIONAL.as_bytes().as_chunks::<3>();
    let Ok(at) = traditional.binary_search(&bytes) else { return c };
    SIMPLIFIED.get(at * 3..at * 3 + 3).and_then(|s| s.chars().next()).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traditional_characters_are_read_as_simplified() {
        let text: String = "請記住，我對蝦過敏 abc ไทย".chars().map(simplified).collect();
        assert_eq!(text, "请记住，我对虾过敏 abc ไทย");
    }

    #[test]
    fn the_table_is_sorted_and_its_sides_have_the_same_length() {
        let chars: Vec<char> = TRADITIONAL.chars().collect();
        assert!(chars.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(chars.len(), SIMPLIFIED.chars().count());
    }
}
