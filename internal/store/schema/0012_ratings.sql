-- What consumers need of an ended match beyond its result, as JSON: see
-- play.Facts. Empty for matches that ended before this step: they were played
-- by guests, so they count for no rating.
ALTER TABLE ended ADD COLUMN facts TEXT NOT NULL DEFAULT '';

-- The rating of a player per game and speed, written by the consumer "ratings".
-- sure_until is when the deviation has grown so far that the rating is listed
-- no more; 0 if it is too uncertain already.
CREATE TABLE ratings (
    player     TEXT             NOT NULL,
    game       TEXT             NOT NULL,
    speed      TEXT             NOT NULL,
    mean       DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      INTEGER          NOT NULL,
    at         BIGINT           NOT NULL,
    changes    INTEGER          NOT NULL, -- rows of rating_changes
    sure_until BIGINT           NOT NULL,
    PRIMARY KEY (player, game, speed)
) @CLUSTERED;
CREATE INDEX ratings_best ON ratings (game, speed, mean DESC, player) WHERE sure_until > 0;

-- Every change of a rating, in order, with the values before and after. The
-- opponent is empty for a correction; match_id is the id of the row of ended.
CREATE TABLE rating_changes (
    player            TEXT             NOT NULL,
    game              TEXT             NOT NULL,
    speed             TEXT             NOT NULL,
    nth               INTEGER          NOT NULL, -- from 1 on without gaps
    match_id          TEXT             NOT NULL,
    opponent          TEXT             NOT NULL,
    score             DOUBLE PRECISION NOT NULL, -- 1, 0.5 or 0; points of a correction
    at                BIGINT           NOT NULL,
    mean_before       DOUBLE PRECISION NOT NULL,
    deviation_before  DOUBLE PRECISION NOT NULL,
    volatility_before DOUBLE PRECISION NOT NULL,
    mean              DOUBLE PRECISION NOT NULL,
    deviation         DOUBLE PRECISION NOT NULL,
    volatility        DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player, game, speed, nth)
) @CLUSTERED;

-- How many games a player has won, drawn and lost, written by the consumer
-- "results". The side is that of the player; against is the kind of opponent:
-- "human", "bot", "level 4", "algorithm", "engine", or "machine" for old rows.
CREATE TABLE results (
    player  TEXT    NOT NULL,
    game    TEXT    NOT NULL,
    speed   TEXT    NOT NULL,
    side    TEXT    NOT NULL,
    against TEXT    NOT NULL,
    won     INTEGER NOT NULL,
    drawn   INTEGER NOT NULL,
    lost    INTEGER NOT NULL,
    PRIMARY KEY (player, game, speed, side, against)
) @CLUSTERED;
