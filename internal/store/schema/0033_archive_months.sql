-- PostgreSQL only
-- The archive by the month in which matches ended. The table of before becomes the
-- first partition as it is: no row is read or written. Later months are added by
-- the program (months.go). What fits no month, because a clock was wrong, goes to
-- archive_rest. A match is there once: (id, ended) is unique, and ended is that of
-- the row of the table ended, whose key is the id.
ALTER TABLE archive RENAME TO archive_before;
ALTER TABLE archive_before DROP CONSTRAINT archive_pkey;
CREATE TABLE archive (LIKE archive_before INCLUDING DEFAULTS) PARTITION BY RANGE (ended);
CREATE UNIQUE INDEX archive_ids ON archive (id, ended);
CREATE INDEX archive_of_first ON archive (substr(first, 1, 7), ended);
CREATE INDEX archive_of_second ON archive (substr(second, 1, 7), ended);
DO $$ BEGIN
	EXECUTE format('ALTER TABLE archive ATTACH PARTITION archive_before FOR VALUES FROM (MINVALUE) TO (%s)', (SELECT value::bigint FROM settings WHERE name = 'archive-before'));
END $$;
ALTER TABLE archive_before DROP CONSTRAINT archive_before;
CREATE TABLE archive_rest PARTITION OF archive DEFAULT;
