"""Chinese bodies by their long and short names. A sense has the name it has in `bodies`.

Short names that also stand across two words (`华北大部`, `施工行为`) are left out.
"""

CHINESE_BODIES = """
body:supremecourt
    最高人民法院
body:最高检
    最高人民检察院
body:发改委
    国家发改委, 国家发展改革委, 国家发展和改革委员会
body:工信部
    工业和信息化部
body:住建部
    住房和城乡建设部, 住房城乡建设部
body:国家卫健委
    国家卫生健康委, 国家卫生健康委员会
body:人社部
    人力资源和社会保障部, 人力资源社会保障部
body:文旅部
    文化和旅游部
body:交通运输部
    交通运输部
body:国家医保局
    国家医保局, 国家医疗保障局
body:国家药监局
    国家药监局, 国家药品监督管理局
body:市场监管总局
    市场监管总局, 国家市场监督管理总局
body:税务总局
    国家税务总局, 税务总局
body:金融监管总局
    金融监管总局, 国家金融监督管理总局, 金监总局
body:网信办
    国家网信办, 中央网信办, 国家互联网信息办公室
body:国资委
    国资委, 国务院国资委
body:国家统计局
    国家统计局
body:国家能源局
    国家能源局
body:自然资源部
    自然资源部
body:农业农村部
    农业农村部
body:生态环境部
    生态环境部
body:审计署
    审计署
body:中国气象局
    中国气象局
body:中央气象台
    中央气象台
body:地震台网
    中国地震台网, 地震台网
body:国铁集团
    国铁集团, 中国铁路, 中国国家铁路集团
body:民航局
    民航局, 中国民航局
body:中纪委
    中央纪委, 中纪委, 中央纪委国家监委
body:中央军委
    中央军委
body:全国政协
    全国政协
body:全国人大常委会
    全国人大常委会
body:中科院
    中科院, 中国科学院
body:工程院
    中国工程院
body:社科院
    中国社科院, 中国社会科学院
body:足协
    中国足协, 足协, 中国足球协会
body:篮协
    中国篮协, 篮协, 中国篮球协会
body:sse
    上交所, 上海证券交易所
body:szse
    深交所, 深圳证券交易所
body:bse
    北交所, 北京证券交易所
body:hkex
    港交所, 香港交易所
body:北京大学
    北京大学
body:清华大学
    清华, 清华大学
body:复旦大学
    复旦, 复旦大学
body:上海交大
    上海交大, 上海交通大学
body:浙江大学
    浙江大学
body:中科大
    中科大, 中国科学技术大学
body:人大大学
    中国人民大学
body:武汉大学
    武汉大学
body:北师大
    北师大, 北京师范大学
body:西安交大
    西安交大, 西安交通大学
body:哈工大
    哈工大, 哈尔滨工业大学
body:同济
    同济大学
body:港大
    香港大学
body:中国石油
    中石油, 中国石油
body:中国石化
    中石化, 中国石化
body:中国海油
    中海油, 中国海油
body:国家电网
    国家电网
body:工商银行
    工商银行, 中国工商银行
body:建设银行
    建设银行, 中国建设银行
body:农业银行
    农业银行, 中国农业银行
body:招商银行
    招商银行
body:中国东航
    东航, 东方航空, 中国东方航空
body:国航
    国航, 中国国航, 中国国际航空
body:南航
    南航, 南方航空, 中国南方航空
body:海航
    海航, 海南航空
body:厦航
    厦航, 厦门航空
body:吉祥航空
    吉祥航空
"""
