-- Whom an account follows; the other is an account too.
CREATE TABLE follows (
    player TEXT   NOT NULL,
    other  TEXT   NOT NULL,
    since  BIGINT NOT NULL,
    PRIMARY KEY (player, other)
) @CLUSTERED;
CREATE INDEX follows_other ON follows (other);

-- Whom a player blocks. An id is that of an account, or of a guest who had none
-- at that time: readers look through belongs.
CREATE TABLE blocks (
    player TEXT   NOT NULL,
    other  TEXT   NOT NULL,
    since  BIGINT NOT NULL,
    PRIMARY KEY (player, other)
) @CLUSTERED;
CREATE INDEX blocks_other ON blocks (other);

-- What players report to the moderators. moderator, note and settled are of the
-- last decision; empty and 0 before.
CREATE TABLE reports (
    number    BIGINT NOT NULL PRIMARY KEY, -- from 1 on without gaps
    reporter  TEXT   NOT NULL,
    reported  TEXT   NOT NULL,
    match_id  TEXT   NOT NULL, -- empty: about no match
    reason    TEXT   NOT NULL,
    body      TEXT   NOT NULL,
    at        BIGINT NOT NULL,
    state     TEXT   NOT NULL, -- open or closed
    moderator TEXT   NOT NULL,
    note      TEXT   NOT NULL,
    settled   BIGINT NOT NULL
);
CREATE INDEX reports_open ON reports (number) WHERE state = 'open';
CREATE INDEX reports_reported ON reports (reported, number);
CREATE INDEX reports_reporter ON reports (reporter, at);
