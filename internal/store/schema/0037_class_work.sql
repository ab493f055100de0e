-- Work of classes. Everything goes with the class, and a child's rows with the child.

-- Further teachers: classes.Class.Also.
CREATE TABLE class_teachers (
    class   TEXT   NOT NULL,
    teacher TEXT   NOT NULL, -- account id
    since   BIGINT NOT NULL,
    PRIMARY KEY (class, teacher)
);
CREATE INDEX class_teachers_teacher ON class_teachers (teacher);

-- Tasks: classes.Task.
CREATE TABLE class_tasks (
    id    TEXT   NOT NULL PRIMARY KEY, -- random
    class TEXT   NOT NULL,
    kind  TEXT   NOT NULL, -- lesson, play or event
    title TEXT   NOT NULL,
    body  TEXT   NOT NULL, -- classes.Work, JSON
    due   BIGINT NOT NULL, -- 0: at any time
    made  BIGINT NOT NULL
);
CREATE INDEX class_tasks_class ON class_tasks (class, made);

-- What children have done: classes.Progress. Without a row a child has not begun.
CREATE TABLE class_progress (
    task     TEXT    NOT NULL,
    player   TEXT    NOT NULL,
    steps    TEXT    NOT NULL, -- of a lesson: 1 for each solved step, else 0
    tries    INTEGER NOT NULL, -- games that ended without the goal
    match_id TEXT    NOT NULL, -- the game under way; empty if there is none
    begun    BIGINT  NOT NULL,
    done     BIGINT  NOT NULL, -- 0: not yet
    PRIMARY KEY (task, player)
);
CREATE INDEX class_progress_match ON class_progress (match_id);
CREATE INDEX class_progress_player ON class_progress (player);

-- Simuls: classes.Simul.
CREATE TABLE class_simuls (
    id      TEXT   NOT NULL PRIMARY KEY, -- random
    class   TEXT   NOT NULL,
    teacher TEXT   NOT NULL, -- account id
    body    TEXT   NOT NULL, -- play.Deal, JSON
    made    BIGINT NOT NULL
);
CREATE INDEX class_simuls_class ON class_simuls (class, made);

-- Boards of simuls: the consent of a class to a match with this id.
CREATE TABLE class_boards (
    match_id TEXT    NOT NULL PRIMARY KEY,
    simul    TEXT    NOT NULL,
    number   INTEGER NOT NULL,
    pupil    TEXT    NOT NULL,
    first    TEXT    NOT NULL,
    second   TEXT    NOT NULL,
    state    TEXT    NOT NULL, -- waiting, seated or ended
    winner   TEXT    NOT NULL, -- of the ended match: first, second or none
    reason   TEXT    NOT NULL
);
CREATE INDEX class_boards_simul ON class_boards (simul, number);
CREATE INDEX class_boards_pupil ON class_boards (pupil);

-- Demo boards: classes.Demo.
CREATE TABLE class_demos (
    class   TEXT    NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    body    TEXT    NOT NULL, -- JSON; empty while nothing is shown
    at      BIGINT  NOT NULL
);
