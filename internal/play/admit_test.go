package play

import (
	"testing"
	"time"
)

func TestUrgency(t *testing.T) {
	for subject, want := range map[string]urgency{
		"eng.now.chess.0":       {forMove, 0},
		"eng.soon.chess.7":      {forHint, 7},
		"test.eng.later.caro.3": {forWatch, 3},
		"eng.chess":             {forMove, ranks / 2}, // subject from a node of an older version
	} {
		if got := urgencyOf(subject); got != want {
			t.Errorf("%s is %v", subject, got)
		}
	}
	if s, err := subjectOfJob(forHint, "chess", 7); err != nil || s != "eng.soon.chess.7" {
		t.Errorf("%s, %v", s, err)
	}
}

// TestAdmission checks the order of jobs on a worker with one slot: a move goes before a hint, and
// a hint before a match between engines. The number of waiting jobs of lower classes does not
// matter.
func TestAdmission(t *testing.T) {
	at := now
	a := admission{slots: 1, clock: func() time.Time { return at }, stats: &WorkerStats{}}
	cuts := 0
	leave, ok := a.enter(urgency{forWatch, 0}, func() { cuts++ })
	if !ok {
		t.Fatal("an idle worker is busy")
	}
	move := urgency{forMove, 3}
	if _, ok := a.enter(move, nil); ok || cuts != 0 {
		t.Fatal("a job was cut short that has just begun")
	}
	at = at.Add(leastRun)
	if _, ok := a.enter(move, nil); ok || cuts != 1 {
		t.Fatalf("a move does not cut a match of engines short: %d", cuts)
	}
	leave()
	for _, u := range []urgency{{forWatch, 0}, {forHint, 0}, {forMove, 4}} {
		if _, ok := a.enter(u, nil); ok {
			t.Errorf("%v takes the slot that is kept for %v", u, move)
		}
	}
	leave, ok = a.enter(move, nil)
	if !ok {
		t.Fatal("the slot was not kept")
	}
	at = at.Add(time.Second)
	if _, ok = a.enter(urgency{forMove, 0}, nil); ok || cuts != 1 {
		t.Error("a move was cut short")
	}
	leave()
	if at = at.Add(keepFor); a.stats.Busy.Load() != 0 {
		t.Errorf("%d are busy", a.stats.Busy.Load())
	}
	if _, ok = a.enter(urgency{forWatch, 7}, nil); !ok {
		t.Error("a slot is kept for ever")
	}
}

// TestSlotForMoves checks that a worker with several slots keeps one slot free for moves.
func TestSlotForMoves(t *testing.T) {
	a := admission{slots: 3, clock: func() time.Time { return now }, stats: &WorkerStats{}}
	for i := range 4 {
		if _, ok := a.enter(urgency{forWatch, 0}, func() {}); ok != (i < 2) {
			t.Errorf("match %d of engines: %v", i, ok)
		}
	}
	if _, ok := a.enter(urgency{forMove, 7}, nil); !ok {
		t.Error("no slot is left for a move")
	}
}
