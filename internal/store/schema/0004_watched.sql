-- Matches between engines that somebody watches, and until when. The node with
-- the watcher renews the row; nobody else needs it once it has expired.
CREATE TABLE watched (
    id      TEXT   NOT NULL PRIMARY KEY, -- of the match
    expires BIGINT NOT NULL
);
