WITH before AS (
    SELECT DISTINCT ON (choice) choice, shape, stated
    FROM query
    WHERE role = 'planned' AND round < :round AND reply = 'results' AND shape IS NOT NULL
    ORDER BY choice, id DESC
), again AS (
    SELECT query.shape, query.reply, query.stated, before.shape AS old, before.stated AS old_stated,
        query.truncated = 1 OR query.left_for IS NOT NULL AS is_cut
    FROM query JOIN before ON before.choice = query.choice
    WHERE query.role = 'planned' AND query.round = :round AND query.closed = 1
), largest AS (
    SELECT stated, old_stated FROM again WHERE stated IS NOT NULL AND old_stated IS NOT NULL AND is_cut
    ORDER BY stated DESC LIMIT 1
)
SELECT count(*) FILTER (WHERE reply = 'results' AND shape = old) AS same,
    count(*) FILTER (WHERE reply = 'results' AND shape <> old) AS otherwise,
    count(*) FILTER (WHERE coalesce(reply, 'empty') = 'empty') AS empty,
    coalesce((SELECT old_stated FROM largest), 0) AS stated_before,
    coalesce((SELECT stated FROM largest), 0) AS stated
FROM again
