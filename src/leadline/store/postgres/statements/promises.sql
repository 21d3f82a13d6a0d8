SELECT name, next_at, rest_until, rest_seconds, refusals
FROM host
WHERE next_at > :now OR rest_until > :now OR refusals > 0
ORDER BY name
