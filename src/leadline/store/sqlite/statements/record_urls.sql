SELECT json_extract(body, '$.url') FROM record
