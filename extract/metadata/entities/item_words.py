"""The labels of events and jobs, and the words of events, in the languages of recipes' words."""

import re

from pagesight.extract.text.labels import vocabulary

# What labels name. Of events: "when" and "where" are said of nothing else, "date" and "place" are;
# of jobs likewise "deadline" and "posted".
LABELS = vocabulary(
    {
        "when": "race day|day of the race|jour de la course|renntag|kurstermin|when|event date"
        "|event dates|date & time|date and time|date/time|date(s)|dates"
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
        "|período|looptijd|date|day|datum|tag|fecha|data|dia|día|giorno|дата|日付|日期|dato|dátum"
        "|ημερομηνία"
        "|tarih|päivämäärä|날짜|kuupäev|päivä",
        "time": "time|times|start time|starting time|event hours|doors|doors open|door time|show"
        "|show time|uhrzeit|zeit|einlass|heure|heures|horaire|horaires|hora|horario|horarios"
        "|hora de inicio|ora|orario|orari|horário|tijd|tijdstip|tijden|godzina|godziny|czas|время"
        "|時間|時刻|开场|開演|開場|開催時間|開演時間|開場時間|公演時間|open|공연시간|공연 시간|tid"
        "|klockan|klokkeslæt|klokkeslett|čas|čas konání|hodina|idő|ώρα|saat|kello|kellonaika|시간",
        "end": "end|ends|end date|ending|end time|event ends|until|ende|ende der veranstaltung|fin"
        "|fecha de fin|hora de fin|fine|término|fim|einde|einddatum|zakończenie|koniec|окончание"
        "|конец|終了|结束时间|slut|slutar|slutter|konec|päättyy",
        "where": "start line|meeting place|kursort|lugar de encuentro|point de rendez-vous"
        "|punto di ritrovo|where|venue|event venue|event location|venue name|location of event|wo"
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
        "company": "établissement|cégnév|employing organisation|事業所名|用人单位|招聘单位|company"
        "|company name|employer|organization|organisation|hiring organization"
        "|hiring organisation|hiring company|agency|posted by|recruiter|firma|unternehmen"
        "|arbeitgeber|entreprise|employeur|société|recruteur|empresa|empleador|empregador|azienda"
        "|datore di lavoro|bedrijf|werkgever|organisatie|pracodawca|компания|работодатель"
        "|организация|会社名|企業名|勤務先|公司|企业|公司名稱|företag|arbetsgivare|virksomhed"
        "|arbejdsgiver|arbeidsgiver|bedrift|zaměstnavatel|společnost|zamestnávateľ|munkáltató|cég"
        "|εταιρεία|şirket|yritys|työnantaja|회사",
        "workplace": "base|based at|place of employment|commune|einsatzstelle|dienstsitz"
        "|centro de trabajo|local da vaga|luogo"
        "|就業場所|就業先|工作城市|location|locations|location name|job location"
        "|work location|workplace"
        "|place of work|based in|office|office location|city|duty station|arbeitsort|einsatzort"
        "|standort|dienstort|ort|lieu|lieu de travail|localisation|ville|lieu du poste|ubicación"
        "|lugar de trabajo|localidad|sede|luogo di lavoro|sede di lavoro|local|local de trabalho"
        "|localização|cidade|locatie|standplaats|werklocatie|plaats|lokalizacja|miejsce pracy"
        "|место работы|город|регион|勤務地|勤務場所|工作地点|工作地點|plats|arbetsplats|arbetsort"
        "|arbejdssted|arbeidssted|sted|místo výkonu práce|místo pracoviště|lokalita|miesto práce"
        "|munkavégzés helye|τοποθεσία|çalışma yeri|sijainti|työpaikan sijainti|근무지|근무 예정지"
        "|지역",
        "employment": "nature du contrat|quotité|stellenumfang|umfang|tipo de jornada"
        "|tipo di rapporto|uren|uren per week|aantal uren|jornada de trabalho|forma zatrudnienia"
        "|雇用区分|就業形態|勤務形態|职位性质|工作类型|employment type|employment"
        "|type of employment|job type|job nature"
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
        "position": "poste à pourvoir|募集職種|招聘职位|職務内容|job title|posting title"
        "|job posting title|position title|vacancy title"
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
        "salary": "rémunération brute|salaire brut|entgelt|eingruppierung|besoldung|salario bruto"
        "|retribución|salarisschaal|salaris per maand|salário base|widełki|賃金|給料|基本給"
        "|薪资范围|月薪|salary|salary range|base salary|offered salary|annual salary|compensation"
        "|pay"
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
        "deadline": "applications by|applications to be in by|last day to apply"
        "|clôture des candidatures|bewerbungsende|plazo de solicitud|reageren tot"
        "|prazo para inscrição|応募締め切り|募集期間|apply by|apply before|closing date|deadline"
        "|application deadline"
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
# Buttons and links that let one come, buy a ticket or note the day.
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
# Houses and rooms in which events are, beside those of `names_venue`.
is_house = re.compile(
    r"\b(?:haus|kirche|museum|saal|halle|theater|bühne|schloss|galerie|stadthalle|marktplatz"
    r"|théâtre"
    r"|mus[ée]e|église|m[ée]diath[èe]que|biblioth[èe]que|parc|gymnase|stade|place|espace|teatro"
    r"|museo"
    r"|iglesia|biblioteca|parque|plaza|auditorio|centro|pabellón|estadio|casa|chiesa|piazza|palazzo"
    r"|parco|auditorium|stadio|museu|igreja|praça|pavilhão|est[áa]dio|kerk|schouwburg|zaal|plein"
    r"|bibliotheek|muzeum|teatr|kości[óo]ł|dom kultury|czytelnia|sala|galeria|stadion|plac|ul\."
    r"|театр|музей|клуб|парк|библиотека|kirke|kyrka|kulturhus|biblioteket|divadlo|muzeum"
    r"|knihovna)\b"
    r"|\w(?:haus|kirche|saal|halle|theater|platz|kerk|zaal|plein|huset|kirken)\b"
    r"|ホール|会館|劇場|美術館|博物館|図書館|公園|ドーム|アリーナ|ライブハウス|センター"
    r"|剧院|剧场|美术馆|博物馆|图书馆|公园|体育馆|音乐厅|展览馆|극장|미술관|박물관|도서관|공원"
    r"|홀\b",
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
