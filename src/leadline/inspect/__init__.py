"""What stands behind `leadline inspect`: words → pages → every form, as a value and as JSON.

- `targets`   what a word on the command line means: a URL, a file, standard input
- `survey`    bring the pages of many targets and understand them, in order, one failure not hurting the others
- `drawing`   results → one SVG of their forms, each field with a line to its label
- `describe`  a result → the JSON document users' programs rely on
"""
