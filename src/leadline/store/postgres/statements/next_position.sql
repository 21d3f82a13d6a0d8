SELECT 1 + greatest(
    coalesce((
        SELECT max((SELECT max(position) FROM frontier WHERE frontier.pattern = pattern.id))
        FROM pattern
        WHERE state = 'waiting'
    ), 0),
    coalesce((SELECT max(position) FROM taken), 0),
    coalesce((SELECT max(position) FROM arrived), 0)
)
