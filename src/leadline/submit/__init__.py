"""Fill a form as a browser would, make the request, keep the session."""
