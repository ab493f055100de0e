-- What holds for all nodes of a site, by name: the fingerprint of its key.
CREATE TABLE settings (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- When a token was last used, to the day; 0 for tokens of before, until they
-- are used. A token that was not used for a year has ended.
ALTER TABLE tokens ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tokens_used ON tokens (used);
