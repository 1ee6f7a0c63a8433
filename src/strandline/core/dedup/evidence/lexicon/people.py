"""People in the news of many countries, in English, French and Chinese; others are in `bodies`.

Full names where the last name alone is a word or is borne by many.
"""

PEOPLE = """
body:popefrancis
    pope francis, pape françois, 教皇方济各, 教宗方济各, 方济各
body:popeleo
    pope leo, pape léon, 教皇利奥十四世, 教宗利奥十四世, 教宗良十四世, 利奥十四世, 良十四世
body:kingcharles
    king charles, charles iii, 查尔斯三世, 英王查尔斯, 查尔斯国王
body:princewilliam
    prince william, 威廉王子
body:princeharry
    prince harry, 哈里王子
body:vance
    jd vance, 万斯
body:rubio
    marco rubio, 鲁比奥
body:hegseth
    hegseth, 赫格塞思
body:bessent
    bessent, 贝森特
body:powell
    jerome powell, 鲍威尔
body:lagarde
    lagarde, 拉加德
body:mamdani
    mamdani, 马姆达尼
body:newsom
    newsom, 纽森
body:vonderleyen
    von der leyen, 冯德莱恩
body:rutte
    rutte, 吕特
body:meloni
    meloni, 梅洛尼
body:orban
    orbán, 欧尔班
body:tusk
    donald tusk, 图斯克
body:fico
    robert fico, 菲佐
body:sanchez
    pedro sánchez, 桑切斯
body:bayrou
    bayrou, 贝鲁
body:lecornu
    lecornu, 勒科尔尼
body:sarkozy
    sarkozy, 萨科齐
body:bardella
    bardella, 巴尔代拉
body:melenchon
    mélenchon, 梅朗雄
body:lavrov
    lavrov, 拉夫罗夫
body:lukashenko
    lukashenko, loukachenko, 卢卡申科
body:khamenei
    khamenei, 哈梅内伊
body:pezeshkian
    pezeshkian, 佩泽希齐扬
body:sharaa
    al-sharaa, sharaa, al-charaa, 沙拉
body:sisi
    al-sisi, sissi, 塞西
body:lula
    lula, 卢拉
body:bolsonaro
    bolsonaro, 博索纳罗
body:milei
    milei, 米莱
body:maduro
    maduro, 马杜罗
body:machado
    maría corina machado, 马查多
body:sheinbaum
    sheinbaum, 辛鲍姆
body:carney
    mark carney, 卡尼
body:trudeau
    trudeau, 特鲁多
body:albanese
    anthony albanese, 阿尔巴尼斯
body:ishiba
    ishiba, 石破茂
body:takaichi
    takaichi, 高市早苗
body:kishida
    kishida, 岸田文雄
body:yoon
    yoon suk yeol, 尹锡悦
body:leejaemyung
    lee jae myung, 李在明
body:laichingte
    lai ching te, william lai, 赖清德
body:chengliwun
    cheng li wun, 郑丽文
body:marcos
    ferdinand marcos, bongbong marcos, 马科斯
body:duterte
    duterte, 杜特尔特
body:hasina
    sheikh hasina, 哈西娜
body:liqiang
    li qiang, 李强总理
body:wangyi
    wang yi, 王毅
body:helifeng
    he lifeng, 何立峰
body:altman
    sam altman, 奥尔特曼, 奥特曼
body:jensenhuang
    jensen huang, 黄仁勋
body:jackma
    jack ma, 马云
body:leijun
    lei jun, 雷军
body:buffett
    warren buffett, 巴菲特
body:taylorswift
    taylor swift, 泰勒斯威夫特, 霉霉
body:zhengqinwen
    zheng qinwen, qinwen zheng, 郑钦文
body:sabalenka
    sabalenka, 萨巴伦卡
body:swiatek
    swiatek, świątek, 斯瓦泰克
body:gauff
    coco gauff, 高芙
body:rybakina
    rybakina, 莱巴金娜
body:sinner
    jannik sinner, 辛纳
body:alcaraz
    alcaraz, 阿尔卡拉斯
body:medvedev
    daniil medvedev, 梅德韦杰夫
body:federer
    federer, 费德勒
body:curry
    stephen curry, steph curry, 库里
body:lebron
    lebron james, lebron, 勒布朗詹姆斯, 勒布朗
body:doncic
    dončić, doncic, 东契奇
body:wembanyama
    wembanyama, 文班亚马
body:yanghansen
    yang hansen, hansen yang, 杨瀚森
body:haaland
    haaland, 哈兰德
body:salah
    mohamed salah, mo salah, 萨拉赫
body:yamal
    lamine yamal, 亚马尔
body:dembele
    dembélé, 登贝莱
body:guardiola
    guardiola, 瓜迪奥拉
body:mourinho
    mourinho, 穆里尼奥
body:ancelotti
    ancelotti, 安切洛蒂
body:hamilton
    lewis hamilton, 汉密尔顿
body:verstappen
    verstappen, 维斯塔潘
body:ohtani
    ohtani, 大谷翔平
body:sunyingsha
    sun yingsha, 孙颖莎
body:wangchuqin
    wang chuqin, 王楚钦
body:panzhanle
    pan zhanle, 潘展乐
body:quanhongchan
    quan hongchan, 全红婵
body:eileengu
    eileen gu, 谷爱凌
"""
