DELETE FROM version
WHERE round = :round AND why = 'changed' AND NOT EXISTS (
    SELECT 1 FROM json_array_elements_text(version.fields::json) AS f (value)
    WHERE f.value NOT IN (SELECT name FROM json_array_elements_text(CAST(:names AS json)) AS name)
)
