-- outside a transaction
-- PostgreSQL only
-- Steps 30 to 33 make the archive a table of months (docs/adr/0042). This one does
-- without a lock what takes long: the index by which the table becomes the first
-- partition, and the time up to which that partition reaches, the first of a month
-- at least eight days after now and after every match. An index whose build was
-- interrupted is invalid and is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS archive_key;
CREATE UNIQUE INDEX CONCURRENTLY archive_key ON archive (id, ended);
INSERT INTO settings (name, value)
SELECT 'archive-before', (extract(epoch FROM date_trunc('month',
	(greatest(now(), to_timestamp(least(COALESCE(MAX(ended), 0), 32503680000000000) / 1e6)) AT TIME ZONE 'UTC') + interval '8 days') + interval '1 month') * 1000000)::bigint::text
FROM archive
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
