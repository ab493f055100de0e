-- Which database holds the current state of a match, if not this one
-- (docs/adr/0048). '' is this database. On the home database it is the letter
-- of the shard; on a shard it is 'moving' until the match has arrived, and
-- 'gone' after the match has returned home.
ALTER TABLE live ADD COLUMN held TEXT NOT NULL DEFAULT '';
CREATE INDEX live_held ON live (created) WHERE held <> '';
