"""What pagers say, in the languages we know: on, back, more, older, newer; and the arrows of all.

English, German, French, Spanish and Portuguese, and one or two words of many others. Words are folded (no case,
no accents) as in `leadline.forms.wording`; scripts without spaces between words are looked through for their
beginnings instead.

>>> heading("Nächste Seite »"), heading("« Zurück"), heading("Older posts"), heading("Contact")
(<Heading.NEXT: 'next'>, <Heading.BACK: 'back'>, <Heading.OLDER: 'older'>, None)
"""

import re
from enum import StrEnum
from functools import lru_cache

from leadline.forms.wording import phrase, says, vocabulary
from leadline.lexicon.units import folded

LONGEST = 60
"""What is longer is a sentence or a title, not the caption of a pager."""
_SHORT = 3


def _folded(*lists: str) -> tuple[str, ...]:
    return tuple(folded(word.strip()) for words in lists for word in words.split(","))


NEXT = vocabulary(
    "next, next page, next results, next entries, next posts, next items, next hits, nextpage, pagenext, go next",
    "nachste, nachste seite, nachsten, nachster, nachstes, folgende, vorwarts, weiter",
    "suivant, suivante, page suivante, suivants, suivantes",
    "siguiente, siguientes, pagina siguiente, proxima, proximo, proximos, proximas, seguinte, seguintes, avancar",
    "avanti, successiva, successivo, successivi, prossima, seguent, segueix, urmatoarea, urmatorul, urmator",
    "volgende, volgend, verder, nasta, neste, naeste, næste, næsta, nasti, seuraava, seuraavat, jargmine",
    "nastepna, nastepny, nastepne, dalsi, nasledujici, nasledujuca, dalsia, kovetkezo",
    "sljedeca, sledeca, naslednja, nakamais, nakama, kitas, tjetra, sonraki, ileri, selanjutnya",
    "berikutnya, seterusnya",
    "trang sau, trang ke, tiep",
    "следующая, следующие, следующий, вперед, наступна, наступні, наступныя, следваща, следваща страница, следна",
    "наступная, следећа, следеща, келесі, киләсе, keyingi, sekva, hurrengo, nesaf, urmatoare, sucessiva, seguente",
    "siguient, nachst, naggschti, urmatoarele, الصفحة التالية, اگلا, المقبلة",
    "επομενη, επομενα, التالي, التالية, بعدی, הבא, לעמוד הבא, अगला, পরবর্তী, அடுத்த, ถัดไป",
)
ON = vocabulary(
    "continue, continued, forward, vor, suite, weitere, dalej, далее, дальше, siga, weiterlesen, seguir",
)
"""Words that lead on in a pager, and to the rest of one text elsewhere."""
_NEXT_PARTS = _folded(
    "下一, 下页, 下頁, 次の, 次へ, 次ページ, 次頁, 后一页, 다음",
    "ถัดไป, अगला, पुढील, পরবর্তী, পৰৱৰ্তী, அடுத்த, తరువాతి",
    "അടുത്ത, ಮುಂದಿನ, આગળનું, ਅਗਲਾ, ඊළඟ, နောက်, បន្ទាប់, შემდეგი, հաջորդ",
)
_BACK_PARTS = _folded(
    "上一, 上页, 上頁, 前の, 前へ, 前页, 前頁, 이전, 首页, 首頁, 尾页, 末页, 最后, 最初, 最後",
    "ก่อนหน้า, पिछला, मागील, পূর্ববর্তী",
    "முந்திய, ముందరి, ಹಿಂದಿನ, ਪਿਛਲਾ, წინა, նախորդ",
)
"""Scripts that write words without spaces, or with signs that are no letters by themselves."""
MORE = vocabulary(
    "more, show more, load more, view more, more results, more items, see more, more entries, more hits, get more",
    "show more results, load more results, view more results, see more results, show all, next batch",
    "mehr, mehr anzeigen, mehr laden, weitere anzeigen, weitere ergebnisse, weitere treffer, mehr ergebnisse",
    "weitere laden, mehr treffer",
    "plus, plus de resultats, voir plus, voir plus de resultats, afficher plus, charger plus, davantage",
    "mas, mas resultados, ver mas, mostrar mas, cargar mas, ver mas resultados",
    "mais, mais resultados, ver mais, mostrar mais, carregar mais, exibir mais",
    "altri, altri risultati, mostra altri, carica altri, meer, meer laden, toon meer, meer resultaten",
    "показать еще, загрузить еще, еще, wiecej, pokaz wiecej, vis mer, vis flere, visa fler, daha fazla",
)
_MORE_PARTS = _folded("もっと, さらに, 加载更多, 加載更多, 更多, 載入更多, 더보기, 더 보기")
OLDER = vocabulary(
    "older, older posts, older entries, older articles, older results, older items, altere, altere beitrage",
    "altere eintrage, anciens, articles plus anciens, plus anciens, entradas antiguas, mas antiguas",
    "anteriores entradas, mais antigos, mais antigas, posts mais antigos, ouder, oudere, oudere berichten",
    "precedenti, старше, ранее",
)
NEWER = vocabulary(
    "newer, newer posts, newer entries, newer articles, newer items, neuere, neuere beitrage, neuere eintrage",
    "plus recents, articles plus recents, mas recientes, entradas mas recientes, mais recentes, nieuwere, nieuwer",
    "piu recenti",
)
BACK = vocabulary(
    "prev, previous, previous page, back, go back, zuruck, vorherige, vorheriger, vorige, precedent, precedente",
    "precedents, precedentes, retour, anterior, anteriores, previa, previo, volver, voltar, atras",
    "indietro, назад, предыдущая, предыдущие, попередня, vorige, forrige, foregaende, edellinen, poprzednia",
    "poprzedni, predchozi, predchadzajuca, elozo, onceki, sebelumnya, anterioara, prethodna, prejsnja",
    "trang truoc, السابق",
    "הקודם, προηγουμενη, قبلی, قبل, السابقة, پچھلا, предишна, папярэдняя, претходна, алдыңғы, oldingi, antaua",
    "aurreko, gynt, eelmine, fyrri, ankstesnis, ieprieksej*, predosla, veurige, vireg, precedenta, vurherige",
    "first, first page, erste, erste seite, premiere, premier, primera, primeira, prima, eerste, первая",
    "last, last page, letzte, letzte seite, dernier, derniere, ultima, ultimo, laatste, последняя, ostatnia",
)
ONE_THING = vocabulary(
    "article, post, story, entry, month, week, day, year, event, photo, image, product, topic, thread, chapter",
    "artikel, beitrag, monat, woche, tag, bild, thema, article suivant, mois, semaine, articulo, mes, semana",
    "artigo, foto, video, step, slide, question, project, album, record, datensatz, hit, document, issue, message",
    "comment, comments, kommentar, kommentare, commentaire, commentaires, comentario, comentarios, reply, replies",
)
"""What stands beside "next" where it leads to another thing and not to more of the list."""
_ONE_THING_PARTS = ("記事", "一篇", "一章", "前后")

_FORWARD = re.compile(
    r"^[\s.]*(?:(?:[>›»→▶►⟩❯⇒➔➜⟶]|&gt;){1,3}|navigate_next|(?:chevron|(?:keyboard_)?arrow)_(?:right|forward(?:_ios)?))[\s.]*$"
)
"""Icon fonts write the name of the sign where the sign is to be."""
_BACKWARD = re.compile(
    r"^[\s.]*(?:[<‹«←◀◄⟨❮⇐⟵]{1,3}|navigate_before|(?:chevron|(?:keyboard_)?arrow)_(?:left|back(?:_ios)?)\b)"
)
_POINTS_ON = re.compile(r"[>›»→▶►⟩❯⇒➔➜⟶][\s.]*$")
_TO_THE_END = re.compile(r"^[\s.]*(?:>>\||>\||»\||⏭|⇥)[\s.]*$")


class Heading(StrEnum):
    """Which way a caption points."""

    NEXT = "next"
    ON = "on"
    MORE = "more"
    OLDER = "older"
    NEWER = "newer"
    BACK = "back"


@lru_cache(maxsize=8_192)
def heading(text: str) -> Heading | None:
    """Which way a caption points by its words, or by its arrow if it has no words."""
    if not text or len(text) > LONGEST:
        return Heading.BACK if _BACKWARD.match(text) else None
    plain = folded(text).strip(" .>»›→▶►[]()")
    if _holds(plain, _NEXT_PARTS) or plain == "次":
        return Heading.NEXT
    if _holds(plain, _BACK_PARTS) or plain == "前" or _TO_THE_END.match(text):
        return Heading.BACK
    if says(text, OLDER):
        return Heading.OLDER
    if says(text, NEWER):
        return Heading.NEWER
    if says(text, NEXT) and not _BACKWARD.match(text):
        return Heading.NEXT
    if _BACKWARD.match(text) or says(text, BACK):
        return Heading.BACK
    if _FORWARD.match(text):
        return Heading.NEXT
    if is_whole(text, MORE) or plain.startswith(_MORE_PARTS):
        return Heading.MORE
    return Heading.ON if says(text, ON) else None


def _holds(plain: str, parts: tuple[str, ...]) -> bool:
    return not plain.isascii() and any(part in plain for part in parts)


def is_whole(text: str, words: "re.Pattern[str]") -> bool:
    """A caption that says this and nothing else; numbers and arrows do not count."""
    said = phrase(text)
    found = words.match(said, 1)
    return found is not None and found.end() == len(said) - 1


def is_short(text: str) -> bool:
    return len(phrase(text).split()) <= _SHORT


def is_arrow(text: str) -> bool:
    return bool(_FORWARD.match(text))


def points_on(text: str) -> bool:
    return bool(_POINTS_ON.search(text))


def points_back(text: str) -> bool:
    return bool(_BACKWARD.match(text))


def is_one_thing(text: str) -> bool:
    return bool(says(text, ONE_THING)) or any(part in text for part in _ONE_THING_PARTS)
