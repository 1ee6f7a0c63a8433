"""Companies, clubs, offices and well-known people in English, French and Chinese."""

#: Under `body:=` every form is its own body.
BODIES = """
body:gm
    gm, general motors, 通用汽车
body:johnsonjohnson
    johnson johnson, j&j
body:johnsoncontrols
    johnson controls
body:ford
    ford, 福特
body:toyota
    toyota, 丰田
body:honda
    honda, 本田
body:nissan
    nissan, 日产
body:volkswagen
    volkswagen, vw, 大众汽车
body:bmw
    bmw, 宝马
body:mercedes
    mercedes, mercedes benz, daimler, 奔驰
body:audi
    audi, 奥迪
body:porsche
    porsche, 保时捷
body:ferrari
    ferrari, 法拉利
body:tesla
    tesla, 特斯拉
body:hyundai
    hyundai, 现代汽车
body:boeing
    boeing, 波音
body:airbus
    airbus, 空客
body:apple
    apple, 苹果
body:google
    google, alphabet, 谷歌
body:microsoft
    microsoft, 微软
body:amazon
    amazon, 亚马逊
body:facebook
    facebook, meta, 脸书
body:twitter
    twitter, 推特
body:netflix
    netflix, 奈飞, 网飞
body:samsung
    samsung, 三星
body:sony
    sony, 索尼
body:nokia
    nokia, 诺基亚
body:intel
    intel, 英特尔
body:nvidia
    nvidia, 英伟达
body:amd
    amd, 超威
body:qualcomm
    qualcomm, 高通
body:tsmc
    tsmc, 台积电
body:mediatek
    mediatek, 联发科
body:foxconn
    foxconn, 富士康, 鸿海
body:huawei
    huawei, 华为
body:xiaomi
    xiaomi, 小米
body:oppo
    oppo
body:vivo
    vivo
body:honor
    荣耀
body:lenovo
    lenovo, 联想
body:alibaba
    alibaba, 阿里巴巴, 阿里
body:tencent
    tencent, 腾讯
body:baidu
    baidu, 百度
body:bytedance
    bytedance, tiktok, 字节跳动, 抖音
body:jd
    jd.com, 京东
body:pinduoduo
    pinduoduo, 拼多多
body:meituan
    meituan, 美团
body:didi
    didi, 滴滴
body:byd
    byd, 比亚迪
body:nio
    nio, 蔚来
body:xpeng
    xpeng, 小鹏
body:lixiang
    li auto, 理想汽车
body:geely
    geely, 吉利
body:catl
    catl, 宁德时代
body:moutai
    moutai, 茅台, 贵州茅台
body:wuliangye
    五粮液
body:evergrande
    evergrande, 恒大
body:vanke
    vanke, 万科
body:countrygarden
    country garden, 碧桂园
body:starbucks
    starbucks, 星巴克
body:mcdonalds
    mcdonald, mcdonalds, mcdo, 麦当劳
body:kfc
    kfc, 肯德基
body:nike
    nike, 耐克
body:adidas
    adidas, 阿迪达斯
body:disney
    disney, 迪士尼
body:walmart
    walmart, 沃尔玛
body:fed
    fed, federal reserve, réserve fédérale, 美联储
body:ecb
    ecb, european central bank, bce, banque centrale européenne, 欧洲央行
body:boe
    boe, bank of england, banque d'angleterre, 英国央行
body:boj
    boj, bank of japan, banque du japon, 日本央行
body:pboc
    pboc, 中国央行, 人民银行
body:un
    unog, united nations, onu, nations unies, 联合国
body:who
    world health organization, oms, 世卫组织, 世卫
body:nato
    nato, otan, 北约
body:imf
    imf, fmi, 国际货币基金组织
body:worldbank
    world bank, banque mondiale, 世界银行
body:wto
    wto, omc, 世贸组织
body:opec
    opec, opep, 欧佩克
body:congress
    congress, congrès, 国会
body:senate
    senate, sénat, 参议院
body:assembly
    house of representatives, chambre des représentants, 众议院
body:deputies
    assemblée nationale, députés
body:supremecourt
    supreme court, cour suprême, 最高法院, 最高法
body:csrc
    证监会
body:shanghaiindex
    沪指, 上证指数, 上证综指
body:shenzhenindex
    深成指, 深证成指
body:chinext
    创业板指, 创业板
body:hangseng
    hang seng, 恒指, 恒生指数
body:nikkei
    nikkei, 日经指数, 日经
body:dow
    dow, dow jones, 道指
body:nasdaq
    nasdaq, 纳指, 纳斯达克
body:sp500
    s&p, 标普
body:ftse
    ftse
body:dax
    dax
body:cac
    cac
body:nba
    nba
body:cba
    cba
body:nfl
    nfl
body:nhl
    nhl
body:mlb
    mlb
body:realmadrid
    real madrid, 皇马, 皇家马德里
body:barca
    barca, barça, fc barcelone, 巴萨
body:atletico
    atletico, atletico madrid, atlético, 马竞
body:manutd
    manchester united, man united, man utd, 曼联
body:mancity
    manchester city, man city, 曼城
body:liverpoolfc
    利物浦
body:chelsea
    chelsea, 切尔西
body:arsenal
    arsenal, 阿森纳
body:tottenham
    tottenham, spurs, 热刺
body:bayern
    bayern, bayern munich, 拜仁
body:bvb
    bvb, borussia dortmund, 多特蒙德, 多特
body:juventus
    juventus, juve, 尤文图斯, 尤文
body:inter
    inter milan, inter, 国际米兰, 国米
body:acmilan
    ac milan, ac米兰
body:psg
    psg, paris saint germain, 巴黎圣日耳曼
body:om
    om, olympique de marseille
body:ol
    ol, olympique lyonnais
body:asm
    asm, as monaco, monaco, 摩纳哥
body:losc
    losc
body:asse
    asse
body:lakers
    lakers, 湖人
body:warriors
    warriors, 勇士
body:celtics
    celtics, 凯尔特人, 绿军
body:nets
    nets, 篮网
body:knicks
    knicks, 尼克斯
body:bulls
    bulls, 公牛
body:heat
    miami heat, 热火
body:bucks
    bucks, 雄鹿
body:suns
    suns, 太阳队
body:rockets
    rockets, 火箭队
body:mavericks
    mavericks, mavs, 独行侠
body:nuggets
    nuggets, 掘金
body:clippers
    clippers, 快船
body:raptors
    raptors, 猛龙
body:wizards
    wizards, 奇才
body:cavaliers
    cavaliers, cavs, 骑士队, 克里夫兰骑士
body:jazz
    爵士队
body:sixers
    sixers, 76ers, 76人
body:trump
    trump, 特朗普, 川普
body:biden
    biden, 拜登
body:obama
    obama, 奥巴马
body:harris
    kamala harris, 哈里斯
body:putin
    putin, poutine, 普京
body:zelensky
    zelensky, zelenskyy, zelenskiy, 泽连斯基
body:macron
    macron, 马克龙
body:lepen
    le pen, marine le pen, 勒庞
body:scholz
    scholz, 朔尔茨
body:merkel
    merkel, 默克尔
body:merz
    merz, 默茨
body:starmer
    starmer, 斯塔默
body:sunak
    sunak, 苏纳克
body:johnson
    boris johnson, 约翰逊
body:modi
    modi, 莫迪
body:netanyahu
    netanyahu, netanyahou, nétanyahou, 内塔尼亚胡
body:erdogan
    erdogan, 埃尔多安
body:xi
    xi jinping, 习近平
body:kim
    kim jong un, 金正恩
body:musk
    musk, elon musk, 马斯克
body:zuckerberg
    zuckerberg, 扎克伯格
body:bezos
    bezos, 贝索斯
body:cook
    tim cook, 库克
body:gates
    bill gates, 比尔盖茨
body:messi
    messi, 梅西
body:ronaldo
    ronaldo, cristiano ronaldo, c罗, 罗纳尔多
body:mbappe
    mbappé, 姆巴佩
body:neymar
    neymar, 内马尔
body:djokovic
    djokovic, 德约科维奇, 德约
body:nadal
    nadal, 纳达尔
body:federer
    federer, 费德勒
body:alcaraz
    alcaraz, 阿尔卡拉斯
body:sinner
    sinner, 辛纳
body:lebron
    lebron, lebron james, 詹姆斯
body:curry
    stephen curry, 库里
body:durant
    durant, 杜兰特
product:shenzhou
    shenzhou, 神舟
product:tianzhou
    tianzhou, 天舟
product:change
    chang'e, 嫦娥
product:longmarch
    long march, longue marche, 长征
product:iphone
    iphone
product:ipad
    ipad
product:macbook
    macbook
product:galaxy
    galaxy
product:pixel
    pixel
product:artemis
    artemis, artémis, 阿尔忒弥斯
product:starship
    starship, 星舰
product:ps
    playstation, ps
product:ios
    ios
product:android
    android, 安卓
product:windows
    windows
product:gpt
    gpt, chatgpt
product:claude
    claude
product:gemini
    gemini
product:llama
    llama
product:deepseek
    deepseek, 深度求索
product:qwen
    qwen, 通义千问
product:mate
    mate
product:model
    model
product:falcon
    falcon, 猎鹰
product:a
    airbus a
body:democraticparty
    democratic party, parti démocrate, 民主党
body:republicanparty
    republican party, gop, parti républicain, 共和党
body:conservativeparty
    conservative party, 保守党
body:labourparty
    labour party, parti travailliste, 工党
body:=
    国民党, 民进党, 自民党, 民众党, 社民党, 红牛, 梅赛德斯, 迈凯伦, 清华大学, 北京大学, 复旦大学,
    浙江大学, 南京大学, 武汉大学, 中山大学
body:=
    renault, peugeot, citroën, stellantis, fiat, chrysler, jeep, volvo, subaru, mazda, suzuki,
    kia, jaguar, lufthansa, ryanair, easyjet, emirates, air france, klm, british airways, delta,
    united airlines, american airlines, southwest, jetblue, qantas, sncf, ratp, edf, engie, total,
    totalenergies, shell, bp, exxon, chevron, orange, sfr, bouygues, carrefour, auchan, leclerc,
    casino, danone, lvmh, kering, hermès, chanel, l'oréal, sanofi, pfizer, moderna, astrazeneca,
    novartis, roche, bayer, merck, gsk, bnp, société générale, crédit agricole, hsbc, barclays,
    lloyds, natwest, santander, ubs, credit suisse, deutsche bank, goldman, goldman sachs,
    morgan stanley, jpmorgan, citigroup, wells fargo, bank of america, visa, mastercard, paypal,
    uber, lyft, airbnb, spotify, snapchat, instagram, whatsapp, youtube, linkedin, reddit,
    pinterest, yahoo, ebay, oracle, ibm, cisco, dell, hp, adobe, salesforce, openai, anthropic,
    mistral, nasa, spacex, blue origin, esa, everton, leicester city, west ham, aston villa,
    newcastle united, celtic, rangers, ajax, benfica, napoli, lazio, as roma, sevilla, villarreal,
    girondins, stade rennais, estac, toulouse fc, yankees, mets, dodgers, giants, cubs, patriots,
    cowboys, packers, eagles, steelers, chiefs, broncos, seahawks, 49ers, bruins, canadiens,
    oilers, penguins, tesco, sainsbury's, asda, aldi, lidl, ikea, zara, h&m, unilever, nestlé,
    pepsi, coca cola, heineken, siemens, bosch, basf, thyssenkrupp, ericsson, republicans,
    democrats, labour, conservatives, tories, ump, lrem, rn, lfi, cnn, bbc, reuters, nintendo,
    xbox, sega, ubisoft
body:=
    中国移动, 中国联通, 中国电信, 中国石油, 中国石化, 工商银行, 建设银行, 农业银行, 中国银行,
    招商银行, 平安银行, 交通银行, 中国平安, 中国人寿, 格力, 美的, 海尔, 海信, 中兴, 京东方,
    中芯国际, 隆基绿能, 药明康德, 长江电力, 顺丰, 圆通, 中通, 韵达, 网易, 新浪, 搜狐, 快手,
    哔哩哔哩, 小红书, 携程, 蚂蚁集团, 拉卡拉, 国美, 苏宁, 海底捞, 瑞幸, 喜茶, 蜜雪冰城, 农夫山泉,
    娃哈哈, 伊利, 蒙牛, 青岛啤酒, 长城汽车, 上汽, 广汽, 一汽, 东风, 奇瑞, 长安汽车, 赛力斯,
    中国东航, 南航, 国航, 海航, 春秋航空, 恒瑞医药, 科兴, 国药, 辉瑞, 国足, 国奥, 女排, 广东队,
    辽宁队, 北京队, 上海队, 浙江队, 山东队, 新疆队, 广州队, 恒大, 上港, 申花, 国安, 鲁能, 泰山队,
    河南队, 天津队, 四川队, 深圳队, 青岛队, 福建队, 江苏队, 外交部, 国防部, 教育部, 商务部,
    财政部, 公安部, 国家卫健委, 卫健委, 发改委, 工信部, 央行, 国务院, 最高检, 住建部, 国台办,
    中纪委, 气象台, 人社部, 文旅部, 国家统计局, 海关总署, 外汇局, 银保监会
"""

#: Bodies that one name stands for in sport and elsewhere: evidence of nothing when they stand for
#: each other (a club by its city, a company by its line of products).
TWINS: tuple[frozenset[str], ...] = tuple(
    frozenset(names.split())
    for names in (
        "body:psg place:paris",
        "body:om place:marseille",
        "body:ol place:lyon",
        "body:losc place:lille",
        "body:asse place:saint etienne",
        "body:liverpoolfc place:liverpool",
        "body:barca place:barcelona",
        "body:realmadrid place:madrid",
        "body:apple product:iphone product:ios product:ipad",
        "body:google product:android product:pixel",
        "body:samsung product:galaxy",
        "body:facebook body:instagram body:whatsapp",
        "body:congress body:senate body:assembly place:usmetonym place:us",
        "body:fed place:us",
        "body:ecb place:europe place:eu",
        "body:boe place:uk",
        "body:boj place:japan",
        "body:assembly body:deputies",
        "body:lakers place:losangeles body:clippers",
        "body:nets place:brooklyn",
        "body:celtics place:boston",
        "body:manutd place:manchester",
        "body:mancity place:manchester",
        "body:bayern place:munich",
        "body:trump place:us place:usmetonym",
        "body:biden place:us place:usmetonym",
        "body:obama place:us place:usmetonym",
        "body:putin place:russia place:moscow",
        "body:macron place:france place:paris",
        "body:zelensky place:ukraine place:kyiv",
        "body:netanyahu place:israel",
        "body:modi place:india",
        "body:erdogan place:turkey",
        "body:pboc body:央行",
        "body:卫健委 body:国家卫健委",
    )
)
