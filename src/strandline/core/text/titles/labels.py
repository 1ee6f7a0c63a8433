"""Words that newsrooms put before or after a title, and what they mean. Data, read by `marks`.

A line holds what stays on the title as a feature (`-` for nothing), the places, and the spellings:
without accents and in lower case, as `words.fold` leaves them, Chinese in Simplified.

Places are `h` before a separator at the head, `d` with a point behind it (`VIDÉO. …`), `,` with a
comma, `a` glued with a hyphen as agencies do (`UPDATE 2-…`), `c` in capitals without any sign
(`BREAKING Mayor …`), `t` behind a separator at the tail. A label in brackets may stand at either
end, whatever its places; `[]` are all that some may have.

What a label means stays on the title, since a live page, an opinion and a report are not one page
even under one title.
"""

from collections.abc import Iterator
from typing import NamedTuple


class Label(NamedTuple):
    """A spelling, what it means, and where it may stand."""

    spelling: str
    feature: str
    places: str


_ENGLISH = """
live          htc  live|live now|watch live|live blog|liveblog|live updates|live update
live          t    as it happened|live coverage|live report|live stream|live score
breaking      hac  breaking|breaking news|just in|developing|news alert|newsflash
breaking      h    alert|urgent|flash|news flash|developing story|this just in
exclusive     htac exclusive|world exclusive|exclusive report|scoop
video         htc  video|videos|watch|with video|watch video|video report|must watch
photos        htc  photos|photo|pictures|pics|images
photos        ht   with photos|see photos
gallery       htc  gallery|photo gallery|in pictures
gallery       ht   in photos|slideshow|photo essay
audio         ht   listen|audio
graphic       hta  infographic|graphic|map|chart|charts|interactive|graphics
update        htac update|updated|upd|latest|the latest|latest update
correction    htac corrected|correction|corrected official|refile|clarification
correction    ha   corrects|corr|refiled|amended|retracted|retraction|editors note
repeat        ha   rpt|repeat|resending|republished|from the archive|archive
opinion       hta  opinion|opinions|op ed|oped|comment|commentary|editorial|viewpoint
opinion       hta  column|perspective|guest column|guest essay|letter|letters|blog
opinion       h    letter to the editor|letters to the editor|our view|my view|breakingviews
analysis      hta  analysis|news analysis|insight|in depth|deep dive|big read|long read
explainer     hta  explainer|explained|factbox|q a|faq|timeline|backgrounder
interview     ht   interview
preview       hta  preview|match preview|game preview|curtain raiser
review        hta  review|reviewed|film review|book review|tv review|hands on
roundup       hta  roundup|round up|wrapup|wrap up|wrap|digest
recap         hta  recap|live recap|highlights
report        ht   special report|report|reportage|feature|watch and read|read|must read
investigation h    investigation|investigates|exclusive investigation
sponsored     ht   sponsored|sponsored content|advertorial|paid post|promoted|ad
subscriber    ht   subscribers only|subscriber only|for subscribers|members only
subscriber    ht   subscriber exclusive|exclusive for subscribers|member exclusive
subscriber    ht   subscription required|paywall|premium|for members|subscribers
subscriber    ht   free to read|free article|unlocked|insider only
subscriber    []   $|$$|€|£|registration required|paid|subscription|plus|pro|sub only
subscriber    ht   subscriber only content|premium content|premium article
"""

_FRENCH = """
live          ,    direct|en direct
live          ht   live
live          htd  direct|en direct|direct video|suivez en direct|a suivre en direct
live          ht   en continu|minute par minute|direct live|le direct|revivez le direct
breaking      htd  alerte info|alerte|urgent|flash info|flash|derniere minute|info
-             hd   en bref|a la une|actualite|actu|infos
exclusive     htd  exclusif|exclusivite|en exclusivite|exclu|info exclusive|exclusive
video         htd  video|videos|en video|la video|video exclusive|replay|regardez
photos        htd  photo|photos|en images|images|diaporama|en photos|portfolio|la photo
audio         htd  audio|ecoutez|a ecouter
graphic       htd  infographie|infographies|carte|cartes|carte interactive|en carte
graphic       htd  graphique|graphiques|en graphique|en graphiques|visualisation
update        htd  maj|mise a jour|mis a jour|actualise|actualisation
correction    htd  rectificatif|correction|corrige|erratum|precision
opinion       htd  tribune|opinion|edito|editorial|billet|chronique|point de vue
opinion       htd  humeur|carte blanche|billet d'humeur|parti pris|la tribune|idees
analysis      htd  analyse|decryptage|eclairage|decodage|grand angle|long format
explainer     htd  explications|on vous explique|chronologie|infos pratiques
interview     htd  entretien|interview|grand entretien|le grand entretien
preview       htd  avant match|avant papier
review        htd  critique|test|notre critique|notre avis|compte rendu
roundup       htd  revue de presse|l'essentiel
recap         htd  recap|recapitulatif|resume
report        htd  reportage|recit|grand format|temoignage|temoignages|portrait|dossier
investigation htd  enquete|notre enquete|info enquete|grande enquete
sponsored     htd  sponsorise|contenu sponsorise|publicite|publireportage|partenaire
subscriber    htd  article reserve aux abonnes|reserve aux abonnes|abonnes|abonne
subscriber    htd  contenu reserve aux abonnes|contenu payant|pour les abonnes
subscriber    htd  article abonne|article abonnes|premium|article payant|payant
subscriber    htd  exclusif abonnes|reserve abonnes|offert aux abonnes|acces libre
"""

_CHINESE = """
live          ht   直播|正在直播|视频直播|图文直播|直播中|现场直播|实时更新|滚动直播|直播回放
breaking      ht   快讯|突发|急讯|最新|最新消息|刚刚|即时|速报|快报|要闻|头条|重磅|突发新闻
-             ht   消息|资讯|新闻|热点|热闻|关注|聚焦|速递|滚动|简讯|短讯|今日热点|热点新闻
exclusive     ht   独家|独家报道|独家消息|首发|独家新闻|本网独家|全网首发|原创|独家视频
video         ht   视频|短视频|影片|有片|微视频|视频新闻|vlog|回放|高清视频|现场视频|有视频
photos        ht   图|图集|组图|高清图|高清组图|多图|图片|图文|附图|有图|图片新闻|高清|美图|套图
audio         ht   音频|听新闻
graphic       ht   图解|一图读懂|数据图|图表|海报|漫画|长图|一图看懂|动图|可视化
update        ht   更新|持续更新|更新中|最新进展|续报|后续|最新更新|已更新
correction    ht   更正|勘误|订正|修正
opinion       ht   评论|社评|观点|时评|社论|短评|锐评|快评|专栏|来论|热评|述评|网评|微评
analysis      ht   分析|深度|解读|深度报道|深度分析|观察|特稿|透视|长文
explainer     ht   科普|问答|时间线|背景|一文读懂
interview     ht   专访|独家专访|访谈|对话
preview       ht   前瞻|赛前|预告|前瞻分析
review        ht   影评|书评|评测|测评|剧评|赛后|综述|点评|复盘
roundup       ht   盘点|汇总|集锦|合集|一周回顾|回顾
report        ht   特写|纪实|现场|记者手记|人物|通讯|报道|综合报道|特别报道
investigation ht   调查|独家调查|深度调查
sponsored     ht   广告|推广|赞助|软文|合作
subscriber    ht   会员专享|会员|付费|付费阅读|订阅专享|会员专属|仅限订阅|仅限会员|订户专享
subscriber    ht   vip|vip专享|会员独享|会员可看|会员免费|付费内容|付费专享|收费|会员文章|限免
repeat        ht   转载|转|重播|旧闻
"""

#: Heads that say what kind of page it is and that also tell it apart from a report under the same
#: title: they stay in the title, and are features too.
_KEPT = """
podcast       h    podcast|the podcast|episode
factcheck     h    fact check|factcheck|fact checking|fact focus|debunked
poll          h    poll|survey
quiz          h    quiz|the quiz|crossword
obituary      h    obituary|obit|in memoriam
newsletter    h    newsletter|briefing|daily briefing|morning briefing
podcast       hd   podcast|en podcast
factcheck     hd   vrai ou faux|fact checking|desinfox|intox|verification|le vrai du faux
poll          hd   sondage|sondage exclusif
quiz          hd   quiz|le quiz|mots croises|jeu
obituary      hd   necrologie|disparition|hommage|carnet noir
newsletter    hd   newsletter|la lettre|infolettre|la matinale
podcast       h    播客|电台
factcheck     h    辟谣|求真|核查|谣言|事实核查
obituary      h    讣告|悼念
newsletter    h    早报|晚报|日报|周报|周刊|早餐|夜读|晨报|早新闻|午报|月报|每日简报
"""


def _labels(table: str) -> Iterator[Label]:
    for line in filter(None, table.splitlines()):
        feature, places, spellings = line.split(maxsplit=2)
        for spelling in spellings.split("|"):
            yield Label(spelling, feature.strip("-"), places)


LABELS = tuple(_labels(_ENGLISH + _FRENCH + _CHINESE))
KEPT_LABELS = tuple(_labels(_KEPT))
