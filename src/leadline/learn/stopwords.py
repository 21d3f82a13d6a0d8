"""Words that say nothing about a topic: our own lists, in five languages.

Pages rarely say their language truthfully, so the lists are used as one set by default. A word that is
empty in one language and means something in another is in none of them: French *car* (because) is an English
car, German *war* and *die*, Spanish *son* and French *sale* and *pour* would cost more than they bring.

>>> "the" in STOP_WORDS, "und" in STOP_WORDS, "car" in STOP_WORDS
(True, True, False)
>>> sorted(stop_words("de") & stop_words("en"))
['also', 'am', 'an', 'in', 'so', 'was', 'will']
"""

_ENGLISH = """
a about above after again against all also am an and any are aren as at be because been before being below
between both but by can cannot could couldn did didn do does doesn doing don down during each either else etc
ever every few for from further get gets got had hadn has hasn have haven having he her here hers herself him
himself his how however i if in into is isn it its itself just let ll may me might more most must mustn my
myself neither no nor not now of off on once one only or other others our ours ourselves out over own per
please quite rather re really same shall she should shouldn since so some such than that the their theirs
them themselves then there these they this those though through thus till to too under until up upon us ve
very via was wasn we were weren what when where whether which while who whom whose why will with within
without won would wouldn yes yet you your yours yourself yourselves
"""

_GERMAN = """
ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bereits bis bist da
dabei dadurch dafür damit dann daran darauf darf das dass dazu dein deine dem den denn der deren des deshalb
dessen dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwa
etwas euch euer eure für gegen haben hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem
ist ja jede jedem jeden jeder jedes jedoch jetzt kann kein keine keinen keiner können könnte mehr mein meine
mich mir mit muss müssen nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit
sich sie sind sobald so soll sollen sondern sonst sowie über um und uns unser unsere unter viel vom von vor
was weil welche welchem welchen welcher welches wenn werden wie wieder will wir wird wirst wo wohl wollen
wurde wurden während zu zum zur zwar zwischen
"""

_FRENCH = """
afin ai ainsi alors après au aucun aucune aussi autre autres aux avant avec avez avoir avons ayant ce ceci
cela celle celles celui cependant ces cet cette ceux chaque chez comme comment dans de depuis des dès donc dont
du elle elles en encore entre es est et était étaient être eu eux fait furent hors ici il ils je jusque la le
les leur leurs lors lorsque lui ma mais mes moi moins mon même ne ni nos notre nous on ont ou où par parce
parmi pas peu peut plus pourquoi puis qu quand que quel quelle quelles quels qui quoi sa sans sauf se selon
sera ses si sien soit sommes sont sous suis sur ta tandis te tes toi ton tous tout toute toutes très trop tu
un une vers voici voilà vos votre vous vu
"""

_SPANISH = """
a al algo algunas algunos ante antes aquel aquella aquello aquí así aún aunque bajo bien cada casi como con
contra cual cuales cualquier cuando cuanto de debe del desde donde dos durante e el él ella ellas ellos en
entonces entre era eran es esa esas ese eso esos esta está estaba estamos están estar este esto estos fue
fueron ha había han hasta hay la las le les lo los más me mi mientras mis misma mismo mucho muchos muy nada ni
ningún no nos nosotros nuestra nuestro nuestros o os otra otras otro otros para pero poco por porque puede
pueden pues que qué quien quién se sea según ser si sí sido sin sino sobre solo sólo somos su sus también tan
tanto te tiene tienen toda todas todavía todo todos tras tu tus un una unas uno unos usted ustedes y ya yo
"""

_PORTUGUESE = """
a à ainda além algum alguma alguns ao aos apenas após aquela aquele aqueles aquilo as às assim até cada com
como contra cuja cujo da das de dela dele deles depois desde dessa desse desta deste do dos e é ela elas ele
eles em entre era eram essa essas esse esses esta está estão estas estava este estes eu foi foram há isso isto
já lhe lhes mais mas me mesma mesmo meu meus minha muito muitos na nada não nas nem nenhum no nos nossa nosso
num numa o os ou outra outras outro outros para pela pelas pelo pelos perante pois por porque qual quando que
quem são se seja sem ser será seu seus só sob sobre sua suas também tão te tem têm ter teu toda todas todo
todos tu tua um uma umas uns você vocês vos
"""

_LISTS = {
    "en": frozenset(_ENGLISH.split()),
    "de": frozenset(_GERMAN.split()),
    "fr": frozenset(_FRENCH.split()),
    "es": frozenset(_SPANISH.split()),
    "pt": frozenset(_PORTUGUESE.split()),
}

LANGUAGES = tuple(_LISTS)
STOP_WORDS = frozenset().union(*_LISTS.values())


def stop_words(*languages: str) -> frozenset[str]:
    """The stop-words of these languages; of all five if none is named."""
    return frozenset().union(*(_LISTS[language] for language in languages)) if languages else STOP_WORDS
