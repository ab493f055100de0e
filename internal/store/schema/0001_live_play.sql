-- One schema for both databases; the words that begin with @ are in dialect.go.
-- Times are microseconds since 1970 by the database's clock. There are no CHECK
-- constraints on tables with secrets: a failed one prints the row into the
-- server's log.

-- Matches under way. What changes with every move stands last, and no index
-- covers it, so that PostgreSQL can update in place (HOT); check_at is indexed
-- and therefore changes seldom.
CREATE TABLE live (
    id       TEXT    NOT NULL PRIMARY KEY,
    game     TEXT    NOT NULL,
    first    TEXT    NOT NULL,
    second   TEXT    NOT NULL,
    created  BIGINT  NOT NULL,
    terms    @BLOB   NOT NULL,
    secret   @BLOB   NOT NULL,
    check_at BIGINT  NOT NULL,
    seq      INTEGER NOT NULL,
    ply      INTEGER NOT NULL,
    finished BOOLEAN NOT NULL, -- true only inside the transaction that archives
    result   TEXT    NOT NULL
) @LIVELY;
CREATE INDEX live_check_at ON live (check_at);
CREATE INDEX live_first ON live (first);
CREATE INDEX live_second ON live (second);

-- Events of live matches. The nonce is of the submission that wrote the event:
-- by it a node knows its own after a lost connection.
CREATE TABLE events (
    id    TEXT    NOT NULL,
    seq   INTEGER NOT NULL,
    began BIGINT  NOT NULL,
    nonce BIGINT  NOT NULL,
    body  @BLOB   NOT NULL,
    PRIMARY KEY (id, seq)
) @CLUSTERED;

-- Matches that are over, with their events packed: see pack.go.
CREATE TABLE archive (
    id      TEXT    NOT NULL PRIMARY KEY,
    game    TEXT    NOT NULL,
    first   TEXT    NOT NULL,
    second  TEXT    NOT NULL,
    created BIGINT  NOT NULL,
    ended   BIGINT  NOT NULL,
    seq     INTEGER NOT NULL,
    ply     INTEGER NOT NULL,
    result  TEXT    NOT NULL,
    terms   @BLOB   NOT NULL,
    secret  @BLOB   NOT NULL,
    events  TEXT    NOT NULL
);
CREATE INDEX archive_first ON archive (first, ended);
CREATE INDEX archive_second ON archive (second, ended);

CREATE TABLE offers (
    id       TEXT    NOT NULL PRIMARY KEY,
    owner    TEXT    NOT NULL,
    listed   BOOLEAN NOT NULL,
    guest    TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    body     @BLOB   NOT NULL,
    created  BIGINT  NOT NULL,
    expires  BIGINT  NOT NULL,
    match_id TEXT    NOT NULL
);
CREATE INDEX offers_expires ON offers (expires);

CREATE TABLE nodes (
    id   TEXT   NOT NULL PRIMARY KEY,
    body @BLOB  NOT NULL,
    beat BIGINT NOT NULL
);

CREATE TABLE tokens (
    hash    @BLOB  NOT NULL PRIMARY KEY,
    player  TEXT   NOT NULL,
    name    TEXT   NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX tokens_player ON tokens (player);
