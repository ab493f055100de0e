-- Clubs: clubs.Club.
CREATE TABLE clubs (
    id    TEXT   NOT NULL PRIMARY KEY, -- random
    name  TEXT   NOT NULL,
    place TEXT   NOT NULL, -- in words
    about TEXT   NOT NULL,
    link  TEXT   NOT NULL, -- secret of the link by which accounts join
    made  BIGINT NOT NULL
);
CREATE INDEX clubs_made ON clubs (made, id);

-- Members of clubs, and those who ask to be one: clubs.Member. A club has one owner.
CREATE TABLE club_members (
    club   TEXT   NOT NULL,
    player TEXT   NOT NULL, -- account id
    role   TEXT   NOT NULL, -- owner, organiser, member, asked
    since  BIGINT NOT NULL,
    PRIMARY KEY (club, player)
) @CLUSTERED;
CREATE INDEX club_members_player ON club_members (player);

-- Events of a club. The organisers of the club run them.
CREATE TABLE club_events (
    event  TEXT   NOT NULL PRIMARY KEY,
    club   TEXT   NOT NULL,
    starts BIGINT NOT NULL
);
CREATE INDEX club_events_club ON club_events (club, starts);

-- Seasons of leagues: clubs.Season. The tables are computed, not stored.
CREATE TABLE club_seasons (
    club   TEXT    NOT NULL,
    number INTEGER NOT NULL, -- from 1 on
    name   TEXT    NOT NULL,
    starts BIGINT  NOT NULL,
    ends   BIGINT  NOT NULL, -- not included
    rule   TEXT    NOT NULL, -- score or place
    best   INTEGER NOT NULL, -- events that count for each person; 0: all
    PRIMARY KEY (club, number)
) @CLUSTERED;

-- Events of other servers, as signed files: clubs.Result.
CREATE TABLE club_results (
    club   TEXT   NOT NULL,
    id     TEXT   NOT NULL, -- hash of key and event
    name   TEXT   NOT NULL,
    server TEXT   NOT NULL, -- as the file names it
    pubkey @BLOB  NOT NULL,
    signed TEXT   NOT NULL, -- when, as the file says
    starts BIGINT NOT NULL,
    added  BIGINT NOT NULL,
    file   TEXT   NOT NULL,
    PRIMARY KEY (club, id)
);

-- The key that a club knows of a server since the first file.
CREATE TABLE club_servers (
    club   TEXT   NOT NULL,
    server TEXT   NOT NULL,
    pubkey @BLOB  NOT NULL,
    since  BIGINT NOT NULL,
    PRIMARY KEY (club, server)
) @CLUSTERED;
