package cluster

import (
	"context"
	"testing"
	"time"
)

// TestInquiry checks that a node replies that it received no move before a given time
// only after its own clock has passed that time.
func TestInquiry(t *testing.T) {
	at := now
	o := clockwork(&at)
	var came time.Time // when the pending move was received; zero: no move is pending
	o.FirstMove = func(match string, before time.Time, _ bool) (time.Time, bool) {
		return came, match == "a" && !came.IsZero() && came.Before(before)
	}
	c := New(o)
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // otherwise answerQuery waits until the node's clock reaches the time before
	ask := func(before time.Time) int64 {
		return c.queries.answerQuery(ctx, pendingQuery{Match: "a", Before: before.UnixMicro()}).First
	}
	if ask(now) != 0 || ask(now.Add(time.Millisecond)) == 0 {
		t.Error("it knows what has not happened yet")
	}
	came = at
	at = now.Add(time.Second)
	if got := ask(now.Add(time.Millisecond)); got != now.UnixMicro() {
		t.Errorf("the first came at %d", got)
	}
	came = time.Time{}
	if ask(at) != 0 {
		t.Error("what is done is under way")
	}
}
