-- Browsers that are sent notices while no page is open: push.Device. The endpoint
-- and the keys are the browser's. A device ends with the session that it was
-- added in, and that of a guest when the guest becomes an account.
CREATE TABLE devices (
    id       TEXT    NOT NULL PRIMARY KEY, -- of the endpoint
    player   TEXT    NOT NULL,
    endpoint TEXT    NOT NULL,
    public   @BLOB   NOT NULL,
    auth     @BLOB   NOT NULL,
    kinds    TEXT    NOT NULL, -- separated by spaces
    lang     TEXT    NOT NULL,
    session  @BLOB   NOT NULL, -- hash of the session; empty for guests
    created  BIGINT  NOT NULL,
    sent     BIGINT  NOT NULL, -- when a message was last accepted; 0: never
    failed   INTEGER NOT NULL  -- messages since then that were not
);
CREATE INDEX devices_player ON devices (player, created);

-- The time of the notice that was taken to be sent to devices. The notice of a
-- turn is the same row at every turn, with a new time, and is sent again.
ALTER TABLE notices ADD COLUMN pushed BIGINT NOT NULL DEFAULT 0;
