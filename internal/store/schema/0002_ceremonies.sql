-- How the deals of matches come about, and came about: see docs/fair-deal.md.
-- The body is public; the nonce is the server's number and as secret as
-- live.secret. The terms are those of a match that has not begun, and empty
-- from then on. The row stays when the match is over.
CREATE TABLE ceremonies (
    id       TEXT    NOT NULL PRIMARY KEY, -- of the match
    game     TEXT    NOT NULL,
    first    TEXT    NOT NULL,
    second   TEXT    NOT NULL,
    created  BIGINT  NOT NULL,
    check_at BIGINT  NOT NULL,
    seq      INTEGER NOT NULL,
    body     @BLOB   NOT NULL,
    nonce    @BLOB   NOT NULL,
    terms    @BLOB   NOT NULL
);
CREATE INDEX ceremonies_check_at ON ceremonies (check_at);
