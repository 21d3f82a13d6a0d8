"""An answer → its records, each with its fields, its link and an identity that other answers share.

- `cut_records(document, known, like, …) -> Records`  the records of one page of an answer
- `identity_of`, `near_duplicates`  which records are the same, and which nearly
- `wants_detail`, `adds_fields`, `added`, `merged`  the records' own pages
- `split_liddle`, `unique_bytes`, `is_new_data`  the same done as Liddle et al. do it
"""

from leadline.answers.records.cut import Cut, Records, cut_records
from leadline.answers.records.detail import added_fields, adds_fields, merge_detail, wants_detail
from leadline.answers.records.identity import identity_of
from leadline.answers.records.liddle import Piece, is_new_data, split_liddle, unique_bytes
from leadline.answers.records.near import near_duplicates
from leadline.answers.records.shape import Shape

__all__ = [
    "Cut",
    "Piece",
    "Records",
    "Shape",
    "added_fields",
    "adds_fields",
    "cut_records",
    "identity_of",
    "is_new_data",
    "merge_detail",
    "near_duplicates",
    "split_liddle",
    "unique_bytes",
    "wants_detail",
]
