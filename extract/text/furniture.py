"""Patterns of lines that are no text: buttons, invitations, counts, tags, claims of rights."""

import re
from collections.abc import Iterator, Sequence

from pagesight.extract.text.dates import date_in
from pagesight.extract.text.lines import Lines

_SELLS = (
    r"(?:add(?: \d+)?(?: item)? to (?:my )?"
    r"(?:cart|basket|bag|trolley|wish ?list|favou?rites|compare)"
    r"|buy (?:it )?now|shop now|quick (?:view|shop|add|buy)|notify me|choose options"
    r"|select options|in den (?:waren|einkaufs)korb|in den einkaufswagen|jetzt kaufen"
    r"|auf (?:den merkzettel|die wunschliste)|zum warenkorb hinzufügen"
    r"|ajouter (?:au panier|à la liste de souhaits|aux favoris)|acheter(?: maintenant)?"
    r"|añadir (?:al carrito|a la cesta|a la lista de deseos)|agregar al carrito"
    r"|comprar(?: ahora| agora)?|aggiungi al carrello|acquista(?: ora)?"
    r"|(?:adicionar ao|pôr no) carrinho|in (?:de )?winkel(?:wagen|mand(?:je)?)"
    r"|dodaj do koszyka|do koszyka|přidat do košíku|do košíku|kosárba|lägg i varukorg(?:en)?"
    r"|læg i kurv|legg i handlekurv(?:en)?|lisää ostoskoriin|sepete ekle|hemen al"
    r"|(?:добавить )?в корзину|купить(?: в (?:один|1) клик)?|в избранное|до кошика|купити"
    r"|カートに(?:入れる|追加)|今すぐ購入|加入购物车|加入購物車|立即购买|立即購買"
    r"|장바구니(?: 담기)?|바로 ?구매|أضف إلى (?:السلة|العربة)|اشتر الآن|הוסף לסל)"
)
# What leads past a part of the page, opens it further, or asks whether it was of use.
_STEERS = (
    r"(?:(?:jump|skip) to (?:the )?(?:recipe|video|comments|main content|content)"
    r"|(?:print|pin|save|rate)(?: this)? recipe|skip (?:the )?(?:ad|advert|advertisement)s?"
    r"|ad(?:vertisement)?|(?:article|story|content) continues (?:below|after)"
    r"(?: this)?(?: ad(?:vertisement)?)?"
    r"|(?:back|return) to (?:the )?top|(?:zurück )?nach oben|haut de (?:la )?page|volver arriba"
    r"|voltar ao topo|torna su|terug naar boven|наверх"
    r"|(?:previous|next|older|newer) (?:post|article|story|entry|chapter|page|part|episode)"
    r"|(?:article|entrada|chapitre|capítulo|página) (?:précédent|suivant|anterior|siguiente)e?"
    r"|(?:vorherig|nächst)e[rs]? (?:beitrag|artikel|kapitel|seite)"
    r"|listen to (?:this|the) (?:article|story)|artikel anhören|écouter (?:l'|cet )article"
    r"|(?:0|no|keine) (?:comments?|kommentare|labels|tags)|aucun commentaire"
    r"|continue reading below|scroll to continue|click to (?:expand|enlarge)"
    r"|table of contents \[(?:show|hide)\]|(?:apply now|jetzt bewerben|postuler|solliciteer)"
    r"|(?:view|open|read|see)(?: this| the)?(?: e-?mail| newsletter| message)? in"
    r" (?:your |a |the )?(?:web )?browser|im browser (?:ansehen|öffnen|anzeigen|lesen)"
    r"|voir (?:cet e-?mail )?en ligne"
    r"|ver en (?:el|tu|su) navegador"
    r"|(?:was|is|did) this (?:page|article|guide|answer|content|information)(?: \w+){0,2}"
    r" (?:helpful|useful|help(?: you)?)|(?:rate|share|print|bookmark) this (?:page|article)"
    r"|war (?:diese seite|dieser artikel|das) hilfreich|cette page vous a-t-elle été utile"
    r"|(?:te|le) (?:ha sido|fue|resultó) útil (?:esta página|este artículo)"
    r"|esta página foi útil|questa pagina ti è stata utile|was deze pagina nuttig"
    r"|zum rezept(?: springen)?|rezept drucken|aller à la recette|imprimer la recette"
    r"|weiterlesen nach der anzeige"
    r"|ir a la receta|imprimir receta|anzeige|publicité|publicidade?|werbung|pubblicità"
    r"|advertentie|annonce|reklam[ae]?|реклама|annons|mainos|hirdetés|inzerce"
    r"|διαφήμιση|publicitate|oglas|reklāma|iklan|quảng cáo|广告|廣告|広告|광고"
    r"|إعلان|اشتہار|آگهی|פרסומת|विज्ञापन|বিজ্ঞাপন|โฆษณา)"
)
_SUBSCRIBES = (
    r"(?:subscribe(?: (?:now|today|here|for (?:more|free)|to (?:our|the) newsletter))?"
    r"|sign up(?: (?:now|today|for free|to (?:our|the) newsletter))|(?:jetzt|newsletter) abonnieren"
    r"|s'abonner|je m'abonne|suscríbete(?: (?:ahora|ya))?|suscribirse|inscreva-se"
    r"|assine(?: já| agora)?"
    r"|iscriviti(?: ora)?|abbonati(?: ora)?|подписаться|abonneer nu|prenumerera|abone ol"
    r"|購読する|订阅)"
)
_TELLS = rf"(?:{_SELLS}|{_STEERS}|{_SUBSCRIBES})"
# Asks to follow the site elsewhere or to rate the page, or counts it; to the end of the line. This
# and the next are of texts in small letters, as `sells` is.
invites = re.compile(
    r"[\W_]*(?:(?:follow|join|like) (?:us|@\w+) on|join our (?:whatsapp|telegram)"
    r"|folge(?:n sie)? uns (?:auf|bei)|suivez-nous sur|s[ií]guenos en|seguici su"
    r"|siga-nos n[oa]|подписывайтесь на (?:наш|нас)|подпишитесь на (?:наш|нас)|śledź nas na"
    r"|volg ons op|bizi takip edin|следите за нами)\b.{0,100}"
    r"|(?:like )?be the first to (?:like|comment|react|review)\b.{0,30}"
    r"|how useful was this (?:post|article|page)\?|click on a star to rate it!?"
    r"|no votes so far!.{0,50}|\d{1,2}:\d\d\s*/\s*\d{1,2}:\d\d"  # of a player
    r"|(?:only )?(?:registered|logged[- ]in) (?:users|members|readers) (?:can|may)\b.{0,40}comment"
    r".{0,20}|(?:оставлять комментарии|комментировать) могут только.{0,60}"
    r"|(?:nur )?(?:registrierte|angemeldete) (?:nutzer|benutzer|leser)\b.{0,30}kommentieren\W*"
    r"|seuls? les (?:abonnés|utilisateurs|membres)\b.{0,40}comment.{0,20}"
    r"|(?:solo|sólo|apenas|somente) (?:los |gli |os )?(?:usuarios|utenti|usuários)\b.{0,40}coment"
    r".{0,20}"
    r"|(?:found an? (?:error|mistake|typo)|report an? (?:error|mistake|typo)|fehler gefunden"
    r"|signaler une erreur|(?:hai )?trovato un errore|encontr(?:ó|aste|ou) un error"
    r"|нашли (?:опечатку|ошибку))\b.{0,80}"
    r"|(?:your e-?mail (?:address )?will not be published|votre adresse e-?mail ne sera pas publiée"
    r"|(?:deine|ihre) e-mail-adresse wird nicht veröffentlicht"
    r"|tu dirección de correo electrónico no será publicada|(?:o )?seu (?:endereço de )?e-?mail não"
    r" será publicado|il tuo indirizzo e-?mail non sarà pubblicato"
    r"|ваш (?:адрес )?e-?mail не будет опубликован)\b.{0,100}"
    r"|to (?:continue|keep) reading,? .{0,40}(?:log|sign) in\b.{0,60}"
    r"|add (?:us )?as (?:a )?preferred source\b.{0,40}"
    r"|(?:get|sign up for|subscribe to) e-?mails? (?:alerts? )?about this page"
    r"|(?:click to )?(?:share|teilen|partager|compartir|compartilhe|compartilhar|condividi|delen"
    r"|поделиться)(?: this \w+)?(?: (?:on|via|auf|sur|en|no|su|op|в))? (?:facebook|twitter|x"
    r"|whatsapp|linkedin|telegram)\b.{0,30}"
    r"|(?:click (?:here )?to )?tweet(?: (?:this|that|it|the quote))?!?"
    r"|(?:この記事を)?シェアする|扫一扫.{0,30}|分享到.{0,20}"
    # Answers of a form that wait in the page until it is sent.
    r"|(?:your (?:e-?mail|message|comment|request|submission) has been (?:successfully )?"
    r"(?:sent|submitted|received)|(?:vielen dank!? )?(?:ihre?|deine?) (?:e-?mail|nachricht|anfrage"
    r"|kommentar|beitrag) wurde (?:erfolgreich )?(?:(?:ge|ver|abge)sendet|(?:ver|abge)schickt)"
    r"|votre (?:message|demande) a (?:bien )?été envoyée?"
    r"|(?:tu|su) (?:mensaje|correo) (?:ha sido|fue|se ha) enviado|uw bericht is verzonden)\b.{0,60}"
    r"|(?:an error (?:has )?occ?urr?ed|something went wrong)\b.{0,60}\btry again\b.{0,20}"
    r"|thank you for (?:subscribing|signing up)\b.{0,40}"
    r"|(?:post |page )?views\s*:\s*[\d.,]+k?"
    r"|(?:(?:estimated )?reading time|lesezeit|lesedauer|temps de lecture|tiempo de lectura"
    r"|tempo de leitura"
    r"|tempo di lettura|leestijd|czas czytania|время чтения)\s*:\W*\d.{0,20}"
    r"|\d+ min\.?(?:uten)? lesezeit"
    r"|this (?:entry|post|article) was (?:posted|published|filed|written) (?:on|in|by|under)\b.*"
).fullmatch
_find_plea = re.compile(
    r"\b(?:donate (?:now|today|here)|make a (?:tax-deductible |one-off |monthly )?donation"
    r"|(?:please )?consider (?:donating|supporting|making a|becoming a"
    r"|an? (?:\w+ )?(?:donation|gift|contribution))|if you value (?:our|what|this)"
    r"|(?:give|donate|contribute) (?:once|monthly|every month)"
    r"|support (?:us|our (?:work|journalism|reporting|newsroom|mission)|independent|local news)"
    r"|become a (?:\w+ )?(?:member|supporter|patron|donor)|(?:give|pay|chip in) what you can"
    r"|(?:funded|paid for|supported) by (?:our |its )?(?:readers|members|listeners|donors)"
    r"|from (?:as little as )?[$£€]\d+ (?:a|per) month|buy (?:me|us) a coffee"
    r"|jetzt (?:spenden|unterstützen)|unterstütz(?:en sie|e|t) (?:uns|unsere|unabhängigen)"
    r"|(?:förder)?mitglied werden|faire un don|faites un don|soutenez(?:-nous| (?:notre|une? \w+))"
    r"|haz una donación|hazte soci[oa]|dona ahora|apoya (?:el periodismo|nuestro|a )"
    r"|faça uma doação|apoie (?:o jornalismo|noss[oa]|a gente)|fai una donazione|dona ora"
    r"|sostieni(?:ci| (?:il|la|l'))|steun (?:ons|onze)|doneer (?:nu|hier)|word (?:lid|donateur)"
    r"|wesprzyj|przekaż darowiznę|stöd oss|støt os|støtt oss|поддержите (?:нас|наш|редакцию)"
    r"|сделать пожертвование|підтримайте (?:нас|наш|редакцію))",
    re.I,
).search
# One of these is in each plea, and in few other texts: to look for them takes less time.
_OF_PLEAS = (
    *("donat", "consider", "support", "become a", "what you can", "funded by", "paid for by"),
    *("give once", "give monthly", "give every month", "contribut", "if you value"),
    *(" month", "coffee", "spenden", "unterst", "mitglied", "un don", "soutenez", "donaci"),
    *("hazte", "dona ", "apoya", "doaç", "apoie", "donazione", "sostieni", "steun", "doneer"),
    *("word lid", "wesprzyj", "darowizn", "stöd oss", "støt", "поддержите", "пожертвование"),
    "підтримайте",
)
# The day of which a page is, from the beginning of its line.
_begins_stamp = re.compile(
    r"[\W_]*(?:(?:(?:first|originally|(?:page )?last) )?"
    r"(?:published|posted|updated|modified|reviewed|edited)"
    r"|(?:zuletzt )?(?:veröffentlicht|aktualisiert|geändert)|stand|publiée?|mise? à jour"
    r"|p[uú]blicad[oa]|actualizad[oa]|atualizad[oa]|pubblicato|aggiornato|gepubliceerd|bijgewerkt"
    r"|publicerad|uppdaterad|udgivet|opdateret|oppdatert|opublikowano|aktualizacja|aktualizováno"
    r"|опубликовано|обновлено|опубліковано|оновлено|发[布表]于|發[布表佈]於|更新[于於]|公開日|更新日"
    r"|投稿日|입력|등록|수정|작성)(?!\w)[^.!?\d]{0,30}\d",
    re.I,
).match
_MOST_OF_STAMP = 100  # characters
is_marked_advert = re.compile(r".*\berid:\s*\w+\W*").fullmatch  # as Russian law wants it
# Over a list of links to other stories, heading or not, in small letters. "See also" stands over
# what a text names.
heads_stories = re.compile(
    r"[\W_]*(?:related (?:articles?|posts?|stories|news|content|reading|links)"
    r"|more (?:stories|news|on th(?:is|e) (?:story|topic|subject))"
    r"|recommended (?:articles?|posts?|stories|for you)"
    r"|(?:you (?:may|might) (?:also )?|also )(?:like|enjoy)"
    r"|most (?:read|popular|viewed)|popular (?:posts?|articles|stories)|keep reading|read next"
    r"|latest (?:news|posts|stories)"
    r"|similar (?:jobs|posts|articles|products|items)|ähnliche (?:artikel|beiträge|stellen|jobs)"
    r"|weitere (?:artikel|beiträge|themen)|mehr (?:zum thema|dazu|zu diesem thema)"
    r"|(?:más|mais) sobre (?:o|el|este) tema|plus sur le (?:sujet|thème)|meer over dit onderwerp"
    r"|lesen sie auch|(?:à )?lire (?:aussi|également)|meistgelesen"
    r"|das könnte (?:sie|dich) auch interessieren|sur le même (?:sujet|thème)"
    r"|articles? (?:liés|similaires|récents)|les plus lus|(?:artículos|noticias) relacionad[oa]s"
    r"|te puede interesar|lo más (?:leído|visto)|(?:artigos|notícias|matérias) relacionad[oa]s"
    r"|mais lidas|veja também|articoli correlati|leggi anche|i più letti|gerelateerde (?:artikelen"
    r"|berichten)|meest gelezen|(?:zobacz|przeczytaj|czytaj) (?:także|też|również|więcej)"
    r"|powiązane artykuły|najczęściej czytane|relaterade artiklar|mest lästa|související články"
    r"|ilgili haberler"
    r"|(?:другие|последние|похожие) (?:новости|статьи|записи|материалы)(?: (?:раздела|рубрики))?"
    r"|(?:другие )?(?:(?:новости|статьи|материалы) |ещё |еще )?по (?:этой )?теме"
    r"|другие (?:новости|статьи|материалы) в .{1,60}|(?:читайте|смотрите|см\.) также"
    r"|самое читаемое|читайте також|(?:новини|матеріали) (?:по|за) тем(?:і|ою)"
    r"|σχετικά (?:άρθρα|νέα)|διαβάστε (?:επίσης|ακόμ[αη])|άλλα άρθρα(?: από .{1,60})?"
    r"|最新(?:文章|新闻|新聞|资讯)"
    r"|(?:相关|相關|推荐|推薦|热门|熱門|延伸)(?:阅读|閱讀|文章|新闻|新聞|报道|報導|链接|资讯|推荐|推薦)"
    r"|.{0,12}(?:评论|評論|点击|點擊|阅读|閱讀|热门)排行榜?"
    r"|(?:関連|おすすめ|人気|新着|最新)(?:記事|ニュース)|あわせて読みたい|관련 ?(?:기사|뉴스)"
    r"|많이 본 (?:뉴스|기사)|인기 ?기사|추천 ?기사)[\W_]*"
).fullmatch
# Leads to another story from the midst of a text, most of it as a link.
reads_on = re.compile(
    r"[\W_]*(?:read also|(?:read (?:more|next)|also read)(?=\s*[:：>»|–—-])"
    r"|(?:related(?: (?:story|article|post))?|don['’]t miss|popular(?: now)?)(?=\s*[:：])"
    r"|lire aussi"
    r"|à lire(?: aussi| également)?|lesen sie auch|mehr zum thema|auch interessant"
    r"|lee también|lea también|leia também|leia mais|leggi anche"
    r"|lees ook|czytaj (?:też|także|również|więcej)|läs (?:också|även|mer)|læs også|les også"
    r"|lue myös|čtěte také|читайте также|читать также|читайте також|baca juga|ayrıca okuyun"
    r"|اقرأ أيضا|قد يهمك|קראו גם|(?:यह|ये|इसे) भी पढ़ें|อ่านเพิ่มเติม|xem thêm|相关阅读|관련 ?기사"
    r"|あわせて読みたい|関連記事)[^\w\n]{0,5}\S"
).match
# Before the links to all that has the same tag.
names_tags = re.compile(
    r"\W*(?:tags?|tagged(?: (?:as|with))?|filed under|posted in|categor(?:y|ies)|labels?|topics?"
    r"|schlag(?:wort|wörter|worte)|kategorien?|themen|étiquettes?|mots-clés|etiquetas|temas|categorías"
    r"|categorias|etichette|tagi|etykiety|taggar|etiketler|etiket|теги|метки|теґи|תוויות|الوسوم"
    r"|标签|標籤|タグ|태그)\s*[:：]\s*"
).match
# On what opens and closes a part of the page, and says no more.
only_opens = re.compile(
    r"(?:click (?:here )?to )?(?:expand|collapse|show|hide|see|view|toggle|open|close)"
    r"(?: (?:all|more|less|details?|description|contents?|full|the|text|section|menu|[+-]))*\W*"
    r"|(?:details|more|mehr|mehr anzeigen|weitere anzeigen|voir plus|ver más|ver mais|mostra di più"
    r"|meer tonen|подробнее|показать (?:ещё|все)|もっと見る|展开|더 ?보기)\W*",
    re.I,
).fullmatch
# Of texts in small letters: without `re.I` it takes two thirds of the time.
sells = re.compile(rf"[\W_]*{_TELLS}(?:\W+{_TELLS})*[\W_]*").fullmatch
# Of pictures in links, by their texts: what sends, prints or shares the page.
serves = re.compile(
    r"(?:(?:send |share )?(?:by |via )?e-?mail(?: this)?"
    r"|print(?:er[- ]friendly)?(?: this page| version)?"
    r"|(?:download )?pdf|(?:share|tweet|pin|post)(?: (?:this|it))?(?: (?:on|via|to|with) [\w.]+)?"
    r"|(?:follow us on |share on )?(?:facebook|twitter|linkedin|pinterest|reddit|digg|whatsapp|x)"
    r"|rss(?: feed)?|drucken|seite drucken|imprimer|imprimir|stampa|afdrukken|drukuj|печать)[\W_]*",
    re.I,
).fullmatch

# Over what a text names beside itself; over links to other parts of the site as often. In small
# letters, too.
heads_resources = re.compile(
    r"[\W\d_]*(?:(?:(?:further|additional|recommended|suggested) )?(?:reading|resources|links"
    r"|information)|(?:useful|external|helpful) links|references|sources|see also|bibliography"
    r"|works cited|quellen|literatur|weblinks|weiterführende (?:links|informationen|literatur)"
    r"|références|pour aller plus loin|liens (?:utiles|externes)|voir aussi|bibliographie|recursos"
    r"|referencias|enlaces(?: de interés| externos)?|bibliografía|fuentes|véase también|referências"
    r"|fontes|links úteis|fonti|riferimenti|link utili|bibliografia|bronnen|źródła|przydatne linki"
    r"|linki|källor|kilder|zdroje|источники|ссылки|литература|см\. также|джерела"
    r"|参考(?:文献|資料|リンク|サイト|链接|资料)?|関連リンク|참고 ?(?:자료|문헌|링크)?"
    r"|المراجع|مصادر)\W*"
).fullmatch

# Over readers' comments; on what answers one of them.
HEADS_COMMENTS = (
    r"(?:(?:reader )?comments?|responses?|replies|thoughts?|(?:leser)?kommentare?|antworten"
    r"|commentaires?|réponses?|comentarios?|respuestas?|comentários?|respostas?|commenti|risposte"
    r"|reacties|komentarze|odpowiedzi|komentáře|kommentarer|комментарии|коментарі|yorum(?:lar)?"
    r"|コメント|评论|評論|댓글|التعليقات|תגובות)"
)
heads_comments = re.compile(
    rf"(?:\d+ )?{HEADS_COMMENTS}(?: (?:on|to|auf|zu|à|sur|en|a|su|op|do|på|к) .{{1,200}})?"
    r"(?:\s*\(?\d+\)?)?\W*",
    re.I,
).fullmatch
answers_comment = re.compile(
    r"(?:.{0,20}\b)?(?:reply|antworten|répondre|responder|rispondi|antwoorden|beantwoorden|odpowiedz"
    r"|odpovědět|svara?|vastaa|ответить|відповісти|yanıtla|返信|回复|回覆|답글|رد|השב)(?:\b.{0,40})?",
    re.I,
).fullmatch
_SIGN = r"(?:©|ⓒ|\(c\)|copyright)"
_claims = re.compile(rf"{_SIGN}(?<!\(c\))|\(c\) ?(?:19|20)\d\d|all rights reserved", re.I).search
# Whose the page is, and what nobody may do with it.
_is_claim = re.compile(
    rf"\W*{_SIGN}\W*(?:\(c\)\W*)?(?:19|20)\d\d.{{0,200}}"
    r"|.{0,60}(?:all rights reserved|riproduzione riservata|tous droits réservés"
    r"|alle rechte vorbehalten|(?:todos los derechos|todos os direitos) reservados"
    r"|все права защищены|wszelkie prawa zastrzeżone|alle rechten voorbehouden|版权所有"
    r"|無断(?:転載|複製)|무단 ?전재).{0,60}"
    r"|.{0,60}\b(?:available|licensed) under (?:an? |the )?(?:cc[ -]by|creative commons).{0,80}",
    re.I,
).fullmatch
_leaves_list = re.compile(
    r"\b(?:unsubscribe|update your (?:email )?preferences|vom newsletter abmelden"
    r"|newsletter abbestellen"
    r"|se d[ée]s(?:inscrire|abonner)|darse de baja|annulla l'iscrizione"
    r"|cancelar (?:a )?(?:inscrição|suscripción|subscrição)|отписаться"
    r"|wypis(?:z|ać) się|afmelden|avsluta prenumerationen)\b",
    re.I,
).search
_MOST_OF_FOOTER = 500  # characters
_find_owner = re.compile(rf"(?:{_SIGN}[\s\d–-]*){{1,2}}(?:by\s+)?([^.,|]{{2,60}})", re.I).search


def pleas(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield which texts ask for money for the page's own work, and where in them."""
    for number in Lines(texts).holding(_OF_PLEAS):
        if plea := _find_plea(texts[number]):
            yield number, plea.start()


def is_stamp(text: str) -> bool:
    """Return whether a line says when the page was published or changed, and little beside.

    >>> is_stamp("Publié le 8 novembre 2019 à 17h12 - Temps de lecture 4 min.")
    True
    >>> is_stamp("Published in 1984, it sold 300 copies."), is_stamp("Updated 3 times")
    (False, False)
    """
    if len(text) > _MOST_OF_STAMP or not _begins_stamp(text):
        return False
    return bool(date_in(text)) and (text.endswith(" min.") or not text.endswith((".", ":")))


def claims_rights(text: str) -> bool:
    """Return whether a text claims rights among other things.

    >>> claims_rights("Site by A. Copyright B 2024"), claims_rights("a) b) c)")
    (True, False)
    """
    return _claims(text) is not None


def is_claim_of_rights(text: str) -> bool:
    """Return whether a text says whose the page is, or what nobody may do with it, and no more.

    >>> is_claim_of_rights("© 2024 Ajax. All rights reserved."), is_claim_of_rights("Copyright law")
    (True, False)
    >>> no_copies = "This material may not be published, broadcast, rewritten or redistributed."
    >>> is_claim_of_rights(f"© 2024 Ajax Media. All rights reserved. {no_copies}")
    True
    """
    return _is_claim(text) is not None


def is_footer_of_mail(text: str) -> bool:
    """Return whether a text is short and says how to get no more mail.

    >>> is_footer_of_mail("You get this since you asked. Unsubscribe"), is_footer_of_mail("Mail")
    (True, False)
    """
    return len(text) <= _MOST_OF_FOOTER and _leaves_list(text) is not None


def owner_of_rights(text: str) -> str:
    """Return who claims the rights in a text; "" if nobody does.

    >>> owner_of_rights("Copyright © 2019-2024 Ajax, all rights reserved")
    'Ajax'
    """
    match = _find_owner(text)
    return match[1].strip() if match else ""
