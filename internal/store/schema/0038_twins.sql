-- Two matches with one deal, at two tables with sides swapped: see
-- docs/fair-deal.md. Their ceremony has an id of its own, and four players. A row
-- goes if the ceremony ends without a deal, and stays otherwise. Until both
-- matches have a row in ended, each is shown to its two players only.
CREATE TABLE twins (
    match_id TEXT    NOT NULL PRIMARY KEY,
    ceremony TEXT    NOT NULL,
    other    TEXT    NOT NULL, -- the match at the other table
    place    INTEGER NOT NULL  -- of the table: 0 or 1
);
CREATE INDEX twins_ceremony ON twins (ceremony);

-- The players of the second table; empty if a deal is for one match.
ALTER TABLE ceremonies ADD COLUMN third TEXT NOT NULL DEFAULT '';
ALTER TABLE ceremonies ADD COLUMN fourth TEXT NOT NULL DEFAULT '';
