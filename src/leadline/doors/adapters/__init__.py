"""One kind of side door a function: an answer in, what it lists out."""
