-- The audit log: people.Entry. Rows are only added; the database refuses every
-- other change. They hold ids and no names, so that deleting an account leaves
-- them as they are.
CREATE TABLE audit (
    at      BIGINT NOT NULL,
    id      TEXT   NOT NULL, -- random
    who     TEXT   NOT NULL, -- account that acted; empty for the server
    role    TEXT   NOT NULL, -- of that account at that time
    action  TEXT   NOT NULL,
    subject TEXT   NOT NULL, -- what was changed
    details TEXT   NOT NULL, -- JSON: an object of texts
    PRIMARY KEY (at, id)
) @CLUSTERED;
CREATE INDEX audit_who ON audit (who, at);
CREATE INDEX audit_subject ON audit (subject, at);
@APPENDONLY(audit);

-- The list of the operator: the newest accounts first.
CREATE INDEX accounts_created ON accounts (created, id) WHERE deleted = 0;
