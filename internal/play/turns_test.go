package play

import (
	"testing"
	"time"
)

// TestOldestTurn checks that the age of an engine's turn is counted from the beginning of the turn,
// also between a failed request and the next request. Counting ends when the match continues or
// when this node no longer repeats the request.
func TestOldestTurn(t *testing.T) {
	now := time.Unix(1000, 0)
	var a inFlight
	none := func() {}
	r, ok := a.begin("m", 1, now.Add(-8*time.Second), none)
	if !ok || a.oldest(now) != 8*time.Second {
		t.Fatalf("%v", a.oldest(now))
	}
	a.end("m", r, now)
	if a.oldest(now.Add(time.Second)) != 9*time.Second {
		t.Errorf("after a failure the turn is %v old", a.oldest(now.Add(time.Second)))
	}
	r, _ = a.begin("m", 1, now.Add(-8*time.Second), none)
	if a.oldest(now.Add(2*time.Second)) != 10*time.Second {
		t.Errorf("the second request is of a turn %v old", a.oldest(now.Add(2*time.Second)))
	}
	a.end("m", r, time.Time{})
	if a.oldest(now) != 0 {
		t.Errorf("an answered turn is %v old", a.oldest(now))
	}
	r, _ = a.begin("m", 2, now, none)
	a.end("m", r, now)
	if got := a.oldest(now.Add(repeatedWithin + time.Second)); got != 0 {
		t.Errorf("a turn that another node has is %v old", got)
	}
}
