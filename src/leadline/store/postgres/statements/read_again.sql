SELECT record.id, min(read_before.place)
FROM record JOIN read_before ON read_before.url = record.body::json ->> 'url'
GROUP BY record.id
