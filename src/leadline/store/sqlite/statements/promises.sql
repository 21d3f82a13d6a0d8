-- CAST: a damaged file may hold anything in any column.
SELECT CAST(name AS TEXT), CAST(next_at AS REAL), CAST(rest_until AS REAL), CAST(rest_seconds AS REAL),
    CAST(refusals AS INTEGER)
FROM host
WHERE next_at > :now OR rest_until > :now OR refusals > 0
ORDER BY name
