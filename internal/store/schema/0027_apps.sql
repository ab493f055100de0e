-- Apps of others that players can give rights to: oauth.App.
CREATE TABLE oauth_apps (
    id        TEXT   NOT NULL PRIMARY KEY,
    owner     TEXT   NOT NULL, -- account
    name      TEXT   NOT NULL,
    redirects TEXT   NOT NULL, -- separated by spaces
    created   BIGINT NOT NULL
);
CREATE INDEX oauth_apps_owner ON oauth_apps (owner, created);

-- What players have allowed: oauth.Grant, with hashes of the code, of the access
-- token, which is a row of tokens, and of the refresh token.
CREATE TABLE oauth_grants (
    id         TEXT    NOT NULL PRIMARY KEY,
    app        TEXT    NOT NULL,
    player     TEXT    NOT NULL,
    scopes     TEXT    NOT NULL, -- separated by spaces
    redirect   TEXT    NOT NULL,
    challenge  TEXT    NOT NULL,
    code       @BLOB   NOT NULL,
    code_until BIGINT  NOT NULL,
    code_used  BOOLEAN NOT NULL,
    access     @BLOB   NOT NULL, -- empty: none
    refresh    @BLOB   NOT NULL, -- empty: none
    created    BIGINT  NOT NULL,
    until      BIGINT  NOT NULL
);
CREATE INDEX oauth_grants_player ON oauth_grants (player, created);
CREATE INDEX oauth_grants_app ON oauth_grants (app);
CREATE INDEX oauth_grants_access ON oauth_grants (access);
