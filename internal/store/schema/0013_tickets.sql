-- Players who wait to be paired; a player has one ticket. It ends unless the
-- node with the player's connection renews it. match_id is the match that it
-- became; such a row stays for a minute, so that the player can ask.
CREATE TABLE tickets (
    player  TEXT             NOT NULL PRIMARY KEY,
    name    TEXT             NOT NULL,
    account BOOLEAN          NOT NULL,
    fair    BOOLEAN          NOT NULL,
    game    TEXT             NOT NULL,
    clock   TEXT             NOT NULL,
    rating  DOUBLE PRECISION NOT NULL,
    since   BIGINT           NOT NULL,
    expires BIGINT           NOT NULL,
    match_id TEXT             NOT NULL
);
CREATE INDEX tickets_expires ON tickets (expires);

-- How many more paired games of a game a player has had with the first side
-- than with the second.
CREATE TABLE leads (
    player TEXT    NOT NULL,
    game   TEXT    NOT NULL,
    lead   INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) @CLUSTERED;
