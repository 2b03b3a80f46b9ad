-- Judges a column by two editions, and counts the reasons. urispec and urispec-rows must be in
-- the PATH of the server, which must be able to write to the directory :dir.
--
--	psql -v dir=/var/tmp -f postgresql.sql
\set ON_ERROR_STOP on
\set to2396 'urispec-rows check -e rfc2396 >' :dir '/rfc2396.tsv'
\set to3986 'urispec-rows check -e rfc3986 >' :dir '/rfc3986.tsv'
\set parsed 'urispec-rows parse >' :dir '/parsed.tsv'
\set from2396 :dir '/rfc2396.tsv'
\set from3986 :dir '/rfc3986.tsv'
\set fromparsed :dir '/parsed.tsv'

CREATE TEMP TABLE verdict2396 (n serial, url text, valid boolean, "offset" int, rule text, section text, message text);
CREATE TEMP TABLE verdict3986 (n serial, url text, valid boolean, "offset" int, rule text, section text, message text);
CREATE TEMP TABLE parsed (n serial, url text, scheme text, authority text, userinfo text, "user" text, password text, host text, port text, path text, query text, fragment text);

COPY (SELECT url FROM urls WHERE url IS NOT NULL ORDER BY id) TO PROGRAM :'to2396';
COPY (SELECT url FROM urls WHERE url IS NOT NULL ORDER BY id) TO PROGRAM :'to3986';
COPY (SELECT url FROM urls WHERE url IS NOT NULL ORDER BY id) TO PROGRAM :'parsed';
COPY verdict2396 (url, valid, "offset", rule, section, message) FROM :'from2396';
COPY verdict3986 (url, valid, "offset", rule, section, message) FROM :'from3986';
COPY parsed (url, scheme, authority, userinfo, "user", password, host, port, path, query, fragment) FROM :'fromparsed';

\pset format unaligned
\pset tuples_only on
SELECT 'changed', count(*) FROM (SELECT url FROM urls WHERE url IS NOT NULL EXCEPT ALL SELECT url FROM verdict3986) AS t;
SELECT 'verdicts', a.valid, b.valid, count(*) FROM verdict2396 a JOIN verdict3986 b USING (n) GROUP BY 2, 3 ORDER BY 2, 3;
SELECT 'reason', rule, section, count(*) FROM verdict3986 WHERE NOT valid GROUP BY 2, 3 ORDER BY 4 DESC, 2;
SELECT 'host', host, count(*) FROM parsed WHERE host IS NOT NULL GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT 3;
