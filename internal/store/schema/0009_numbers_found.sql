-- outside a transaction
-- These indexes find the rows that have no number yet, and the rows after a
-- number. A build that was interrupted leaves an invalid index behind.
DROP INDEX @CONCURRENTLY IF EXISTS ended_unnumbered;
CREATE INDEX @CONCURRENTLY ended_unnumbered ON ended (at, id) WHERE number IS NULL;
DROP INDEX @CONCURRENTLY IF EXISTS ended_number;
CREATE UNIQUE INDEX @CONCURRENTLY ended_number ON ended (number);
