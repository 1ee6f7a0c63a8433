"""How titles of other kinds than reports are worded, as patterns over folded titles.

What stands here tells a kind wherever it stands; most kinds are told by a label alone, which
`core.text.titles` takes off (`Opinion: …`, 【专访】…): in a sentence these words are of the news.

Folded: small letters without accents, plain signs, Simplified Chinese. A kind stands at the
beginning of a line, its patterns on indented lines below it; a line is of one script.
"""

KINDS = r"""
preview
    \bpreview\b|\bwhat to expect\b|\bhow to watch\b|\bkick[- ]?off time\b|\btv channel\b
    \bpredicted line-?ups?\b|\bpredictions?\b|\bprobable line-?ups?\b|\bodds\b|\bteam news\b
    \bwhat to watch (?:for )?in\b|\b\w+ to watch ahead of\b|\blooking ahead\b|\bwhen is\b
    \bcompos? probables?\b|\bavant[- ]match\b|\ba quelle heure\b|\bsur quelle chaine\b
    \bles enjeux d|\ba suivre\b|\bce qui nous attend\b|\bpronostics?\b|\bl'affiche\b
    前瞻|首发预测|赛前|预测|直播时间|几点|何时开|倒计时|今[日晚](?:揭晓|开打|打响|迎战|对阵)|一触即发
live
    \blive (?:blog|updates?|coverage|stream)\b|\bas it happened\b|\bminute[- ]by[- ]minute\b
    \blive:|\b[\w ]+ live: |\blive$|\blatest updates\b|\bfollow live\b
    \ben direct\b|\bminute par minute\b|\bsuivez\b
    实时更新|文字实录|现场连线
explainer
    : (?:two|three|four|five|six|seven|ten|\d+) (?:\w+ )?(?:lessons|questions|reasons|charts)\b
    : (?:two|three|four|five|six|seven|ten|\d+) (?:\w+ )?(?:takeaways|things|moments|points)\b
    (?:^|[|:] )inside (?:the|a|an|\w+'s)\b|\bread (?:the|her|his|their) full \w+$
    \bquestions answered\b|\byour questions\b|\bwinners and losers\b|\bcounts? the cost\b
    \btimeline\b|\bin maps\b|\bwhat went wrong\b
    \bexplain(?:er|ed|ing)\b|\bwhat .{0,40}\bmeans?\b|\byou need to know\b|\bwhat to know\b
    \bwhat we know\b|\bhere's (?:what|why|how|everything)\b|\bthis is (?:why|how|what)\b
    ^(?:how|why) (?!to )|\bhow it works\b|\bwhy it matters\b|\bfaq\b|\ball about\b|\bq ?& ?a\b
    \bfive (?:things|questions)\b|\bwhat happens next\b|\bwhat's next\b|\bthe facts\b|\bmyths?\b
    ^what (?:is|are|do|does|did|happened|the)\b|^who (?:is|are|was)\b
    \bce que (?:l'on|l|cela|ca|nous|change|contient|prevoit|dit|revele|veut dire)\b
    \bce qu'(?:il|on)\b|\bce qui (?:change|va changer|attend)\b|\btout (?:savoir|comprendre)\b
    \bmode d'emploi\b|\bdecryptage\b|\bon vous explique\b|\bqu'est-ce qu|^pourquoi\b|^comment\b
    : (?:pourquoi|comment)\b|\bcinq (?:questions|choses)\b
    \bquelles? (?:consequences|sont|solutions)\b|\bqui est\b|\bquels? \w+ pour\b
    解读|一文读懂|一图|看懂|以案|普法|释法|意味着什么|为什么|为何|须知|怎么办|怎么回事|是什么|有何影响|如何看|背后|答疑
    揭秘|科普|知识点|了解一下
recap
    \bbest of\b|\btemps forts\b|\bresume video\b
    集锦|全场回放|精彩瞬间|复盘
gallery
    \bin pictures\b|\bphoto gallery\b|\bsee (?:the )?(?:photos|pics)\b
    \ben images\b|\bdiaporama\b|\bles photos d
    组图|图集|写真|路透图
promotion
    \b(?:best )?deals?\b(?= on| of the|:)|\bdiscount\b|\bcoupon|\bpromo code|\bon sale\b
    \bgiveaway\b|\bbons? plans?\b|\bcode promo\b|\bsoldes\b|\bpromo(?:tion)?s?\b|\ba gagner\b
    \ba moins de \d+ ?(?:euros|€)
    优惠|促销|秒杀|满减|抢购|红包|特价|抽奖
series
    \b(?:cartoon|joke|word|deal|stat|book|song|app|game|player|goal|verse|chart|number) of the day\b
    \b(?:to watch|on tv) (?:tonight|today|this (?:week|weekend|evening))\b|\bstocks to watch\b
    ^(?:today|tonight|this week|this weekend)'s \w+(?: \w+)?$
    \b(?:mot|livre|chiffre|blague) du jour\b
    \b(?:dix|cinq|dernieres) infos\b|\bce qu'il faut savoir ce \w+di\b|\ba la une ce \w+di\b
    \b(?:daily|morning|evening|weekly|nightly) (?:briefing|brief|digest|news|report|update)\b
    \b(?:daily|morning|evening|weekly|nightly) (?:roundup|read|quiz|bulletin|show|wrap|podcast)\b
    \b(?:daily|morning|evening|weekly|nightly) (?:notes?|edition|headlines|mail|forecast|planner)\b
    \bhoroscopes?\b
    \bweather\b(?=$|:| forecast| report| for| today| update)|\bforecast (?:for|today)\b
    \bpollen count\b
    \b(?:market|closing|stock market) (?:wrap|report|news|today|close|update|snapshot|summary)\b
    \bstocks snapshot\b|\bfutures\b.*\bopen\b|\bwinning numbers\b|\bcrossword\b
    ^(?:\w+ ){0,2}(?:lottery|lotto|powerball|mega millions|euromillions|thunderball)(?:$|:| -)
    \b(?:lottery|lotto|powerball|mega millions|euromillions|thunderball) (?:results?|numbers|draw)\b
    \bsudoku\b|\bwordle\b.*\b(?:answer|hint)|\bhints? and answers?\b
    \b(?:picture|photo|image|quote|word|question|recipe) of the day\b
    \b(?:tv|television) (?:tonight|guide|listings|highlights)\b|\bwhat's on\b
    \b\w+day (?:television|tv|briefing|morning|papers|reading|links)\b|\btonight's tv\b
    \btoday in history\b|\bthis day in history\b|\bthings to do\b|\bobituaries\b
    \bdeath notices\b|\bpolice (?:log|blotter)\b|\btraffic (?:report|update)\b
    \bcourt (?:list|report)\b|\bnews in (?:brief|pictures)\b|\bthe papers\b
    \bletters to the editor\b|\bopen thread\b|\bgas prices\b(?= today)
    \btransfer (?:news|rumours|gossip)\b|\bgossip\b|\bbox office\b|\bpower rankings\b
    ^[\w' ]{3,30} (?:results|fixtures|standings|scores|tables?|line-?ups|ratings)$
    \bopening (?:hours|times)\b|\bplanning applications\b|^letters\b|^births\b|\bjobs for \w+$
    \brelease notes\b|\bhappy hour\b|\bmeteo\b|\bprevisions? (?:meteo|du|pour|de bison|de trafic)
    \bbulletin\b|\btirage\b|\bloto\b
    \bkeno\b|\bresultats? du (?:loto|quinte|keno)\b|\bquinte\b|\bprogramme tele\b
    \bprogramme tv\b|\bce soir a la tele\b|\bmatinale\b|\bjournal de \d+
    \ble (?:brief|point|journal|zapping|debrief|flash|fil)\b|\brevue de presse\b
    \bpharmacies? de garde\b|\bprix des carburants\b|\bcoupures? d'(?:eau|electricite)\b
    \bconseil municipal : (?:le compte|ce qu|l'essentiel)|\bcompte[- ]rendu du conseil\b
    ^les? (?:invites?|infos?|titres|rendez-vous|chiffres?|offres|sorties|dossiers?) d[ue]s? \w+
    ^(?:l'invitee?|l'info|l'edition|l'essentiel|l'agenda|les gros titres|l'oeil) d[ue]s?\b
    ^les (?:infos|titres|journaux) de \d|\bbison fute\b|\bpoint de situation\b|\bdon du sang\b
    ^(?:c'etait )?il y a (?:\d+|[a-z]+) ans (?:dans|en|a)\b|\bla recette (?:du|de la) \w+$
    ^(?:que|quoi) faire (?:ce|cette|a|en|dans|aujourd)|^ou sortir\b|^etat[- ]civil\b
    \bclassement (?:des buteurs|general|provisoire)$|\bresultats? (?:et classement|sportifs)\b
    \bl'actu (?:de|du|en)\b|\bagenda\b|\bephemeride\b|\bmots (?:croises|fleches)\b
    \bdessin du jour\b|\bphoto du jour\b|\bplat du jour\b|\brecette du jour\b|\bmenu du jour\b
    \bidees? de sorties?\b|\bsorties du week-end\b|\bavis de deces\b|\bcarnet\b
    \bpetites annonces\b|\binfo trafic\b|\betat du trafic\b|\bfaits divers\b$|\bclassement\b$
    \bpoint (?:bourse|marches|covid|meteo)\b|\bouverture de la bourse\b|\bcloture\b.*\bbourse\b
    早报|晚报|日报|周报|月报|早餐|早班车|早读|夜读|晨报|早新闻|晚新闻|午报|早参|早知道|新闻早餐
    每日|今日(?:要闻|热点|头条|油价|金价|汇率|运势|天气|星座|看点|财经)|天气预报|运势|星座|彩票
    双色球|大乐透|福彩|体彩|开奖|收评|午评|早评|盘前|盘后|晨会|涨停(?:板|复盘)|龙虎榜|黄历
    汇率中间价|中间价|疫情(?:通报|速报|动态)|新增.*病例|例行记者会|新闻联播|节目单|值班表|快递
    一周(?:要闻|回顾|天气)|空气质量|菜价|猪价|路况|历史上的今天|晚安|早安|打卡|人民币对|要闻速览
    热点速览
placeholder
    ^just a moment\b|^attention required|^access denied|\bare you (?:a robot|human)\b
    ^please wait\b|^checking your browser|^verify(?:ing)? you|^security check|^one moment
    ^redirecting|^ddos-guard|^robot check|^captcha\b|^human verification|^under construction
    ^(?:error )?(?:40[0-9]|50[0-4])\b(?:$| ?[-:|]| (?:forbidden|not found|error|page|bad|internal))
    ^(?:error )?50[0-4] (?:gateway|service|server)|^page not found|^(?:not found|forbidden)$
    ^bad gateway|^service unavailable|^site (?:maintenance|unavailable)|^something went wrong
    ^temporarily unavailable|^before you continue|^javascript is (?:disabled|required)|^oops\b
    ^(?:untitled|no title|home|homepage|index|loading|log ?in|sign ?in|subscribe|register)[. !]*$
    ^(?:welcome|news|article|video|document|title|test|null|undefined|none|default)[. !]*$
    ^(?:sign in|log in|subscribe|register|please (?:sign|log) in) to (?:continue|read|view)\b
    ^verification (?:de securite|requise|en cours)|^controle de securite|^connectez-vous\b
    ^(?:subscribe to read|privacy policy|cookie policy|cookies|continue reading)[. !]*$
    ^(?:subscription|enable javascript)[. !]*$|^un instant\b|^veuillez patienter
    ^acces (?:refuse|interdit)|^serveur indisponible|^site en maintenance
    ^page (?:introuvable|non trouvee)|^etes-vous (?:un robot|humain)|^erreur \d{3}\b
    ^(?:verification|connexion|accueil|chargement|abonnez-vous|s'abonner|inscription)[. !]*$
    ^(?:redirection|sans titre|actualites?|maintenance|article reserve aux abonnes)[. !]*$
    ^(?:cet? |cette )?(?:article|contenu|page|lecture|edition) (?:est )?(?:reserve|limite)e?s? a
    ^(?:acces|service) (?:restreint|indisponible|reserve)|^cookies? et vie privee
    ^gerer (?:mes|vos) cookies|^identifiez-vous\b|^creez un compte\b|^la suite est reservee\b
    ^(?:cet? (?:article|contenu) est reserve|this (?:article|content|story) is (?:for|only))\b
    ^(?:please )?(?:enable|accept|allow|manage) (?:all )?cookies\b|^cookies? (?:consent|settings)\b
    ^(?:we (?:value|care about|respect) your|your|manage) privacy\b|^privacy (?:notice|settings)\b
    ^(?:this )?(?:content|video|page|article|post) (?:is )?(?:private|unavailable|blocked)[.! ]*$
    ^(?:this |the )?(?:content|video|page|article|story) is (?:no longer |not |un)available\b
    ^(?:this |the )?(?:content|video|page|article|post|story) has been (?:removed|deleted)[.! ]*$
    ^you(?:'ve| have) (?:reached|used|read|hit|been)\b.*\b(?:limit|articles?|blocked|free)\b
    ^(?:subscriber|premium|members?|exclusive|sponsored)(?:[- ]only)? (?:content|article|access)$
    ^(?:error )?451\b|^unavailable (?:due to|for) legal\b|\bnot available in your (?:region|area)\b
    ^(?:sorry,? )?(?:you (?:are|have been)|your (?:access|request)) .*\b(?:blocked|denied|expired)\b
    ^(?:session|link|token) (?:has )?expired\b|^(?:too many|bad) requests?\b|^rate limit
    ^(?:sign|log)(?: |-)?in (?:to|with|or|for) \w+(?: \w+)?[. !]*$|^confirm (?:your|you are)\b
    ^thank(?:s| you) for (?:subscribing|signing up|registering|visiting|your (?:order|interest))
    ^(?:latest|breaking|top|all|more|today's) (?:\w+ )?(?:news|headlines|stories|articles|videos)\b$
    ^(?:latest|breaking|top) news(?: and |, | & )(?:headlines|analysis|sport|weather|videos?|views)
    ^(?:choose|enter|confirm|enable|verify|select|activate|reset|edit|set|manage) your \w+(?: \w+)?$
    ^pardon our interruption\b|^client challenge\b|^(?:are you|still) (?:still )?(?:there|here)\b
    ^(?:wh)?oops\b|^something (?:broke|went wrong)\b|^we(?:'re| are) (?:sorry|having)\b
    ^(?:contact|about) us$|^terms (?:of|and)\b.{0,20}$|^(?:read|load|see|show) more[. !]*$
    ^(?:search results|archives?|category|tag|author|our team|help ?cent(?:er|re)|my account)$
    ^(?:please )?(?:upgrade|update|turn off|disable) your (?:browser|ad ?blocker)\b|^ad ?blocker\b
    ^(?:media|image|file|page) (?:not found|unavailable|removed)\b|^(?:no|zero) results found\b
    ^(?:start|begin) your (?:free )?(?:trial|subscription)\b|^(?:create|confirm) your account\b
    ^(?:请稍候|请稍等|安全验证|访问受限|访问被拒绝|页面不存在|页面未找到)[.。!…]*$
    ^(?:找不到页面|登录|注册|人机验证|验证码|正在加载|加载中|您访问的页面不存在)[.。!…]*$
    ^(?:无标题|首页|系统维护|身份验证|出错了|提示信息|访问验证|网页无法访问)[.。!…]*$
    ^(?:文章已被删除|该内容已被发布者删除|此内容因违规无法查看|请完成验证)[.。!…]*$
    ^(?:本文为付费内容|本内容为付费内容|付费内容|请先登录|内容加载中)[.。!…]*$
    ^(?:滑动验证|未命名|跳转中|正在跳转|文章不存在|链接已过期|请登录后查看|验证中心)[.。!…]*$
"""
