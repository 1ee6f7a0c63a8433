"""How titles of other kinds than reports are worded, as patterns over folded titles.

Folded: small letters without accents, plain signs, Simplified Chinese.
"""

KINDS: dict[str, tuple[str, ...]] = {
    "question": (
        r"\?[\"')\]]*(?:$| [-|(])",
        r"^(?:should|will|can|could|is|are|does|do|did|has|was|would) .*\?",
        r"^(?:faut-il|peut-on|doit-on|est-ce que|va-t-on|qui va|quel avenir)\b",
        r"[吗呢]$",
    ),
    "preview": (
        r"\bpreview\b|\bwhat to expect\b|\bhow to watch\b|\bkick[- ]?off time\b|\btv channel\b",
        r"\bpredicted line-?ups?\b|\bpredictions?\b|\bprobable line-?ups?\b|\bodds\b|\bteam news\b",
        r"\bwhat to watch (?:for )?in\b|\b\w+ to watch ahead of\b|\blooking ahead\b|\bwhen is\b",
        r"\bcompos? probables?\b|\bavant[- ]match\b|\ba quelle heure\b|\bsur quelle chaine\b",
        r"\bles enjeux d|\ba suivre\b|\bce qui nous attend\b|\bpronostics?\b|\bl'affiche\b",
        r"前瞻|首发预测|赛前|预测|直播时间|几点|何时开|倒计时",
    ),
    "opinion": (
        r"\bopinion\b|\bop-?ed\b|\beditorial\b|\bcommentary\b|\bcolumn\b|\bletters?: ",
        r"^(?:why (?:i|we|you|it's time)|we (?:must|need|should)|i (?:was|am|have|tried|think))\b",
        r"\b(?:must|should) (?:stop|start|do|be|act|resign|go|not|never)\b|\bit's time\b",
        r"\btribune\b|\bedito\b|\bchronique\b|\bbillet\b|\bpoint de vue\b|\bhumeur\b",
        r"^il (?:faut|est temps)\b|^pourquoi (?:je|nous|il faut)\b|\bcarte blanche\b",
        r"^(?:评论|社评|时评|锐评|短评|观点|来论|快评|热评|网评)|[|丨](?:评论|社评|时评|锐评|观点|快评)|岂能|何必|当[如为]|别让|不妨|为何不|值得深思|引人深思|令人深思",
    ),
    "roundup": (
        r"\bround-?ups?\b|\bin brief\b|\bnews brief|\btop stories\b|\bthe week in\b|\bweek in review\b",
        r"\bheadlines\b|\band more\b|\bother (?:news|stories)\b|\bwhat we learned\b|\bplus:|\btakeaways\b",
        r"\bwhat you missed\b|\bnews buzz\b|\bdaily digest\b|\bbriefs\b|\bstock news\b",
        r"\brevue de presse\b|\ben bref\b|\bl'essentiel de\b|\bles titres\b|\bce qu'il faut retenir\b",
        r"\bactus? (?:de la|du)\b|\bles infos? (?:de|du)\b|\btour d'horizon\b|\bet aussi\b|\bles echos\b",
        r";[^;]{2,};|；",
        r"盘点|汇总|一览|要闻|速览|一周|热点|合集|大事记|早知道|晚知道|集结|快报[:|]|这些大事|还有这些|新闻联播|头条[:|]",
    ),
    "live": (
        r"\blive (?:blog|updates?|coverage|score|stream|text)\b|\blive:|\b[\w ]+ live: |\blive$",
        r"\bas it happened\b|\bminute[- ]by[- ]minute\b|\blatest updates\b|\bfollow live\b",
        r"^(?:en )?direct\b|\ben direct\b|\bsuivez\b|\bminute par minute\b|\ben continu\b|\bau fil de\b",
        r"直播|实时更新|滚动|文字实录|现场连线",
    ),
    "review": (
        r"\breviews?\b(?! (?:of|into|by|after|panel|board))|\breviewed\b|\bhands[- ]on\b",
        r"\bfirst impressions\b|\bcritique\b|\bon a teste\b|\bnotre (?:avis|test|critique)\b",
        r"^test[ :]|\bprise en main\b|\bfaut-il l'acheter\b",
        r"评测|测评|影评|书评|剧评|上手|体验|开箱|试驾|观后感",
    ),
    "explainer": (
        r"\bexplain(?:er|ed|ing)\b|\bwhat .{0,40}\bmeans?\b|\byou need to know\b|\bwhat to know\b",
        r"\bwhat we know\b|\bhere's (?:what|why|how|everything)\b|\bthis is (?:why|how|what)\b",
        r"^(?:how|why) (?!to )|\bhow it works\b|\bwhy it matters\b|\bfaq\b|\ball about\b",
        r"\bq ?& ?a\b|\bfive (?:things|questions)\b|\bwhat happens next\b|\bwhat's next\b",
        r"\bthe facts\b|\bmyths?\b|^what (?:is|are|do|does|did|happened|the)\b|^who (?:is|are|was)\b",
        r"\bce que (?:l'on|l|cela|ca|nous|change|contient|prevoit|dit|revele|veut dire)\b|\bce qu'(?:il|on)\b",
        r"\bce qui (?:change|va changer|attend)\b|\btout (?:savoir|comprendre)\b|\bmode d'emploi\b",
        r"\bdecryptage\b|\bon vous explique\b|\bqu'est-ce qu|^pourquoi\b|^comment\b|: (?:pourquoi|comment)\b",
        r"\bcinq (?:questions|choses)\b|\bquelles? (?:consequences|sont|solutions)\b|\bqui est\b|\bquels? \w+ pour\b",
        r"解读|一文读懂|意味着什么|为什么|为何|须知|怎么办|怎么回事|是什么|有何影响|如何看|背后|答疑|揭秘|科普|知识点|了解一下",
    ),
    "quiz": (
        r"\bquiz\b|\bcrossword\b|\bsudoku\b|\bwordle\b|\btest your\b|\bpuzzle\b|\btrivia\b",
        r"\bmots (?:croises|fleches)\b|\btestez\b|\bdevinette|\bjeu[- ]concours\b",
        r"竞猜|测一测|小测试|答题|问答题|填字|数独",
    ),
    "recap": (
        r"\brecap\b|\bhighlights\b|\bwhat happened\b|\blook back\b|\bin review\b|\bsummary\b",
        r"^resume\b|\ble resume\b|\bresume video\b|\bretour sur\b|\ble film d|\bbest of\b|\btemps forts\b",
        r"集锦|回顾|全场回放|精彩瞬间|复盘|赛后",
    ),
    "interview": (
        r"\binterview\b|\bone-on-one\b|\bsits down with\b|\bin conversation\b|\bask me anything\b",
        r"\bentretien\b|\bgrand entretien\b|\btete-a-tete\b",
        r"专访|对话|访谈",
    ),
    "analysis": (
        r"\banalysis\b|\bdeep dive\b|\bin depth\b|\banalyse\b|\beclairage\b|\bgrand angle\b",
        r"深度|分析|透视|观察[:|]|述评|研判",
    ),
    "howto": (
        r"\bhow to\b|\btips\b|\bstep[- ]by[- ]step\b|\bguide\b|\btutorial\b|\bways to\b",
        r"^comment (?:\w+er|\w+ir|\w+re)\b|\bastuces?\b|\bconseils\b|\btuto\b|\bnos idees\b",
        r"攻略|教程|指南|技巧|妙招|步骤|教你|怎么做|的方法",
    ),
    "gallery": (
        r"\bin pictures\b|\bphoto gallery\b|\bsee (?:the )?(?:photos|pics)\b|\bpictures of the\b",
        r"\ben images\b|\bdiaporama\b|\bles photos d|\bportfolio\b",
        r"组图|图集|美图|写真|大片|路透图",
    ),
    "podcast": (r"\bpodcast\b", r"播客|电台"),
    "factcheck": (
        r"\bfact[- ]?check|\bdebunk|\bfalse claim|\bno, |\bvrai ou faux\b|\bdesintox\b|\bintox\b",
        r"\binfox\b|\bfake news\b|辟谣|谣言|不实|求真|核查",
    ),
    "poll": (
        r"\bpoll\b(?!ing station|ution)|\bsurvey\b|\bvote now\b|\bsondage\b|\bsondages\b",
        r"民调|投票选出|问卷",
    ),
    "obituary": (
        r"\bobituary\b|\bremembering\b|\btribute to\b|\bnecrologie\b|\bhommage a\b|\bin memoriam\b",
        r"讣告|悼念|追忆|缅怀",
    ),
    "list": (
        r"^(?:the )?(?:\d{1,3}|five|six|seven|eight|nine|ten|three|four|top \d+)(?: \w+)? (?:things|reasons|ways|best|"
        r"worst|moments|facts|tips|signs|movies|films|books|shows|bands|photos|times|questions|lessons|takeaways)\b",
        r"^(?:the )?top \d+\b(?! (?:ipo|seed))|^(?:les )?\d{1,3} (?:choses|raisons|conseils|idees|films|series|livres|lieux|moments)\b",
        r"(?:\d+|[二三四五六七八九十])(?:大|个|种|款|部|条|招)(?:方法|理由|技巧|建议|误区|电影|好剧|秘诀|迹象|习惯)|排行榜|榜单|TOP\d+|top\d+",
    ),
    "promotion": (
        r"\b(?:best )?deals?\b(?= on| of the|:)|\bdiscount\b|\bcoupon|\bpromo code|\bon sale\b|\bgiveaway\b",
        r"\bbons? plans?\b|\bcode promo\b|\bsoldes\b|\bpromo(?:tion)?s?\b|\ba gagner\b|\ba moins de \d+ ?(?:euros|€)",
        r"优惠|促销|秒杀|满减|抢购|红包|特价|抽奖",
    ),
    "memory": (
        r"\bon this day\b|\byears ago\b|\byears on\b|\banniversary\b|\bfrom the archives?\b",
        r"\bil y a \d+ ans\b|\banniversaire\b|\bdepuis \d+ ans\b|\b\d+ ans apres\b|\b(?:un|deux|dix|vingt) ans apres\b",
        r"周年|历史上的今天|往事|那年今日|旧事",
    ),
    "newsletter": (r"\bnewsletter\b|\binfolettre\b",),
    "series": (
        r"\b(?:daily|morning|evening|weekly|nightly) (?:briefing|brief|digest|news|report|update|roundup|read|crossword|quiz|horoscope|bulletin|show|wrap|podcast|note|notes|edition|headlines|mail|forecast|planner)\b",
        r"\bhoroscopes?\b|\bweather\b(?=$|:| forecast| report| for| today| update)|\bforecast (?:for|today)\b|\bpollen count\b",
        r"\b(?:market|closing|stock market) (?:wrap|report|news|today|close|update|snapshot|summary)\b|\bstocks snapshot\b|\bfutures\b.*\bopen\b",
        r"\blottery\b|\blotto\b|\bpowerball\b|\bmega millions\b|\beuromillions\b|\bwinning numbers\b|\bthunderball\b",
        r"\bcrossword\b|\bsudoku\b|\bwordle\b.*\b(?:answer|hint)|\bhints? and answers?\b|\b(?:picture|photo|image|quote|word|question|recipe) of the day\b",
        r"\b(?:tv|television) (?:tonight|guide|listings|highlights)\b|\bwhat's on\b|\b\w+day (?:television|tv|briefing|morning|papers|reading|links)\b|\btonight's tv\b",
        r"\btoday in history\b|\bthis day in history\b|\bthings to do\b|\bobituaries\b|\bdeath notices\b|\bpolice (?:log|blotter)\b|\btraffic (?:report|update)\b|\bcourt (?:list|report)\b",
        r"\bnews in (?:brief|pictures)\b|\bthe papers\b|\bletters to the editor\b|\bopen thread\b|\bgas prices\b(?= today)|\btransfer (?:news|rumours|gossip)\b|\bgossip\b|\bbox office\b|\bpower rankings\b|\brelease notes\b|\bhappy hour\b",
        r"\bmeteo\b|\bprevisions?\b|\bbulletin\b|\btirage\b|\bloto\b|\bkeno\b|\bresultats? du (?:loto|quinte|keno)\b|\bquinte\b|\bprogramme tele\b|\bprogramme tv\b|\bce soir a la tele\b",
        r"\bmatinale\b|\bjournal de \d+|\ble (?:brief|point|journal|zapping|debrief|flash|fil)\b|\brevue de presse\b|\bl'actu (?:de|du|en)\b|\bagenda\b|\bephemeride\b|\bmots (?:croises|fleches)\b|\bdessin du jour\b|\bphoto du jour\b|\bplat du jour\b|\brecette du jour\b|\bmenu du jour\b|\bidees? de sorties?\b|\bsorties du week-end\b|\bavis de deces\b|\bcarnet\b|\bpetites annonces\b|\binfo trafic\b|\betat du trafic\b|\bfaits divers\b$|\bclassement\b$|\bpoint (?:bourse|marches|covid|meteo)\b|\bouverture de la bourse\b|\bcloture\b.*\bbourse\b",
        r"早报|晚报|日报|周报|月报|早餐|早班车|早读|夜读|晨报|早新闻|晚新闻|午报|早参|早知道|新闻早餐|每日|今日(?:要闻|热点|头条|油价|金价|汇率|运势|天气|星座|看点|财经)|天气预报|运势|星座|彩票|双色球|大乐透|福彩|体彩|开奖|收评|午评|早评|盘前|盘后|晨会|涨停(?:板|复盘)|龙虎榜|黄历|汇率中间价|中间价|疫情(?:通报|速报|动态)|新增.*病例|例行记者会|新闻联播|节目单|值班表|快递|一周(?:要闻|回顾|天气)|空气质量|菜价|猪价|路况|历史上的今天|晚安|早安|打卡|人民币对|要闻速览|热点速览",
    ),
    "placeholder": (
        r"^just a moment\b|^attention required|^access denied|\bare you (?:a robot|human)\b|^please wait\b|^checking your browser|^verify(?:ing)? you|^security check|^one moment|^redirecting|^ddos-guard|^robot check|^captcha|^human verification",
        r"^(?:error )?(?:40[0-9]|50[0-9])\b(?: |$)(?:forbidden|not found|error|page|unauthorized|bad|service|internal|gateway|-|$)|^page not found|^not found$|^forbidden$|^bad gateway|^service unavailable|^site (?:maintenance|unavailable)|^under (?:maintenance|construction)|^temporarily unavailable|^something went wrong|^oops\b",
        r"^(?:untitled|no title|home|homepage|index|loading|log ?in|sign ?in|subscribe|subscription|subscribe to read|register|welcome|news|article|video|privacy policy|cookie policy|cookies|document|title|test|null|undefined|none|default|continue reading|before you continue|javascript is (?:disabled|required)|enable javascript)[. !]*$",
        r"^(?:un instant|veuillez patienter|acces refuse|acces interdit|page (?:introuvable|non trouvee)|erreur \d+|verification|connexion|accueil|chargement|abonnez-vous|s'abonner|inscription|redirection|sans titre|actualites?|maintenance|etes-vous (?:un robot|humain))[. !]*",
        r"^(?:请稍候|请稍等|安全验证|访问受限|访问被拒绝|页面不存在|页面未找到|找不到页面|登录|注册|人机验证|验证码|正在加载|加载中|无标题|首页|系统维护|身份验证|出错了|提示信息|访问验证|文章已被删除|该内容已被发布者删除|此内容因违规无法查看|请完成验证|滑动验证|未命名|跳转中|正在跳转)[.。!…]*",
    ),
}
