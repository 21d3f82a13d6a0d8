SELECT id, state FROM pattern WHERE grp = :grp AND features = :features AND state <> 'fresh'
