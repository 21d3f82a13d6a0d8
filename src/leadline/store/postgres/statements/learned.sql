SELECT number, iteration, (body::json ->> 'patterns')::bigint, body::json ->> 'learned'
FROM learned
ORDER BY iteration
