"""The vocabularies of the simulated web: what its pages, forms, records and host names are made of.

All of it is data, one TOML file a subject, a domain's attributes or a language, read when it is first asked for:

- `lexicon(subject, language, role)`: what pages about a domain or an off-topic subject talk about;
- `attributes(domain, language, role)`: what the databases of a domain hold, what their fields are called on
  the page and in the HTML, and `compose` for values that are put together from parts (titles, names);
- `tongue(language, role)`: what every site says whatever it is about: buttons, labels, messages, pagers;
- `brands(role)`, `tlds(language)`: host names, the same for every kind of site;
- `DOMAINS`, `UNSEEN`, `domains(role)`, `SUBJECTS`, `NEIGHBOURS`: which subjects there are and who is near whom.

A third of all entries exists in reporting worlds only (see `split`), and so do the domains of `UNSEEN`.
"""

from leadline_lab.words.attributes import AttributeWords, attributes, compose
from leadline_lab.words.brands import brands, tlds
from leadline_lab.words.lexicon import Lexicon, lexicon
from leadline_lab.words.subjects import DOMAINS, LANGUAGES, NEIGHBOURS, SUBJECTS, UNSEEN, domains
from leadline_lab.words.tongue import Tongue, tongue

__all__ = [
    "DOMAINS",
    "LANGUAGES",
    "NEIGHBOURS",
    "SUBJECTS",
    "UNSEEN",
    "AttributeWords",
    "Lexicon",
    "Tongue",
    "attributes",
    "brands",
    "compose",
    "domains",
    "lexicon",
    "tlds",
    "tongue",
]
