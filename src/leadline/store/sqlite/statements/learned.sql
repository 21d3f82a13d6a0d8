SELECT number, iteration, json_extract(body, '$.patterns'), json_extract(body, '$.learned')
FROM learned
ORDER BY iteration
