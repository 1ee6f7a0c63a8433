"""Names of news outlets and of their sections, as data for `outlets`.

Spelled as people know them, parted by `|` or a line; case, accents and signs do not matter.
"""

#: Outlets whose name is not also a word of headlines.
ENGLISH = """
9News|9to5Google|9to5Mac|The A.V. Club|ABC News|The Advertiser|AFP|The Age|Al Jazeera
Al Jazeera English|AP|AP News|Ars Technica|Associated Press|The Associated Press|The Atlantic
The Australian|Axios|The Baltimore Sun|Barron's|BBC|BBC News|BBC Newsround|BBC Sport|BBC World
BBC World Service|Benzinga|Billboard|Bleacher Report|Bleeping Computer|BleepingComputer
Bloomberg|Bloomberg Businessweek|Bloomberg Law|Bloomberg News|Boing Boing|Boston Globe
The Boston Globe|Breitbart|Business Insider|Business Standard|BusinessWeek|Bustle|BuzzFeed
BuzzFeed News|C-SPAN|CBC|CBC News|CBC Sports|CBS|CBS News|CBS Sports|Channel 4 News
Channel NewsAsia|Chicago Tribune|China Daily|The Christian Science Monitor
Christian Science Monitor|CNA|CNBC|CNET|CNN|CNN Business|CNN International|CNN Politics|CNNMoney
CoinDesk|Cointelegraph|Consumer Reports|The Conversation|Cosmopolitan|CTV News|The Daily Beast
Daily Beast|Daily Express|Daily Mail|Daily Mail Online|Daily Mirror|Daily News|Daily Record
Daily Star|The Daily Telegraph|Daily Telegraph|Dallas Morning News|The Dallas Morning News
Dark Reading|Deadline|The Denver Post|Deutsche Welle|Digital Spy|Digital Trends|The Diplomat|DW
E! News|E! Online|Economic Times|The Economic Times|The Economist|El País|Engadget
Entertainment Weekly|The Escapist|ESPN|Esquire|Euronews|Evening Standard|The Evening Standard
The Express|Fast Company|Financial Express|Financial Post|Financial Times|The Financial Times
Firstpost|FiveThirtyEight|Forbes|Foreign Affairs|Foreign Policy|Fox Business|Fox News|Fox Sports
FT|Futurism|Gamasutra|GameSpot|GeekWire|Gigaom|Gizmodo|Glamour|Global News|Global Times
Globe and Mail|The Globe and Mail|Goal.com|Google News|The Guardian|Guardian|Haaretz|Hacker News
The Hacker News|Harper's Bazaar|HELLO! Magazine|The Herald|The Hill|The Hindu|Hindustan Times
Hollywood Life|Hollywood Reporter|The Hollywood Reporter|Houston Chronicle|Huffington Post
The Huffington Post|HuffPost|IBTimes|IGN|IGN Africa|The Independent|India Today|Indian Express
The Indian Express|IndieWire|InfoWorld|The Intercept|International Business Times
Irish Independent|Irish Times|The Irish Times|ITV News|Jalopnik|The Japan Times|Japan Times
Jerusalem Post|The Jerusalem Post|Just Jared|The Korea Herald|Kotaku|Krebs on Security|LA Times
Lifehacker|Live Science|Livemint|LiveScience|The Local|Los Angeles Times|Mail Online|MarketWatch
Mashable|Mercury News|The Mercury News|Miami Herald|Middle East Eye|The Mirror
MIT Technology Review|The Moscow Times|Mother Jones|Motherboard|Motley Fool|The Motley Fool|MSN
MSN News|MSNBC|MTV|MTV News|The Nation|NBC|NBC News|NBC Sports|NDTV|The New Republic
New Scientist|New Statesman|New York Daily News|New York Magazine|New York Post|New York Times
The New York Times|The New Yorker|New Yorker|New Zealand Herald|The New Zealand Herald
news.com.au|News18|Newsday|Newsweek|The Next Web|Nikkei Asia|Nikkei Asian Review|NME|NPR|NYT
NZ Herald|The Observer|The Onion|The Oregonian|PBS|PBS NewsHour|PC Gamer|PC World|PCMag|PCWorld
Philadelphia Inquirer|The Philadelphia Inquirer|Philly.com|Phoronix|Phys.org|Pitchfork|Politico
Politico Europe|Polygon|PopSugar|Popular Mechanics|Popular Science|PR Newswire|Press Association
ProPublica|Quartz|Radio Times|RadioTimes|Raw Story|Refinery29|The Register|Reuters|Reuters India
Reuters UK|RFI|Rolling Stone|RTE|RTTNews|RTÉ News|San Francisco Chronicle|San Jose Mercury News
Schneier on Security|Science Daily|ScienceDaily|Scientific American|SCMP|The Scotsman|Scroll.in
Seattle Times|The Seattle Times|Seeking Alpha|SFGate|Sky News|Sky News Australia|Sky Sports
Slashdot|Slashfilm|SlashGear|Slate|Smithsonian Magazine|South China Morning Post|The Spectator
Spiegel Online|Sports Illustrated|Sputnik|The Star|The Straits Times|Straits Times|Stuff.co.nz
The Sun|Sydney Morning Herald|The Sydney Morning Herald|Tech Times|TechCrunch|Techdirt|TechRadar
TechSpot|Teen Vogue|The Telegraph|Telegraph|TheWrap|Time Magazine|Time.com|The Times
The Times of India|Times of India|The Times of Israel|Times of Israel|TMZ|Tom's Guide
Tom's Hardware|The Toronto Star|Toronto Star|TorrentFreak|TV Guide|TVLine|TVNZ
U.S. News & World Report|UPI|US Magazine|US News|US Weekly|USA Today|Vanity Fair|Variety
VentureBeat|The Verge|Vice|VOA|VOA News|Voice of America|Vox|Vulture|Wales Online
The Wall Street Journal|Wall Street Journal|The Washington Post|Washington Post
The Washington Times|Washington Times|The Week|Windows Central|The Wire|Wired|Wired UK|The Wrap
WSJ|Xinhua|Yahoo Finance|Yahoo News|Yahoo Sports|Yahoo! News|Zacks|ZDNet|Zee News|ZeroHedge
"""
FRENCH = """
01net|20 Minutes|20minutes|Actu.fr|Agence France-Presse|AlloCiné|Alternatives économiques
Arrêt sur images|ARTE|Aujourd'hui en France|BFM|BFM Business|BFM Paris|BFM TV|BFMTV|Boursier.com
Boursorama|Charlie Hebdo|Clubic|CNET France|CNews|Corse-Matin|Courrier international
Courrier picard|Développez.com|Foot Mercato|Foot01|France 24|France Bleu|France Culture
France Football|France Info|France Inter|France Soir|France TV|France Télévisions|Franceinfo
FranceSoir|Frandroid|Futura|Futura Sciences|GQ France|Huffington Post France|JDD|Jeune Afrique
Journal des Femmes|Journal du Net|L'Equipe|L'Est Républicain|L'Expansion|L'Express|L'Humanité
L'Obs|L'Orient-Le Jour|L'Usine Nouvelle|L'Yonne Républicaine|L'Écho républicain|L'Équipe
L'Équipe.fr|La Croix|La Dépêche|La Dépêche du Midi|La Gazette des communes|La Libre Belgique
La Nouvelle République|La République des Pyrénées|La Tribune de Genève|La Voix du Nord
ladepeche.fr|LCI|Le Berry Républicain|Le Bien Public|Le Canard enchaîné|Le Dauphiné Libéré
Le Devoir|Le Figaro|Le Figaro Étudiant|Le Figaro.fr|Le Huffington Post|Le HuffPost|Le JDD
Le Journal de Montréal|Le Journal du Dimanche|Le Monde|Le Monde diplomatique|Le Monde.fr
Le Nouvel Obs|Le Nouvel Observateur|Le Parisien|Le Petit Journal|Le Point|Le Populaire du Centre
Le Républicain Lorrain|Le Soir|Le Temps|Le Télégramme|Les Dernières Nouvelles d'Alsace|Les Echos
Les Inrocks|Les Inrockuptibles|Les Numériques|Les Échos|Libération|Marie Claire|Mediapart
Midi Libre|Médiapart|Next INpact|Nice-Matin|Nord Littoral|Nord Éclair|Numerama|Ouest France
Ouest-France|Ouest-Éclair|Paris Match|Paris-Normandie|Premiere.fr|Presse-citron|Puremédias
Radio France|Radio-Canada|Reporterre|Rfi|RMC|RMC Sport|RTBF|RTL|RTL Info|Rue89|Science & Vie
Sciences et Avenir|Slate.fr|So Foot|Sport24|Sud Ouest|Sud Radio|Sudinfo|Sudinfo.be|TF1|TF1 Info
Top Santé|TV5 Monde|TV5MONDE|TVA Nouvelles|Télé-Loisirs|Télérama|Téléstar|Valeurs actuelles
Var-Matin|Vosges Matin|Zone Bourse|Zonebourse
"""
CHINESE = """
新浪网|新浪新闻|新浪财经|新浪科技|新浪体育|新浪娱乐|新浪微博|搜狐网|搜狐新闻|搜狐财经|网易新闻
网易订阅|网易财经|网易体育|网易号|腾讯网|腾讯新闻|腾讯体育|腾讯财经|腾讯视频|凤凰网|凤凰新闻
凤凰财经|凤凰卫视|凤凰资讯|今日头条|头条新闻|头条号|百家号|知乎专栏|澎湃|澎湃新闻|澎湃号|界面
界面新闻|第一财经|财新网|财新周刊|财经网|财联社|华尔街见闻|虎嗅网|36氪|36kr|钛媒体|雷锋网|爱范儿
少数派|极客公园|和讯|和讯网|东方财富|东方财富网|同花顺|证券时报|证券时报网|中国证券报|中证网
上海证券报|上证报|每日经济新闻|每经网|经济观察报|经济观察网|21世纪经济报道|21经济网|新华社
新华网|新华每日电讯|人民日报|人民网|人民日报海外版|央视|央视网|央视新闻|央视财经|央广网|CCTV
中国日报|中国日报网|中国新闻网|中新网|中国新闻周刊|中国青年报|中青在线|中青网|中国网|中国经济网
光明日报|光明网|经济日报|环球时报|环球网|参考消息|参考消息网|观察者网|北京日报|北京晚报
北京青年报|北青网|新京报|新京报网|京报网|千龙网|解放日报|上观新闻|文汇报|新民晚报|新民网|东方网
南方周末|南方都市报|南方日报|南方网|羊城晚报|羊城网|金羊网|广州日报|大洋网|深圳商报|深圳特区报
深圳新闻网|成都商报|红星新闻|封面新闻|华西都市报|四川在线|重庆晨报|上游新闻|华龙网|长江日报
长江网|极目新闻|楚天都市报|浙江日报|浙江在线|钱江晚报|都市快报|杭州日报|扬子晚报|现代快报
新华日报|中国江苏网|荔枝新闻|荔枝网|齐鲁晚报|大众日报|大众网|半岛网|澎湃国际|法制日报|法治日报
法制网|检察日报|正义网|科技日报|中国科技网|解放军报|中国军网|虎扑|懂球帝|直播吧|体坛周报|体坛网
联合早报|联合报|联合新闻网|自由时报|中国时报|苹果日报|明报新闻网|大公报|大公网|文汇网|香港文汇网
星岛日报|星岛环球网|东方日报|香港01|端传媒|中央社|中央通讯社|经济日报网|信报财经|法广|德国之声
美国之音|BBC中文|BBC中文网|BBC News 中文|纽约时报中文网|FT中文网|华尔街日报中文网|路透中文网
路透社|法新社|美联社|彭博社|共同社|俄罗斯卫星通讯社|时代周刊|财富中文网|福布斯中文网|优酷网
一点资讯|趣头条|IT之家|cnBeta|驱动之家|太平洋电脑网|中关村在线|汽车之家|爱卡汽车|ETtoday
ETtoday新闻云|三立新闻网|TVBS|TVBS新闻网|NOWnews|风传媒|新头壳|关键评论网|巴士的报|星洲日报
星洲网|8视界|早报网|中评网|Yahoo奇摩|Yahoo奇摩新闻|Yahoo新闻|自由时报电子报|香港经济日报
中央社CNA|Now新闻|无线新闻|商业电台|香港电台|有线新闻|手机新浪网|手机搜狐网|手机网易网
手机凤凰网|腾讯网新闻|央视国际|中国政府网|中国法院网|中国教育在线|新华报业网
"""
#: Outlets whose name is a word, a place or a company too, or a team in a result
#: (`Danemark 26 - France 24`): they count behind a bar alone.
BY_BAR = """
Capital|Challenges|Closer|Elle|Empire|Fortune|GQ|Inc.|Insider|Marianne|Metro|Nature|People
Reason|Salon|Science|Sky|SPIN|Stuff|Time|Vogue|RT|Allure|Yahoo|Nasdaq|Mint|Ici|Gala|Geo|La Vie
Le Matin|La Presse|La Tribune|L'Union|L'Avenir|L'Opinion|Le Progrès|Le Courrier|La Montagne
La Libre|L'Indépendant|L'Alsace|Le Vif|La Provence|Voici|France 2|France 3|France 24|Europe 1
DNA|L'Echo|新浪|搜狐|网易|腾讯|凤凰|微博|百度|知乎|豆瓣|抖音|快手|优酷|爱奇艺|南都|信报|雪球
财新|上观|易车|哔哩哔哩|明报|虎嗅|东网
"""
#: Sections that stand between a title and its outlet: `… | Football | The Guardian`.
SECTIONS = """
World|World news|UK|UK news|US news|US|USA|Europe|Asia|Africa|Middle East|Politics|Business
Economy|Markets|Money|Tech|Technology|Science|Health|Environment|Culture|Arts|Music|Film|Books
Television|TV|Sport|Sports|Football|Soccer|Cricket|Tennis|Golf|Rugby|Travel|Life and style
Lifestyle|Education|Media|Entertainment|Entertainment & Arts|Society|National|Local|Local news
Top stories|Top news|Home|News|Latest news|Science & Environment|Global development|Law|Fashion
Food|Monde|International|Politique|Économie|Eco|Société|Faits divers|Santé|Planète|Sciences
Cinéma|Musique|Médias|Actualités|Actualité|Région|Régions|Justice|Éducation|Environnement|Emploi
Immobilier|Bourse|High-Tech|People|Débats|国内|国际|社会|财经|体育|娱乐|科技|军事|时政|要闻|滚动
滚动新闻|正文|新闻|首页|热点|港澳|台湾|地方|教育|健康|文化|汽车|房产|旅游|历史|时尚|产经|股票
基金|公司|宏观|国内新闻|国际新闻|社会新闻|财经新闻|体育新闻|娱乐新闻|新闻频道|新闻中心|频道
"""
