"""The gate: what may be sent at all, and why.

Every request carries a `Permit` (`leadline.model.permit`), and only this room and the gate of forms
(`leadline.forms.safety`) give one; an import contract says so. Looking things up is a closed class
(`leadline.lexicon`), deeds are an open one: a control is pressed only if what it says is of the closed class, a
link is followed unless its text, its address or its markup names a deed.
"""
