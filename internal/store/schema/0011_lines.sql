-- What the players of a match say to each other: a phrase or a text.
CREATE TABLE lines (
    match_id TEXT   NOT NULL,
    number   BIGINT NOT NULL, -- 1 for the first line of the match
    player   TEXT   NOT NULL,
    phrase   TEXT   NOT NULL,
    body     TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (match_id, number)
) @CLUSTERED;
