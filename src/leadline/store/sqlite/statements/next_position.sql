-- Positions go on behind the last. Asked pattern by pattern: a look at each run's end, not a scan.
SELECT 1 + max(
    coalesce((
        SELECT max((SELECT max(position) FROM frontier WHERE frontier.pattern = pattern.id))
        FROM pattern
        WHERE state = 'waiting'
    ), 0),
    coalesce((SELECT max(position) FROM taken), 0),
    coalesce((SELECT max(position) FROM arrived), 0)
)
