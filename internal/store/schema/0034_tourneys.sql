-- Events of tournaments: events.Head. Each row follows from the facts of its event;
-- version is their number, on which every change is a compare-and-set.
CREATE TABLE tourneys (
    id        TEXT    NOT NULL PRIMARY KEY, -- random
    name      TEXT    NOT NULL,
    game      TEXT    NOT NULL,
    format    TEXT    NOT NULL,
    organiser TEXT    NOT NULL,
    phase     TEXT    NOT NULL, -- draft, open, running, over
    version   INTEGER NOT NULL,
    made      BIGINT  NOT NULL,
    entrants  INTEGER NOT NULL,
    rounds    INTEGER NOT NULL
);
CREATE INDEX tourneys_made ON tourneys (made, id);
CREATE INDEX tourneys_organiser ON tourneys (organiser, made);

-- The log of an event: events.Fact. Rows are never changed. No fact has the name of
-- a player of the site: those are in names.
CREATE TABLE tourney_facts (
    event  TEXT    NOT NULL,
    number INTEGER NOT NULL, -- from 1 on without gaps
    at     BIGINT  NOT NULL,
    who    TEXT    NOT NULL, -- player id; empty: the server
    kind   TEXT    NOT NULL,
    body   TEXT    NOT NULL, -- JSON
    PRIMARY KEY (event, number)
) @CLUSTERED;

-- Boards on screen: events.Seating, the consent of both players to a match.
CREATE TABLE tourney_boards (
    match_id TEXT    NOT NULL PRIMARY KEY,
    event    TEXT    NOT NULL,
    round    INTEGER NOT NULL,
    board    INTEGER NOT NULL,
    first    TEXT    NOT NULL,
    second   TEXT    NOT NULL,
    state    TEXT    NOT NULL, -- waiting, seated, ended, cancelled, done
    winner   TEXT    NOT NULL, -- of the ended match: first, second or none
    reason   TEXT    NOT NULL,
    loser    TEXT    NOT NULL, -- who has aborted it or made no first move: first, second or empty
    until    BIGINT  NOT NULL  -- the node that works on it has it until then
);
CREATE INDEX tourney_boards_due ON tourney_boards (until) WHERE state IN ('waiting', 'ended', 'cancelled');
