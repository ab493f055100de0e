-- outside a transaction
-- PostgreSQL only
-- Reads the whole table; moves and lists go on meanwhile.
ALTER TABLE archive VALIDATE CONSTRAINT archive_before;
