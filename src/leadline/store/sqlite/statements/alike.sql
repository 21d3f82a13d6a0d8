SELECT count(*) - count(DISTINCT json_extract(body, '$.text')) FROM record
