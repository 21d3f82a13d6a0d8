SELECT 'seen' AS state FROM seen WHERE digest = :digest
UNION ALL SELECT 'seen' FROM met WHERE digest = :digest
