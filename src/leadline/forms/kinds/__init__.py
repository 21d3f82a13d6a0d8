"""What a form is for: search, log-in, registration … with probabilities that can be relied on.

1. `evidence` (one room up) reads a form.
2. `features` turns it into named features: structure, pieces of evidence, concepts and words by place.
3. `model` weighs them: one calibrated model for *search or not*, one for the kind; plain weights in `data/`,
   trained by `leadline_bench.training.forms` (see the card beside them). It says why, in the form's own words.
4. `tree14` is the paper's own classifier (FFC section 4: fourteen counts and a decision tree), kept to compare.
"""
