-- What each player has played: one row for each player of an ended match,
-- written by the consumer "played". Profiles count and filter these rows, which
-- are small and stand together, instead of the archive. The result is that of
-- the player: 'w', 'd', 'l', or '-' for a match without one. The opponent is a
-- player id, empty for a machine; against is the kind of opponent: "human",
-- "bot", "level 4", "algorithm mcts", "engine", or "machine" for old rows.
-- The table results of step 12 is read no more; a later step removes it.
CREATE TABLE played (
    player   TEXT    NOT NULL,
    at       BIGINT  NOT NULL,
    id       TEXT    NOT NULL, -- of the match
    game     TEXT    NOT NULL,
    speed    TEXT    NOT NULL, -- empty without a clock
    side     TEXT    NOT NULL,
    against  TEXT    NOT NULL,
    opponent TEXT    NOT NULL,
    result   TEXT    NOT NULL,
    rated    BOOLEAN NOT NULL,
    PRIMARY KEY (player, at, id)
) @CLUSTERED;
