"""Names of months and zones as feeds write them: data only.

Months: the names that Unicode's CLDR gives for each language, long and short, case-folded and
without their point; spelled without accents too, as older software does. Zones: RFC 822 §5 first
(so CST is Chicago, not Shanghai), then the names in wide use that have one meaning, or one that
nearly all feeds mean.
"""

#: By month: English, German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian, Polish,
#: Russian, Ukrainian, Turkish, Greek, Czech, Hungarian; then Finnish, Romanian, Slovak, Slovene,
#: Bulgarian, Serbian, Catalan, the Baltic three, Indonesian, Malay, Hebrew, Arabic, Chinese.
#: Croatian is left out: its `lis` and `lip` are another month's name in Polish.
_NAMES = {
    1: """
        jan january jän jaen jänner januar janv janvier ene enero gen gennaio janeiro
        januari sty stycznia янв января січ січня oca ocak ιαν ιανουαρίου ledna január tammi
        tammikuuta ian ianuarie led leden janvāris sausio saus jaanuar jaan januára januarja
        януари јан јануар ינואר يناير 一月
    """,
    2: """
        feb february februar févr fév fevr fev février fevrier febrero febbraio fevereiro
        februari lut lutego фев февраля лют лютого şub şubat φεβ φεβρουαρίου února unora
        február helmi helmikuuta úno únor februarie febrer febr februāris vasario vas
        veebruar veebr februára februarja февруари феб фебруар פברואר فبراير 二月 pebruari
    """,
    3: """
        mar march mär maer mrz märz maerz mars marzo março marco mrt maart marts marca мар
        марта бер березня mart μαρ μαρτίου března brezna március maalis maaliskuuta martie
        bře březen brez märts kovo kov kovas март מרץ مارس 三月 marec maret mac
    """,
    4: """
        apr april avr avril abr abril aprile kwi kwietnia апр апреля квіт квітня nis nisan
        απρ απριλίου dubna április huhti huhtikuuta aprilie dub duben aprīlis balandžio bal
        aprill apríla aprila април אפריל أبريل ابريل إبريل 四月
    """,
    5: """
        may mai mayo mag maggio maio mei maj maja мая май трав травня mayıs μαΐ μαΐου μαϊ
        května kvetna május touko toukokuuta kvě květen maijs gegužės geg máj mája maig мај
        מאי مايو 五月
    """,
    6: """
        jun june juni juin junio giu giugno junho cze czerwca июн июня черв червня haz
        haziran ιουν ιουνίου ιούν června cervna június kesä kesäkuuta iunie iun čvn červen
        jūnijs birželio birž juuni jún júna junija јун јуни юни יוני يونيو 六月 juny
    """,
    7: """
        jul july juli juil juillet julio lug luglio julho lip lipca июл июля лип липня tem
        temmuz ιουλ ιουλίου ιούλ července cervence július heinä heinäkuuta iulie iul čvc
        červenec jūlijs liepos liep juuli júl júla julija јул јули юли יולי يوليو 七月 juliol
        julai
    """,
    8: """
        aug august août aout aoû ago agosto augustus augusti sie sierpnia авг августа серп
        серпня ağu ağustos αυγ αυγούστου αύγ srpna augusztus elo elokuuta srp srpen augusts
        rugpjūčio rugp augusta avgusta avg август אוגוסט أغسطس اغسطس 八月 agost agustus agu
        agt ogos ogo
    """,
    9: """
        sep sept september septembre septiembre set setiembre settembre setembro wrz
        września wrzesnia сен сент сентября вер вересня eyl eylül σεπ σεπτεμβρίου září zari
        szeptember syys syyskuuta septembrie septembris rugsėjo rugs septembra септември
        септембар септ ספטמבר سبتمبر 九月 setembre
    """,
    10: """
        oct october okt oktober octobre octubre ott ottobre out outubro paź października
        pazdziernika окт октября жовт жовтня eki ekim οκτ οκτωβρίου října rijna október loka
        lokakuuta octombrie říj říjen oktobris spalio spal oktoober októbra oktobra октомври
        октобар אוקטובר أكتوبر اكتوبر 十月
    """,
    11: """
        nov november novembre noviembre novembro lis listopada ноя нояб ноября лист
        листопада kas kasım νοε νοεμβρίου listopadu marras marraskuuta noiembrie noi
        listopad novembris lapkričio lapkr novembra ноември новембар נובמבר نوفمبر 十一月
        nopember
    """,
    12: """
        dec december dez dezember déc décembre decembre dic diciembre dicembre dezembro
        desember des gru grudnia дек декабря груд грудня ara aralık δεκ δεκεμβρίου prosince
        joulu joulukuuta decembrie pro prosinec decembris gruodžio gruod detsember dets
        decembra декември децембар דצמבר ديسمبر 十二月 desembre disember dis
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
