"""An answer → its records, each with its fields, its link and an identity that other answers share.

- `cut_records(document, known, like, …) -> Records`  the records of one page of an answer
- `wants_detail`, `merge_detail`, `added_fields`  the records' own pages
- `split_liddle`, `unique_bytes`, `is_new_data`  the same done as Liddle et al. do it
"""

from leadline.answers.records.cut import Cut, Records, cut_records, wants_detail
from leadline.answers.records.detail_page import added_fields, merge_detail
from leadline.answers.records.liddle import Piece, is_new_data, split_liddle, unique_bytes
from leadline.answers.records.shape import Shape

__all__ = [
    "Cut",
    "Piece",
    "Records",
    "Shape",
    "added_fields",
    "cut_records",
    "is_new_data",
    "merge_detail",
    "split_liddle",
    "unique_bytes",
    "wants_detail",
]
