"""Values for text fields: HiWE's label-value-set table and what feeds it (HiWE sections 3.2, 5.5; SPEC section 4).

No module here reads a clock or the network: texts and dates are handed in.
"""
