"""Ideas that the words of forms express, in many languages, so that a model learned on English log-ins knows a
Hungarian one: what a field asks for, what a button does, what is offered beside it.

Stems end in `*`. Written by us; which idea means what, and how much, is learned.
"""

import re
from functools import cache

from leadline.forms.wording import phrase, vocabulary
from leadline.lexicon.units import folded, is_unspaced

_CONCEPTS = {
    "email": "email*, e mail, mail, correo, courriel, почта, el pastas, poczta, sahkoposti, eposta, "
    "メール, 邮箱, 이메일",
    "user": "user, username, login, nick*, usuario, benutzer*, identifiant, pseudo, логин, uzivatel*, "
    "felhasznalo*",
    "password": "pass*, pwd, senha, contrasena, mot de passe, kennwort, пароль, jelszo, heslo, haslo, wachtwoord",
    "repeat": "confirm*, repeat, retype, again, wiederhol*, confirmar, repetir, verify, password2, pass2",
    "name": "name, first name, last name, firstname, lastname, fname, lname, vorname, nachname, nombre, "
    "apellido*, prenom, nom, nome, sobrenome, имя, фамилия, meno, fullname, full name",
    "phone": "phone*, tel, telefon*, telephone, mobile, handy, celular, телефон, telefono",
    "address": "address*, street, zip, zipcode, postal*, postcode, city, state, country, plz, strasse, "
    "ort, ville, "
    "ciudad, cidade, cep, адрес, indirizzo",
    "message": "message, comment*, question, subject, nachricht, mensaje, mensagem, commentaire*, "
    "betreff, asunto, "
    "assunto, сообщение, комментар*, body, feedback, kommentar*, messaggio",
    "company": "company, organi*, firm*, employer, job title, empresa, entreprise, unternehmen",
    "birth": "birth*, dob, gender, sex, geburt*, nacimiento, naissance, nascimento",
    "quantity": "qty, quantity, menge, anzahl, cantidad, quantite, quantidade, amount, size, color, colour, sku, "
    "количество",
    "terms": "agree, terms, accept, tos, privacy, consent, agb, datenschutz, condiciones, conditions, termos",
    "remember": "remember*, stay signed, keep me, angemeldet, запомнить, recordar*, se souvenir, lembrar*",
    "captcha": "captcha*, verification, security code, image code, human",
    "forgot": "forgot*, lost password, vergessen, oublie*, olvid*, esquec*, remind*, recover*, reset, забыли, "
    "напомн*, zapomn*, elfelejtett",
    "news": "newsletter*, subscri*, mailing*, updates, boletin, infolettre, рассылк*, подпис*, abonn*, weekly, "
    "deals, offers, suscri*, assin*",
    "register": "regist*, sign up, signup, join, create account, create, new user, inscri*, cadastr*, зарегистр*, "
    "registr*, regisz*, konto erstellen, crear cuenta, criar conta",
    "log in": "log in, login, sign in, signin, anmelden, einloggen, connexion, entrar, acceder, iniciar sesion, "
    "войти, вход, belep*, prihlas*, kirjaudu, accedi, zaloguj, logg inn, logga in",
    "buy": "buy, cart, basket, order*, checkout, add to, kaufen, warenkorb, bestellen, acheter, panier, comprar, "
    "carrito, carrinho, купить, корзин*, заказ*, acquista, ordina, pay, price, donat*, spende*",
    "send": "send*, submit, absenden, senden, envoyer, enviar, отправить, invia, ask, verzenden",
    "search": "search*, find, such*, finde*, recherch*, chercher, busc*, pesquis*, procur*, поиск, найти, искать, "
    "cerca, zoek*, hled*, keres*, szukaj, haku, sok, 検索, 搜索, 검색, go, show results, ok",
    "vote": "vote*, poll, umfrage, sondage, encuesta, enquete, голос*",
    "arrange": "sort*, order by, per page, display, show, view, limit, anzeigen, sortier*, ordenar, "
    "trier, afficher",
    "language": "language, lang, currency, sprache, langue, idioma, waehrung, devise, moneda, moeda",
    "catalogue": "category, categories, keyword*, title, author, make, model, price, location, from, to, "
    "check in, "
    "check out, destination, type, brand, date, year, min, max, kategorie, preis, ort, categoria, marque, marca, "
    "prix, precio, lieu, lugar, subject, region, province, provincia, language, format, status, class, period, "
    "genre, rooms, bedrooms, area, mileage, fuel, condition, publisher, artist, isbn, number, airport, departure, "
    "return, typ, art, marke, modell, jahr, zeitraum, sprache, bestand, titel, verfasser, zimmer, zustand, von, "
    "bis, branche, titre, auteur, annee, modele, rubrique, matiere, numero, theme, genero, tipo, ano, autor, "
    "titulo, modelo, fecha, habitaciones, quartos, tema, sector, setor, desde, hasta, regiao, bairro, familia, "
    "especie",
    "filter": "filter*, refine, narrow, filtern, filtrer, filtrar, advanced, erweitert*, avance*, "
    "avanzad*, avancad*",
}
NAMES = tuple(_CONCEPTS)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Where a script has no spaces its words stand inside of others: they count wherever they are."""
    found = []
    for name, entries in _CONCEPTS.items():
        inside = [re.escape(folded(entry.strip())) for entry in entries.split(",") if is_unspaced(entry)]
        found.append((name, re.compile("|".join((vocabulary(entries).pattern, *inside)))))
    return tuple(found)


def concepts(text: str) -> list[str]:
    """The ideas a text speaks of.

    >>> concepts("Passwort vergessen?"), concepts("请输入邮箱：")
    (['password', 'forgot'], ['email'])
    """
    if not text:
        return []
    said = phrase(text)
    return [name for name, pattern in _patterns() if pattern.search(said)]
