SELECT body::json ->> 'url' FROM record
