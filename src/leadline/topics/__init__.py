"""What a topic is, and whether a page is about it.

- `topic`       the value: name, weighted keywords, words that speak against it, what was learned; keyword model
- `files`       topic files (TOML) and their weights (JSON); `bundled` the twelve that come along
- `background`  how common words are on the web at large, and imagined pages about nothing in particular
- `classify`    page classifiers: P(on topic), and the words that decided
- `examples`    pages people show; `forms` the searches on them → a model of the topic's forms
- `train`       examples → a learned topic; `evaluation` how well it does on sites it has not seen
- `authoring`   what `leadline topic new|train|test` does, without printing

docs/rooms/topics.md has the file format, the measurements and the commands that repeat them.
"""
