-- PostgreSQL only
-- Rows that are there are checked by the next step, without a lock. It is the only
-- CHECK on a table with secrets, and step 33 removes it.
DO $$ BEGIN
	EXECUTE format('ALTER TABLE archive ADD CONSTRAINT archive_before CHECK (ended < %s) NOT VALID', (SELECT value::bigint FROM settings WHERE name = 'archive-before'));
END $$;
