package events

import "testing"

// TestOnePersonFillsNoLog checks that one entrant can write only MaxWrites facts into the log of an
// event, and that other entrants and the arbiter can still write.
func TestOnePersonFillsNoLog(t *testing.T) {
	s, ctx := newService(newMemory(), 1), t.Context()
	e := running(t, s, wooden(), 2)
	for i := range MaxWrites - 1 { // one fewer, because entering the event was already the player's first fact
		ok(s.CheckIn(ctx, player(1), e.ID, 1, 1, i%2 == 0))(t)
	}
	refused(s.AskBye(ctx, player(1), e.ID, 1, 1, HalfBye))(t, TooMany)
	ok(s.CheckIn(ctx, player(2), e.ID, 2, 1, true))(t)
	ok(s.CheckIn(ctx, boss, e.ID, 1, 1, false))(t)
	ok(s.Pair(ctx, boss, e.ID, 1))(t)
}

// TestFullEvent checks that a full event accepts no further entrant until an entrant has withdrawn.
func TestFullEvent(t *testing.T) {
	s, ctx := newService(newMemory(), 1), t.Context()
	e := ok(s.Create(ctx, boss, wooden()))(t)
	ok(s.OpenEntries(ctx, boss, e.ID))(t)
	for i := range MaxEntrants {
		ok(s.Enter(ctx, player(i+1), e.ID))(t)
	}
	refused(s.Enter(ctx, player(1000), e.ID))(t, TooMany)
	ok(s.Leave(ctx, boss, e.ID, 7))(t)
	ok(s.Enter(ctx, player(1000), e.ID))(t)
	refused(s.Enter(ctx, player(7), e.ID))(t, TooMany)
	ok(s.Leave(ctx, boss, e.ID, 8))(t)
	e = ok(s.Enter(ctx, player(7), e.ID))(t)
	if e.EntrantOf(player(7)).ID != 7 || e.EntrantOf(player(1000)).ID != MaxEntrants+1 {
		t.Errorf("the entrants have the numbers %d and %d", e.EntrantOf(player(7)).ID, e.EntrantOf(player(1000)).ID)
	}
}

// TestReasonsOneAtATime checks that a request for the reasons of a pairing is refused while the
// reasons for another request are being computed.
func TestReasonsOneAtATime(t *testing.T) {
	s, ctx := newService(newMemory(), 1), t.Context()
	e := running(t, s, wooden(), 4)
	ok(s.Pair(ctx, boss, e.ID, 1))(t)
	free := ok(s.reasoning())(t)
	refused(s.Explain(ctx, boss, e.ID, 1))(t, "busy")
	refused(s.WhyNot(ctx, boss, e.ID, 1, 1, 2))(t, "busy")
	free()
	ok(s.Explain(ctx, boss, e.ID, 1))(t)
}
