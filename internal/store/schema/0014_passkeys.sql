-- Passkeys of accounts: people.Passkey. data is the credential as JSON.
CREATE TABLE passkeys (
    id      @BLOB  NOT NULL PRIMARY KEY, -- drawn by the authenticator
    account TEXT   NOT NULL,
    data    @BLOB  NOT NULL,
    agent   TEXT   NOT NULL, -- the browser that made it, as it names itself
    created BIGINT NOT NULL,
    used    BIGINT NOT NULL  -- 0: never
);
CREATE INDEX passkeys_account ON passkeys (account);
