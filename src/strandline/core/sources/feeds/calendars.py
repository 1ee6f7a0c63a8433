"""Names of months and zones as feeds write them: data only.

Months: the names that Unicode's CLDR gives for each language, long and short, case-folded and
without their point; spelled without accents too, as older software does. Zones: RFC 822 §5 first
(so CST is Chicago, not Shanghai), then the names in wide use that have one meaning, or one that
nearly all feeds mean.
"""

#: By month: English, German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian, Polish,
#: Russian, Ukrainian, Turkish, Greek, Czech, Hungarian.
_NAMES = {
    1: """
        jan january jän jaen jänner januar janv janvier ene enero gen gennaio janeiro
        januari sty stycznia янв января січ січня oca ocak ιαν ιανουαρίου ledna január
    """,
    2: """
        feb february februar févr fév fevr fev février fevrier febrero febbraio fevereiro
        februari lut lutego фев февраля лют лютого şub şubat φεβ φεβρουαρίου února unora
        február
    """,
    3: """
        mar march mär maer mrz märz maerz mars marzo março marco mrt maart marts marca мар
        марта бер березня mart μαρ μαρτίου března brezna március
    """,
    4: """
        apr april avr avril abr abril aprile kwi kwietnia апр апреля квіт квітня nis nisan
        απρ απριλίου dubna április
    """,
    5: """
        may mai mayo mag maggio maio mei maj maja мая май трав травня mayıs μαΐ μαΐου μαϊ
        května kvetna május
    """,
    6: """
        jun june juni juin junio giu giugno junho cze czerwca июн июня черв червня haz
        haziran ιουν ιουνίου ιούν června cervna június
    """,
    7: """
        jul july juli juil juillet julio lug luglio julho lip lipca июл июля лип липня tem
        temmuz ιουλ ιουλίου ιούλ července cervence július
    """,
    8: """
        aug august août aout aoû ago agosto augustus augusti sie sierpnia авг августа серп
        серпня ağu ağustos αυγ αυγούστου αύγ srpna augusztus
    """,
    9: """
        sep sept september septembre septiembre set setiembre settembre setembro wrz
        września wrzesnia сен сент сентября вер вересня eyl eylül σεπ σεπτεμβρίου září
        zari szeptember
    """,
    10: """
        oct october okt oktober octobre octubre ott ottobre out outubro paź października
        pazdziernika окт октября жовт жовтня eki ekim οκτ οκτωβρίου října rijna október
    """,
    11: """
        nov november novembre noviembre novembro lis listopada ноя нояб ноября лист
        листопада kas kasım νοε νοεμβρίου listopadu
    """,
    12: """
        dec december dez dezember déc décembre decembre dic diciembre dicembre dezembro
        desember des gru grudnia дек декабря груд грудня ara aralık δεκ δεκεμβρίου
        prosince
    """,
}

MONTHS: dict[str, int] = {
    name.casefold(): number for number, names in _NAMES.items() for name in names.split()
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
