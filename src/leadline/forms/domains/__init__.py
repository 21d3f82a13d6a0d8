"""Which domain a form belongs to: the second stage of form filtering (ACHE section 4; SmartCrawler section 4.4).

Structure says whether a form is a search (`leadline.forms.kinds`), its words say what for:

1. `model` reads a form, and the text, title and menus of the page around it, as weighted terms, and adds them up:
   one logistic model a domain, each by itself, so a portal's form may be of two domains or of none. Twelve are
   bundled (plain weights in `data/`, made by `leadline_bench.training.domains`; a card).
2. `train` makes such a model of somebody's own examples, five or a hundred of them.
3. `margin` is the support-vector machine it learns with where negative examples abound.
4. `background` is what forms at large say: the negative examples of who has none.
"""
