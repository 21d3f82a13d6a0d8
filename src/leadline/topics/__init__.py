"""What a topic is, and whether a page or a site is about it.

- `topic`       the value: name, weighted keywords, words that speak against it, what was learned
- `files`       topic files (TOML) and their weights (JSON); `bundled` the twelve that come along
- `background`  how common words are on the web at large, and imagined pages about nothing in particular
- `keywords`    keywords → a model that works before any example is seen
- `forms`       searches on the example pages → a model of the topic's forms
- `train`       examples → a learned topic; `judge` how well it does on sites it has not seen
- `classify`    page and site classifiers: P(on topic), and the words that decided
- `workshop`    what `leadline topic new|train|test` does, without printing

docs/rooms/topics.md has the file format, the measurements and the commands that repeat them.
"""
