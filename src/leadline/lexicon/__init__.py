"""Words of natural languages, one TOML file a language: what controls say when they look something up, and deeds.

- `units`      texts cut into words, or characters where a script has no spaces
- `languages`  the files, and which of them a page's language is
- `reading`    `meaning_of`: what one text of a control comes to
- `names`      deeds and searches in names and addresses, as programmers write them
"""
