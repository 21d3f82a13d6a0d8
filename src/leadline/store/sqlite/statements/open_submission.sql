SELECT q.id AS query_id, s.page, s.state, q.form, q.assignment, q.choice, q.role, q.source, o.text, s.request,
    q.shape, q.reply, q.count
FROM submission s JOIN query q ON q.id = s.query JOIN source o ON o.url = q.source
WHERE s.state <> 'recorded' AND q.round = :round
ORDER BY s.query, s.page
LIMIT 1
