"""An answer → its records, each with its fields, its link and an identity that other answers share."""
