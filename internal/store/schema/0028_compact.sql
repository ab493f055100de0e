-- The events of an archived match as bytes: see package match/compact. NULL is a
-- match of before, whose events are all in the column events as text; otherwise
-- that text holds the events that were added after the match was archived.
ALTER TABLE archive ADD COLUMN compact @BLOB;

-- The heartbeat at which a node said that it reads this column: equal to beat if
-- the program that wrote the last heartbeat does. Programs of before leave it.
ALTER TABLE nodes ADD COLUMN compact_at BIGINT NOT NULL DEFAULT 0;
