package events

import (
	"context"
	"testing"
)

// TestHistory lets an arbiter decide a board and correct the result. Then it undoes the round and
// pairs it again. It checks that the history contains only the results since the second pairing.
func TestHistory(t *testing.T) {
	s := newService(newMemory(), 2)
	e := running(t, s, wooden(), 4)
	e = ok(s.Pair(t.Context(), boss, e.ID, 1))(t)
	refused(s.History(t.Context(), boss, e.ID, 1, 3))(t, NotFound)
	if list := ok(s.History(t.Context(), player(1), e.ID, 1, 1))(t); len(list) != 0 {
		t.Errorf("a new board has the history %+v", list)
	}
	b := e.Rounds[0].Boards[0]
	for _, entrant := range []int{b.First, b.Second} {
		ok(s.Claim(t.Context(), player(entrant), e.ID, 1, 1, FirstWins))(t)
	}
	ok(s.Decide(t.Context(), boss, e.ID, 1, 1, 1, Result{Result: Drawn, Reason: "wrong slip"}))(t)
	list := ok(s.History(t.Context(), player(1), e.ID, 1, 1))(t)
	if len(list) != 2 || list[0].Source != ByBoth || list[0].Result.Result != FirstWins || list[1].Reason != "wrong slip" || list[1].Name != "Name of boss" || list[1].At.IsZero() {
		t.Errorf("the history is %+v", list)
	}
	ok(s.Undo(t.Context(), boss, e.ID, 1))(t)
	ok(s.Pair(t.Context(), boss, e.ID, 1))(t)
	if list := ok(s.History(t.Context(), boss, e.ID, 1, 1))(t); len(list) != 0 {
		t.Errorf("after undoing: %+v", list)
	}

	// A round robin has a fixed schedule, so an absent player loses by forfeit. Check that this
	// forfeit is the first result in the history.
	all := wooden()
	all.Format, all.Rounds, all.Cycles, all.CheckIn = RoundRobin, 0, 1, true
	e = running(t, s, all, 2)
	e = ok(s.CheckIn(t.Context(), player(1), e.ID, 1, 1, true))(t)
	e = ok(s.Pair(t.Context(), boss, e.ID, 1))(t)
	if list := ok(s.History(t.Context(), boss, e.ID, 1, 1))(t); len(list) != 1 || list[0].Source != ByAbsence || !list[0].Forfeit {
		t.Errorf("the forfeit: %+v", list)
	}
}

// TestFirstResultNeedsNoReason checks that an arbiter may enter a result without a reason, but not
// correct a result without one.
func TestFirstResultNeedsNoReason(t *testing.T) {
	s := newService(newMemory(), 2)
	e := running(t, s, wooden(), 4)
	ok(s.Pair(t.Context(), boss, e.ID, 1))(t)
	e = ok(s.Decide(t.Context(), boss, e.ID, 1, 1, 0, Result{Result: FirstWins}))(t)
	if b := e.Rounds[0].Boards[0]; b.Result.Result != FirstWins || b.Reason != "" {
		t.Errorf("the board is %+v", b)
	}
	refused(s.Decide(t.Context(), boss, e.ID, 1, 1, 1, Result{Result: Drawn}))(t, Bad)
}

func TestReadmit(t *testing.T) {
	s := newService(newMemory(), 2)
	e := running(t, s, wooden(), 4)
	_, e, err := s.EnterName(t.Context(), boss, e.ID, Entrant{Name: "Bác Tư"})
	if err != nil {
		t.Fatal(err)
	}
	e = finish(t, s, ok(s.Pair(t.Context(), boss, e.ID, 1))(t), stronger)
	ok(s.Leave(t.Context(), boss, e.ID, 5))(t)
	e = finish(t, s, ok(s.Pair(t.Context(), boss, e.ID, 2))(t), stronger)
	refused(s.Readmit(t.Context(), player(1), e.ID, 5))(t, NotForYou)
	refused(s.Readmit(t.Context(), boss, e.ID, 6))(t, NotFound)
	for range 2 {
		e = ok(s.Readmit(t.Context(), boss, e.ID, 5))(t)
		if x := e.Entrant(5); x.Leaves != 0 || x.Enters > 1 {
			t.Errorf("after the return: %+v", x)
		}
	}
	e = ok(s.Pair(t.Context(), boss, e.ID, 3))(t)
	if r := e.last(); len(r.Boards) != 2 || len(r.Byes) != 1 || !e.hasPlayed(5) {
		t.Errorf("round 3 is %+v", r)
	}
}

func TestTakeOver(t *testing.T) {
	s := newService(newMemory(), 2)
	admin := Caller{ID: "admin", Account: true}
	e := ok(s.Create(t.Context(), boss, wooden()))(t)
	refused(s.Event(t.Context(), admin, e.ID))(t, NotFound)
	refused(s.TakeOver(t.Context(), Caller{ID: "guest"}, e.ID))(t, NeedAccount)
	for range 2 {
		e = ok(s.TakeOver(t.Context(), admin, e.ID))(t)
	}
	if e.Organiser != "admin" || !e.Arbiter(boss) || e.Version != 2 || e.head().Organiser != "admin" {
		t.Errorf("taken over: %+v", e)
	}
	refused(s.OpenEntries(t.Context(), boss, e.ID))(t, NotForYou)
	ok(s.OpenEntries(t.Context(), admin, e.ID))(t)
	refused(s.TakeOver(t.Context(), admin, "none"))(t, NotFound)
}

// TestClubRuns checks that an organiser of the event's club has the same rights as the organiser of
// the event, but only while this person is an organiser of the club. It also checks that other
// players cannot see a draft.
func TestClubRuns(t *testing.T) {
	s := newService(newMemory(), 2)
	runs := map[string]bool{"chi": true}
	s.opts.Runs = func(_ context.Context, player, _ string) (bool, error) { return runs[player], nil }
	chi, du := Caller{ID: "chi", Account: true}, Caller{ID: "du", Account: true}
	e := ok(s.Create(t.Context(), boss, wooden()))(t)
	refused(s.Event(t.Context(), du, e.ID))(t, NotFound)
	refused(s.Event(t.Context(), Caller{ID: "chi"}, e.ID))(t, NotFound) // a guest: the same id without an account
	if e = ok(s.Event(t.Context(), chi, e.ID))(t); !e.Arbiter(chi) || !e.Runs(chi) || e.Arbiter(du) {
		t.Error("the organiser of the club is no arbiter")
	}
	if e = ok(s.OpenEntries(t.Context(), chi, e.ID))(t); !e.Arbiter(chi) {
		t.Error("the answer to a command has no arbiter")
	}
	if e = ok(s.Event(t.Context(), du, e.ID))(t); e.Arbiter(chi) || e.helper != "" {
		t.Error("the right of one caller is kept for others")
	}
	refused(s.End(t.Context(), du, e.ID))(t, NotForYou)
	runs["chi"] = false
	refused(s.End(t.Context(), chi, e.ID))(t, NotForYou)
	ok(s.End(t.Context(), boss, e.ID))(t)
}
