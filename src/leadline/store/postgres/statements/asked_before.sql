SELECT id, (round = 0 OR round IN (SELECT number FROM round WHERE believed = 1)) AND closed = 1 AND truncated = 0 AND left_for IS NULL AND reply IN ('results', 'empty')
    AND NOT EXISTS (SELECT 1 FROM submission WHERE submission.query = query.id AND failed = 1)
FROM query
WHERE role = 'planned' AND choice = :choice AND round < :round
ORDER BY id DESC
