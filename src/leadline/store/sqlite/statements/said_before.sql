SELECT met, said
FROM query
JOIN submission ON submission.query = query.id
WHERE query.role = 'planned' AND query.round < :round AND met IS NOT NULL AND said IS NOT NULL
    AND query.choice = (SELECT choice FROM query WHERE id = :query)
ORDER BY query.id, page
