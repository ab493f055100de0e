-- Accounts. The id is that of the player who was a guest before, so matches,
-- offers and tokens stay as they are. No two accounts have the same key or the
-- same skeleton of their names (docs/adr/0021). Every change is a compare-and-set
-- on version. The row of a deleted account stays without name and password, so
-- that its id never belongs to a guest again: deleted is the time, 0 before; key
-- and skeleton are then a hyphen and the id, which no name can be.
CREATE TABLE accounts (
    id       TEXT    NOT NULL PRIMARY KEY,
    name     TEXT    NOT NULL,
    name_key TEXT    NOT NULL,
    skeleton TEXT    NOT NULL,
    password TEXT    NOT NULL, -- argon2id, in PHC form
    role     TEXT    NOT NULL,
    created  BIGINT  NOT NULL,
    renamed  BIGINT  NOT NULL, -- 0: never
    deleted  BIGINT  NOT NULL,
    version  INTEGER NOT NULL
);
CREATE UNIQUE INDEX accounts_name_key ON accounts (name_key);
CREATE UNIQUE INDEX accounts_skeleton ON accounts (skeleton);

-- Guests whose games were taken along by an account. The row is never changed.
CREATE TABLE belongs (
    guest   TEXT   NOT NULL PRIMARY KEY,
    account TEXT   NOT NULL,
    since   BIGINT NOT NULL
);
CREATE INDEX belongs_account ON belongs (account);

-- Where accounts are signed in. The hash is that of the secret in the cookie.
CREATE TABLE sessions (
    hash    @BLOB  NOT NULL PRIMARY KEY,
    account TEXT   NOT NULL,
    created BIGINT NOT NULL,
    seen    BIGINT NOT NULL, -- to the hour
    agent   TEXT   NOT NULL, -- the browser, as it names itself
    address TEXT   NOT NULL  -- of the last sign of it
);
CREATE INDEX sessions_account ON sessions (account);

-- Recovery codes that are not used yet.
CREATE TABLE recovery (
    account TEXT  NOT NULL,
    hash    @BLOB NOT NULL,
    PRIMARY KEY (account, hash)
);

-- Links that are good once: account.Token. used is 0 until then.
CREATE TABLE onetime (
    hash    @BLOB  NOT NULL PRIMARY KEY,
    purpose TEXT   NOT NULL,
    account TEXT   NOT NULL,
    expires BIGINT NOT NULL,
    used    BIGINT NOT NULL
);
CREATE INDEX onetime_expires ON onetime (expires);
