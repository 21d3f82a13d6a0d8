"""What a form is for: search, log-in, registration … with probabilities that can be relied on."""
