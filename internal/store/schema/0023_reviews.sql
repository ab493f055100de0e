-- Reviews of finished matches by workers: play.ReviewRow. A review is cut into
-- positions; the node that holds the lease asks workers about those that are
-- missing and stores what they found, so that any node can go on. A node of an
-- earlier release does not work on them.
CREATE TABLE reviews (
    match_id TEXT    NOT NULL PRIMARY KEY,
    player   TEXT    NOT NULL, -- who asked first
    plies    INTEGER NOT NULL, -- number of positions
    done     INTEGER NOT NULL, -- positions that were searched
    body     @BLOB   NOT NULL, -- what was found, as JSON
    holder   TEXT    NOT NULL, -- node that works on it
    until    BIGINT  NOT NULL, -- end of its lease
    served   BIGINT  NOT NULL, -- when it was last taken; 0: never
    at       BIGINT  NOT NULL
);
CREATE INDEX reviews_player ON reviews (player, served);
CREATE INDEX reviews_at ON reviews (at);
