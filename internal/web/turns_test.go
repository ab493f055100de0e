package web_test

import (
	"testing"
	"time"

	"kydai/game/clock"
	"kydai/internal/web"
)

// TestTurns checks the list of matches in which it is the caller's turn, in correspondence games
// and in others. Matches against an engine and matches in which one player has both sides must not
// be listed.
func TestTurns(t *testing.T) {
	s := newSite(t)
	anna, binh, id := s.pair("caro", say{"clock": "3d/move"})
	var turns []web.Turn
	anna.get("/api/me/turns", &turns)
	if len(turns) != 1 || turns[0].Match != id || turns[0].Game != "caro" || turns[0].Other == "" || turns[0].Control != "3d/move" {
		t.Fatalf("the first player's turns are %+v", turns)
	}
	if turns[0].Soon {
		t.Error("a player is reminded at the start of three days")
	}
	if left := time.Until(time.UnixMilli(turns[0].Deadline)); left < 71*time.Hour || left > 73*time.Hour {
		t.Errorf("the time runs out in %v", left)
	}
	if binh.get("/api/me/turns", &turns); len(turns) != 0 {
		t.Errorf("the second player's turns before a move are %+v", turns)
	}
	anna.post("/api/matches/"+id+"/moves", say{"ply": 0, "code": "h8"}, nil)
	if anna.get("/api/me/turns", &turns); len(turns) != 0 {
		t.Errorf("the first player's turns after a move are %+v", turns)
	}
	if binh.get("/api/me/turns", &turns); len(turns) != 1 {
		t.Errorf("the second player's turns are %+v", turns)
	}
	for _, other := range []say{{"kind": "human"}, {"kind": "level", "level": 1}} {
		anna.post("/api/matches", say{"game": "chess", "seats": []say{{"kind": "human"}, other}}, nil)
	}
	if anna.get("/api/me/turns", &turns); len(turns) != 0 {
		t.Errorf("turns against a machine and oneself: %+v", turns)
	}
	binh.post("/api/matches/"+id+"/acts", say{"kind": "abort"}, nil)
	if binh.get("/api/me/turns", &turns); len(turns) != 0 {
		t.Errorf("turns of a match that is over: %+v", turns)
	}
}

// TestSoon checks that a player is reminded when a quarter of the time is left, and that reminders
// exist only in correspondence games.
func TestSoon(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		control string
		left    time.Duration
		want    bool
	}{
		{"3d/move", 72 * time.Hour, false},
		{"3d/move", 18*time.Hour + time.Millisecond, false},
		{"3d/move", 18 * time.Hour, true},
		{"3d/move", -time.Second, true}, // one second after the deadline, before the server ends the game
		{"1d/move", 6 * time.Hour, true},
		{"30s/move", time.Second, false},
		{"10+5", time.Second, false},
	} {
		control, err := clock.Parse(c.control)
		if err != nil {
			t.Fatal(err)
		}
		if got := web.Soon(control, now.Add(c.left), now); got != c.want {
			t.Errorf("%s with %v left: reminded %v, want %v", c.control, c.left, got, c.want)
		}
	}
	if web.Soon(clock.Control{}, time.Time{}, now) {
		t.Error("a game without a clock has a reminder")
	}
}
