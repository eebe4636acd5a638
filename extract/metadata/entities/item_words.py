"""The words by which events and jobs are read, in the languages that recipes' words are in."""

import re
from collections.abc import Mapping

from pagesight.extract.text.labels import vocabulary

# What labels name. Of events: "when" and "where" are said of nothing else, "date" and "place" are;
# of jobs likewise "deadline" and "posted".
LABELS = vocabulary(
    {
        "when": "when|event date|event dates|date & time|date and time|date/time|date(s)|dates"
        "|date, time|time & date|time and date|day and time|start|starts|start date"
        "|start date & time|starts on|begins|event starts|event start|event time|event date & time"
        "|date of event|wann|beginn|termin|termine|datum & uhrzeit|datum und uhrzeit"
        "|datum und zeit|datum/uhrzeit|veranstaltungsdatum|quand|date et heure|date et horaires"
        "|date de l'événement|début|dates et horaires|cuándo|cuando|fecha y hora|inicio"
        "|fecha de inicio|fecha del evento|quando|data e ora|inizio|data e hora|data e horário"
        "|início|data do evento|wanneer|datum en tijd|aanvang|startdatum|kiedy|data i godzina"
        "|rozpoczęcie|termin wydarzenia|когда|дата и время|начало|日時|開催日時|開催日|公演日"
        "|公演日時|公演日程|開催期間|開催日程|開催時期|会期|日程|open/start|open / start|開場/開演"
        "|開場・開演|開場 / 開演|展期|展览时间|展覽日期|展覽時間|演出时间|演出時間|演出日期"
        "|공연일시|공연기간|공연 기간|전시기간|전시 기간|행사일시|행사기간|时间|時間地點|活动时间"
        "|活動時間|开始时间|när|datum och tid|startar|når|dato og tid|tidspunkt|starttidspunkt|kdy"
        "|datum a čas|začátek|kedy|mikor|időpont|πότε|ne zaman|milloin|ajankohta|일시|일정"
        "|when is it|when and where|where and when|wann und wo|wo und wann|quand et où|où et quand"
        "|cuándo y dónde|dónde y cuándo|quando e dove|dove e quando|quando e onde|wanneer en waar"
        "|waar en wanneer|kiedy i gdzie|gdzie i kiedy|когда и где|где и когда|日時・場所",
        "date": "duration|exhibition dates|period|zeitraum|laufzeit|période|duración|periodo"
        "|período|looptijd|date|day|datum|tag|fecha|data|dia|día|giorno|дата|日付|日期|dato|dátum|ημερομηνία"
        "|tarih|päivämäärä|날짜|kuupäev|päivä",
        "time": "time|times|start time|starting time|event hours|doors|doors open|door time|show"
        "|show time|uhrzeit|zeit|einlass|heure|heures|horaire|horaires|hora|horario|horarios"
        "|hora de inicio|ora|orario|orari|horário|tijd|tijdstip|tijden|godzina|godziny|czas|время"
        "|時間|時刻|开场|開演|開場|開催時間|開演時間|開場時間|公演時間|open|공연시간|공연 시간|tid"
        "|klockan|klokkeslæt|klokkeslett|čas|čas konání|hodina|idő|ώρα|saat|kello|kellonaika|시간",
        "end": "end|ends|end date|ending|end time|event ends|until|ende|ende der veranstaltung|fin"
        "|fecha de fin|hora de fin|fine|término|fim|einde|einddatum|zakończenie|koniec|окончание"
        "|конец|終了|结束时间|slut|slutar|slutter|konec|päättyy",
        "where": "where|venue|event venue|event location|venue name|location of event|wo"
        "|veranstaltungsort|tagungsort|treffpunkt|meeting point|où|dónde|donde|dove|onde|waar"
        "|gdzie|где|место проведения|место|会場|開催場所|場所|会場名|利用施設|開催会場|開催地"
        "|演出地点|演出地點|演出场馆|展览地点|展覽地點|공연장소|공연 장소|전시장소|행사장소|地点"
        "|地點|活动地点|活動地點|var|hvor|kde|místo konání|miesto konania|hol|helyszín|πού|nerede"
        "|missä|tapahtumapaikka|장소|where is it|lieu de l'événement|lugar del evento"
        "|local do evento|luogo dell'evento|espacio|espace|espaço"
        "|spazio|raum|ruimte|sala|salle|saal",
        "place": "location|place|address|venue address|ort|adresse|anschrift|lieu|lugar|ubicación"
        "|dirección|luogo|sede|indirizzo|local|endereço|localização|locatie|plaats|adres|miejsce"
        "|lokalizacja|адрес|住所|地址|plats|sted|místo|adresa|miesto|cím|τοποθεσία|yer|paikka|주소"
        "|adress",
        "organizer": "organizer|organiser|organizers|organisers|organized by|organised by"
        "|hosted by|host|event host|presented by|event organizer|veranstalter|veranstaltet von"
        "|ausrichter|organisateur|organisateurs|organisé par|organizador|organizadores|organiza"
        "|organizado por|organizzatore|organizzato da|organisator|organisatie|georganiseerd door"
        "|organizator|organizatorzy|организатор|организаторы|主催|主催者|主催・問い合わせ"
        "|主催・お問い合わせ|主催・企画|主办|主辦|主办方|主辦單位|arrangör|arrangør|pořadatel"
        "|organizátor|usporiadateľ|szervező|διοργάνωση|düzenleyen|järjestäjä|주최",
        "price": "price|prices|ticket|tickets|ticket price|ticket prices|cost|costs|event cost"
        "|admission|admission fee|entry|entry fee|entrance|entrance fee|fee|fees|registration fee"
        "|cover|eintritt|eintrittspreis|preis|preise|kosten|teilnahmegebühr|gebühr|tarif|tarifs"
        "|prix|entrée|entrées|precio|precios|entrada|entradas|coste|costo|prezzo|ingresso"
        "|biglietti|biglietto|preço|preços|ingressos|valor|bilhetes|prijs|prijzen|toegang|entree"
        "|cena|ceny|bilety|wstęp|цена|стоимость|билеты|вход|料金|参加費|入場料|入場|入場料金"
        "|チケット料金|座種/料金|席種/料金|席種・料金|券種・料金|券種/料金|対象者/入場料|観覧料"
        "|鑑賞料|门票|門票|입장료|관람료|티켓가격|チケット|费用|票价|費用|票價|pris|priser|inträde"
        "|entré|biljetter|inngang|billetpris|billetter|vstupné|vstup|belépő|τιμή|είσοδος|ücret"
        "|hinta|liput|가격|참가비",
        "company": "company|company name|employer|organization|organisation|hiring organization"
        "|hiring organisation|hiring company|agency|posted by|recruiter|firma|unternehmen"
        "|arbeitgeber|entreprise|employeur|société|recruteur|empresa|empleador|empregador|azienda"
        "|datore di lavoro|bedrijf|werkgever|organisatie|pracodawca|компания|работодатель"
        "|организация|会社名|企業名|勤務先|公司|企业|公司名稱|företag|arbetsgivare|virksomhed"
        "|arbejdsgiver|arbeidsgiver|bedrift|zaměstnavatel|společnost|zamestnávateľ|munkáltató|cég"
        "|εταιρεία|şirket|yritys|työnantaja|회사",
        "workplace": "location|locations|location name|job location|work location|workplace"
        "|place of work|based in|office|office location|city|duty station|arbeitsort|einsatzort"
        "|standort|dienstort|ort|lieu|lieu de travail|localisation|ville|lieu du poste|ubicación"
        "|lugar de trabajo|localidad|sede|luogo di lavoro|sede di lavoro|local|local de trabalho"
        "|localização|cidade|locatie|standplaats|werklocatie|plaats|lokalizacja|miejsce pracy"
        "|место работы|город|регион|勤務地|勤務場所|工作地点|工作地點|plats|arbetsplats|arbetsort"
        "|arbejdssted|arbeidssted|sted|místo výkonu práce|místo pracoviště|lokalita|miesto práce"
        "|munkavégzés helye|τοποθεσία|çalışma yeri|sijainti|työpaikan sijainti|근무지|근무 예정지"
        "|지역",
        "employment": "employment type|employment|type of employment|job type|job nature"
        "|job status|type|position type|contract|contract type|type of contract|work type"
        "|work schedule|job schedule|hours|time type|working time|employment status|engagement"
        "|anstellungsart|beschäftigungsart|arbeitszeit|arbeitszeitmodell|vertragsart|anstellung"
        "|beschäftigung|vertrag|pensum|art der beschäftigung|beschäftigungsarten"
        "|beschäftigungsarten und vergütung|type de contrat|contrat|type d'emploi|temps de travail"
        "|tipo de contrato|contrato|jornada|jornada laboral|tipo de empleo|tipo de puesto"
        "|tipo di contratto|contratto|orario di lavoro|tipologia contratto|tipo de vaga"
        "|tipo de emprego|regime|regime de contratação|dienstverband|contracttype"
        "|type dienstverband|contractvorm|rodzaj umowy|typ umowy|wymiar etatu|wymiar pracy"
        "|тип занятости|занятость|вид занятости|雇用形態|工作性质|工作類型|职位类型"
        "|anställningsform|omfattning|anställningstyp|ansættelsesform|ansettelsesform"
        "|stillingstype|typ úvazku|úvazek|druh úvazku|typ pracovního poměru|pracovní poměr"
        "|druh pracovného pomeru|foglalkoztatás|munkaidő|τύπος απασχόλησης|çalışma şekli|työsuhde"
        "|työaika|고용형태|고용 형태",
        "position": "job title|posting title|job posting title|position title|vacancy title"
        "|title of position|position|job name|title|stellenbezeichnung|stellentitel"
        "|berufsbezeichnung|intitulé du poste|intitulé|titre du poste|poste|puesto"
        "|nombre del puesto|título del puesto|cargo|título da vaga|posizione|posizione aperta"
        "|functie|functietitel|functienaam|stanowisko|nazwa stanowiska|должность|вакансия|職種"
        "|求人名|职位名称|職務名稱|모집 직종|모집직종|tjänst|befattning|stilling|stillingstittel"
        "|pozice|pracovní pozice|název pozice|munkakör|pozisyon|tehtävänimike",
        "requisition": "job id|job code|job number|job no|job nr|job ref|job reference|req id"
        "|req no|auto req id|requisition|requisition id|requisition number|requisition no"
        "|vacancy number|vacancy id|vacancy reference|vacancy ref|position number|position id"
        "|posting number|posting id|tracking code|stellen-id|stellennummer|stellen-nr|job-id"
        "|job-nr|jobnummer|kennziffer|référence de l'offre|numéro de l'offre|référence du poste"
        "|id oferta|código de la oferta|código da vaga|codice annuncio|rif. annuncio"
        "|codice offerta|vacaturenummer|numer referencyjny|nr ref|номер вакансии|求人番号|仕事番号"
        "|职位编号|職缺編號|구인인증번호|annonsnummer|stillings-id|číslo nabídky|állásazonosító"
        "|ilan no",
        "openings": "number of openings|of openings|openings|no. of openings|number of positions"
        "|positions|number of vacancies|no. of vacancies|vacancies|positions available"
        "|anzahl stellen|nombre de postes|número de vacantes|vacantes|puestos vacantes"
        "|número de vagas|vagas|numero di posti|aantal vacatures|liczba wakatów|募集人数|採用人数"
        "|招聘人数|需求人數|모집 인원|모집인원|antal tjänster|antall stillinger|počet míst",
        "region": "state|province|state/province|region|bundesland|estado|provincia|provincie"
        "|regione",
        "category": "job category|job family|job function|occupation|berufsfeld|tätigkeitsfeld"
        "|métier|categoría del puesto|área profesional|vakgebied|職種カテゴリ|职位类别|職務類別"
        "|직종|yrkesområde|obor",
        "salary": "salary|salary range|base salary|offered salary|annual salary|compensation|pay"
        "|annual salary range|hiring range|pay range|pay rate|wage|wages|remuneration|rate|gehalt"
        "|vergütung|lohn|gehaltsspanne|bezahlung|entlohnung|gehalt und arbeitszeit"
        "|beschäftigungsarten und vergütung|salaire|rémunération|salaire annuel|salario|sueldo"
        "|remuneración|retribuzione|stipendio|ral|salário|remuneração|faixa salarial|salaris|loon"
        "|salarisindicatie|wynagrodzenie|pensja|зарплата|заработная плата|оклад|給与|年収|月給"
        "|時給|薪资|薪水|薪酬|薪資|lön|løn|lønn|mzda|plat|odměna|nabízená mzda|fizetés|bér|μισθός"
        "|maaş|palkka|급여|임금|임금 조건",
        "posted": "posted|posted on|posted date|post date|posting date|date posted|published"
        "|published on|publication date|date|listed on|date listed|job posted|opening date"
        "|veröffentlicht|veröffentlicht am|online seit|datum|publié le|date de publication"
        "|publiée le|fecha de publicación|publicado|publicado el|pubblicato|pubblicato il"
        "|data di pubblicazione|data de publicação|publicado em|geplaatst|geplaatst op"
        "|publicatiedatum|data publikacji|opublikowano|дата публикации|опубликовано|размещено"
        "|掲載日|公開日|发布日期|发布时间|刊登日期|publicerad|publicerad den|oprettet|publisert"
        "|zveřejněno|datum zveřejnění|zverejnené|közzétéve|yayın tarihi|julkaistu|등록일",
        "deadline": "apply by|apply before|closing date|deadline|application deadline"
        "|application date|applications close|deadline to apply|closes|closing|expires|expires on"
        "|expiration date|valid through|last date to apply|bewerbungsfrist|bewerbungsschluss"
        "|bewerben bis|bewerbung bis|ausschreibungsende|date limite|date limite de candidature"
        "|date limite pour postuler|fecha límite|fecha de cierre|plazo de inscripción|scadenza"
        "|termine candidature|scadenza candidature|prazo|prazo de candidatura|data limite"
        "|inscrições até|sluitingsdatum|reageren voor|solliciteren voor|deadline sollicitatie"
        "|termin składania aplikacji|aplikuj do|termin składania ofert|ważna do|срок подачи"
        "|действительно до|応募締切|応募期限|締切|截止日期|申请截止|應徵截止|sista ansökningsdag"
        "|ansök senast|ansøgningsfrist|søknadsfrist|uzávěrka přihlášek|uzávěrka"
        "|jelentkezési határidő|προθεσμία|son başvuru tarihi|hakuaika päättyy|마감일",
    }
)
# Buttons and links that let one come, buy a ticket or note the day; those that let one apply.
invites = re.compile(
    r"register (?:now|here|today|online|for .{3,30})|registration|rsvp(?: .{1,20})?|(?:buy|get|book"
    r"|find|order) (?:your )?tickets?(?: .{1,20})?|book (?:now|your (?:place|seat|spot))"
    r"|(?:save|reserve) (?:your|my|a) (?:spot|seat|place)|tickets?|(?:\+ ?)?(?:add to"
    r"|export to)? ?(?:google |my |outlook )?calendar(?: export)?|add to (?:ical|ics|outlook)"
    r"|\+? ?ical(?:endar)?(?: export)?|join (?:now|event|us|the event)|sign up now|jetzt anmelden"
    r"|(?:zur )?anmeldung|zum kalender hinzufügen|in kalender eintragen"
    r"|tickets? (?:kaufen|buchen|sichern|bestellen)|jetzt (?:buchen|tickets? sichern)|s['’]inscrire"
    r"|inscription|je m['’]inscris|réserver(?: .{1,20})?|billetterie|acheter (?:des|un) billets?"
    r"|ajouter (?:au|à mon) calendrier|inscr[ií]bete|inscribirse|inscripción"
    r"|comprar (?:entradas?|ingressos?|bilhetes?)|reservar(?: .{1,20})?|añadir al calendario"
    r"|iscriviti|iscrizione|prenota(?: .{1,20})?|acquista (?:i )?bigliett[io]"
    r"|aggiungi al calendario|inscreva-se|inscrição|adicionar (?:ao|à) (?:calendário|agenda)"
    r"|aanmelden|inschrijven|tickets bestellen|bestel tickets|koop tickets|zapisz się"
    r"|zarejestruj się|kup bilety?|зарегистрироваться|регистрация|купить билет\w*|申し込む"
    r"|お申し込み|参加申込|チケットを購入|立即报名|报名|报名参加|立即報名|購票|anmäl dig"
    r"|köp biljett(?:er)?|tilmeld(?:ing)?|køb billet(?:ter)?|påmelding|meld deg på"
    r"|kjøp billett(?:er)?|koupit vstupenky|vstupenky|registrace|přihlásit se na akci",
    re.I,
).fullmatch
_APPLY = (
    r"(?:quick |easy |1-click )?apply(?: (?:now|here|today|online"
    r"|for (?:this |the )?(?:job|position|role|post|vacancy)|to (?:this )?(?:job|position)"
    r"|with .{1,20}|on .{1,30}|via .{1,20}))?"
    r"|(?:submit|send|start)(?: us)? (?:your |an )?application"
    r"|login to apply|i['’]m interested|apply job|(?:jetzt |online |hier )?bewerben"
    r"|jetzt online bewerben|zur bewerbung|bewerbung (?:starten|senden)|postuler(?: .{1,30})?"
    r"|je postule|candidater|envoyer (?:ma|votre) candidature|(?:solicitar|inscribirme"
    r"|postular(?:me|se)?|postúlate|aplicar)(?: .{1,20})?|candidati(?: ora)?"
    r"|invia (?:la )?candidatura|candidatar-se|candidate-se|quero me candidatar"
    r"|enviar (?:candidatura|currículo)|solliciteer(?: (?:nu|direct|hier))?|solliciteren"
    r"|direct solliciteren|aplikuj(?: teraz)?|откликнуться|отправить резюме|応募する"
    r"|この求人に応募(?:する)?|申请职位|立即申请|投递简历|應徵|立即應徵|ansök(?: nu| här)?"
    r"|sök jobbet|søg (?:stillingen|jobbet)|søk (?:stillingen|på stillingen|her)|ansøg(?: nu)?"
    r"|odpovědět(?: na (?:inzerát|nabídku))?|mám zájem|jelentkezem|υποβολή αίτησης|başvur"
    r"|hae (?:paikkaa|nyt)|지원하기"
)
asks_to_apply = re.compile(_APPLY, re.I).fullmatch
# What comes after the description of a job.
ends_job = re.compile(
    rf"(?:{_APPLY})|(?:similar|related|more|other|recommended|featured|latest) (?:jobs|positions"
    rf"|vacancies|openings)"
    r"(?: .{0,30})?|share(?: this)?(?: .{0,20})?|job (?:overview|alerts?)|company (?:information"
    r"|details|overview)|contact(?: us| info\w*)?|ähnliche (?:jobs|stellen\w*)|offres similaires"
    r"|podobné nabídky"
    r"|empleos similares|offerte simili|vagas semelhantes|vergelijkbare vacatures"
    r"|похожие вакансии",
    re.I,
).fullmatch
# Headings of a job's description: the tasks, who is sought, what is offered.
JOB_HEADINGS: Mapping[str, "re.Pattern[str]"] = {
    "tasks": re.compile(
        r"(?:(?:key|your|main|core|primary|job|essential) )?(?:responsibilities"
        r"|duties|tasks)(?: (?:and|&) .{3,30})?|your role|what you(?:['’]ll| will) (?:do"
        r"|be doing)|(?:job|role|position)"
        r" (?:description|summary|purpose)|about (?:the|this) (?:role|job|position)"
        r"|the role|(?:deine|ihre|die) aufgaben|aufgaben(?:gebiet|bereich)?|stellenbeschreibung"
        r"|(?:vos |tes )?missions?|description du poste|le poste"
        r"|(?:tus )?(?:funciones|responsabilidades)|descripción del (?:puesto|empleo)"
        r"|responsabilità|mansioni|descrizione (?:del lavoro|della posizione)|atividades"
        r"|responsabilidades e atribuições|descrição da vaga|functieomschrijving|wat ga je doen\??"
        r"|taken|(?:jouw )?werkzaamheden|(?:twoje )?(?:obowiązki|zadania)|zakres obowiązków"
        r"|обязанности|仕事内容|業務内容|(?:주요|담당) ?업무|직무 ?내용|모집 ?요강|工作职责"
        r"|岗位职责|职位描述|工作內容|arbetsuppgifter"
        r"|om tjänsten|arbejdsopgaver|om jobbet|arbeidsoppgaver|náplň práce"
        r"|co (?:(?:vás|tě) u nás čeká|budete dělat|budeš dělat)\??|feladatok",
        re.I,
    ),
    "profile": re.compile(
        r"(?:(?:key|job|minimum|preferred|required|basic|your|essential) )?(?:requirements?"
        r"|qualifications?|skills)(?: (?:and|&) .{3,30})?|required (?:knowledge|skills"
        r"|experience).{0,30}|your profile|(?:what )?we expect(?: from you)?|nice to have"
        r"|must haves?"
        r"|(?:the |our )?ideal candidate|who (?:you are|we(?:['’]re| are) looking for)"
        r"|what we(?:['’]re"
        r"| are) looking for|what you(?:['’]ll| will)? bring|you have|about you"
        r"|educational? (?:requirements?|\+ experience)"
        r"|(?:dein|ihr|das) profil|anforderungen|was (?:du|sie) mitbring(?:st|en)|(?:votre "
        r"|ton )?profil(?: recherché)?|requisitos|perfil(?: buscado)?|requisiti|profilo"
        r"|competenze richieste|qualificações|requisitos e qualificações"
        r"|functie-?eisen|wie ben jij\??|jouw profiel|wij vragen|wymagania|(?:nasze )?oczekiwania"
        r"|требования|応募資格|応募条件|求める人物像|(?:자격|지원) ?(?:요건|자격)|우대 ?사항"
        r"|任职要求|岗位要求|应聘条件|條件要求|kvalifikationer|din profil"
        r"|vi söker dig.{0,30}|dine kvalifikationer|kvalifikasjoner"
        r"|požadujeme|požadavky|co od vás očekáváme\??|elvárások",
        re.I,
    ),
    "offer": re.compile(
        r"(?:our |your |job |the )?benefits|perks(?: (?:and|&) benefits)?"
        r"|what we (?:can )?offer(?: you)?\??|we offer|why (?:join|work (?:for|with|at)) .{2,20}"
        r"|what['’]s in it for you\??|compensation (?:and|&) benefits"
        r"|(?:wir bieten|unser angebot|was wir (?:dir |ihnen )?bieten|benefits|deine vorteile)"
        r"|nous offrons|(?:nos )?avantages|ofrecemos|beneficios|offriamo|cosa offriamo|benefícios"
        r"|oferecemos|wat (?:wij )?bieden(?: wij)?\??|wij bieden|arbeidsvoorwaarden|oferujemy"
        r"|(?:co )?oferujemy|условия|мы предлагаем|待遇|福利厚生|福利待遇|복리 ?후생"
        r"|혜택(?: 및 복지)?|vi erbjuder|vi tilbyder|vi tilbyr|nabízíme"
        r"|co nabízíme\??|amit kínálunk",
        re.I,
    ),
}
EMPLOYMENT: Mapping[str, "re.Pattern[str]"] = {
    "FULL_TIME": re.compile(
        r"full[- ]?time|vollzeit|100 ?%|temps plein|temps complet|tiempo completo"
        r"|jornada completa|tempo pieno|full time|tempo (?:integral|completo)"
        r"|período integral|voltijd|fulltime|pełny etat|pełen etat|полная занятость"
        r"|полный (?:рабочий )?день|正社員|フルタイム|全职|全職|heltid|fuldtid|plný úvazek"
        r"|plný pracovní|teljes munkaid|πλήρης|tam zamanlı|kokoaika|정규직|hlavní pracovní", re.I
    ),
    "PART_TIME": re.compile(
        r"part[- ]?time|teilzeit|temps partiel|mi-temps|tiempo parcial|media jornada|medio tiempo"
        r"|jornada parcial|tempo parziale|meio período|tempo parcial|deeltijd|parttime|część etatu"
        r"|niepełny etat|частичная занятость|неполный|パート|アルバイト|兼职|兼職|deltid"
        r"|částečný úvazek|zkrácený úvazek|részmunkaid|μερική|yarı zamanlı|osa-aika|minijob", re.I
    ),
    "CONTRACTOR": re.compile(
        r"contractor|freelanc|\bcontract\b|auf honorarbasis|freiberuf|indépendant|autónomo"
        r"|libero professionista|\bpj\b|zzp|b2b|業務委託|外包|konsult|živnost|ičo", re.I
    ),
    "TEMPORARY": re.compile(
        r"temporary|\btemp\b|fixed[- ]term|seasonal|(?<!un)befristet|\bcdd\b|intérim|temporal\b"
        r"|eventual|tempo determinato|temporário|tijdelijk|umowa na czas określony|временн"
        r"|契約社員|派遣|계약직|기간의 정함이 있는|visstid|tidsbegränsad|midlertidig"
        r"|vikariat|na dobu určitou|dočasn", re.I
    ),
    "INTERN": re.compile(
        r"\bintern(?:ship)?\b|praktik|\bstage\b|stagiaire|alternance|prácticas|becari|tirocinio"
        r"|estágio|\bstaż|стажиров|インターン|实习|實習|trainee|stáž|gyakorn", re.I
    ),
    "VOLUNTEER": re.compile(r"volunteer|ehrenamt|bénévol|voluntari|volontari|vrijwillig|wolontari"
        r"|волонт|ボランティア|志愿|志願|frivillig|dobrovoln", re.I),
    "OTHER": re.compile(r"permanent|unbefristet|festanstellung|\bcdi\b|indefinido"
        r"|tempo indeterminato|efetivo|\bclt\b|\bvast\b|umowa o pracę|na czas nieokreślony|постоянн"
        r"|tillsvidare|fastanställning|fast stilling|na dobu neurčitou|无固定"
        r"|기간의 정함이 없는", re.I),
}  # fmt: skip
UNITS: Mapping[str, "re.Pattern[str]"] = {
    "YEAR": re.compile(r"year|annu|p\.?\s?a\.?\b|/ ?yr|jahr|\bp\.\s?a|par an\b|/ ?an\b|año|anno"
        r"|\bano\b|jaar|rok\b|roczn|год|年|år\b|év", re.I),
    "MONTH": re.compile(r"month|/ ?mo\b|monat|mois|mensu|al mes|\bmes\b|mese|mensil|mês|mensal"
        r"|maand|miesi|měsí|mesia|мес|月|månad|måned|\bmd\b|hó", re.I),
    "HOUR": re.compile(r"hour|/ ?hr?\b|stunde|\bstd|heure|hora|\bora\b|uur|godz|час|时|時|timme"
        r"|\btime\b|hod", re.I),
    "WEEK": re.compile(r"week|woche|semaine|semana|settimana|tydzień|недел|周|週|vecka", re.I),
    "DAY": re.compile(r"\bday\b|daily|\btag\b|täglich|\bjour|día|giorno|\bdia\b|\bdag\b|dzień"
        r"|день|日|den\b", re.I),
}  # fmt: skip
works_from_home = re.compile(
    r"\b(?:remote|work from home|home ?office|télétravail|teletrabajo|en remoto|da remoto"
    r"|thuiswerk\w*|praca zdalna|zdalnie|удал[её]нн\w*|distans|hjemmefra|práce z domova)\b|リモート"
    r"|远程|遠端",
    re.I,
).search
# Houses and rooms in which events are, beside those of `names_venue`.
is_house = re.compile(
    r"\b(?:haus|kirche|museum|saal|halle|theater|bühne|schloss|galerie|stadthalle|marktplatz|théâtre"
    r"|mus[ée]e|église|m[ée]diath[èe]que|biblioth[èe]que|parc|gymnase|stade|place|espace|teatro|museo"
    r"|iglesia|biblioteca|parque|plaza|auditorio|centro|pabellón|estadio|casa|chiesa|piazza|palazzo"
    r"|parco|auditorium|stadio|museu|igreja|praça|pavilhão|est[áa]dio|kerk|schouwburg|zaal|plein"
    r"|bibliotheek|muzeum|teatr|kości[óo]ł|dom kultury|czytelnia|sala|galeria|stadion|plac|ul\."
    r"|театр|музей|клуб|парк|библиотека|kirke|kyrka|kulturhus|biblioteket|divadlo|muzeum|knihovna)\b"
    r"|\w(?:haus|kirche|saal|halle|theater|platz|kerk|zaal|plein|huset|kirken)\b"
    r"|ホール|会館|劇場|美術館|博物館|図書館|公園|ドーム|アリーナ|ライブハウス|センター"
    r"|剧院|剧场|美术馆|博物馆|图书馆|公园|体育馆|音乐厅|展览馆|극장|미술관|박물관|도서관|공원|홀\b",
    re.I,
).search
is_free = re.compile(
    r"\W*(?:free(?: (?:admission|entry|of charge|event|entrance))?|(?:admission |entry )?free"
    r"|kostenlos|kostenfrei|gratis|eintritt frei|frei|gratuite?|entrée libre|gratuit[oa]?"
    r"|entrada (?:libre|gratuita|franca)|ingresso libero|wstęp wolny|bezpłatn\w+|za darmo"
    r"|бесплатно|вход свободный|無料|免费|免費|fri entré|zdarma|ingyenes|δωρεάν|ücretsiz|ilmainen"
    r"|무료)\b.{0,40}",
    re.I,
).match
