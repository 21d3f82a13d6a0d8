"""Labels of form fields: what a reader calls them (HiWE section 5.1, OPAL, LabelEx; SPEC section 4)."""
