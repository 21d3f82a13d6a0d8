"""What the words of a form say: lists of the lexicon (tables `[forms]` and `[acts]`) as patterns over `phrase`.

Names that machines glued together (`jobsearch`, `quicksearch`) are looked through for the few stems that mean
nothing else (`SEARCH_STEM`).
"""

import re

from leadline.lexicon.phrases import template, vocabulary, word_set

SEARCH_STEM = template("forms", "{search_stems}|{search_words:words}", re.NOFLAG)
"""What means a search wherever it stands in a name, glued to others or not."""
SEARCH = vocabulary("forms", "search")
"""Verbs and nouns of searching, as buttons, placeholders and labels have them."""
GO = vocabulary("forms", "go")
"""What stands on the button of a search as well as on others: it counts for a form of choices alone."""
SHOW = vocabulary("forms", "show")  # what stands on the button of a query: it shows or lists something
ANY = vocabulary("forms", "any_choice")
"""An option that leaves the choice open: a search offers it, an order or a registration hardly ever."""
ANSWERS = vocabulary("forms", "results")  # what the script of a search is called besides: it brings results
TRAP = template("forms", " {traps} (?!{trap_unless})", re.NOFLAG)
"""What stands at a field that only robots fill in; "leave blank if unknown" stands at others."""
ARRANGING = vocabulary("forms", "arranging")  # how results are ordered, and how many are shown at once
SWITCHING = vocabulary("forms", "switching")  # which language, currency or design a page has
JUMPING = vocabulary("forms", "jumping")  # what stands at a menu of pages
TERM_NAMES = word_set("forms", "term_names")  # names of the field of a keyword search, punctuation left out
VAGUE_NAMES = word_set("forms", "vague_names")
"""Those that mean something else as well, the term of a loan: they count for the first field of a form."""
_ACTS = (
    "logs in", "signs up", "subscribes", "sends", "buys", "calculates", "looks after an order", "deletes", "votes",
    "changes something",
)  # fmt: skip
ACTS = {act: vocabulary("acts", act.replace(" ", "_")) for act in _ACTS}
"""What a form may do besides searching, by the words on its submit control."""
ACTION_ACTS = vocabulary("acts", "in_addresses")
"""The same in the path and parameters of an action, where fewer words are safe to judge by: `/bookstore/search`
and `?order=price` are searches."""
EMAIL = vocabulary("forms", "email")
PHONE = vocabulary("forms", "phone")
ACCOUNT = vocabulary("forms", "account")  # names and labels of fields that a log-in asks for
FRIEND = vocabulary("forms", "friend")
"""Whom a page is recommended to; "who" a site offers to find may get a letter."""
OWN = vocabulary("forms", "own_numbers")  # numbers of the visitor's own orders, bookings and parcels
LOAN = vocabulary("forms", "loan")  # what a calculator asks for
PERSON = vocabulary("forms", "person")
"""Fields about the visitor; catalogues of people have them as well, so they only weigh."""
PAYMENT = vocabulary("forms", "payment")
CAPTCHA = template("forms", "{captcha}|{captcha_words:words}", re.NOFLAG)
GENERIC = word_set("forms", "generic_buttons")  # on a button alone these say only that the form is sent
