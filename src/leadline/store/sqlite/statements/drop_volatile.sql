DELETE FROM version
WHERE round = :round AND why = 'changed' AND NOT EXISTS (
    SELECT 1 FROM json_each(version.fields) f WHERE f.value NOT IN (SELECT value FROM json_each(:names))
)
