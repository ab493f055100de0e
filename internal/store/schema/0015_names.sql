-- Names of players, one row each, so that the rows of matches hold none. The alias
-- is empty for the player, and a tag of the name for a bot of the player. An empty
-- name is that of a deleted account. at is when the name was used last; that of an
-- account is the end of time, so that no match changes it.
CREATE TABLE names (
    player TEXT   NOT NULL,
    alias  TEXT   NOT NULL,
    name   TEXT   NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (player, alias)
) @CLUSTERED;
INSERT INTO names (player, alias, name, at) SELECT id, '', name, 9223372036854775807 FROM accounts;
INSERT INTO names (player, alias, name, at)
    SELECT belongs.guest, '', accounts.name, 9223372036854775807 FROM belongs JOIN accounts ON accounts.id = belongs.account;

-- The texts of a player, to delete them.
CREATE INDEX lines_player ON lines (player) WHERE body <> '';

-- Accounts that were deleted, for the list outside the database.
CREATE INDEX accounts_deleted ON accounts (deleted) WHERE deleted > 0;
