-- Judges a column by two editions, counts the reasons, and extracts the hosts. A table function
-- gives all columns of urispec --tsv at once.
SELECT 'verdicts', urispec_valid_rfc2396(url) AS a, urispec_valid(url) AS b, count() FROM urls GROUP BY a, b ORDER BY a, b;

SELECT 'reason', rule, section, count() AS n FROM executable('urispec-rows check -e rfc3986', TabSeparated,
    'url String, valid Bool, offset Nullable(UInt32), rule Nullable(String), section Nullable(String), message Nullable(String)',
    (SELECT url FROM urls ORDER BY id)) WHERE NOT valid GROUP BY rule, section ORDER BY n DESC, rule;

SELECT 'host', host, count() AS n FROM executable('urispec-rows parse', TabSeparated,
    'url String, scheme Nullable(String), authority Nullable(String), userinfo Nullable(String), user Nullable(String), password Nullable(String), host Nullable(String), port Nullable(String), path Nullable(String), query Nullable(String), fragment Nullable(String)',
    (SELECT url FROM urls ORDER BY id)) WHERE host IS NOT NULL GROUP BY host ORDER BY n DESC, host LIMIT 3;

SELECT 'changed', count() FROM (SELECT url FROM urls EXCEPT ALL SELECT url FROM executable('urispec-rows check -e rfc3986', TabSeparated,
    'url String, valid Bool, offset Nullable(UInt32), rule Nullable(String), section Nullable(String), message Nullable(String)',
    (SELECT url FROM urls ORDER BY id)));
