-- Who a name in a club is: clubs.Tie.
CREATE TABLE club_names (
    club     TEXT   NOT NULL,
    id       TEXT   NOT NULL, -- hash of source and spelling
    source   TEXT   NOT NULL, -- public key of the server that signed the name, in hexadecimal; '' is this server
    name     TEXT   NOT NULL, -- as it is written
    player   TEXT   NOT NULL, -- account id of a member; '' if it is another spelling
    spelling TEXT   NOT NULL, -- the name that counts instead; '' if it is a member
    led      BIGINT NOT NULL, -- 2: the owner says so, 1: an organiser, 0: nobody of them
    own      BIGINT NOT NULL, -- 1: the member says so
    since    BIGINT NOT NULL,
    PRIMARY KEY (club, id)
) @CLUSTERED;
CREATE INDEX club_names_player ON club_names (player);

-- The events that an account has entered, for its export.
CREATE INDEX tourney_facts_entered ON tourney_facts (who) WHERE kind = 'entered';

-- Keys of other servers that the owner of a club trusts.
CREATE TABLE club_trust (
    club   TEXT   NOT NULL,
    source TEXT   NOT NULL, -- public key in hexadecimal
    since  BIGINT NOT NULL,
    PRIMARY KEY (club, source)
) @CLUSTERED;
