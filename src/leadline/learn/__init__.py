"""Learners and what they read: seeded, folded in order, no clock, disk or network.

- `text`         text, URLs and labels → terms; stop words are the lexicon's
- `features`     counts of terms → weights, rows for training
- `naive_bayes`  counts in, probabilities out; the classifier of the papers
- `linear`       logistic regression around a prior

A model is a plain dictionary when it is stored, never a pickle. docs/rooms/learn.md has measurements.
"""
