"""What a form is for: search, log-in, registration … with probabilities that can be relied on.

1. `evidence` (one room up) reads a form; `concepts` are the ideas its words may express, in many languages.
2. `features` turns a form into named features: structure, pieces of evidence, concepts and words by place.
3. `model` weighs them: one calibrated model for *search or not*, one for the kind; plain weights in `data/`,
   trained by `leadline_bench.training.forms` (see the card beside them).
4. `telling` says why, in the form's own words.
5. `tree14` is the paper's own classifier (FFC section 4: fourteen counts and a decision tree), kept to compare.
"""
