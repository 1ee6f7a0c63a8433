"""How titles of other kinds than reports are worded, as patterns over folded titles.

What stands here tells a kind wherever it stands; most kinds are told by a label alone, which
`core.text.titles` takes off (`Opinion: …`, 【专访】…): in a sentence these words are of the news.

Folded: small letters without accents, plain signs, Simplified Chinese. A kind stands at the
beginning of a line, its patterns on indented lines below it; a line is of one script.
"""

KINDS = r"""
live
    \blive (?:blog|updates?|coverage|stream)\b|\bas it happened\b|\bminute[- ]by[- ]minute\b
    \blive:|\b[\w ]+ live: |\blive$|\blatest updates\b|\bfollow live\b
    \ben direct\b|\bminute par minute\b|\bsuivez\b
    实时更新|文字实录|现场连线
gallery
    \bin pictures\b|\bphoto gallery\b|\bsee (?:the )?(?:photos|pics)\b
    \ben images\b|\bdiaporama\b|\bles photos d
    组图|图集|写真|路透图
promotion
    \b(?:best )?deals?\b(?= on| of the|:)|\bdiscount\b|\bcoupon|\bpromo code|\bon sale\b
    \bgiveaway\b|\bbons? plans?\b|\bcode promo\b|\bsoldes\b|\bpromo(?:tion)?s?\b|\ba gagner\b
    \ba moins de \d+ ?(?:euros|€)
    优惠|促销|秒杀|满减|抢购|红包|特价|抽奖
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
