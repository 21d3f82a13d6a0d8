SELECT id, state FROM pattern
WHERE grp = :grp AND md5(features) = md5(CAST(:features AS text)) AND features = :features AND state <> 'fresh'
