-- The rows of ended are numbered from 1 without a gap, after the transaction
-- that wrote them has committed: see number.go. NULL is a row without a number.
ALTER TABLE ended ADD COLUMN number BIGINT;

-- Which node does a task that one node does at a time.
CREATE TABLE leases (
    name   TEXT   NOT NULL PRIMARY KEY,
    holder TEXT   NOT NULL,
    until  BIGINT NOT NULL
);

-- The progress of each consumer of ended matches: the rows up to the number done
-- are counted in what the consumer has written, and no others.
CREATE TABLE consumers (
    name TEXT   NOT NULL PRIMARY KEY,
    done BIGINT NOT NULL
);

-- How many matches ended on a day, written by the consumer "statistics". The day
-- is counted from 1970-01-01 in UTC; the result is first, second, draw or abort.
CREATE TABLE statistics (
    day    BIGINT NOT NULL,
    game   TEXT   NOT NULL,
    result TEXT   NOT NULL,
    games  BIGINT NOT NULL,
    PRIMARY KEY (day, game, result)
) @CLUSTERED;
