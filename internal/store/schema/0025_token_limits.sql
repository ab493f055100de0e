-- What limits a token: its end in microseconds (0 for none), then its scopes;
-- empty for a token without limits, as all of before are. A release that does
-- not know this column does not find such a token: its hash is made otherwise.
ALTER TABLE tokens ADD COLUMN limits TEXT NOT NULL DEFAULT '';
