SELECT at, kind, body FROM happening ORDER BY id
