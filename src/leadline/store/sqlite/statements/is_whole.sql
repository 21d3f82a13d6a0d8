closed = 1 AND truncated = 0 AND left_for IS NULL AND reply IN ('results', 'empty')
    AND NOT EXISTS (SELECT 1 FROM submission WHERE submission.query = query.id AND failed = 1)
