-- outside a transaction
-- A match that has ended stays in live until it is moved to the archive: this
-- index finds it. A build that was interrupted leaves an invalid index behind.
DROP INDEX @CONCURRENTLY IF EXISTS live_finished;
CREATE INDEX @CONCURRENTLY live_finished ON live (id) WHERE finished;
