"""Answers in Italian, Dutch, Polish, Russian and Japanese: pages as registers, libraries and shops write them."""

from dataclasses import dataclass

import pytest

from leadline.answers.document import read
from leadline.answers.judge.counts import count_of
from leadline.answers.judge.template import Template
from leadline.answers.judge.verdict import judge
from leadline.answers.paging.next_page import find_next_page
from leadline.answers.records.cut import cut_records
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.model.query import Choice, Reply
from leadline.parse.document import Document

ASKED: Choice = (("q", "whale"),)
BOOKS = ("Moby Dick", "Walden", "Leaves of Grass", "Little Women", "Roughing It")


@dataclass(frozen=True)
class Site:
    """What a site of one language says; `{}` is where a number stands."""

    language: str
    form: str
    furniture: str
    counts: tuple[tuple[str, int, int | None, int | None], ...]
    """A line, and the total, first and last record it tells."""
    no_counts: tuple[str, ...]
    onward: str
    back: str
    nothing: tuple[str, ...]
    too_many: tuple[str, ...]
    narrowed: tuple[str, ...]
    broken: tuple[str, ...]
    wanted: tuple[str, ...]
    """What it says where something was left out or cannot be read."""

    def page(self, main: str) -> Document:
        body = (
            f"<html lang={self.language}><head><meta charset=utf-8><title>Catalogo</title></head><body>"
            f"<nav><a href=/>Home</a> <a href=/info>Info</a></nav>{self.form}<main>{main}</main>"
            f"<footer>{self.furniture}</footer></body></html>"
        )
        request = Request("http://books.test/find?q=whale&start=11", permit=TARGET)
        headers = (("Content-Type", "text/html; charset=utf-8"),)
        return read(Response(request, request.url, 200, headers, body.encode(), 0.0))

    def reply(self, main: str) -> Reply:
        empty, document = self.page(""), self.page(main)
        return judge(document, ASKED, cut_records(document, empty.page.text), Template.of_form(empty)).reply


def rows() -> str:
    listed = (
        f"<li class=book><h3><a href=/book/{n}>{title}</a></h3><p>18{n}1</p></li>" for n, title in enumerate(BOOKS)
    )
    return f"<ul>{''.join(listed)}</ul>"


ITALIAN = Site(
    "it",
    "<form action=/find><label>Titolo <input name=q></label><button>Cerca</button></form>",
    "<p>Nessun articolo nel carrello</p><p>Questo sito usa i cookie. Accedi o registrati.</p>",
    (
        ("Risultati 11-20 di 1.234", 1234, 11, 20),
        ("1.234 risultati trovati", 1234, None, None),
        ("Trovati circa 3.400 risultati", 3400, None, None),
        ("Visualizzati da 11 a 20 su 234 documenti", 234, 11, 20),
        ("La ricerca ha prodotto 57 risultati", 57, None, None),
        ("Totale: 213", 213, None, None),
    ),
    ("Pagina 3 di 62", "20 risultati per pagina", "Sono mostrati solo i primi 100 risultati", "4 recensioni"),
    "Pagina successiva",
    "Precedente",
    (
        "La ricerca non ha prodotto risultati.",
        "Nessun risultato per “whale”.",
        "Spiacenti, non è stato trovato nulla che corrisponda ai criteri.",
        "Non ci sono documenti con questi criteri.",
        "0 risultati",
    ),
    ("Troppi risultati: affinare la ricerca.", "Il numero di risultati supera il limite consentito."),
    ("Vengono mostrati solo i primi 100 risultati.",),
    (
        "Si è verificato un errore. Riprova più tardi.",
        "Servizio non disponibile per manutenzione.",
    ),
    ("Si prega di inserire almeno una parola.", "Il campo titolo è obbligatorio.", "La data non è valida."),
)
DUTCH = Site(
    "nl",
    "<form action=/find><label>Titel <input name=q></label><button>Zoeken</button></form>",
    "<p>0 artikelen in je winkelwagen</p><p>Inloggen · Meld je aan voor de nieuwsbrief</p>",
    (
        ("Resultaten 11 - 20 van 1.234", 1234, 11, 20),
        ("1.234 resultaten gevonden", 1234, None, None),
        ("Er zijn ongeveer 3.400 treffers gevonden", 3400, None, None),
        ("11 tot en met 20 van in totaal 234 documenten", 234, 11, 20),
        ("Uw zoekopdracht leverde 57 resultaten op", 57, None, None),
        ("Aantal resultaten: 213", 213, None, None),
    ),
    (
        "Pagina 3 van 62",
        "20 resultaten per pagina",
        "Alleen de eerste 100 resultaten worden getoond",
        "4 reacties",
    ),
    "Volgende pagina",
    "Vorige",
    (
        "Er zijn geen resultaten gevonden voor uw zoekopdracht.",
        "Geen treffers.",
        "Helaas hebben we niets gevonden.",
        "Uw zoekopdracht leverde geen resultaten op.",
        "0 resultaten",
    ),
    ("Te veel resultaten: verfijn uw zoekopdracht.", "Uw zoekvraag is te algemeen."),
    ("Alleen de eerste 100 resultaten worden getoond.",),
    ("Er is een fout opgetreden. Probeer het later opnieuw.", "De catalogus is wegens onderhoud niet bereikbaar."),
    ("Vul minstens één zoekterm in.", "Dit veld is verplicht.", "De datum is ongeldig."),
)
POLISH = Site(
    "pl",
    "<form action=/find><label>Tytuł <input name=q></label><button>Szukaj</button></form>",
    "<p>0 produktów w koszyku</p><p>Zaloguj się · Zarejestruj się</p>",
    (
        ("Wyniki 11–20 z 1 234", 1234, 11, 20),
        ("Znaleziono 1 234 wyniki", 1234, None, None),
        ("Znaleziono 5 rekordów", 5, None, None),
        ("Znaleziono 1 dokument", 1, None, None),
        ("Wyświetlanie od 11 do 20 z 234 pozycji", 234, 11, 20),
        ("Liczba wyników: 213", 213, None, None),
        ("około 3 400 wyników", 3400, None, None),
    ),
    ("Strona 3 z 62", "20 wyników na stronę", "Wyświetlono tylko 100 pierwszych wyników", "4 komentarze"),
    "Następna strona",
    "Poprzednia",
    (
        "Nie znaleziono żadnych wyników.",
        "Brak wyników spełniających podane kryteria.",
        "Wyszukiwanie nie zwróciło żadnych rekordów.",
        "Niestety, nic nie znaleziono.",
        "0 wyników",
    ),
    ("Zbyt wiele wyników – zawęź wyszukiwanie.", "Zapytanie jest zbyt ogólne."),
    ("Wyświetlono tylko 100 pierwszych wyników.",),
    ("Wystąpił błąd. Spróbuj ponownie później.", "Serwis jest chwilowo niedostępny: przerwa techniczna."),
    ("Proszę wpisać szukane słowo.", "To pole jest wymagane.", "Nieprawidłowa data."),
)
RUSSIAN = Site(
    "ru",
    "<form action=/find><label>Название <input name=q></label><button>Найти</button></form>",
    "<p>В корзине нет товаров</p><p>Вход · Регистрация</p>",
    (
        ("Результаты 11–20 из 1 234", 1234, 11, 20),
        ("Найдено 1 234 результата", 1234, None, None),
        ("Найдено 5 записей", 5, None, None),
        ("Найдена 1 запись", 1, None, None),
        ("Показаны записи с 11 по 20 из 234", 234, 11, 20),
        ("Всего найдено: 213", 213, None, None),
        ("Нашлось около 3 400 документов", 3400, None, None),
    ),
    ("Страница 3 из 62", "20 результатов на странице", "Показаны только первые 100 результатов", "4 комментария"),
    "Следующая страница",
    "Предыдущая",
    (
        "По вашему запросу ничего не найдено.",
        "Результатов не найдено.",
        "Поиск не дал результатов.",
        "Нет записей, удовлетворяющих условиям поиска.",
        "Найдено 0 документов",
    ),
    ("Слишком много результатов. Уточните запрос.", "Число записей превышает допустимый предел."),
    ("Показаны только первые 100 результатов.",),
    ("Произошла ошибка. Попробуйте позже.", "Сервис временно недоступен."),
    ("Пожалуйста, введите слово для поиска.", "Обязательное поле не заполнено.", "Неверная дата."),
)
JAPANESE = Site(
    "ja",
    "<form action=/find><label>タイトル <input name=q></label><button>検索</button></form>",
    "<p>カートに商品はありません</p><p>ログイン ・ 会員登録</p>",
    (
        ("1,234件中 11～20件を表示", 1234, 11, 20),
        ("検索結果 1,234件", 1234, None, None),
        ("検索結果：約3,400件", 3400, None, None),
        ("１１〜２０件目／全２３４件", 234, 11, 20),
        ("57件の資料が見つかりました", 57, None, None),
        ("全 213 件", 213, None, None),
        ("該当件数：8件", 8, None, None),
    ),
    ("ページ 3 / 62", "20件ずつ表示", "最初の100件のみ表示しています", "4件のコメント"),
    "次のページ",
    "前へ",
    (
        "該当する資料は見つかりませんでした。",
        "検索結果はありません。",
        "条件に一致するデータがありません。",
        "お探しの本はございませんでした。該当なし",
        "0件",
    ),
    ("検索結果が多すぎます。条件を絞り込んでください。", "件数が上限を超えました。"),
    ("最初の100件のみ表示しています。",),
    ("エラーが発生しました。しばらくしてから再度お試しください。", "ただいまメンテナンス中です。"),
    ("キーワードを入力してください。", "日付が正しくありません。"),
)
SITES = (ITALIAN, DUTCH, POLISH, RUSSIAN, JAPANESE)
each_site = pytest.mark.parametrize("site", SITES, ids=lambda site: site.language)


@each_site
def test_counts_are_read_with_their_ranges(site: Site) -> None:
    """Totals in the separators of the language, plural forms and counters, and the range where there is one."""
    for text, total, first, last in site.counts:
        count = count_of(site.page(f"<p>{text}</p>{rows()}"))
        assert count is not None, text
        assert (count.total, count.first, count.last) == (total, first, last), text


@each_site
def test_other_numbers_are_no_counts(site: Site) -> None:
    """Numbers of pages, of rows on a page, of reviews, and how many of all are shown count no matches."""
    for text in site.no_counts:
        assert count_of(site.page(f"<p>{text}</p>{rows()}")) is None, text


@each_site
def test_nothing_found_is_understood(site: Site) -> None:
    """Whatever way the site says that nothing was found, the answer is empty; an empty cart says nothing of it."""
    for text in site.nothing:
        assert site.reply(f"<p>{text}</p>") is Reply.EMPTY, text
    count = site.counts[0][0]
    assert site.reply(f"<p>{count}</p>{rows()}") is Reply.RESULTS


@each_site
def test_too_many_and_cut_lists_are_understood(site: Site) -> None:
    """A refusal because of too many matches is one, and a list that was cut short is known to be."""
    for text in site.too_many:
        assert site.reply(f"<p>{text}</p>") is Reply.TOO_MANY, text
    for text in site.narrowed:
        empty, document = site.page(""), site.page(f"<p>{text}</p>{rows()}")
        judged = judge(document, ASKED, cut_records(document, empty.page.text), Template.of_form(empty))
        assert judged.reply is Reply.RESULTS, text
        assert judged.says_truncated, text


@each_site
def test_faults_of_the_site_and_of_the_query_are_understood(site: Site) -> None:
    """An error of the site is no empty answer, nor is a demand to fill something in."""
    for text in site.broken:
        assert site.reply(f"<p>{text}</p>") is Reply.ERROR, text
    for text in site.wanted:
        assert site.reply(f"<p>{text}</p>") in (Reply.REQUIRED, Reply.ERROR), text


@each_site
def test_the_next_page_is_found_and_the_one_before_is_not(site: Site) -> None:
    """The pager's words lead on where its addresses tell nothing."""
    request = Request("http://books.test/find?q=whale", permit=TARGET)
    back, onward = (f"<a href='/find?q=whale&amp;zz={mark}'>" for mark in ("a1", "b7"))
    pager = f"<p>{back}{site.back}</a> {onward}{site.onward}</a></p>"
    found = find_next_page(site.page(rows() + pager), request)
    assert found is not None
    assert found.request.url == "http://books.test/find?q=whale&zz=b7"
