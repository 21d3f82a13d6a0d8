SELECT f.value, count(*)
FROM version CROSS JOIN LATERAL json_array_elements_text(version.fields::json) AS f (value)
WHERE round = :round AND why = 'changed'
GROUP BY f.value
ORDER BY f.value COLLATE "C"
