-- One row for each match that has ended, written by the transaction of its last
-- event and never changed: what follows from the end of a match (ratings,
-- statistics, tables of events) reads it here. The result is the winner
-- ('first', 'second' or 'none'); at is the time of the last event. Matches that
-- ended before this step have no row.
CREATE TABLE ended (
    id     TEXT    NOT NULL PRIMARY KEY, -- of the match
    game   TEXT    NOT NULL,
    first  TEXT    NOT NULL,
    second TEXT    NOT NULL,
    result TEXT    NOT NULL,
    reason TEXT    NOT NULL,
    rated  BOOLEAN NOT NULL,
    at     BIGINT  NOT NULL
);
