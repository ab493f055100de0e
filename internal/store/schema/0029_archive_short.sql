-- outside a transaction
-- The matches of a player, by the first letters of the player's id: 42 random
-- bits, which tell players apart as well as all 43 letters and take a fifth of the
-- space. The indexes archive_first and archive_second are dropped when no program
-- is left that needs them: see form.go. A build that was interrupted leaves an
-- invalid index behind.
DROP INDEX @CONCURRENTLY IF EXISTS archive_first_short;
CREATE INDEX @CONCURRENTLY archive_first_short ON archive (substr(first, 1, 7), ended);
DROP INDEX @CONCURRENTLY IF EXISTS archive_second_short;
CREATE INDEX @CONCURRENTLY archive_second_short ON archive (substr(second, 1, 7), ended);
