"""The store on PostgreSQL: the same parts as on SQLite, with a connection that comes back when it was lost."""
