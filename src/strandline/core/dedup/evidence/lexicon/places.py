"""Cities and regions in English, French and Chinese."""

_PLAIN = """
nice tours lens gap pau sens angers bath reading mobile orange total shell target delta jaguar
visa dell giants eagles turkey china var cher orne eure gers landes lot manche marne doubs hull
ain aisne brest limoges agen tulle barre chad jordan georgia hamburg cologne lima split cork
derby stoke perth kent bonn vienna essen nets suns bulls heat jazz magic kings spurs inter
rangers wizards rockets warriors bucks hawks nuggets suzuki ford boss meta congress fed or ol
om asse uber gm dow vw pixel galaxy windows android mate model falcon gemini claude honor who
victoria asda casino leclerc danone bosch un us ue eu tories labour conservatives
polish english
"""

#: Under `place:=` every form is its own place.
PLACES = """
place:london
    london, londres, 伦敦
place:paris
    paris, parisien, parisienne, parisiens, 巴黎
place:berlin
    berlin, 柏林
place:rome
    rome, 罗马
place:milan
    milan, 米兰
place:madrid
    madrid, 马德里
place:barcelona
    barcelona, barcelone, 巴塞罗那
place:lisbon
    lisbon, lisbonne, 里斯本
place:brussels
    brussels, bruxelles, 布鲁塞尔
place:geneva
    geneva, genève, 日内瓦
place:zurich
    zurich, 苏黎世
place:vienna
    vienna, vienne, 维也纳
place:prague
    prague, 布拉格
place:warsaw
    warsaw, varsovie, 华沙
place:budapest
    budapest, 布达佩斯
place:athens
    athens, athènes, 雅典
place:istanbul
    istanbul, 伊斯坦布尔
place:ankara
    ankara, 安卡拉
place:moscow
    moscow, moscou, 莫斯科
place:kyiv
    kyiv, kiev, 基辅
place:kharkiv
    kharkiv, kharkov, 哈尔科夫
place:odesa
    odesa, odessa, 敖德萨
place:amsterdam
    amsterdam, 阿姆斯特丹
place:munich
    munich, 慕尼黑
place:frankfurt
    frankfurt, francfort, 法兰克福
place:hamburg
    hamburg, hambourg, 汉堡
place:cologne
    cologne, 科隆
place:copenhagen
    copenhagen, copenhague, 哥本哈根
place:stockholm
    stockholm, 斯德哥尔摩
place:oslo
    oslo, 奥斯陆
place:helsinki
    helsinki, 赫尔辛基
place:dublin
    dublin, 都柏林
place:edinburgh
    edinburgh, édimbourg, 爱丁堡
place:beijing
    beijing, peking, pékin, 北京
place:shanghai
    shanghai, 上海
place:guangzhou
    guangzhou, canton, 广州
place:shenzhen
    shenzhen, 深圳
place:wuhan
    wuhan, 武汉
place:chengdu
    chengdu, 成都
place:chongqing
    chongqing, 重庆
place:hangzhou
    hangzhou, 杭州
place:nanjing
    nanjing, nankin, 南京
place:tianjin
    tianjin, 天津
place:xian
    xi'an, 西安
place:taipei
    taipei, 台北
place:tokyo
    tokyo, 东京
place:osaka
    osaka, 大阪
place:seoul
    seoul, séoul, 首尔
place:pyongyang
    pyongyang, 平壤
place:newdelhi
    new delhi, delhi, 新德里
place:mumbai
    mumbai, bombay, 孟买
place:karachi
    karachi, 卡拉奇
place:kabul
    kabul, kaboul, 喀布尔
place:tehran
    tehran, téhéran, 德黑兰
place:baghdad
    baghdad, bagdad, 巴格达
place:damascus
    damascus, damas, 大马士革
place:aleppo
    aleppo, alep, 阿勒颇
place:beirut
    beirut, beyrouth, 贝鲁特
place:jerusalem
    jerusalem, jérusalem, 耶路撒冷
place:telaviv
    tel aviv, 特拉维夫
place:riyadh
    riyadh, riyad, 利雅得
place:dubai
    dubai, dubaï, 迪拜
place:doha
    doha, 多哈
place:cairo
    cairo, le caire, 开罗
place:tripoli
    tripoli, 的黎波里
place:algiers
    algiers, alger, 阿尔及尔
place:nairobi
    nairobi, 内罗毕
place:lagos
    lagos, 拉各斯
place:johannesburg
    johannesburg, 约翰内斯堡
place:capetown
    cape town, 开普敦
place:newyork
    new york, nyc, manhattan, 纽约
place:losangeles
    los angeles, 洛杉矶
place:sanfrancisco
    san francisco, 旧金山
place:chicago
    chicago, 芝加哥
place:houston
    houston, 休斯敦
place:boston
    boston, 波士顿
place:seattle
    seattle, 西雅图
place:miami
    miami, 迈阿密
place:toronto
    toronto, 多伦多
place:montreal
    montreal, montréal, 蒙特利尔
place:vancouver
    vancouver, 温哥华
place:sydney
    sydney, 悉尼
place:melbourne
    melbourne, 墨尔本
place:bangkok
    bangkok, 曼谷
place:jakarta
    jakarta, 雅加达
place:manila
    manila, manille, 马尼拉
place:hanoi
    hanoi, hanoï, 河内
place:california:region
    california, californian, californie, 加州, 加利福尼亚
place:texas:region
    texas, texan, 得州, 德州, 得克萨斯
place:florida:region
    florida, floride, 佛罗里达, 佛州
place:hawaii:region
    hawaii, hawaï, 夏威夷
place:alaska:region
    alaska, 阿拉斯加
place:quebec:region
    quebec, québec, québécois, 魁北克
place:crimea:region
    crimea, crimée, 克里米亚
place:donbas:region
    donbas, donbass, 顿巴斯
place:catalonia:region
    catalonia, catalan, catalogne, 加泰罗尼亚
place:bavaria:region
    bavaria, bavière, 巴伐利亚
place:sicily:region
    sicily, sicile, 西西里
place:corsica:region
    corsica, corse, 科西嘉
place:brittany:region
    brittany, bretagne, 布列塔尼
place:normandy:region
    normandy, normandie, 诺曼底
place:marseille
    marseille, marseilles, 马赛
place:lyon
    lyon, 里昂
place:strasbourg
    strasbourg, 斯特拉斯堡
place:honshu:region
    honshu, 本州
place:hokkaido:region
    hokkaido, 北海道
place:kyushu:region
    kyushu, 九州
place:okinawa:region
    okinawa, 冲绳
place:xinjiang:region
    xinjiang, 新疆
place:tibet:region
    tibet, tibetan, tibétain, 西藏
place:=:region
    alabama, arizona, arkansas, colorado, connecticut, delaware, idaho, illinois, indiana, iowa,
    kansas, kentucky, louisiana, maine, maryland, massachusetts, michigan, minnesota, mississippi,
    missouri, montana, nebraska, nevada, new hampshire, new jersey, new mexico, north carolina,
    north dakota, ohio, oklahoma, oregon, pennsylvania, rhode island, south carolina,
    south dakota, tennessee, utah, vermont, virginia, west virginia, wisconsin, cornwall, devon,
    kent, essex, sussex, surrey, norfolk, suffolk, yorkshire, lancashire, cumbria, dorset,
    somerset, hampshire, cheshire, merseyside, northumberland, lincolnshire, staffordshire,
    ontario, alberta, manitoba, saskatchewan, nova scotia, british columbia, queensland, victoria,
    tasmania, new south wales, kerala, gujarat, punjab, bihar, kashmir, guangdong, sichuan,
    yunnan, hunan, hubei, hebei, henan, shandong, jiangsu, zhejiang, fujian
place:=
    wyoming, atlanta, dallas, austin, denver, detroit, philadelphia, phoenix, baltimore,
    cleveland, pittsburgh, minneapolis, milwaukee, orlando, tampa, charlotte, nashville, memphis,
    new orleans, las vegas, salt lake city, sacramento, san diego, san jose, san antonio, oakland,
    portland, cincinnati, indianapolis, kansas city, st louis, honolulu, anchorage, brooklyn,
    queens, bronx, staten island, birmingham, leeds, liverpool, manchester, sheffield, bristol,
    newcastle, nottingham, leicester, coventry, cardiff, swansea, belfast, glasgow, aberdeen,
    dundee, southampton, portsmouth, plymouth, brighton, oxford, cambridge, york, hull, derby,
    norwich, exeter, bath, sunderland, middlesbrough, bradford, wolverhampton, stoke, reading,
    luton, calgary, edmonton, ottawa, winnipeg, halifax, brisbane, perth, adelaide, canberra,
    hobart, darwin, auckland, wellington, christchurch, kolkata, chennai, bangalore, hyderabad,
    pune, ahmedabad, lahore, islamabad, dhaka, kathmandu, colombo, rangoon, naples, turin,
    florence, venice, bologna, genoa, palermo, seville, valencia, bilbao, malaga, porto,
    stuttgart, dresden, leipzig, dusseldorf, dortmund, bonn, salzburg, basel, bern, antwerp,
    ghent, rotterdam, utrecht, krakow, gdansk, bucharest, sofia, belgrade, zagreb, sarajevo,
    tirana, tbilisi, yerevan, baku, minsk, riga, vilnius, tallinn, mariupol, kherson, donetsk,
    luhansk, lviv, bakhmut, rafah, hebron, nablus, jenin, haifa, mosul, basra, erbil, kandahar,
    herat, homs, idlib, sanaa, aden, benghazi, khartoum, addis ababa, mogadishu, kampala, kigali,
    dakar, abidjan, accra, abuja, bamako, ouagadougou, kinshasa, luanda, harare, maputo, pretoria,
    durban, rio de janeiro, sao paulo, brasilia, buenos aires, santiago, lima, bogota, medellin,
    caracas, quito, havana, tijuana, guadalajara, monterrey, kyoto, nagoya, fukuoka, sapporo,
    hiroshima, nagasaki, busan, incheon, kaohsiung, harbin
place:=:region
    picardie, touraine, alsace, lorraine, auvergne, limousin, aquitaine, occitanie, bourgogne,
    champagne, ardèche, ardennes, ariège, aveyron, calvados, cantal, charente, charente maritime,
    cher, corrèze, creuse, dordogne, doubs, drôme, eure, eure et loir, finistère, gard,
    haute garonne, gers, gironde, hérault, ille et vilaine, indre, indre et loire, isère, jura,
    landes, loir et cher, haute loire, loire atlantique, loiret, lot et garonne, lozère,
    maine et loire, mayenne, meurthe et moselle, meuse, morbihan, moselle, nièvre, oise, orne,
    pas de calais, puy de dôme, pyrénées atlantiques, hautes pyrénées, pyrénées orientales,
    bas rhin, haut rhin, rhône, haute saône, saône et loire, sarthe, savoie, haute savoie,
    seine maritime, seine et marne, yvelines, deux sèvres, tarn et garonne, var, vaucluse, vendée,
    haute vienne, vosges, yonne, territoire de belfort, essonne, hauts de seine,
    seine saint denis, val de marne, val d oise, côtes d armor, côte d or, alpes maritimes,
    bouches du rhône, hautes alpes, haute marne, loire de haute, île de france,
    nouvelle aquitaine, hauts de france, grand est, pays de la loire, auvergne rhône alpes,
    provence, béarn, pays basque, périgord, gascogne, guadeloupe, martinique, réunion, mayotte,
    guyane, nouvelle calédonie, polynésie, québec, wallonie, flandre
place:=
    nice, nantes, montpellier, bordeaux, lille, rennes, reims, saint etienne, toulon, le havre,
    grenoble, dijon, angers, nîmes, villeurbanne, clermont ferrand, aix en provence, brest,
    limoges, tours, amiens, metz, perpignan, besançon, orléans, rouen, mulhouse, caen, nancy,
    argenteuil, saint denis, montreuil, roubaix, tourcoing, avignon, dunkerque, poitiers,
    versailles, créteil, pau, la rochelle, calais, cannes, antibes, béziers, colmar, bourges,
    ajaccio, bastia, quimper, lorient, vannes, saint brieuc, saint malo, laval, le mans, chartres,
    blois, troyes, auxerre, nevers, mâcon, chalon, valence, annecy, chambéry, albi, rodez, auch,
    tarbes, bayonne, biarritz, agen, périgueux, angoulême, niort, cholet, saint nazaire, arras,
    lens, béthune, valenciennes, cambrai, compiègne, beauvais, évreux, alençon, cherbourg,
    charleville, épinal, belfort, montbéliard, vesoul, gap, digne, fréjus, hyères, arles,
    narbonne, carcassonne, montauban, cahors, castres, millau, mende, aurillac, guingamp, lannion,
    morlaix, concarneau, fougères, châteauroux, vichy, moulins, roanne, bobigny, nanterre,
    sarcelles, évry, melun, meaux, pontoise, cergy, foix, lourdes, sète, alès, issoire, brive,
    tulle, guéret, liège, namur, anvers, gand, lausanne
place:=:region
    河北, 山西, 辽宁, 吉林, 黑龙江, 江苏, 浙江, 安徽, 福建, 江西, 山东, 河南, 湖北, 湖南, 广东,
    海南, 四川, 贵州, 云南, 陕西, 甘肃, 青海, 内蒙古, 广西, 宁夏, 京津冀, 长三角, 珠三角,
    粤港澳大湾区
place:=
    苏州, 无锡, 宁波, 温州, 绍兴, 嘉兴, 金华, 台州, 义乌, 合肥, 芜湖, 福州, 厦门, 泉州, 南昌,
    赣州, 济南, 青岛, 烟台, 潍坊, 淄博, 临沂, 威海, 郑州, 洛阳, 开封, 南阳, 宜昌, 襄阳, 荆州,
    长沙, 株洲, 湘潭, 岳阳, 常德, 珠海, 佛山, 东莞, 中山, 惠州, 汕头, 湛江, 南宁, 桂林, 柳州,
    海口, 三亚, 绵阳, 德阳, 宜宾, 乐山, 贵阳, 遵义, 昆明, 大理, 丽江, 拉萨, 咸阳, 宝鸡, 延安,
    兰州, 西宁, 银川, 乌鲁木齐, 呼和浩特, 包头, 沈阳, 大连, 鞍山, 长春, 哈尔滨, 大庆, 齐齐哈尔,
    石家庄, 唐山, 保定, 邯郸, 秦皇岛, 张家口, 廊坊, 太原, 大同, 徐州, 常州, 南通, 扬州, 盐城,
    连云港, 镇江, 泰州, 淮安, 蚌埠, 安庆, 阜阳, 九龙, 新界, 港岛, 高雄, 台中, 台南, 新竹, 花莲,
    浦东, 海淀, 朝阳区, 顺义, 通州, 雄安, 广岛, 长崎, 京都, 名古屋, 福冈, 釜山, 仁川, 鄂尔多斯,
    喀什, 伊犁, 西双版纳, 玉溪, 曲靖, 泸州, 南充, 达州, 自贡, 内江, 攀枝花, 铜仁, 毕节, 六盘水,
    百色, 北海, 钦州, 梧州
"""

#: Names that are words in small letters.
PLAIN_WORDS = frozenset(_PLAIN.split())
