SELECT
    (SELECT count(*) FROM log WHERE status IS NOT NULL) AS pages,
    (SELECT coalesce(sum(requests), 0) FROM host) AS requests,
    (SELECT count(*) FROM form) AS forms,
    (SELECT count(*) FROM finding) AS relevant_forms,
    (SELECT count(*) FROM finding WHERE scope = 'site') AS site_searches,
    (SELECT coalesce(sum(waiting), 0) FROM grp) AS waiting,
    (SELECT count(*) FROM log WHERE kind = 'backlinks') AS backlink_calls,
    (SELECT count(*) FROM log WHERE status IS NOT NULL AND body::json ->> 'group' LIKE :backward) AS backward_pages,
    (SELECT count(*) FROM log WHERE set_aside IS NOT NULL) AS set_aside,
    (SELECT count(*) FROM log WHERE on_topic > 0.5) AS on_topic,
    (SELECT count(*) FROM left_site) AS left_sites,
    (SELECT count(*) FROM happening WHERE kind = 'backlinks') AS backlink_failures
