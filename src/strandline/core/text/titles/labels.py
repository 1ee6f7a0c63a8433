"""Words that newsrooms put before or after a title, and what they mean. Data, read by `marks`.

Spellings are written without accents and in lower case, as `words.fold` leaves them; Chinese is
Simplified. A label in brackets may stand at either end. What a label means stays on the title as a
feature, since a live page, an opinion and a report are not one page even under one title.
"""

from typing import NamedTuple


class Label(NamedTuple):
    """One meaning in one language.

    Attributes:
        feature: What stays on the title; empty for a label that means nothing.
        places: `h` before a separator at the head, `t` behind one at the tail, `d` also with a
            point behind it (`VIDÉO. …`), `,` with a comma, `a` glued with a hyphen as agencies do
            (`UPDATE 2-…`), `c` in capitals without any sign (`BREAKING Mayor …`); `[]` are always
            allowed.
        spellings: Parted by `|`.
    """

    feature: str
    language: str
    places: str
    spellings: str


LABELS: tuple[Label, ...] = (
    # English
    Label(
        "live", "en", "htc", "live|live now|watch live|live blog|liveblog|live updates|live update"
    ),
    Label("live", "en", "t", "as it happened|live coverage|live report|live stream|live score"),
    Label(
        "breaking", "en", "hac", "breaking|breaking news|just in|developing|news alert|newsflash"
    ),
    Label("breaking", "en", "h", "alert|urgent|flash|news flash|developing story|this just in"),
    Label("exclusive", "en", "htac", "exclusive|world exclusive|exclusive report|scoop"),
    Label(
        "video", "en", "htc", "video|videos|watch|with video|watch video|video report|must watch"
    ),
    Label(
        "photos", "en", "htc", "photos|photo|pictures|pics|gallery|photo gallery|in pictures|images"
    ),
    Label("photos", "en", "ht", "in photos|slideshow|photo essay|with photos|see photos"),
    Label("audio", "en", "ht", "listen|audio"),
    Label("graphic", "en", "hta", "infographic|graphic|map|chart|charts|interactive|graphics"),
    Label("update", "en", "htac", "update|updated|upd|latest|the latest|latest update"),
    Label(
        "correction", "en", "htac", "corrected|correction|corrected official|refile|clarification"
    ),
    Label(
        "correction", "en", "ha", "corrects|corr|refiled|amended|retracted|retraction|editors note"
    ),
    Label("repeat", "en", "ha", "rpt|repeat|resending|republished|from the archive|archive"),
    Label(
        "opinion", "en", "hta", "opinion|opinions|op ed|oped|comment|commentary|editorial|viewpoint"
    ),
    Label(
        "opinion", "en", "hta", "column|perspective|guest column|guest essay|letter|letters|blog"
    ),
    Label(
        "opinion",
        "en",
        "h",
        "letter to the editor|letters to the editor|our view|my view|breakingviews",
    ),
    Label(
        "analysis",
        "en",
        "hta",
        "analysis|news analysis|insight|in depth|deep dive|big read|long read",
    ),
    Label("explainer", "en", "hta", "explainer|explained|factbox|q a|faq|timeline|backgrounder"),
    Label("interview", "en", "ht", "interview"),
    Label("preview", "en", "hta", "preview|match preview|game preview|curtain raiser"),
    Label("review", "en", "hta", "review|reviewed|film review|book review|tv review|hands on"),
    Label("roundup", "en", "hta", "roundup|round up|wrapup|wrap up|wrap|digest"),
    Label(
        "report", "en", "h", "special report|report|reportage|feature|watch and read|read|must read"
    ),
    Label("investigation", "en", "h", "investigation|investigates|exclusive investigation"),
    Label("sponsored", "en", "ht", "sponsored|sponsored content|advertorial|paid post|promoted|ad"),
    Label(
        "subscriber", "en", "ht", "subscribers only|subscriber only|for subscribers|members only"
    ),
    Label(
        "subscriber", "en", "ht", "subscriber exclusive|exclusive for subscribers|member exclusive"
    ),
    Label(
        "subscriber", "en", "ht", "subscription required|paywall|premium|for members|subscribers"
    ),
    Label(
        "subscriber", "en", "", "$|$$|€|£|registration required|paid|subscription|plus|pro|sub only"
    ),
    Label("subscriber", "en", "ht", "subscriber only content|premium content|premium article"),
    # French
    Label(
        "live",
        "fr",
        "htd",
        "direct|en direct|direct video|live|suivez en direct|a suivre en direct",
    ),
    Label(
        "live", "fr", "ht", "en continu|minute par minute|direct live|le direct|revivez le direct"
    ),
    Label(
        "breaking", "fr", "htd", "alerte info|alerte|urgent|flash info|flash|derniere minute|info"
    ),
    Label("", "fr", "hd", "en bref|a la une|actualite|actu|infos"),
    Label(
        "exclusive",
        "fr",
        "htd",
        "exclusif|exclusivite|en exclusivite|exclu|info exclusive|exclusive",
    ),
    Label("video", "fr", "htd", "video|videos|en video|la video|video exclusive|replay|regardez"),
    Label(
        "photos",
        "fr",
        "htd",
        "photo|photos|en images|images|diaporama|en photos|portfolio|la photo",
    ),
    Label("audio", "fr", "htd", "audio|ecoutez|a ecouter"),
    Label(
        "graphic", "fr", "htd", "infographie|infographies|carte|cartes|carte interactive|en carte"
    ),
    Label("graphic", "fr", "htd", "graphique|graphiques|en graphique|en graphiques|visualisation"),
    Label("update", "fr", "htd", "maj|mise a jour|mis a jour|actualise|actualisation"),
    Label("correction", "fr", "htd", "rectificatif|correction|corrige|erratum|precision"),
    Label("opinion", "fr", "htd", "tribune|opinion|edito|editorial|billet|chronique|point de vue"),
    Label(
        "opinion", "fr", "htd", "humeur|carte blanche|billet d'humeur|parti pris|la tribune|idees"
    ),
    Label("analysis", "fr", "htd", "analyse|decryptage|eclairage|decodage|grand angle|long format"),
    Label("explainer", "fr", "htd", "explications|on vous explique|chronologie|infos pratiques"),
    Label("interview", "fr", "htd", "entretien|interview|grand entretien|le grand entretien"),
    Label("preview", "fr", "htd", "avant match|presentation|avant papier"),
    Label("review", "fr", "htd", "critique|test|notre critique|notre avis|compte rendu"),
    Label("roundup", "fr", "htd", "revue de presse|l'essentiel"),
    Label("recap", "fr", "htd", "recap|recapitulatif|resume"),
    Label(
        "report",
        "fr",
        "htd",
        "reportage|recit|grand format|temoignage|temoignages|portrait|dossier",
    ),
    Label("investigation", "fr", "htd", "enquete|notre enquete|info enquete|grande enquete"),
    Label(
        "sponsored",
        "fr",
        "htd",
        "sponsorise|contenu sponsorise|publicite|publireportage|partenaire",
    ),
    Label(
        "subscriber", "fr", "htd", "article reserve aux abonnes|reserve aux abonnes|abonnes|abonne"
    ),
    Label("subscriber", "fr", "htd", "contenu reserve aux abonnes|contenu payant|pour les abonnes"),
    Label(
        "subscriber", "fr", "htd", "article abonne|article abonnes|premium|article payant|payant"
    ),
    Label(
        "subscriber", "fr", "htd", "exclusif abonnes|reserve abonnes|offert aux abonnes|acces libre"
    ),
    # Chinese
    Label(
        "live",
        "zh",
        "ht",
        "直播|正在直播|视频直播|图文直播|直播中|现场直播|实时更新|滚动直播|直播回放",
    ),
    Label(
        "breaking",
        "zh",
        "ht",
        "快讯|突发|急讯|最新|最新消息|刚刚|即时|速报|快报|要闻|头条|重磅|突发新闻",
    ),
    Label(
        "breaking",
        "zh",
        "ht",
        "消息|资讯|新闻|热点|热闻|关注|聚焦|速递|滚动|简讯|短讯|今日热点|热点新闻",
    ),
    Label(
        "exclusive",
        "zh",
        "ht",
        "独家|独家报道|独家消息|首发|独家新闻|本网独家|全网首发|原创|独家视频",
    ),
    Label(
        "video",
        "zh",
        "ht",
        "视频|短视频|影片|有片|微视频|视频新闻|vlog|回放|高清视频|现场视频|有视频",
    ),
    Label(
        "photos",
        "zh",
        "ht",
        "图|图集|组图|高清图|高清组图|多图|图片|图文|附图|有图|图片新闻|高清|美图|套图",
    ),
    Label("audio", "zh", "ht", "音频|听新闻"),
    Label("graphic", "zh", "ht", "图解|一图读懂|数据图|图表|海报|漫画|长图|一图看懂|动图|可视化"),
    Label("update", "zh", "ht", "更新|持续更新|更新中|最新进展|续报|后续|最新更新|已更新"),
    Label("correction", "zh", "ht", "更正|勘误|订正|修正"),
    Label(
        "opinion",
        "zh",
        "ht",
        "评论|社评|观点|时评|社论|短评|锐评|快评|专栏|来论|热评|述评|网评|微评",
    ),
    Label("analysis", "zh", "ht", "分析|深度|解读|深度报道|深度分析|观察|特稿|透视|长文"),
    Label("explainer", "zh", "ht", "科普|问答|时间线|背景|一文读懂"),
    Label("interview", "zh", "ht", "专访|独家专访|访谈|对话"),
    Label("preview", "zh", "ht", "前瞻|赛前|预告|前瞻分析"),
    Label("review", "zh", "ht", "影评|书评|评测|测评|剧评|赛后|综述|点评|复盘"),
    Label("roundup", "zh", "ht", "盘点|汇总|集锦|合集|一周回顾|回顾"),
    Label("report", "zh", "ht", "特写|纪实|现场|记者手记|人物|通讯|报道|综合报道|特别报道"),
    Label("investigation", "zh", "ht", "调查|独家调查|深度调查"),
    Label("sponsored", "zh", "ht", "广告|推广|赞助|软文|合作"),
    Label(
        "subscriber",
        "zh",
        "ht",
        "会员专享|会员|付费|付费阅读|订阅专享|会员专属|仅限订阅|仅限会员|订户专享",
    ),
    Label(
        "subscriber",
        "zh",
        "ht",
        "vip|vip专享|会员独享|会员可看|会员免费|付费内容|付费专享|收费|会员文章|限免",
    ),
    Label("repeat", "zh", "ht", "转载|转|重播|旧闻"),
)

#: Heads that say what kind of page it is and that also tell it apart from a report under the same
#: title: they stay in the title, and are features too.
KEPT_LABELS: tuple[Label, ...] = (
    Label("podcast", "en", "h", "podcast|the podcast|episode"),
    Label("factcheck", "en", "h", "fact check|factcheck|fact checking|fact focus|debunked"),
    Label("poll", "en", "h", "poll|survey"),
    Label("quiz", "en", "h", "quiz|the quiz|crossword"),
    Label("obituary", "en", "h", "obituary|obit|in memoriam"),
    Label("newsletter", "en", "h", "newsletter|briefing|daily briefing|morning briefing"),
    Label("podcast", "fr", "hd", "podcast|en podcast"),
    Label(
        "factcheck",
        "fr",
        "hd",
        "vrai ou faux|fact checking|desinfox|intox|verification|le vrai du faux",
    ),
    Label("poll", "fr", "hd", "sondage|sondage exclusif"),
    Label("quiz", "fr", "hd", "quiz|le quiz|mots croises|jeu"),
    Label("obituary", "fr", "hd", "necrologie|disparition|hommage|carnet noir"),
    Label("newsletter", "fr", "hd", "newsletter|la lettre|infolettre|la matinale"),
    Label("podcast", "zh", "h", "播客|电台"),
    Label("factcheck", "zh", "h", "辟谣|求真|核查|谣言|事实核查"),
    Label("obituary", "zh", "h", "讣告|悼念"),
    Label(
        "newsletter", "zh", "h", "早报|晚报|日报|周报|周刊|早餐|夜读|晨报|早新闻|午报|月报|每日简报"
    ),
)
