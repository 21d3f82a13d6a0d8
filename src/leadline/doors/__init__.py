"""Side doors: other ways into the database behind a form that the site itself names; functions on answers."""
