"""What the words of a form say: vocabulary in English, German, French, Spanish and Portuguese, and a few more.

Words are compared without case and accents, cut at everything that is no letter and inside `camelCase`, so
that `searchForm`, `search-form` and `SEARCH_FORM` are the same two words. Names that machines glued together
(`jobsearch`, `quicksearch`) are looked through for the few stems that mean nothing else (`SEARCH_STEM`).

>>> words("btnSearchAll"), words("Nächste Seite »"), words("/book-store/search.php?x=1")
(['btn', 'search', 'all'], ['nachste', 'seite'], ['book', 'store', 'search', 'php', 'x'])
"""

import re
from functools import lru_cache

from leadline.lexicon.units import folded, words


@lru_cache(maxsize=16_384)
def phrase(text: str) -> str:
    """The words of a text with single spaces, and one at either end, so that ` log in ` can be looked for."""
    return f" {' '.join(words(text))} "


def says(text: str, vocabulary: "re.Pattern[str]") -> str | None:
    """The first word or phrase of a vocabulary in a text."""
    found = vocabulary.search(phrase(text)) if text else None
    return found[0].strip() if found else None


def vocabulary(*lists: str) -> "re.Pattern[str]":
    """Words and phrases, separated by commas, as one pattern over `phrase`; `*` ends a stem.

    >>> says("Log-In now", vocabulary("log in, sign* up")), says("blogging", vocabulary("log"))
    ('log in', None)
    """
    entries = [" ".join(part.split()) for text in lists for part in text.replace("\n", " ").split(",")]
    patterns = (re.escape(folded(entry)).replace(r"\*", r"[^\W\d_]*") for entry in entries if entry)
    return re.compile(r"(?<= )(?:" + "|".join(sorted(patterns, key=len, reverse=True)) + r")(?= )")


SEARCH_STEM = re.compile(
    r"search|suche|such(?:en|formular|maske|begriff|wort)|recherche|cherche|buscar|busca|busqueda|pesquis|procur|"
    r"cerca|ricerca|zoek|szuka|wyszuk|hledat|hleda|keres|\bsok\b|\bsøk\b|\bsog\b|haku|поиск|найти|искать|шукати|"
    r"пошук|検索|搜索|搜尋|查询|查詢|查寻|查找|검색|بحث|جستجو|חיפוש|ค้นหา|tim kiem|\bcari\b|\bara\b|"
    r"arama|αναζητηση|търсене|"
    r"pretrag|trazi|vyhlad|cauta|paiesk|iesko|mekle|otsi\b|isci\b|lookup|look up|find"
)
"""What means a search wherever it stands in a name, glued to others or not."""

SEARCH = vocabulary(
    "search*, find, finder, lookup, look up, query, browse, filter*, filtr*, explore, discover, seek",
    "what you look for, what you re looking for, what are you looking for, what you are looking for",
    "look it up, locator, keyword, keywords, key words, parcourir, mot cle, mots cles, mot clef, mots clefs",
    "que cherchez vous, explorar, explorer",
    "palabra clave, palabras clave, palavra chave, palavras chave, schlagwort*, zoekterm*",
    "suche, suchen, such, finden, suchbegriff*, stichwort*, durchsuchen, nachschlagen",
    "recherche*, rechercher, chercher, trouver, trouvez, consulter",
    "buscar, busca, busque, busqueda, encontrar, encuentra, consultar, consulta",
    "pesquisa*, pesquisar, procurar, procura, localizar",
    "cerca, cercare, ricerca, trova, zoek*, vind, szukaj, szukanie, wyszukaj, hledat, hledej, sok, haku, hae",
    "поиск, найти, искать, пошук, шукати, знайти, cari, ara, bul, tim kiem, αναζητηση, търсене",
)
"""Verbs and nouns of searching, as buttons, placeholders and labels have them."""

GO = vocabulary(
    "go, ok, start, show, view, see, list, submit, los, zeigen, ok, valider, afficher, voir, ir, ver, mostrar"
)
"""What stands on the button of a search as well as on others: it counts for a form of choices alone."""

SHOW = vocabulary(
    "show, view, see, list, display, results, matches, anzeigen, zeigen, zeige, ansehen, auflisten, treffer",
    "afficher, affiche, voir, lister, resultats, ver, mostrar, muestra, listar, exibir, visualizar, resultados",
    "ergebnisse, mostra, vedi, elenca, risultati, toon, bekijk, pokaz, wyniki, показать, zobrazit",
)
"""What stands on the button of a query: it shows or lists something."""

ANY = vocabulary(
    "any, all, no preference, doesn t matter, alle, beliebig*, egal, tous, toutes, indifferent, peu importe",
    "todos, todas, cualquier*, indistinto, qualquer, indiferente, tutti, tutte, alles, alla, wszystkie, vse",
    "no min*, no max*, no limit, unbegrenzt, sans limite, sin limite, sem limite, sin minimo, sin maximo",
)
"""An option that leaves the choice open: a search offers it, an order or a registration hardly ever."""

ANSWERS = vocabulary(
    "results, result, query, lookup, listings, ergebnis, ergebnisse, ergebnisliste, treffer, trefferliste",
    "resultat, resultats, resultado, resultados, risultati, wyniki",
)
"""What the script of a search is called besides: it brings results."""

TRAP = re.compile(
    r" (?:leave (?:this )?(?:field )?(?:empty|blank)|(?:do not|don t) fill (?:this|in this|out this)|leer lassen|"
    r"nicht ausfullen|laisse[rz] (?:ce champ )?vide|ne pas remplir|"
    r"dej(?:ar|e|a) (?:este campo )?(?:vacio|en blanco)|no rellen(?:ar|e)|"
    r"deix(?:ar|e) (?:este campo )?(?:vazio|em branco)|nao preench(?:er|a)) "
    r"(?!if|for|to|when|unless|wenn|falls|si|se|pour|para)"
)
"""What stands at a field that only robots fill in; "leave blank if unknown" stands at others."""

ARRANGING = vocabulary(
    "sort, sorted, sorting, sort by, sortby, sort order, order by, orderby, ordering, sortieren, sortier*",
    "reihenfolge, trier, trier par, tri, ordenar*, ordena por, ordina per, per page, perpage, page size, pagesize",
    "items per page, results per page, display topics, display posts, topics from, posts from, pro seite",
    "treffer pro seite, par page, por pagina, limit, limitstart, rendezes, sorteer*, sortera, сортировка",
)
"""How results are ordered, and how many are shown at once."""

SWITCHING = vocabulary(
    "language, languages, lang, langid, locale, currency, sprache*, wahrung, langue, devise, idioma, moneda",
    "moeda, lingua, valuta, язык, theme, style, styleid, skin, template, stil, design, translate",
)
"""Which language, currency or design a page has."""

JUMPING = vocabulary(
    "jump, jump to, jumpto, jumpbox, jumpmenu, go to, goto, quick nav*, quicklink*, quick links, visit",
    "visit our, select a forum, choose a section, gehe zu, springe zu, aller a, aller vers, acces rapide, ir a",
    "ir para, ir al foro, vai a, ga naar, perejti, перейти",
)
"""What stands at a menu of pages."""

_TERM_NAMES = """
q qs s k p w query search searchterm searchterms searchtext searchstring searchword searchquery searchfor
keyword keywords kw kwd key term terms text words word wd needle find string phrase suche suchbegriff suchwort
"""
TERM_NAMES = frozenset(_TERM_NAMES.split())
"""Names of the field of a keyword search, punctuation left out."""
VAGUE_NAMES = frozenset({"k", "p", "w", "s", "key", "term", "terms", "text", "words", "word", "string", "phrase"})
"""Those that mean something else as well, the term of a loan: they count for the first field of a form."""

ACTS = {
    "logs in": vocabulary(
        "log in, login, log on, logon, log me in, sign in, signin, sign on, anmelden, einloggen, anmeldung",
        "connexion, se connecter, connectez vous, identifier, s identifier",
        "iniciar sesion, acceder, ingresar, entrar, acessar, fazer login, accedi, inloggen, zaloguj, войти, вход",
    ),
    "signs up": vocabulary(
        "sign up, signup, sign me up, register, registration, create account, create an account",
        "create my account",
        "join, join now, join us, join free, get started, enroll, enrol",
        "registrieren, registrierung, konto erstellen, konto anlegen, mitglied werden",
        "s inscrire, inscription, inscrivez vous, creer un compte, je m inscris",
        "registrarse, registrate, registrar, registro, crear cuenta, inscribirse, inscribete",
        "cadastrar, cadastre se, cadastro, inscrever, inscreva se, criar conta, registrati, iscriviti",
        "rejestracja, inscripcion, inscricao, зарегистрироваться, регистрация",
    ),
    "subscribes": vocabulary(
        "subscribe, subscription, unsubscribe, newsletter, notify me, keep me posted, email me",
        "get updates, opt in",
        "abonnieren, abonnement, bestellen newsletter, eintragen, abmelden, s abonner, abonnez vous, je m abonne",
        "suscribir, suscribirse, suscribete, suscribirme, suscripcion, assinar, assine, assinatura, iscrizione",
        "mailinglist, mailing list, mail list, подписаться",
    ),
    "sends": vocabulary(
        "send, send message, send mail, send email, send it, mail to, mailto, contact, contact us, post",
        "post comment",
        "post reply, reply, comment, add comment, leave comment, tell a friend, share, report, feedback, publish",
        "senden, absenden, abschicken, verschicken, nachricht, kontakt, kommentar, kommentieren, antworten",
        "envoyer, contacter, contactez nous, commenter, commentaire, publier, repondre",
        "enviar, contactar, contacto, comentar, comentario, publicar, responder, mensaje, mensagem, contato",
        "invia, verzenden, versturen, wyslij, отправить, guestbook, gastebuch",
    ),
    "buys": vocabulary(
        "buy, buy now, purchase, checkout, check out, add to cart, add to basket, add to bag",
        "add to wishlist, cart",
        "basket, order, order now, place order, pay, pay now, payment, donate, donation, bid, place bid",
        "request booking, booking request, request a booking",
        "book now, book it, book online, reserve now, make a reservation, request a quote, get a quote",
        "kaufen, bestellen, jetzt kaufen, in den warenkorb, warenkorb, zur kasse, bezahlen, spenden, buchen",
        "acheter, commander, ajouter au panier, panier, payer, donner, faire un don",
        "comprar, anadir al carrito, agregar al carrito, carrito, pagar, donar, adicionar ao carrinho",
        "carrinho, doar",
        "acquista, carrello, winkelwagen, koop, купить, в корзину",
    ),
    "calculates": vocabulary(
        "calculate, calculator, compute, work it out, work out, convert, converter, berechnen, ausrechnen",
        "umrechnen, rechner, calculer, convertir, calculez, calcular, calcula, converter, conversor, calcola",
    ),
    "looks after an order": vocabulary(
        "track, track order, track my order, check status, order status, view order, find order",
        "find my order, find booking, find my booking, manage booking, bestellstatus, status abrufen",
        "sendung verfolgen, suivre, suivi, suivre ma commande, voir la commande, rastrear, seguimiento",
        "consultar envio, localizar envio, seguir envio, wo ist mein paket, paket verfolgen, suivre mon colis",
        "ver pedido, estado del pedido, acompanhar, acompanhar pedido, consultar pedido",
    ),
    "deletes": vocabulary(
        "delete, remove, cancel subscription, erase, deactivate, close account, loschen, entfernen, supprimer",
        "effacer, borrar, eliminar, excluir, apagar, remover, удалить",
    ),
    "votes": vocabulary(
        "vote, vote now, rate, rate this, rate it, poll, like, abstimmen, bewerten, voter, sondage, votar",
        "encuesta, enquete, avaliar, valorar, голосовать",
    ),
    "changes something": vocabulary(
        "save, update, change, edit, upload, import, apply now, confirm, reset password, recover",
        "recover password",
        "forgot password, reset my password, claim, accept, agree, activate, verify, logout, log out, sign out",
        "speichern, andern, aktualisieren, hochladen, bestatigen, zurucksetzen, abmelden",
        "enregistrer, modifier, telecharger, confirmer, reinitialiser, deconnexion",
        "guardar, actualizar, cambiar, subir, confirmar, recuperar, cerrar sesion, salvar, atualizar, alterar",
        "сохранить, выйти, download",
    ),
}
"""What a form may do besides searching, by the words on its submit control."""

ACTION_ACTS = vocabulary(
    "login, logon, signin, sign in, log in, logout, signup, sign up, register, registration, registrieren",
    "registro, inscription, inscripcion, cadastro, connexion, anmelden, subscribe, subscriber, subscriptions",
    "unsubscribe, newsletter, newsletters, mailinglist, mailing list, mailman, mailer, sendmail, send mail",
    "formmail, mailform, contact, contacts, contactus, contact us, kontakt, contacto, contato, comment, comments",
    "addcomment, wp comments post, guestbook, feedback, checkout, cart, addtocart, basket, warenkorb, panier",
    "carrito, carrinho, payment, pay, buy, purchase, placeorder, donate, paypal, vote, poll, delete, remove",
    "upload, password, passwd, forgot, recover, recovery, lostpassword, resetpassword, session, sessions, auth",
    "signon, oauth, sso, account create, unsub, optin, opt in, campaign monitor, list manage, emailsignup",
    "dologin",
    "join, tell a friend, sendtofriend, bid, save, aweber, mailchimp, feedburner, mailverify",
    "constantcontact, icontact",
)
"""The same in the path and parameters of an action, where fewer words are safe to judge by: `/bookstore/search`
and `?order=price` are searches."""

EMAIL = vocabulary(
    "email*, e mail, e mails, e mailadresse, mail, mailadresse, mailaddress, mail address, correo, courriel",
    "correo electronico, adresse electronique, adresse mail, posta elettronica, эл почта, почта, имейл",
)
PHONE = vocabulary(
    "phone, phone number, telephone, tel, mobile, mobile number, cell, cellphone, cell phone, fax, handy",
    "telemovel, ruckruf*, rufnummer, handynummer, telefon, telefonnummer, mobilfunk",
    "portable, telefono, movil, celular, telefone, sms, whatsapp",
)
ACCOUNT = vocabulary(
    "user name, username, userid, user id, login, loginname, login name, login id, nickname, nick name",
    "benutzername",
    "benutzer, nutzername, identifiant, pseudo, usuario, nombre de usuario, nome de usuario, account",
    "account name",
    "passwd, password, passwort, pass, pwd, mot de passe, contrasena, senha, su clave, tu clave",
    "clave de acceso, clave secreta, kennwort, пароль",
    "логин, имя пользователя",
    "otp, one time code, verification code, security code, pin code, openid",
)
"""Names and labels of fields that a log-in asks for."""
FRIEND = vocabulary(
    "friend*, a friend, recipient, freund*, bekannte*, empfanger, schulkamerad*, mitschuler*, ami, amis, amie*",
    "un ami, copain*, camarade*, destinataire, amigo*, amiga*, companero*, conocido*, conhecido*, colega*",
    "destinatario, vriend*, amico, amici, друг, друзья, classmate*, schoolmate*, people you know",
    "who are you looking for, who do you know, wen suchen, qui cherchez, a quien busca*, quem procura*",
)
"""Whom a page is recommended to; "who" a site offers to find may get a letter."""
OWN = vocabulary(
    "order number, order no, order id, orderid, orderno, ordernumber, order reference, bestellnummer",
    "bestellnr, auftragsnummer, numero de commande, no de commande, numero de pedido, n de pedido, num pedido",
    "booking code, booking number, booking reference, booking id, buchungsnummer, buchungscode, reservation code",
    "confirmation number, confirmation code, numero de reservation, codigo de reserva, numero de reserva",
    "parcel number, shipment number, consignment number, paketnummer, numero de colis, numero de envio",
    "numero de paquete, numero de encomenda, codigo de rastreio, codigo de rastreamento",
    "tracking number, trackingnumber, sendungsnummer, numero de suivi, numero de seguimiento, invoice number",
    "rechnungsnummer, customer number, kundennummer, membership number, member number, coupon, coupon code",
    "couponcode, promo code, promocode, discount code, voucher, gutschein*, code promo, cupon, cupom",
)
"""Numbers of the visitor's own dealings."""
LOAN = vocabulary(
    "interest rate, apr, loan amount, loan term, down payment, zinssatz, zins, zinsen, kreditsumme",
    "taux d interet, tasa de interes, tipo de interes, taxa de juros, juros",
)
"""What a calculator asks for."""
PERSON = vocabulary(
    "first name, firstname, last name, lastname, surname, full name, fullname, your name, your first name",
    "vorname, nachname, prenom, nom de famille, votre nom, apellido, apellidos, sobrenome, seu nome, su nombre",
    "date of birth, birthdate, birthday, birth date, dob, geburtsdatum, geburtstag, street address, address line",
)
"""Fields about the visitor; catalogues of people have them as well, so they only weigh."""
PAYMENT = vocabulary(
    "card number, cardnumber, credit card, creditcard, cc number, ccnumber, cc num, ccnum, card holder",
    "cardholder",
    "cvc, cvv, cvc code, cvv code, card code, security code, iban, bic, kontonummer, kreditkarte, kartennummer",
    "carte bancaire, numero de carte, numero de tarjeta, tarjeta, numero do cartao, sort code, routing number",
    "expiration date, expiry date, exp month, exp year",
)
CAPTCHA = re.compile(r"captcha|turnstile|arkose|funcaptcha|are you (?:a )?human|\bbot ?check\b")

GENERIC = re.compile(r"submit|send|ok|go|absenden|senden|envoyer|enviar|invia|valider|отправить")
"""On a button alone these say only that the form is sent."""
