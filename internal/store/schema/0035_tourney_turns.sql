-- When a node looks at an event by itself: an arena, or one whose next round is
-- paired by the server. 0 is never. The node that works on it moves it forward.
ALTER TABLE tourneys ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tourneys_turn ON tourneys (turn) WHERE turn > 0;
