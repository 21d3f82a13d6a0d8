SELECT 'waiting' AS state, grp.name AS "group", depth, key, features AS pattern, weight AS group_weight,
    parent, nth
FROM (SELECT * FROM waiting_link WHERE url = :url UNION ALL SELECT * FROM taken WHERE url = :url) AS link
    JOIN pattern ON pattern.id = link.pattern
    JOIN grp ON grp.id = pattern.grp
