"""Countries and their peoples in English, French and Chinese."""

COUNTRIES = """
place:us
    usa, united states, america, american, americans, états unis, américain, américaine,
    américains, américaines, 美国, 美方, 美军, 美
place:uk
    uk, u.k., britain, british, briton, britons, united kingdom, royaume uni, britannique,
    britanniques, 英国
place:england
    england, angleterre, anglais, anglaise, 英格兰
place:scotland
    scotland, scottish, écosse, écossais, 苏格兰
place:wales
    wales, welsh, pays de galles, gallois, 威尔士
place:ireland
    ireland, irish, irlande, irlandais, 爱尔兰
place:france
    france, french, français, française, françaises, 法国, 法方
place:germany
    germany, german, germans, allemagne, allemand, allemande, allemands, 德国, 德方
place:italy
    italy, italian, italians, italie, italien, italienne, italiens, 意大利
place:spain
    spain, spanish, espagne, espagnol, espagnole, espagnols, 西班牙
place:portugal
    portugal, portuguese, portugais, portugaise, 葡萄牙
place:netherlands
    netherlands, dutch, holland, pays bas, néerlandais, néerlandaise, hollande, hollandais, 荷兰
place:belgium
    belgium, belgian, belgique, belge, belges, 比利时
place:switzerland
    switzerland, swiss, suisse, suisses, 瑞士
place:austria
    austria, austrian, autriche, autrichien, autrichienne, 奥地利
place:poland
    poland, pologne, polonais, polonaise, 波兰
place:czechia
    czech, czechia, tchèque, tchéquie, 捷克
place:slovakia
    slovakia, slovak, slovaquie, slovaque, 斯洛伐克
place:hungary
    hungary, hungarian, hongrie, hongrois, hongroise, 匈牙利
place:romania
    romania, romanian, roumanie, roumain, roumaine, 罗马尼亚
place:bulgaria
    bulgaria, bulgarian, bulgarie, bulgare, 保加利亚
place:serbia
    serbia, serbian, serbie, serbe, 塞尔维亚
place:croatia
    croatia, croatian, croatie, croate, 克罗地亚
place:slovenia
    slovenia, slovenian, slovénie, slovène, 斯洛文尼亚
place:bosnia
    bosnia, bosnian, bosnie, bosnien, 波黑
place:kosovo
    kosovo, 科索沃
place:albania
    albania, albanian, albanie, albanais, 阿尔巴尼亚
place:greece
    greece, greek, greeks, grèce, grec, grecque, grecs, 希腊
place:cyprus
    cyprus, cypriot, chypre, chypriote, 塞浦路斯
place:turkey
    türkiye, turkish, turquie, turc, turque, turcs, 土耳其
place:russia
    russia, russian, russians, russie, russe, russes, 俄罗斯, 俄国, 俄方, 俄军, 俄
place:ukraine
    ukraine, ukrainian, ukrainians, ukrainien, ukrainienne, ukrainiens, 乌克兰, 乌方, 乌军
place:belarus
    belarus, belarusian, biélorussie, biélorusse, 白俄罗斯
place:moldova
    moldova, moldovan, moldavie, moldave, 摩尔多瓦
place:georgia
    georgian, géorgie, géorgien, 格鲁吉亚
place:armenia
    armenia, armenian, arménie, arménien, 亚美尼亚
place:azerbaijan
    azerbaijan, azerbaijani, azerbaïdjan, azéri, 阿塞拜疆
place:kazakhstan
    kazakhstan, kazakh, 哈萨克斯坦
place:uzbekistan
    uzbekistan, uzbek, ouzbékistan, 乌兹别克斯坦
place:sweden
    sweden, swedish, suède, suédois, suédoise, 瑞典
place:norway
    norway, norwegian, norvège, norvégien, norvégienne, 挪威
place:denmark
    denmark, danish, danemark, danois, danoise, 丹麦
place:finland
    finland, finnish, finlande, finlandais, finlandaise, 芬兰
place:iceland
    iceland, icelandic, islande, islandais, islandaise, 冰岛
place:greenland
    greenland, groenland, 格陵兰
place:estonia
    estonia, estonian, estonie, estonien, 爱沙尼亚
place:latvia
    latvia, latvian, lettonie, letton, 拉脱维亚
place:lithuania
    lithuania, lithuanian, lituanie, lituanien, 立陶宛
place:luxembourg
    luxembourg, 卢森堡
place:china
    chinese, chine, chinois, chinoise, chinoises, 中国, 我国, 中方, prc
place:taiwan
    taiwan, taiwanese, taïwan, taïwanais, taïwanaise, 台湾
place:hongkong
    hong kong, hongkong, hong kongers, hongkongais, 香港
place:macau
    macau, macao, 澳门
place:japan
    japan, japanese, japon, japonais, japonaise, japonaises, 日本, 日方
place:southkorea
    south korea, south korean, corée du sud, sud coréen, sud coréenne, seoul's, 韩国, 韩方
place:northkorea
    north korea, north korean, corée du nord, nord coréen, nord coréenne, 朝鲜, 朝方
place:india
    india, indian, indians, inde, indien, indienne, indiens, 印度
place:pakistan
    pakistan, pakistani, pakistanais, pakistanaise, 巴基斯坦
place:bangladesh
    bangladesh, bangladeshi, bangladais, 孟加拉国, 孟加拉
place:srilanka
    sri lanka, sri lankan, 斯里兰卡
place:nepal
    nepal, nepali, nepalese, népal, népalais, 尼泊尔
place:afghanistan
    afghanistan, afghan, afghans, afghane, 阿富汗
place:iran
    iran, iranian, iranians, iranien, iranienne, iraniens, 伊朗, 伊方
place:iraq
    iraq, iraqi, iraqis, irak, irakien, irakienne, irakiens, 伊拉克
place:syria
    syria, syrian, syrians, syrie, syrien, syrienne, syriens, 叙利亚
place:lebanon
    lebanon, lebanese, liban, libanais, libanaise, 黎巴嫩
place:israel
    israel, israeli, israelis, israël, israélien, israélienne, israéliens, 以色列, 以方, 以军
place:palestine
    palestine, palestinian, palestinians, palestinien, palestinienne, palestiniens, 巴勒斯坦, 巴方
place:gaza
    gaza, 加沙
place:jordan
    jordanian, jordanie, jordanien, 约旦
place:saudi
    saudi, saudis, saudi arabia, arabie saoudite, saoudien, saoudienne, 沙特, 沙特阿拉伯
place:uae
    uae, emirati, emirates, émirats, émirats arabes unis, 阿联酋
place:qatar
    qatar, qatari, qatarien, qatarie, 卡塔尔
place:kuwait
    kuwait, kuwaiti, koweït, koweïtien, 科威特
place:bahrain
    bahrain, bahreïn, 巴林
place:oman
    oman, omani, omanais, 阿曼
place:yemen
    yemen, yemeni, yémen, yéménite, 也门
place:egypt
    egypt, egyptian, egyptians, égypte, égyptien, égyptienne, 埃及
place:libya
    libya, libyan, libye, libyen, libyenne, 利比亚
place:tunisia
    tunisia, tunisian, tunisie, tunisien, tunisienne, 突尼斯
place:algeria
    algeria, algerian, algérie, algérien, algérienne, algériens, 阿尔及利亚
place:morocco
    morocco, moroccan, maroc, marocain, marocaine, marocains, 摩洛哥
place:sudan
    sudan, sudanese, soudan, soudanais, 苏丹
place:southsudan
    south sudan, soudan du sud, 南苏丹
place:ethiopia
    ethiopia, ethiopian, éthiopie, éthiopien, 埃塞俄比亚
place:somalia
    somalia, somali, somalie, somalien, 索马里
place:kenya
    kenya, kenyan, kényan, kenyane, 肯尼亚
place:uganda
    uganda, ugandan, ouganda, ougandais, 乌干达
place:tanzania
    tanzania, tanzanian, tanzanie, 坦桑尼亚
place:rwanda
    rwanda, rwandan, rwandais, 卢旺达
place:congo
    congo, congolese, congolais, congolaise, rdc, drc, 刚果, 刚果金
place:nigeria
    nigeria, nigerian, nigérian, nigériane, 尼日利亚
place:niger
    niger, nigérien, nigérienne, nigerien, 尼日尔
place:mali
    mali, malian, malien, malienne, 马里
place:burkina
    burkina faso, burkina, burkinabè, 布基纳法索
place:senegal
    senegal, senegalese, sénégal, sénégalais, 塞内加尔
place:ivorycoast
    ivory coast, ivorian, côte d'ivoire, ivoirien, ivoirienne, 科特迪瓦
place:ghana
    ghana, ghanaian, ghanéen, 加纳
place:cameroon
    cameroon, cameroonian, cameroun, camerounais, 喀麦隆
place:gabon
    gabon, gabonais, 加蓬
place:chad
    tchad, tchadien, chadian, 乍得
place:angola
    angola, angolan, angolais, 安哥拉
place:mozambique
    mozambique, mozambican, mozambicain, 莫桑比克
place:zimbabwe
    zimbabwe, zimbabwean, zimbabwéen, 津巴布韦
place:zambia
    zambia, zambian, zambie, 赞比亚
place:southafrica
    south africa, south african, south africans, afrique du sud, sud africain, sud africaine, 南非
place:madagascar
    madagascar, malgache, 马达加斯加
place:canada
    canada, canadian, canadians, canadien, canadienne, canadiens, 加拿大
place:mexico
    mexico, mexican, mexicans, mexique, mexicain, mexicaine, mexicains, 墨西哥
place:guatemala
    guatemala, guatemalan, guatémaltèque, 危地马拉
place:honduras
    honduras, honduran, hondurien, 洪都拉斯
place:salvador
    el salvador, salvadoran, salvador, 萨尔瓦多
place:nicaragua
    nicaragua, nicaraguan, nicaraguayen, 尼加拉瓜
place:costarica
    costa rica, costa rican, costaricain, 哥斯达黎加
place:panama
    panama, panamanian, panaméen, 巴拿马
place:cuba
    cuba, cuban, cubans, cubain, cubaine, cubains, 古巴
place:haiti
    haiti, haitian, haïti, haïtien, haïtienne, 海地
place:colombia
    colombia, colombian, colombie, colombien, colombienne, 哥伦比亚
place:venezuela
    venezuela, venezuelan, vénézuélien, vénézuélienne, 委内瑞拉
place:ecuador
    ecuador, ecuadorian, équateur, équatorien, 厄瓜多尔
place:peru
    peru, peruvian, pérou, péruvien, péruvienne, 秘鲁
place:bolivia
    bolivia, bolivian, bolivie, bolivien, 玻利维亚
place:chile
    chile, chilean, chili, chilien, chilienne, 智利
place:argentina
    argentina, argentine, argentinian, argentin, argentins, 阿根廷
place:uruguay
    uruguay, uruguayan, uruguayen, 乌拉圭
place:paraguay
    paraguay, paraguayan, paraguayen, 巴拉圭
place:brazil
    brazil, brazilian, brazilians, brésil, brésilien, brésilienne, brésiliens, 巴西
place:australia
    australia, australian, australians, australie, australien, australienne, australiens,
    澳大利亚, 澳洲, 澳方
place:newzealand
    new zealand, new zealander, nouvelle zélande, néo zélandais, néo zélandaise, 新西兰
place:fiji
    fiji, fijian, fidji, 斐济
place:indonesia
    indonesia, indonesian, indonésie, indonésien, indonésienne, 印尼, 印度尼西亚
place:malaysia
    malaysia, malaysian, malaisie, malaisien, 马来西亚
place:singapore
    singapore, singaporean, singapour, singapourien, 新加坡
place:thailand
    thailand, thai, thaïlande, thaïlandais, 泰国
place:vietnam
    vietnam, vietnamese, viêt nam, vietnamien, vietnamienne, 越南
place:philippines
    philippines, philippine, filipino, filipinos, philippin, 菲律宾
place:myanmar
    myanmar, burma, birmanie, birman, birmane, 缅甸
place:cambodia
    cambodia, cambodian, cambodge, cambodgien, 柬埔寨
place:laos
    laos, laotian, laotien, 老挝
place:mongolia
    mongolia, mongolian, mongolie, mongol, 蒙古, 蒙古国
place:eu
    eu, e.u., european union, ue, union européenne, 欧盟
place:europe
    europe, european, europeans, européen, européenne, européens, 欧洲
place:asia
    asia, asian, asie, asiatique, asiatiques, 亚洲
place:africa
    africa, african, africans, afrique, africain, africaine, africains, 非洲
place:latinamerica
    latin america, latin american, south america, south american, amérique latine,
    amérique du sud, 拉美, 南美
place:northamerica
    north america, north american, amérique du nord, 北美
place:middleeast
    middle east, proche orient, moyen orient, 中东
place:ukmetonym
    westminster, downing street, 唐宁街
place:usmetonym
    washington, white house, maison blanche, pentagon, pentagone, 白宫, 华盛顿, 五角大楼
"""

#: Names of the same power: evidence of nothing when they stand for each other.
METONYMS: tuple[frozenset[str], ...] = tuple(
    frozenset(f"place:{name}" for name in names.split())
    for names in (
        "us usmetonym washington northamerica",
        "uk england ukmetonym london europe scotland wales",
        "france paris europe eu",
        "germany berlin europe eu",
        "italy rome europe",
        "spain madrid europe",
        "russia moscow",
        "ukraine kyiv",
        "china beijing asia hongkong taiwan",
        "japan tokyo asia",
        "southkorea seoul asia",
        "northkorea pyongyang",
        "india newdelhi asia",
        "iran tehran middleeast",
        "israel jerusalem telaviv middleeast",
        "palestine gaza",
        "turkey ankara istanbul",
        "egypt cairo africa",
        "eu brussels europe",
        "australia canberra sydney",
        "canada ottawa",
    )
)
