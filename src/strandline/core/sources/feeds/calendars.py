"""Names of months and zones as feeds write them: data only.

Months: the names that Unicode's CLDR gives for each language, long and short, case-folded and
without their point; spelled without accents too, as older software does. Zones: RFC 822 §5 first
(so CST is Chicago, not Shanghai), then the names in wide use that have one meaning, or one that
nearly all feeds mean.
"""

#: One line per language: twelve groups, separated by `|`, of names for January to December.
_MONTH_LINES = (
    # English
    "jan january|feb february|mar march|apr april|may|jun june|jul july|aug august"
    "|sep sept september|oct october|nov november|dec december",
    # German
    "jän jaen jänner januar|feb februar|mär maer mrz märz maerz|april|mai|juni|juli|august"
    "|september|okt oktober|november|dez dezember",
    # French
    "janv janvier|févr fév fevr fev février fevrier|mars|avr avril|mai|juin|juil jul juillet"
    "|août aout aoû|sept septembre|octobre|novembre|déc décembre decembre",
    # Spanish
    "ene enero|febrero|marzo|abr abril|mayo|junio|julio|ago agosto|septiembre set setiembre"
    "|octubre|noviembre|dic diciembre",
    # Italian
    "gen gennaio|febbraio|marzo|aprile|mag maggio|giu giugno|lug luglio|ago agosto|set settembre"
    "|ott ottobre|novembre|dic dicembre",
    # Portuguese
    "janeiro|fev fevereiro|março marco|abril|mai maio|junho|julho|ago agosto|set setembro"
    "|out outubro|novembro|dez dezembro",
    # Dutch
    "januari|februari|mrt maart|april|mei|juni|juli|augustus|september|oktober|november|december",
    # Swedish, Danish, Norwegian
    "januari januar|februari februar|mars marts|april|maj|juni|juli|augusti august|september"
    "|okt oktober|november|december desember des",
    # Polish
    "sty stycznia|lut lutego|marca|kwi kwietnia|maja|cze czerwca|lip lipca|sie sierpnia"
    "|wrz września wrzesnia|paź października pazdziernika|lis listopada|gru grudnia",
    # Russian
    "янв января|фев февраля|мар марта|апр апреля|мая май|июн июня|июл июля|авг августа"
    "|сен сент сентября|окт октября|ноя нояб ноября|дек декабря",
    # Ukrainian
    "січ січня|лют лютого|бер березня|квіт квітня|трав травня|черв червня|лип липня|серп серпня"
    "|вер вересня|жовт жовтня|лист листопада|груд грудня",
    # Turkish
    "oca ocak|şub şubat|mart|nis nisan|mayıs|haz haziran|tem temmuz|ağu ağustos|eyl eylül"
    "|eki ekim|kas kasım|ara aralık",
    # Greek
    "ιαν ιανουαρίου|φεβ φεβρουαρίου|μαρ μαρτίου|απρ απριλίου|μαΐ μαΐου μαϊ|ιουν ιουνίου ιούν"
    "|ιουλ ιουλίου ιούλ|αυγ αυγούστου αύγ|σεπ σεπτεμβρίου|οκτ οκτωβρίου|νοε νοεμβρίου"
    "|δεκ δεκεμβρίου",
    # Czech
    "ledna|února unora|března brezna|dubna|května kvetna|června cervna|července cervence|srpna"
    "|září zari|října rijna|listopadu|prosince",
    # Hungarian
    "január|február|március|április|május|június|július|augusztus|szeptember|október|november"
    "|december",
)

MONTHS: dict[str, int] = {
    name.casefold(): number
    for line in _MONTH_LINES
    for number, names in enumerate(line.split("|"), start=1)
    for name in names.split()
}

#: Minutes east of Greenwich.
ZONE_MINUTES: dict[str, int] = {
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0,
    "EST": -300, "EDT": -240, "CST": -360, "CDT": -300,
    "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
    "AST": -240, "ADT": -180, "NST": -210, "NDT": -150,
    "AKST": -540, "AKDT": -480, "HST": -600,
    "BST": 60, "WEST": 60, "CET": 60, "MET": 60, "MEZ": 60,
    "CEST": 120, "MEST": 120, "MESZ": 120, "EET": 120, "SAST": 120, "CAT": 120,
    "EEST": 180, "MSK": 180, "TRT": 180, "EAT": 180, "WAT": 60,
    "PKT": 300, "IST": 330, "NPT": 345, "ICT": 420, "WIB": 420,
    "HKT": 480, "SGT": 480, "PHT": 480, "AWST": 480, "JST": 540, "KST": 540,
    "ACST": 570, "ACDT": 630, "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780,
    "BRT": -180, "ART": -180, "CLT": -240, "COT": -300, "PET": -300,
}  # fmt: skip

#: Names that leave summer time to the place.
ZONE_PLACES: dict[str, str] = {
    "ET": "America/New_York",
    "CT": "America/Chicago",
    "MT": "America/Denver",
    "PT": "America/Los_Angeles",
}
