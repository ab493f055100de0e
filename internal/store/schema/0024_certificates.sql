-- What the nodes of a site share for TLS, by name: certificates with their private
-- keys, the account at the certificate authority, and challenges under way. Bodies
-- are sealed with the key of the site (internal/certs), so a reader of the database
-- cannot use them.
CREATE TABLE certificates (
    name TEXT   NOT NULL PRIMARY KEY,
    body @BLOB  NOT NULL,
    at   BIGINT NOT NULL
);
