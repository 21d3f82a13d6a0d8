SELECT f.value, count(*)
FROM version, json_each(version.fields) f
WHERE round = :round AND why = 'changed'
GROUP BY f.value
ORDER BY f.value
