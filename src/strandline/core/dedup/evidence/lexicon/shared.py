"""Words that mean one thing in titles of any language: countries that are much in the news, days,
things with versions.
"""

#: Under `=` every form is a name of its own; the number behind a `product` or `body` is of it.
SHARED = """
place
    us: usa, united states, america, american, americans, états unis, américain, américaine,
        américains, américaines, 美国, 美方, 美军, 美
    uk: uk, u.k., britain, british, briton, britons, united kingdom, royaume uni, britannique,
        britanniques, 英国
    england: england, angleterre, anglais, anglaise, 英格兰
    scotland: scotland, scottish, écosse, écossais, 苏格兰
    wales: wales, welsh, pays de galles, gallois, 威尔士
    ireland: ireland, irish, irlande, irlandais, 爱尔兰
    france: france, french, français, française, françaises, 法国, 法方
    germany: germany, german, germans, allemagne, allemand, allemande, allemands, 德国, 德方
    italy: italy, italian, italians, italie, italien, italienne, italiens, 意大利
    spain: spain, spanish, espagne, espagnol, espagnole, espagnols, 西班牙
    portugal: portugal, portuguese, portugais, portugaise, 葡萄牙
    netherlands: netherlands, dutch, holland, pays bas, néerlandais, néerlandaise, hollande,
        hollandais, 荷兰
    belgium: belgium, belgian, belgique, belge, belges, 比利时
    switzerland: switzerland, swiss, suisse, suisses, 瑞士
    austria: austria, austrian, autriche, autrichien, autrichienne, 奥地利
    poland: poland, pologne, polonais, polonaise, 波兰
    hungary: hungary, hungarian, hongrie, hongrois, hongroise, 匈牙利
    romania: romania, romanian, roumanie, roumain, roumaine, 罗马尼亚
    bulgaria: bulgaria, bulgarian, bulgarie, bulgare, 保加利亚
    serbia: serbia, serbian, serbie, serbe, 塞尔维亚
    greece: greece, greek, greeks, grèce, grec, grecque, grecs, 希腊
    turkey: turkey, türkiye, turkish, turquie, turc, turque, turcs, 土耳其
    russia: russia, russian, russians, russie, russe, russes, 俄罗斯, 俄国, 俄方, 俄军, 俄
    ukraine: ukraine, ukrainian, ukrainians, ukrainien, ukrainienne, ukrainiens, 乌克兰, 乌方, 乌军
    belarus: belarus, belarusian, biélorussie, biélorusse, 白俄罗斯
    sweden: sweden, swedish, suède, suédois, suédoise, 瑞典
    norway: norway, norwegian, norvège, norvégien, norvégienne, 挪威
    denmark: denmark, danish, danemark, danois, danoise, 丹麦
    finland: finland, finnish, finlande, finlandais, finlandaise, 芬兰
    china: china, chinese, chine, chinois, chinoise, chinoises, 中国, 我国, 中方, prc
    taiwan: taiwan, taiwanese, taïwan, taïwanais, taïwanaise, 台湾
    hongkong: hong kong, hongkong, hong kongers, hongkongais, 香港
    macau: macau, macao, 澳门
    japan: japan, japanese, japon, japonais, japonaise, japonaises, 日本, 日方
    southkorea: south korea, south korean, corée du sud, sud coréen, sud coréenne, seoul's, 韩国,
        韩方
    northkorea: north korea, north korean, corée du nord, nord coréen, nord coréenne, 朝鲜, 朝方
    india: india, indian, indians, inde, indien, indienne, indiens, 印度
    pakistan: pakistan, pakistani, pakistanais, pakistanaise, 巴基斯坦
    bangladesh: bangladesh, bangladeshi, bangladais, 孟加拉国, 孟加拉
    srilanka: sri lanka, sri lankan, 斯里兰卡
    nepal: nepal, nepali, nepalese, népal, népalais, 尼泊尔
    afghanistan: afghanistan, afghan, afghans, afghane, 阿富汗
    iran: iran, iranian, iranians, iranien, iranienne, iraniens, 伊朗, 伊方
    iraq: iraq, iraqi, iraqis, irak, irakien, irakienne, irakiens, 伊拉克
    syria: syria, syrian, syrians, syrie, syrien, syrienne, syriens, 叙利亚
    lebanon: lebanon, lebanese, liban, libanais, libanaise, 黎巴嫩
    israel: israel, israeli, israelis, israël, israélien, israélienne, israéliens, 以色列, 以方,
        以军
    palestine: palestine, palestinian, palestinians, palestinien, palestinienne, palestiniens,
        巴勒斯坦, 巴方
    gaza: gaza, 加沙
    jordan: jordanian, jordanie, jordanien, 约旦
    saudi: saudi, saudis, saudi arabia, arabie saoudite, saoudien, saoudienne, 沙特, 沙特阿拉伯
    uae: uae, emirati, emirates, émirats, émirats arabes unis, 阿联酋
    qatar: qatar, qatari, qatarien, qatarie, 卡塔尔
    kuwait: kuwait, kuwaiti, koweït, koweïtien, 科威特
    bahrain: bahrain, bahreïn, 巴林
    yemen: yemen, yemeni, yémen, yéménite, 也门
    egypt: egypt, egyptian, egyptians, égypte, égyptien, égyptienne, 埃及
    libya: libya, libyan, libye, libyen, libyenne, 利比亚
    tunisia: tunisia, tunisian, tunisie, tunisien, tunisienne, 突尼斯
    algeria: algeria, algerian, algérie, algérien, algérienne, algériens, 阿尔及利亚
    morocco: morocco, moroccan, maroc, marocain, marocaine, marocains, 摩洛哥
    sudan: sudan, sudanese, soudan, soudanais, 苏丹
    southsudan: south sudan, soudan du sud, 南苏丹
    kenya: kenya, kenyan, kényan, kenyane, 肯尼亚
    congo: congo, congolese, congolais, congolaise, rdc, drc, 刚果, 刚果金
    nigeria: nigeria, nigerian, nigérian, nigériane, 尼日利亚
    ghana: ghana, ghanaian, ghanéen, 加纳
    southafrica: south africa, south african, south africans, afrique du sud, sud africain,
        sud africaine, 南非
    canada: canada, canadian, canadians, canadien, canadienne, canadiens, 加拿大
    mexico: mexico, mexican, mexicans, mexique, mexicain, mexicaine, mexicains, 墨西哥
    panama: panama, panamanian, panaméen, 巴拿马
    cuba: cuba, cuban, cubans, cubain, cubaine, cubains, 古巴
    haiti: haiti, haitian, haïti, haïtien, haïtienne, 海地
    colombia: colombia, colombian, colombie, colombien, colombienne, 哥伦比亚
    venezuela: venezuela, venezuelan, vénézuélien, vénézuélienne, 委内瑞拉
    peru: peru, peruvian, pérou, péruvien, péruvienne, 秘鲁
    chile: chile, chilean, chili, chilien, chilienne, 智利
    argentina: argentina, argentine, argentinian, argentin, argentins, 阿根廷
    brazil: brazil, brazilian, brazilians, brésil, brésilien, brésilienne, brésiliens, 巴西
    australia: australia, australian, australians, australie, australien, australienne, australiens,
        澳大利亚, 澳洲, 澳方
    newzealand: new zealand, new zealander, nouvelle zélande, néo zélandais, néo zélandaise, 新西兰
    indonesia: indonesia, indonesian, indonésie, indonésien, indonésienne, 印尼, 印度尼西亚
    malaysia: malaysia, malaysian, malaisie, malaisien, 马来西亚
    singapore: singapore, singaporean, singapour, singapourien, 新加坡
    thailand: thailand, thai, thaïlande, thaïlandais, 泰国
    vietnam: vietnam, vietnamese, viêt nam, vietnamien, vietnamienne, 越南
    philippines: philippines, philippine, filipino, filipinos, philippin, 菲律宾
    myanmar: myanmar, burma, birmanie, birman, birmane, 缅甸
    cambodia: cambodia, cambodian, cambodge, cambodgien, 柬埔寨
    mongolia: mongolia, mongolian, mongolie, mongol, 蒙古, 蒙古国
    eu: eu, e.u., european union, ue, union européenne, 欧盟
    europe: europe, european, europeans, européen, européenne, européens, 欧洲
    asia: asia, asian, asie, asiatique, asiatiques, 亚洲
    africa: africa, african, africans, afrique, africain, africaine, africains, 非洲
    middleeast: middle east, proche orient, moyen orient, 中东
    usmetonym: washington, white house, maison blanche, pentagon, pentagone, 白宫, 华盛顿, 五角大楼
    =: 北京, 上海, 天津, 重庆, 广州, 深圳, 杭州, 南京, 苏州, 成都, 武汉, 西安, 郑州, 长沙, 青岛,
        济南, 沈阳, 大连, 哈尔滨, 长春, 合肥, 福州, 厦门, 南昌, 昆明, 贵阳, 南宁, 海口, 兰州, 太原,
        石家庄, 西宁, 银川, 乌鲁木齐, 拉萨, 呼和浩特, 宁波, 无锡, 佛山, 东莞
product
    =: iphone, ipad, ipados, ios, macos, macbook, galaxy, pixel, android, windows, playstation, ps,
        gpt, chatgpt, claude, gemini, llama, deepseek, qwen, mate, model, falcon, starship, artemis,
        shenzhou, 神舟, 天舟, 嫦娥, 长征, 星舰, 猎鹰, 阿尔忒弥斯, 通义千问, 深度求索
body
    =: airbus, 空客, boeing, 波音, tesla, 特斯拉, ford, 福特, xiaomi, 小米, huawei, 华为, 荣耀,
        比亚迪, 三星
    republicans: gop, republican, republicans
weekday
    1: monday, mondays, lundi, lundis, 周一, 星期一, 礼拜一
    2: tuesday, tuesdays, mardi, mardis, 周二, 星期二, 礼拜二
    3: wednesday, wednesdays, mercredi, mercredis, 周三, 星期三, 礼拜三
    4: thursday, thursdays, jeudi, jeudis, 周四, 星期四, 礼拜四
    5: friday, fridays, vendredi, vendredis, 周五, 星期五, 礼拜五
    6: saturday, saturdays, samedi, samedis, 周六, 星期六, 礼拜六
    7: sunday, sundays, dimanche, dimanches, 周日, 周天, 星期日, 星期天, 礼拜天
season
    1: spring, printemps, 春季, 春天
    2: summer, cet été, l'été, d'été, en été, été prochain, été dernier, 夏季, 夏天
    3: autumn, automne, 秋季, 秋天
    4: winter, hiver, 冬季, 冬天
"""

#: Words in small letters that are no country.
PLAIN_WORDS = frozenset(("turkey", "china", "jordan", "us", "un", "ue", "eu", "polish", "english"))
