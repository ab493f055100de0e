-- What a player is told of: a match started, it is the player's turn in a game
-- over days, a challenge, a result. subject is the match or the offer. A player
-- has one row of each kind for each subject, so that a fact is told once.
CREATE TABLE notices (
    player  TEXT    NOT NULL,
    kind    TEXT    NOT NULL,
    subject TEXT    NOT NULL,
    game    TEXT    NOT NULL,
    other   TEXT    NOT NULL, -- the other player
    result  TEXT    NOT NULL, -- of a result: won, drawn, lost, aborted
    at      BIGINT  NOT NULL,
    seen    BOOLEAN NOT NULL,
    PRIMARY KEY (player, kind, subject)
) @CLUSTERED;
CREATE INDEX notices_at ON notices (player, at);
CREATE INDEX notices_old ON notices (at);

-- Which kinds a player does not want, separated by spaces, and up to when the
-- player has seen everything.
CREATE TABLE notice_settings (
    player TEXT   NOT NULL PRIMARY KEY,
    off    TEXT   NOT NULL,
    seen   BIGINT NOT NULL
);
