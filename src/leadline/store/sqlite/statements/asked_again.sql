WITH before AS (
    SELECT choice, shape, stated, max(id)
    FROM query
    WHERE role = 'planned' AND round < :round AND reply = 'results' AND shape IS NOT NULL
    GROUP BY choice
), again AS (
    SELECT query.shape, query.reply, query.stated, before.shape AS old, before.stated AS old_stated,
        query.truncated = 1 OR query.left_for IS NOT NULL AS is_cut
    FROM query JOIN before ON before.choice = query.choice
    WHERE query.role = 'planned' AND query.round = :round AND query.closed = 1
), largest AS (
    SELECT stated, old_stated FROM again WHERE stated IS NOT NULL AND old_stated IS NOT NULL AND is_cut
    ORDER BY stated DESC LIMIT 1
)
SELECT coalesce(sum(reply = 'results' AND shape = old), 0) AS same,
    coalesce(sum(reply = 'results' AND shape <> old), 0) AS otherwise,
    coalesce(sum(coalesce(reply, 'empty') = 'empty'), 0) AS empty,
    coalesce((SELECT old_stated FROM largest), 0) AS stated_before,
    coalesce((SELECT stated FROM largest), 0) AS stated
FROM again
