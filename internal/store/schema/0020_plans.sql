-- Lines that players of games over days have stored while waiting: play.Plan. A
-- node of an earlier release does not play them; the next node that looks at the
-- match does.
CREATE TABLE plans (
    match_id TEXT    NOT NULL,
    player   TEXT    NOT NULL, -- whose they are; nobody else may read them
    id       TEXT    NOT NULL, -- random
    ply      INTEGER NOT NULL, -- of the first move
    turn     INTEGER NOT NULL, -- number of turns of the match at that ply
    moves    TEXT    NOT NULL, -- codes, separated by spaces
    at       BIGINT  NOT NULL,
    PRIMARY KEY (match_id, player, id)
) @CLUSTERED;
CREATE INDEX plans_player ON plans (player);
