-- Classes: classes.Class. Everything goes with the class.
CREATE TABLE classes (
    id      TEXT   NOT NULL PRIMARY KEY, -- random
    name    TEXT   NOT NULL,
    teacher TEXT   NOT NULL, -- account id
    code    TEXT   NOT NULL, -- what a child types before its own code
    made    BIGINT NOT NULL
);
CREATE UNIQUE INDEX classes_code ON classes (code);
CREATE INDEX classes_teacher ON classes (teacher, made);

-- Children of classes: classes.Pupil. Nicknames are the names of their accounts.
-- The real name is in this table only. A withdrawn card has empty hashes.
CREATE TABLE class_pupils (
    player    TEXT   NOT NULL PRIMARY KEY, -- account id
    class     TEXT   NOT NULL,
    real_name TEXT   NOT NULL,
    card      @BLOB  NOT NULL, -- hash of the secret in the QR code
    code      @BLOB  NOT NULL, -- hash of the short code
    made      BIGINT NOT NULL
);
CREATE INDEX class_pupils_class ON class_pupils (class, made);
CREATE INDEX class_pupils_card ON class_pupils (card);
