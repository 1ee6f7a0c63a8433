"""Countries and their peoples in English, French and Chinese; great cities of China."""

COUNTRIES = """
place:us:country
    usa, united states, america, american, americans, états unis, américain, américaine,
    américains, américaines, 美国, 美方, 美军, 美
place:uk:country
    uk, u.k., britain, british, briton, britons, united kingdom, royaume uni, britannique,
    britanniques, 英国
place:england:country
    england, angleterre, anglais, anglaise, 英格兰
place:scotland:country
    scotland, scottish, écosse, écossais, 苏格兰
place:wales:country
    wales, welsh, pays de galles, gallois, 威尔士
place:ireland:country
    ireland, irish, irlande, irlandais, 爱尔兰
place:france:country
    france, french, français, française, françaises, 法国, 法方
place:germany:country
    germany, german, germans, allemagne, allemand, allemande, allemands, 德国, 德方
place:italy:country
    italy, italian, italians, italie, italien, italienne, italiens, 意大利
place:spain:country
    spain, spanish, espagne, espagnol, espagnole, espagnols, 西班牙
place:portugal:country
    portugal, portuguese, portugais, portugaise, 葡萄牙
place:netherlands:country
    netherlands, dutch, holland, pays bas, néerlandais, néerlandaise, hollande, hollandais, 荷兰
place:belgium:country
    belgium, belgian, belgique, belge, belges, 比利时
place:switzerland:country
    switzerland, swiss, suisse, suisses, 瑞士
place:austria:country
    austria, austrian, autriche, autrichien, autrichienne, 奥地利
place:poland:country
    poland, pologne, polonais, polonaise, 波兰
place:czechia:country
    czech, czechia, tchèque, tchéquie, 捷克
place:slovakia:country
    slovakia, slovak, slovaquie, slovaque, 斯洛伐克
place:hungary:country
    hungary, hungarian, hongrie, hongrois, hongroise, 匈牙利
place:romania:country
    romania, romanian, roumanie, roumain, roumaine, 罗马尼亚
place:bulgaria:country
    bulgaria, bulgarian, bulgarie, bulgare, 保加利亚
place:serbia:country
    serbia, serbian, serbie, serbe, 塞尔维亚
place:croatia:country
    croatia, croatian, croatie, croate, 克罗地亚
place:slovenia:country
    slovenia, slovenian, slovénie, slovène, 斯洛文尼亚
place:bosnia:country
    bosnia, bosnian, bosnie, bosnien, 波黑
place:kosovo:country
    kosovo, 科索沃
place:albania:country
    albania, albanian, albanie, albanais, 阿尔巴尼亚
place:greece:country
    greece, greek, greeks, grèce, grec, grecque, grecs, 希腊
place:cyprus:country
    cyprus, cypriot, chypre, chypriote, 塞浦路斯
place:turkey:country
    turkey, türkiye, turkish, turquie, turc, turque, turcs, 土耳其
place:russia:country
    russia, russian, russians, russie, russe, russes, 俄罗斯, 俄国, 俄方, 俄军, 俄
place:ukraine:country
    ukraine, ukrainian, ukrainians, ukrainien, ukrainienne, ukrainiens, 乌克兰, 乌方, 乌军
place:belarus:country
    belarus, belarusian, biélorussie, biélorusse, 白俄罗斯
place:moldova:country
    moldova, moldovan, moldavie, moldave, 摩尔多瓦
place:georgia:country
    georgian, géorgie, géorgien, 格鲁吉亚
place:armenia:country
    armenia, armenian, arménie, arménien, 亚美尼亚
place:azerbaijan:country
    azerbaijan, azerbaijani, azerbaïdjan, azéri, 阿塞拜疆
place:kazakhstan:country
    kazakhstan, kazakh, 哈萨克斯坦
place:uzbekistan:country
    uzbekistan, uzbek, ouzbékistan, 乌兹别克斯坦
place:sweden:country
    sweden, swedish, suède, suédois, suédoise, 瑞典
place:norway:country
    norway, norwegian, norvège, norvégien, norvégienne, 挪威
place:denmark:country
    denmark, danish, danemark, danois, danoise, 丹麦
place:finland:country
    finland, finnish, finlande, finlandais, finlandaise, 芬兰
place:iceland:country
    iceland, icelandic, islande, islandais, islandaise, 冰岛
place:greenland:country
    greenland, groenland, 格陵兰
place:estonia:country
    estonia, estonian, estonie, estonien, 爱沙尼亚
place:latvia:country
    latvia, latvian, lettonie, letton, 拉脱维亚
place:lithuania:country
    lithuania, lithuanian, lituanie, lituanien, 立陶宛
place:luxembourg:country
    luxembourg, 卢森堡
place:china:country
    china, chinese, chine, chinois, chinoise, chinoises, 中国, 我国, 中方, prc
place:taiwan:country
    taiwan, taiwanese, taïwan, taïwanais, taïwanaise, 台湾
place:hongkong:country
    hong kong, hongkong, hong kongers, hongkongais, 香港
place:macau:country
    macau, macao, 澳门
place:japan:country
    japan, japanese, japon, japonais, japonaise, japonaises, 日本, 日方
place:southkorea:country
    south korea, south korean, corée du sud, sud coréen, sud coréenne, seoul's, 韩国, 韩方
place:northkorea:country
    north korea, north korean, corée du nord, nord coréen, nord coréenne, 朝鲜, 朝方
place:india:country
    india, indian, indians, inde, indien, indienne, indiens, 印度
place:pakistan:country
    pakistan, pakistani, pakistanais, pakistanaise, 巴基斯坦
place:bangladesh:country
    bangladesh, bangladeshi, bangladais, 孟加拉国, 孟加拉
place:srilanka:country
    sri lanka, sri lankan, 斯里兰卡
place:nepal:country
    nepal, nepali, nepalese, népal, népalais, 尼泊尔
place:afghanistan:country
    afghanistan, afghan, afghans, afghane, 阿富汗
place:iran:country
    iran, iranian, iranians, iranien, iranienne, iraniens, 伊朗, 伊方
place:iraq:country
    iraq, iraqi, iraqis, irak, irakien, irakienne, irakiens, 伊拉克
place:syria:country
    syria, syrian, syrians, syrie, syrien, syrienne, syriens, 叙利亚
place:lebanon:country
    lebanon, lebanese, liban, libanais, libanaise, 黎巴嫩
place:israel:country
    israel, israeli, israelis, israël, israélien, israélienne, israéliens, 以色列, 以方, 以军
place:palestine:country
    palestine, palestinian, palestinians, palestinien, palestinienne, palestiniens, 巴勒斯坦, 巴方
place:gaza:country
    gaza, 加沙
place:jordan:country
    jordanian, jordanie, jordanien, 约旦
place:saudi:country
    saudi, saudis, saudi arabia, arabie saoudite, saoudien, saoudienne, 沙特, 沙特阿拉伯
place:uae:country
    uae, emirati, emirates, émirats, émirats arabes unis, 阿联酋
place:qatar:country
    qatar, qatari, qatarien, qatarie, 卡塔尔
place:kuwait:country
    kuwait, kuwaiti, koweït, koweïtien, 科威特
place:bahrain:country
    bahrain, bahreïn, 巴林
place:oman:country
    oman, omani, omanais, 阿曼
place:yemen:country
    yemen, yemeni, yémen, yéménite, 也门
place:egypt:country
    egypt, egyptian, egyptians, égypte, égyptien, égyptienne, 埃及
place:libya:country
    libya, libyan, libye, libyen, libyenne, 利比亚
place:tunisia:country
    tunisia, tunisian, tunisie, tunisien, tunisienne, 突尼斯
place:algeria:country
    algeria, algerian, algérie, algérien, algérienne, algériens, 阿尔及利亚
place:morocco:country
    morocco, moroccan, maroc, marocain, marocaine, marocains, 摩洛哥
place:sudan:country
    sudan, sudanese, soudan, soudanais, 苏丹
place:southsudan:country
    south sudan, soudan du sud, 南苏丹
place:ethiopia:country
    ethiopia, ethiopian, éthiopie, éthiopien, 埃塞俄比亚
place:somalia:country
    somalia, somali, somalie, somalien, 索马里
place:kenya:country
    kenya, kenyan, kényan, kenyane, 肯尼亚
place:uganda:country
    uganda, ugandan, ouganda, ougandais, 乌干达
place:tanzania:country
    tanzania, tanzanian, tanzanie, 坦桑尼亚
place:rwanda:country
    rwanda, rwandan, rwandais, 卢旺达
place:congo:country
    congo, congolese, congolais, congolaise, rdc, drc, 刚果, 刚果金
place:nigeria:country
    nigeria, nigerian, nigérian, nigériane, 尼日利亚
place:niger:country
    niger, nigérien, nigérienne, nigerien, 尼日尔
place:mali:country
    mali, malian, malien, malienne, 马里
place:burkina:country
    burkina faso, burkina, burkinabè, 布基纳法索
place:senegal:country
    senegal, senegalese, sénégal, sénégalais, 塞内加尔
place:ivorycoast:country
    ivory coast, ivorian, côte d'ivoire, ivoirien, ivoirienne, 科特迪瓦
place:ghana:country
    ghana, ghanaian, ghanéen, 加纳
place:cameroon:country
    cameroon, cameroonian, cameroun, camerounais, 喀麦隆
place:gabon:country
    gabon, gabonais, 加蓬
place:chad:country
    tchad, tchadien, chadian, 乍得
place:angola:country
    angola, angolan, angolais, 安哥拉
place:mozambique:country
    mozambique, mozambican, mozambicain, 莫桑比克
place:zimbabwe:country
    zimbabwe, zimbabwean, zimbabwéen, 津巴布韦
place:zambia:country
    zambia, zambian, zambie, 赞比亚
place:southafrica:country
    south africa, south african, south africans, afrique du sud, sud africain, sud africaine, 南非
place:madagascar:country
    madagascar, malgache, 马达加斯加
place:canada:country
    canada, canadian, canadians, canadien, canadienne, canadiens, 加拿大
place:mexico:country
    mexico, mexican, mexicans, mexique, mexicain, mexicaine, mexicains, 墨西哥
place:guatemala:country
    guatemala, guatemalan, guatémaltèque, 危地马拉
place:honduras:country
    honduras, honduran, hondurien, 洪都拉斯
place:salvador:country
    el salvador, salvadoran, salvador, 萨尔瓦多
place:nicaragua:country
    nicaragua, nicaraguan, nicaraguayen, 尼加拉瓜
place:costarica:country
    costa rica, costa rican, costaricain, 哥斯达黎加
place:panama:country
    panama, panamanian, panaméen, 巴拿马
place:cuba:country
    cuba, cuban, cubans, cubain, cubaine, cubains, 古巴
place:haiti:country
    haiti, haitian, haïti, haïtien, haïtienne, 海地
place:colombia:country
    colombia, colombian, colombie, colombien, colombienne, 哥伦比亚
place:venezuela:country
    venezuela, venezuelan, vénézuélien, vénézuélienne, 委内瑞拉
place:ecuador:country
    ecuador, ecuadorian, équateur, équatorien, 厄瓜多尔
place:peru:country
    peru, peruvian, pérou, péruvien, péruvienne, 秘鲁
place:bolivia:country
    bolivia, bolivian, bolivie, bolivien, 玻利维亚
place:chile:country
    chile, chilean, chili, chilien, chilienne, 智利
place:argentina:country
    argentina, argentine, argentinian, argentin, argentins, 阿根廷
place:uruguay:country
    uruguay, uruguayan, uruguayen, 乌拉圭
place:paraguay:country
    paraguay, paraguayan, paraguayen, 巴拉圭
place:brazil:country
    brazil, brazilian, brazilians, brésil, brésilien, brésilienne, brésiliens, 巴西
place:australia:country
    australia, australian, australians, australie, australien, australienne, australiens,
    澳大利亚, 澳洲, 澳方
place:newzealand:country
    new zealand, new zealander, nouvelle zélande, néo zélandais, néo zélandaise, 新西兰
place:fiji:country
    fiji, fijian, fidji, 斐济
place:indonesia:country
    indonesia, indonesian, indonésie, indonésien, indonésienne, 印尼, 印度尼西亚
place:malaysia:country
    malaysia, malaysian, malaisie, malaisien, 马来西亚
place:singapore:country
    singapore, singaporean, singapour, singapourien, 新加坡
place:thailand:country
    thailand, thai, thaïlande, thaïlandais, 泰国
place:vietnam:country
    vietnam, vietnamese, viêt nam, vietnamien, vietnamienne, 越南
place:philippines:country
    philippines, philippine, filipino, filipinos, philippin, 菲律宾
place:myanmar:country
    myanmar, burma, birmanie, birman, birmane, 缅甸
place:cambodia:country
    cambodia, cambodian, cambodge, cambodgien, 柬埔寨
place:laos:country
    laos, laotian, laotien, 老挝
place:mongolia:country
    mongolia, mongolian, mongolie, mongol, 蒙古, 蒙古国
place:eu:country
    eu, e.u., european union, ue, union européenne, 欧盟
place:europe:country
    europe, european, europeans, européen, européenne, européens, 欧洲
place:asia:country
    asia, asian, asie, asiatique, asiatiques, 亚洲
place:africa:country
    africa, african, africans, afrique, africain, africaine, africains, 非洲
place:latinamerica:country
    latin america, latin american, south america, south american, amérique latine,
    amérique du sud, 拉美, 南美
place:northamerica:country
    north america, north american, amérique du nord, 北美
place:middleeast:country
    middle east, proche orient, moyen orient, 中东
place:ukmetonym:country
    westminster, downing street, 唐宁街
place:usmetonym:country
    washington, white house, maison blanche, pentagon, pentagone, 白宫, 华盛顿, 五角大楼
place:=
    北京, 上海, 天津, 重庆, 广州, 深圳, 杭州, 南京, 苏州, 成都, 武汉, 西安, 郑州, 长沙, 青岛,
    济南, 沈阳, 大连, 哈尔滨, 长春, 合肥, 福州, 厦门, 南昌, 昆明, 贵阳, 南宁, 海口, 兰州, 太原,
    石家庄, 西宁, 银川, 乌鲁木齐, 拉萨, 呼和浩特, 宁波, 无锡, 佛山, 东莞
"""

#: Words in small letters that are no country.
PLAIN_WORDS = frozenset(
    ("turkey", "china", "chad", "jordan", "georgia", "us", "un", "ue", "eu", "polish", "english")
)
