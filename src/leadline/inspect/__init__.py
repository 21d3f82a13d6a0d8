"""What stands behind `leadline inspect`: words → pages → every form, as a value and as JSON.

- `targets`   what a word on the command line means: a URL, a file, standard input
- `survey`    bring the pages of many targets, in order, one failure not hurting the others
- `fields`    controls of one form → fields as people count them
- `describe`  a result → the JSON document users' programs rely on
"""
