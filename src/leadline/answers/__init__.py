"""What an answer is: its verdict and counts, its records, its next page."""
