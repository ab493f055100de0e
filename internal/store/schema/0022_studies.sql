-- Studies that players share by a link: study.Study. The text is as the browser has
-- compressed it. Those of guests are deleted 90 days after they were last opened;
-- an account keeps its own.
CREATE TABLE studies (
    id    TEXT   NOT NULL PRIMARY KEY, -- random
    owner TEXT   NOT NULL,
    game  TEXT   NOT NULL,
    body  TEXT   NOT NULL,
    made  BIGINT NOT NULL,
    seen  BIGINT NOT NULL -- when it was last opened, to within a day
);
CREATE INDEX studies_owner ON studies (owner, made);
CREATE INDEX studies_seen ON studies (seen);
