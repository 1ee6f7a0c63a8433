"""Names of months and zones as feeds write them: data only.

Months and days: the names that Unicode's CLDR gives for each language, long and short,
case-folded and without their point; some spelled without accents too, as older software does.
Zones: RFC 822 §5 first (so CST is Chicago, not Shanghai), then the names in wide use that have one
meaning, or one that nearly all feeds mean.
"""

from unicodedata import normalize

#: By month: English, German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian, Polish,
#: Russian, Ukrainian, Turkish, Greek, Czech, Hungarian; then Finnish, Romanian, Slovak, Slovene,
#: Bulgarian, Serbian, Catalan, the Baltic three, Indonesian, Malay, Hebrew, Arabic, Chinese,
#: Persian (of the Gregorian year), Thai, Hindi.
#: Croatian is left out: its `lis` and `lip` are another month's name in Polish.
_NAMES = {
    1: """
        jan january jän jaen jänner januar janv janvier ene enero gen gennaio janeiro januari
        sty stycznia янв января січ січня oca ocak ιαν ιανουαρίου ledna január tammi tammikuuta
        ian ianuarie led leden janvāris sausio saus jaanuar jaan januára januarja януари јан
        јануар ינואר يناير 一月 styczeń январь січень tammikuu яну sausis ژانویه มกราคม जनवरी
        ιανουάριος
    """,
    2: """
        feb february februar févr fév fevr fev février fevrier febrero febbraio fevereiro
        februari lut lutego фев февраля лют лютого şub şubat φεβ φεβρουαρίου února unora február
        helmi helmikuuta úno únor februarie febrer febr februāris vasario vas veebruar veebr
        februára februarja февруари феб фебруар פברואר فبراير 二月 pebruari luty февраль февр
        лютий helmikuu vasaris فوریه กุมภาพันธ์ फ़रवरी फरवरी φεβρουάριος
    """,
    3: """
        mar march mär maer mrz märz maerz mars marzo março marco mrt maart marts marca мар марта
        бер березня mart μαρ μαρτίου března brezna március maalis maaliskuuta martie bře březen
        brez märts kovo kov kovas март מרץ مارس 三月 marec maret mac marzec березень maaliskuu
        márc มีนาคม मार्च μάρτιος
    """,
    4: """
        apr april avr avril abr abril aprile kwi kwietnia апр апреля квіт квітня nis nisan απρ
        απριλίου dubna április huhti huhtikuuta aprilie dub duben aprīlis balandžio bal aprill
        apríla aprila април אפריל أبريل ابريل إبريل 四月 kwiecień апрель квітень huhtikuu ápr
        apríl balandis آوریل เมษายน अप्रैल απρίλιος
    """,
    5: """
        may mai mayo mag maggio maio mei maj maja мая май трав травня mayıs μαΐ μαΐου μαϊ května
        kvetna május touko toukokuuta kvě květen maijs gegužės geg máj mája maig мај מאי مايو 五月
        травень toukokuu gegužė พฤษภาคม मई μάιος
    """,
    6: """
        jun june juni juin junio giu giugno junho cze czerwca июн июня черв червня haz haziran
        ιουν ιουνίου ιούν června cervna június kesä kesäkuuta iunie iun čvn červen jūnijs
        birželio birž juuni jún júna junija јун јуни юни יוני يونيو 六月 juny czerwiec июнь
        червень kesäkuu junij jūn birželis ژوئن มิถุนายน जून ιούνιος
    """,
    7: """
        jul july juli juil juillet julio lug luglio julho lip lipca июл июля лип липня tem
        temmuz ιουλ ιουλίου ιούλ července cervence július heinä heinäkuuta iulie iul čvc
        červenec jūlijs liepos liep juuli júl júla julija јул јули юли יולי يوليو 七月 juliol
        julai lipiec июль липень heinäkuu julij jūl liepa ژوئیه กรกฎาคม जुलाई ιούλιος
    """,
    8: """
        aug august août aout aoû ago agosto augustus augusti sie sierpnia авг августа серп
        серпня ağu ağustos αυγ αυγούστου αύγ srpna augusztus elo elokuuta srp srpen augusts
        rugpjūčio rugp augusta avgusta avg август אוגוסט أغسطس اغسطس 八月 agost agustus agu agt
        ogos ogo sierpień серпень elokuu avgust rugpjūtis اوت สิงหาคม अगस्त αύγουστος
    """,
    9: """
        sep sept september septembre septiembre set setiembre settembre setembro wrz września
        wrzesnia сен сент сентября вер вересня eyl eylül σεπ σεπτεμβρίου září zari szeptember
        syys syyskuuta septembrie septembris rugsėjo rugs septembra септември септембар септ
        ספטמבר سبتمبر 九月 setembre wrzesień сентябрь вересень syyskuu szept сеп rugsėjis سپتامبر
        กันยายน सितंबर σεπτέμβριος
    """,
    10: """
        oct october okt oktober octobre octubre ott ottobre out outubro paź października
        pazdziernika окт октября жовт жовтня eki ekim οκτ οκτωβρίου října rijna október loka
        lokakuuta octombrie říj říjen oktobris spalio spal oktoober októbra oktobra октомври
        октобар אוקטובר أكتوبر اكتوبر 十月 październik октябрь жовтень lokakuu spalis اکتبر ตุลาคม
        अक्टूबर οκτώβριος
    """,
    11: """
        nov november novembre noviembre novembro lis listopada ноя нояб ноября лист листопада
        kas kasım νοε νοεμβρίου listopadu marras marraskuuta noiembrie noi listopad novembris
        lapkričio lapkr novembra ноември новембар נובמבר نوفمبر 十一月 nopember ноябрь листопад
        marraskuu ное нов lapkritis نوامبر พฤศจิกายน नवंबर νοέμβριος
    """,
    12: """
        dec december dez dezember déc décembre decembre dic diciembre dicembre dezembro desember
        des gru grudnia дек декабря груд грудня ara aralık δεκ δεκεμβρίου prosince joulu
        joulukuuta decembrie pro prosinec decembris gruodžio gruod detsember dets decembra
        декември децембар דצמבר ديسمبر 十二月 desembre disember dis grudzień декабрь грудень
        joulukuu дец gruodis دسامبر ธันวาคม दिसंबर δεκέμβριος
    """,
}

MONTHS: dict[str, int] = {
    normalize("NFKC", name.casefold()): number
    for number, names in _NAMES.items()
    for name in names.split()
}

#: By day, Monday first; names that are another day's, or a month's, in another language are left
#: out (`mar`, `št`).
_DAYS = (
    """
        monday mon montag mo lundi lun lunes lunedì segunda seg maandag ma måndag mån mandag man
        poniedziałek pon понедельник пн понеділок pazartesi pzt δευτέρα δευ pondělí po hétfő
        maanantaina luni pondelok ponedeljek понеделник понедељак пон dilluns dl pirmdiena pirmd
        pirmadienis pr esmaspäev senin sen isnin isn שני الاثنين सोमवार सोम วันจันทร์ จันทร์ hai
        ponedjeljak 월요일 월 月曜日 月 星期一 周一 lunedi
    """,
    """
        tuesday tue dienstag di mardi martes martedì terça ter dinsdag tisdag tis tirsdag tirs
        tir wtorek wt вторник вт вівторок salı sal τρίτη τρί úterý út kedd tiistaina ti marți
        utorok ut torek уторак уто dimarts dt otrdiena otrd antradienis an teisipäev selasa sel
        שלישי الثلاثاء मंगलवार मंगल วันอังคาร อังคาร ba utorak uto 화요일 화 火曜日 火 星期二 周二 tues
        martedi terca
    """,
    """
        wednesday wed mittwoch mi mercredi mer miércoles mié mercoledì quarta qua woensdag wo
        onsdag ons środa śr среда ср середа çarşamba çar τετάρτη τετ středa st szerda sze
        keskiviikkona ke miercuri mie streda sreda sre сряда сре dimecres dc trešdiena trešd
        trečiadienis tr kolmapäev rabu rab רביעי الأربعاء बुधवार बुध วันพุธ พุธ tư srijeda sri
        수요일 수 水曜日 水 星期三 周三 weds mercoledi miercoles
    """,
    """
        thursday thu donnerstag do jeudi jeu jueves jue giovedì gio quinta qui donderdag torsdag
        tors czwartek czw четверг чт четвер perşembe per πέμπτη πέμ čtvrtek čt csütörtök cs
        torstaina to joi štvrtok četrtek čet четвъртък четвртак чет dijous dj ceturtdiena
        ceturtd ketvirtadienis kt neljapäev kamis kam khamis kha חמישי الخميس गुरुवार गुरु
        วันพฤหัสบดี พฤหัส năm četvrtak 목요일 목 木曜日 木 星期四 周四 thurs thur giovedi
    """,
    """
        friday fri freitag fr vendredi ven viernes vie venerdì sexta sex vrijdag vr fredag fre
        piątek pt пятница пт пʼятниця cuma cum παρασκευή παρ pátek pá péntek perjantaina pe
        vineri vin piatok pi petek pet петък петак пет divendres dv piektdiena piektd
        penktadienis pn reede jumat jum jumaat שישי الجمعة शुक्रवार शुक्र วันศุกร์ ศุกร์ sáu
        petak 금요일 금 金曜日 金 星期五 周五 venerdi
    """,
    """
        saturday sat samstag sa samedi sam sábado sáb sabato sab zaterdag za lördag lör lørdag
        lør sobota sob суббота сб субота cumartesi cmt σάββατο σάβ szombat szo lauantaina la
        sâmbătă sâm събота суб dissabte ds sestdiena sestd šeštadienis laupäev sabtu שבת السبت
        शनिवार शनि วันเสาร์ เสาร์ bảy subota sub 토요일 토 土曜日 土 星期六 周六 sabado
    """,
    """
        sunday sun sonntag dimanche dim domingo dom domenica zondag zo söndag sön søndag søn
        niedziela niedz воскресенье вс неділя нд pazar paz κυριακή κυρ neděle ne vasárnap
        sunnuntaina su duminică dum nedeľa nedelja ned неделя недеља нед diumenge dg svētdiena
        svētd sekmadienis sk pühapäev minggu min ahad ahd ראשון الأحد रविवार रवि วันอาทิตย์
        อาทิตย์ nhật cn nedjelja 일요일 일 日曜日 日 星期日 周日
    """,
)

WEEKDAYS: dict[str, int] = {
    normalize("NFKC", name.casefold()): number
    for number, names in enumerate(_DAYS)
    for name in names.split()
}

#: The year before the first one of an era.
ERAS: dict[str, int] = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}

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

#: Names that leave summer time to the place; those of POSIX tell both.
ZONE_PLACES: dict[str, str] = {
    "ET": "America/New_York",
    "EST5EDT": "America/New_York",
    "CST6CDT": "America/Chicago",
    "MST7MDT": "America/Denver",
    "PST8PDT": "America/Los_Angeles",
    "CT": "America/Chicago",
    "MT": "America/Denver",
    "PT": "America/Los_Angeles",
}
