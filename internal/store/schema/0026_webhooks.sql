-- Addresses that players have named to be told of events: webhook.Hook. The secret
-- signs the messages. A hook that a token made ends with the token.
CREATE TABLE webhooks (
    id      TEXT   NOT NULL PRIMARY KEY,
    player  TEXT   NOT NULL,
    address TEXT   NOT NULL,
    secret  @BLOB  NOT NULL,
    events  TEXT   NOT NULL, -- separated by spaces
    token   @BLOB  NOT NULL, -- hash of the token; empty: made by the player
    ends    BIGINT NOT NULL, -- when the token ends; 0: no end
    created BIGINT NOT NULL,
    failing BIGINT NOT NULL, -- the first failure since a message was taken; 0: none
    off     BIGINT NOT NULL  -- when it was switched off; 0: it is on
);
CREATE INDEX webhooks_player ON webhooks (player, created);

-- Messages to them: webhook.Delivery. The node that sends one holds it until a time.
CREATE TABLE webhook_deliveries (
    id       TEXT    NOT NULL PRIMARY KEY,
    hook     TEXT    NOT NULL,
    event    TEXT    NOT NULL,
    body     TEXT    NOT NULL,
    at       BIGINT  NOT NULL, -- of the event
    state    TEXT    NOT NULL, -- waiting, delivered, failed
    attempts INTEGER NOT NULL,
    tried    BIGINT  NOT NULL, -- the last attempt; 0: none
    next_at  BIGINT  NOT NULL,
    status   INTEGER NOT NULL, -- of the last answer; 0: none
    fault    TEXT    NOT NULL, -- why there was none
    holder   TEXT    NOT NULL,
    until    BIGINT  NOT NULL
);
CREATE INDEX webhook_deliveries_hook ON webhook_deliveries (hook, at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE state = 'waiting';

-- The time of the notice of which messages were written. See pushed.
ALTER TABLE notices ADD COLUMN hooked BIGINT NOT NULL DEFAULT 0;
