"""Words that name what a field takes, in labels and in internal names.

Which of several types that are named counts is decided in `words`. Entries are compared as `wording` folds them.
"""

from re import Pattern

from leadline.forms.wording import ACCOUNT, EMAIL, PAYMENT, PHONE, vocabulary
from leadline.model.field import FieldType as Type

PRIVATE = (
    EMAIL,
    PHONE,
    ACCOUNT,
    PAYMENT,
    vocabulary(
        "captcha*, remember me, keep me signed in, keep me logged in, stay signed in, i agree, agree to",
        "terms of, terms and conditions, privacy policy, accept the, angemeldet bleiben, ich akzeptiere",
        "ich stimme zu, datenschutz*, agb, se souvenir de moi, rester connecte, j accepte, recordarme",
        "acepto, aceito, lembrar me, lembre se, newsletter*, subscribe, abonnieren, receive emails",
        "send me, your message, your comment, ihre nachricht, votre message, su mensaje, sua mensagem",
        "security question, secret question, area code, areacode, user, nick, uname, sicherheitsfrage",
        "gutschein*, coupon*, promo code, invitation code, openid, remember, rememberme, tos",
    ),
)

CONSENT = vocabulary(
    "agree, agreed, i agree, agreement, accept, accepted, terms, tos, privacy, rules, consent, autologin",
    "auto login, cookie*, remember*, stay, keep me, log me, logged in, signed in, newsletter*, mailing*",
    "subscri*, opt in, optin, zustimm*, einverstanden, angemeldet, merken, akzeptier*, accepte, conditions",
    "souvenir, acepto, condiciones, recordar*, aceito, termos, lembrar*, suscri*, assinar, inscri*, spam",
    "sms",
)
"""What a box that is ticked promises or asks for, beside what is private anywhere."""

SORT = vocabulary(
    "sort, sorted, sort by, sortby, order by, orderby, sort order, sortorder, sorting, orderdir, sortdir",
    "arrange by, rank by, sortieren, sortierung, sortiert nach, sortieren nach, reihenfolge, trier",
    "trier par, tri, tri par, classer par, classement, ordenar, ordenar por, orden, ordenacion, ordem",
    "ordenacao, classificar",
)
DISPLAY = vocabulary(
    "per page, perpage, results per page, items per page, page size, pagesize, rows per page",
    "hits per page, number of results, show results, display, display as, view as, layout, rpp, numresults",
    "results shown, max results, currency, units, theme, skin, styleid, style id, pro seite",
    "treffer pro seite, ergebnisse pro seite, ansicht, darstellung, wahrung, par page, resultats par page",
    "affichage, devise, por pagina, resultados por pagina, moneda, exibicao, visualizacao, moeda",
    "listing style",
)
KEYWORD = vocabulary(
    "keyword*, key word, key words, search, search for, search term*, search text, search phrase",
    "search string, searchbox, search box, what are you looking for, looking for, query, phrase, full text",
    "fulltext, free text, anywhere, all fields, all of these words, any of these words, exact phrase",
    "contains, containing, with all of, the words, text, freitext, volltext, stichwort*, schlagwort*",
    "suchbegriff*, suchwort*, suche, suchen, suche nach, suchtext, was suchen sie, enthalt, mots cles",
    "mot cle, motcle, motscles, recherche*, rechercher, chercher, que cherchez vous, texte, texte integral",
    "palabra clave, palabras clave, palabra, palabras, buscar, busqueda, que buscas, que busca, texto",
    "palavra chave, palavras chave, palavra, palavras, busca, pesquisa*, pesquisar, procurar",
    "o que voce procura, termo, termos, termino, terminos, terme, termes, begriff, q, kw, wd",
)
DATE = vocabulary(
    "date*, check in, checkin, check out, checkout, arrival, arriving, departing, depart date, return date",
    "returning, pick up date, pickup date, drop off date, dropoff date, available from, move in",
    "published on, posted, when, since, datum, anreise*, abreise*, hinflug, ruckflug, hinfahrt, ruckfahrt",
    "ankunft, zeitraum, mietbeginn, einzug, wann, veroffentlicht am, date d arrivee, date de depart",
    "arrivee, depart le, retour, quand, fecha*, llegada, salida, entrada, ida, vuelta, cuando, data",
    "chegada, saida, partida, volta, quando, start date, end date, startdate, enddate, fromdate, todate",
    "datefrom, dateto, calendar, kalender",
)
DAY = vocabulary("day, dd, tag, jour, dia, mday, bday, day of month, jj, tt")
MONTH = vocabulary("month, mm, monat, mois, mes, bmonth, mon")
YEAR = vocabulary(
    "year*, yr, yyyy, yy, jahr*, baujahr, erscheinungsjahr, erstzulassung, annee*, ano, anos",
    "ano de publicacion, byear, model year, modelyear, vintage, jahrgang, millesime, jjjj, aaaa, an de",
)
PRICE = vocabulary(
    "price*, prices, cost, costs, rent, fare, airfare, budget, fee, salary, wage, income, usd, eur, gbp",
    "dollar*, euro*, pound*, preis*, hochstpreis, mindestpreis, kaufpreis, kaltmiete, warmmiete, miete",
    "mietpreis, kosten, gehalt, lohn, betrag, verdienst, prix, loyer, cout, montant, salaire, tarif",
    "precio*, coste, costo, alquiler, importe, salario, sueldo, presupuesto, tarifa, preco*, custo",
    "aluguel, aluguer, valor, orcamento, renda",
)
ZIP = vocabulary(
    "zip, zips, zipcode*, zip code*, postcode*, post code, postal code*, postalcode, postal, plz",
    "postleitzahl*, code postal, codepostal, cp, codigo postal, cep, distrito postal",
)
CITY = vocabulary(
    "city, cities, town, towns, place, location, locations, loc, where, near, nearby, destination*, origin",
    "airport, airports, going to, departing from, leaving from, flying from, flying to, fly from, fly to",
    "departure city, arrival city, depart from, neighborhood, neighbourhood, suburb, area, district",
    "municipality, village, station, pickup, drop off, dropoff, ort, orte, stadt, stadte, wo, wohnort",
    "standort, umkreis von, reiseziel, ziel, abflughafen, zielflughafen, flughafen, von wo, wohin",
    "stadtteil, bezirk, gemeinde, ville*, lieu*, localite, commune, quartier, aeroport, destination",
    "ciudad*, localidad, lugar, donde, destino, origen, aeropuerto, barrio, municipio, poblacion, cidade*",
    "onde, localizacao, origem, aeroporto, bairro, freguesia",
)
REGION = vocabulary(
    "state, states, province*, region*, county, counties, territory, prefecture, canton*, bundesland",
    "land kreis, bundeslander, landkreis, kanton, departement*, provincia*, comunidad, comunidad autonoma",
    "estado*, uf, distrito",
)
COUNTRY = vocabulary(
    "country*, countries, nation, nationality, nationalitat, land, lander, staat, herkunftsland, pays",
    "pais, paises, nacionalidad, nacionalidade, nationalite, country of origin, ctry",
)
LANGUAGE = vocabulary(
    "language*, lang, locale, sprache*, sprachen, langue*, idioma*, lengua, lingua, linguagem",
)
NUMBER = vocabulary(
    "number of, no of, num, quantity, qty, count, rooms, bedroom*, bathroom*, beds, baths, guests, adults",
    "children, kids, infants, persons, people, passengers, travellers, travelers, nights, mileage, miles",
    "km, kilometers, kilometres, radius, distance, within, size, square feet, sqft, sq ft, sqm",
    "square meters, surface, acres, age, hp, horsepower, power, doors, seats, engine size, weight, height",
    "width, length, rating, score, pages, duration, duree, dauer, duracion, duracao, percent*, anzahl",
    "menge, zimmer, zimmeranzahl, personen, erwachsene, kinder, nachte, kilometer*, laufleistung, umkreis",
    "entfernung, flache, wohnflache, qm, quadratmeter, leistung, ps, alter, turen, sitze, grosse, gewicht",
    "bewertung, nombre de, quantite, pieces, chambres, adultes, enfants, personnes, nuits, kilometrage",
    "rayon, superficie, m2, puissance, portes, places, poids, taille, numero de, cantidad, habitaciones",
    "banos, dormitorios, adultos, ninos, personas, noches, kilometraje, kilometros, radio, distancia",
    "metros, edad, puertas, quantidade, quartos, banheiros, criancas, pessoas, noites, quilometragem",
    "quilometros, raio, area util, idade, portas",
)
NAME = vocabulary(
    "name, names, title, titles, author, authors, artist, actor, actress, director, composer, performer",
    "writer, company, companies, employer, organi*, publisher, journal, brand, make, maker, manufacturer",
    "model, first name, last name, firstname, lastname, surname, full name, middle name, middlename, fname",
    "lname, cast, creator, editor, translator, series, subject title, product, product name, job title",
    "position, hotel name, team, player, album, song, track, label, school, institution, university",
    "agency, dealer, seller, nom, noms, titel, autor*, verfasser, kunstler, firma, unternehmen, hersteller",
    "marke, modell, vorname, nachname, familienname, verlag, herausgeber, regisseur, schauspieler, beruf",
    "stellenbezeichnung, arbeitgeber, reihe, titre*, auteur*, artiste, acteur, realisateur, editeur",
    "entreprise, societe, fabricant, marque, modele, prenom, emploi, poste, metier, titulo*, nombre*",
    "apellido*, artista, editorial, empresa, fabricante, marca, modelo, puesto, cargo, nome*, sobrenome",
    "apelido, diretor, ator, editora, autoria, interprete",
)
CATEGORY = vocabulary(
    "category, categories, cat, type, kind, genre, section, department, topic, subject, class",
    "classification, group, condition, status, gender, sex, color, colour, material, feature*, format",
    "media, medium, filter, scope, search in, field, fuel, transmission, body, industry, sector, level",
    "degree, contract, occupation, cuisine, kategorie*, art, typ, rubrik, thema, fachgebiet, bereich",
    "zustand, geschlecht, farbe, kraftstoff, getriebe, branche, gattung, anrede, categorie*, type de",
    "rubrique, theme, etat, couleur, carburant, domaine, secteur, categoria*, tipo*, genero, tema, seccion",
    "estado del, combustible, secao, cor, assunto, combustivel, setor, materia, rubro",
)

FIRST: tuple[tuple[Type, Pattern[str]], ...] = ((Type.SORT, SORT), (Type.DISPLAY, DISPLAY))
"""Whatever else is named with these: "sort by price" sorts."""
NAMED: tuple[tuple[Type, Pattern[str]], ...] = (
    (Type.ZIP, ZIP),
    (Type.COUNTRY, COUNTRY),
    (Type.REGION, REGION),
    (Type.LANGUAGE, LANGUAGE),
    (Type.PRICE, PRICE),
    (Type.YEAR, YEAR),
    (Type.MONTH, MONTH),
    (Type.DAY, DAY),
    (Type.DATE, DATE),
    (Type.NUMBER, NUMBER),
    (Type.CITY, CITY),
    (Type.NAME, NAME),
    (Type.CATEGORY, CATEGORY),
    (Type.KEYWORD, KEYWORD),
)

_LOW = (
    "min minimum from low lower lo start begin since after least over above greater gte von ab seit mindestens "
    "desde de du debut depuis des minimo minimale partir lowest beginning vom du apres"
)
LOW = frozenset(_LOW.split())
_HIGH = (
    "max maximum to high higher upper hi end until till before most under below up less lte bis hochstens maximal "
    "hasta a al fin jusqu jusque au ate maximo maximale highest thru through avant"
)
HIGH = frozenset(_HIGH.split())
_SURE_ENDS = (
    "min minimum max maximum minimo maximo minimale maximale mindestens hochstens maximal least most upper lower "
    "lowest highest up until till hasta ate bis ab jusqu jusque gte lte under over below above since desde"
)
SURE_ENDS = frozenset(_SURE_ENDS.split())
"""Those that mean an end also where the other end is nowhere to be seen."""
BETWEEN = frozenset({"between", "zwischen", "entre"})
AND = frozenset({"and", "und", "et", "y", "e"})
"""Two labels that are nothing but these are the ends of what stands before them."""
FILLING = frozenset({"at", "than", "or", "no", "not", "the", "more", "equal"})
STAY = vocabulary(
    "check in, checkin, check out, checkout, arrival, arriving, departure, departing, depart, return",
    "returning, outbound, inbound, pick up, pickup, drop off, dropoff, anreise*, abreise*, hinflug",
    "ruckflug, hinfahrt, ruckfahrt, arrivee, retour, aller, llegada, salida, ida, vuelta, chegada, saida",
    "partida, volta",
)
"""A stay or a journey: the first date of two is the earlier one."""
