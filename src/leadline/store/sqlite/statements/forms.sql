SELECT url, finding.page_url, finding.site, score, scope, page, finding.identity, form.body
FROM finding LEFT JOIN form ON form.site = finding.site
    AND form.identity = substr(finding.identity, length(finding.site) + 2)
ORDER BY finding.number, finding.identity
