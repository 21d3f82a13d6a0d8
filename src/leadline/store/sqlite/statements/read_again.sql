SELECT record.id, min(read_before.place)
FROM record JOIN read_before ON read_before.url = json_extract(record.body, '$.url')
GROUP BY record.id
