"""Words of time: the names of months, and what a text says of when a post was written."""

import re
from collections.abc import Mapping
from functools import cache

# By ISO 639-1 code. Forms of one month are joined by "|": cases of a name, abbreviations that do
# not begin it; hyphens join the words of one name. Names are from the Unicode CLDR
# (https://cldr.unicode.org), version 45.
_NAMES: Mapping[str, str] = {
    "en": "january february march april may june july august september october november december",
    "de": "januar|jänner februar|feber märz|mrz|maerz april mai juni juli august september oktober"
    " november dezember",
    "fr": "janvier février|fevrier mars avril mai juin juillet août|aout septembre octobre novembre"
    " décembre|decembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre"
    " diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre"
    " dicembre",
    "pt": "janeiro fevereiro março|marco abril maio junho julho agosto setembro outubro novembro"
    " dezembro",
    "nl": "januari februari maart|mrt april mei juni juli augustus september oktober november"
    " december",
    "pl": "styczeń|stycznia luty|lutego marzec|marca kwiecień|kwietnia maj|maja czerwiec|czerwca"
    " lipiec|lipca sierpień|sierpnia wrzesień|września październik|października"
    " listopad|listopada grudzień|grudnia",
    "ru": "январь|января февраль|февраля март|марта апрель|апреля май|мая июнь|июня июль|июля"
    " август|августа сентябрь|сентября октябрь|октября ноябрь|ноября декабрь|декабря",
    "uk": "січень|січня лютий|лютого березень|березня квітень|квітня травень|травня червень|червня"
    " липень|липня серпень|серпня вересень|вересня жовтень|жовтня листопад|листопада"
    " грудень|грудня",
    "be": "студзень|студзеня люты|лютага сакавік|сакавіка красавік|красавіка май|мая"
    " чэрвень|чэрвеня ліпень|ліпеня жнівень|жніўня верасень|верасня кастрычнік|кастрычніка"
    " лістапад|лістапада снежань|снежня",
    "tr": "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "el": "ιανουάριος|ιανουαρίου φεβρουάριος|φεβρουαρίου μάρτιος|μαρτίου απρίλιος|απριλίου"
    " μάιος|μαΐου ιούνιος|ιουνίου ιούλιος|ιουλίου αύγουστος|αυγούστου σεπτέμβριος|σεπτεμβρίου"
    " οκτώβριος|οκτωβρίου νοέμβριος|νοεμβρίου δεκέμβριος|δεκεμβρίου",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "da": "januar februar marts april maj juni juli august september oktober november december",
    "no": "januar februar mars april mai juni juli august september oktober november desember",
    "is": "janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember",
    "fi": "tammikuu|tammikuuta helmikuu|helmikuuta maaliskuu|maaliskuuta huhtikuu|huhtikuuta"
    " toukokuu|toukokuuta kesäkuu|kesäkuuta heinäkuu|heinäkuuta elokuu|elokuuta syyskuu|syyskuuta"
    " lokakuu|lokakuuta marraskuu|marraskuuta joulukuu|joulukuuta",
    "et": "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november"
    " detsember",
    "lv": "janvāris|janvārī februāris|februārī marts|martā aprīlis|aprīlī maijs|maijā jūnijs|jūnijā"
    " jūlijs|jūlijā augusts|augustā septembris|septembrī oktobris|oktobrī novembris|novembrī"
    " decembris|decembrī",
    "lt": "sausis|sausio vasaris|vasario kovas|kovo balandis|balandžio gegužė|gegužės"
    " birželis|birželio liepa|liepos rugpjūtis|rugpjūčio rugsėjis|rugsėjo spalis|spalio"
    " lapkritis|lapkričio gruodis|gruodžio",
    "cs": "leden|ledna únor|února březen|března duben|dubna květen|května červen|června"
    " červenec|července srpen|srpna září říjen|října listopad|listopadu prosinec|prosince",
    "sk": "január|januára február|februára marec|marca apríl|apríla máj|mája jún|júna júl|júla"
    " august|augusta september|septembra október|októbra november|novembra december|decembra",
    "sl": "januar|januarja februar|februarja marec|marca april|aprila maj|maja junij|junija"
    " julij|julija avgust|avgusta september|septembra oktober|oktobra november|novembra"
    " december|decembra",
    "hr": "siječanj|siječnja veljača|veljače ožujak|ožujka travanj|travnja svibanj|svibnja"
    " lipanj|lipnja srpanj|srpnja kolovoz|kolovoza rujan|rujna listopad|listopada"
    " studeni|studenoga|studenog prosinac|prosinca",
    "sr": "јануар|januar фебруар|februar март|mart април|april мај|maj јун|jun|јуни јул|jul|јули"
    " август|avgust септембар|septembar октобар|oktobar новембар|novembar децембар|decembar",
    "bg": "януари февруари март април май юни юли август септември октомври ноември декември",
    "hu": "január február március április május június július augusztus szeptember október november"
    " december",
    "ro": "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie"
    " decembrie",
    "ca": "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
    "id": "januari februari maret april mei juni juli agustus september oktober november desember",
    "ar": "يناير|جانفي|كانون-الثاني فبراير|فيفري|شباط"
    " مارس|آذار أبريل|ابريل|أفريل|نيسان مايو|ماي|أيار"
    " يونيو|جوان|حزيران يوليو|جويلية|تموز أغسطس|اغسطس|أوت|آب سبتمبر|أيلول"
    " أكتوبر|اكتوبر|تشرين-الأول|تشرين-الاول نوفمبر|تشرين-الثاني"
    " ديسمبر|كانون-الأول|كانون-الاول",
    "he": "ינואר|בינואר פברואר|בפברואר מרץ|במרץ אפריל|באפריל מאי|במאי יוני|ביוני יולי|ביולי"
    " אוגוסט|באוגוסט ספטמבר|בספטמבר אוקטובר|באוקטובר נובמבר|בנובמבר דצמבר|בדצמבר",
    "hi": "जनवरी फरवरी|फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर|सितम्बर अक्टूबर|अक्तूबर"
    " नवंबर|नवम्बर दिसंबर|दिसम्बर",
    "bn": "জানুয়ারি|জানুয়ারী|জানুয়ারি|জানুয়ারী ফেব্রুয়ারি|ফেব্রুয়ারী|ফেব্রুয়ারি|ফেব্রুয়ারী মার্চ এপ্রিল মে"
    " জুন জুলাই আগস্ট|অগাস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর",
    "mr": "जानेवारी फेब्रुवारी मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर",
    "ta": "ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்",
    "te": "జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై|జూలై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్",
    "kk": "қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан",
    "gu": "જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઈ ઑગસ્ટ|ઓગસ્ટ સપ્ટેમ્બર ઑક્ટોબર|ઓક્ટોબર નવેમ્બર ડિસેમ્બર",
    "kn": "ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್",
    "ml": "ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മേയ് ജൂൺ ജൂലൈ ഓഗസ്റ്റ് സെപ്റ്റംബർ ഒക്ടോബർ നവംബർ ഡിസംബർ",
    "ur": "جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر",
    "fa": "ژانویه|ژانویهٔ فوریه|فوریهٔ مارس آوریل مه|مهٔ ژوئن ژوئیه|ژوئیهٔ اوت سپتامبر اکتبر"
    " نوامبر دسامبر",
    "az": "yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr",
    "uz": "yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr",
    "sq": "janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor",
    "mk": "јануари февруари март април мај јуни јули август септември октомври ноември декември",
    "gl": "xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro",
    "ka": "იანვარი თებერვალი მარტი აპრილი მაისი ივნისი ივლისი აგვისტო სექტემბერი ოქტომბერი ნოემბერი"
    " დეკემბერი",
    "hy": "հունվարի փետրվարի մարտի ապրիլի մայիսի հունիսի հուլիսի օգոստոսի սեպտեմբերի հոկտեմբերի"
    " նոյեմբերի դեկտեմբերի",
    "af": "januarie februarie maart april mei junie julie augustus september oktober november"
    " desember",
    "ms": "januari februari mac april mei jun julai ogos september oktober november disember",
    "sw": "januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba",
    "th": "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
}
_LEAST = 3  # letters of an abbreviation
# Most patterns are of small letters, for texts made small: that is a third faster than to ignore
# case, and up to four times.
_MAX_AROUND = 36  # letters of a text that is a date
_MAX_WORDS = 12  # of a text that is a date; by hand
_UNITS = (
    r"(?:secs?|seconds?|mins?|minutes?|hours?|hrs?|days?|weeks?|months?|years?|yrs?"
    r"|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?"
    r"|secondes?|heures?|jours?|semaines?|mois|ans?|années?"
    r"|segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|a[nñ]os?"
    r"|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|uur|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|jaar"
    r"|minut[ay]?|godzin[ay]?|dni|dzień|tydzień|tygodni[e]?|miesi[ąę]c\w*|lata?|rok"
    r"|минут\w?|час(?:а|ов)?|дн(?:я|ей)|день|недел\w+|месяц\w*|год(?:а)?|лет)\b"
)
_is_relative = re.compile(
    rf"(?<![\w.,])(?:\d+|an?|one|ein(?:e[rnm]?)?|une?)\s+{_UNITS}"
    r"|\b(?:to-?day|yesterday|heute|gestern|hier|aujourd|ayer|hoy|oggi|ieri|wczoraj|dzisiaj"
    r"|сегодня|вчера)\b|[\d一二三]+\s*(?:分钟|小时|天|周|个?月|年|秒|時間|日|か月)前"
    r"|^\d+\s?(?:m|h|d|w|mo|y|min|hrs?|yrs?)$"
).search
_is_ago = re.compile(
    r"\b(?:ago|her|vor|seit|hace|il y a|fa|temu|geleden|sedan|siden|назад|today|yesterday|heute"
    r"|gestern|hier|ayer|hoy|oggi|ieri)\b|前$",
    re.I,
).search
_is_day = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:de\s+)?[^\W\d_]{3,12}|[^\W\d_]{3,12}\.?\s+\d{1,2})\b"
).search
_is_month = re.compile(r"[^\W\d_]{3,12}\.? (?:19|20)\d\d").fullmatch
_words = re.compile(r"[^\W\d_]+").findall
_has_clock = re.compile(r"\b\d{1,2}[:.h]\d\d\b").search
_is_of_something_else = re.compile(
    r"join|regist|member since|mitglied seit|dabei seit|beigetreten|inscri|desde|membre|since"
    r"|edit|bearbeitet|geändert|modif|updated|changed|last (?:visit|seen|post|active|reply)"
    r"|letzte|dernière|birth|expires|views"
).search


def month_number(name: str, language: str = "") -> int:
    """Return the number of the month that has this name, whole or cut short; 0 if none has.

    A name that means two months in two languages is read in `language`, an ISO 639-1 code, or in
    the first of the list.

    >>> month_number("Sept"), month_number("maja"), month_number("market")
    (9, 5, 0)
    >>> month_number("listopada", "pl"), month_number("listopada", "hr")
    (11, 10)
    """
    written = "-".join(name.casefold().split())
    return _in_language(language).get(written) or _in_any().get(written, 0)


@cache
def _in_language(language: str) -> Mapping[str, int]:
    """Return the months by their names and by what begins the name of no other month."""
    months: dict[str, set[int]] = {}
    full: dict[str, int] = {}
    for number, names in enumerate(_NAMES.get(language, "").split(), start=1):
        for name in map(str.casefold, names.split("|")):
            full[name] = number
            for length in range(min(_LEAST, len(name)), len(name)):
                months.setdefault(name[:length], set()).add(number)
    return {**{start: min(own) for start, own in months.items() if len(own) == 1}, **full}


@cache
def _in_any() -> Mapping[str, int]:
    """Return the months by their names in all languages."""
    months: dict[str, int] = {}
    for language in _NAMES:
        for name, number in _in_language(language).items():
            months.setdefault(name, number)
    return months


def is_of_something_else(text: str) -> bool:
    """Return whether a text speaks of another date than a post's: when somebody joined, edited."""
    return _is_of_something_else(text.lower()) is not None


def has_clock(text: str) -> bool:
    """Return whether a text has the time of day."""
    return _has_clock(text) is not None


def is_vague(text: str) -> bool:
    """Return whether a text is of a month, or of a span of time that may not end now: "18 months",
    not "ago".
    """
    is_span = _is_relative(text.lower()) is not None and _is_ago(text) is None
    return is_span or _is_month(text) is not None


def is_bare(text: str) -> bool:
    """Return whether there is little in the text beside a date that is in it."""
    return sum(map(str.isalpha, text)) <= _MAX_AROUND and text.count(" ") <= _MAX_WORDS


def is_timestamp(text: str) -> bool:
    """Return whether a text says when, as posts do: "3 weeks ago", "March 27", "Today, 10:12".

    Of old ones forums say no more than "June 2008".
    """
    if len(text) > _MAX_AROUND:
        return False
    if _is_relative(text.lower()):
        return True
    day = _is_day(text) or _is_month(text)
    return any(map(month_number, _words(day[0]))) if day else False
