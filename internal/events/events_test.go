package events

import (
	"reflect"
	"sync"
	"testing"
	"time"
)

// TestSwiss plays a complete Swiss event on physical boards and checks its state after each step:
// entries, a late entry, a withdrawal, a requested bye, results by both players and by the
// arbiter, and a correction after the next round is paired.
func TestSwiss(t *testing.T) {
	store := newMemory()
	s, ctx := newService(store, 1), t.Context()
	settings := wooden()
	settings.LateUntil = 2
	e := ok(s.Create(ctx, boss, settings))(t)
	refused(s.Enter(ctx, player(1), e.ID))(t, NotFound) // a draft is visible only to its organiser and arbiters
	ok(s.OpenEntries(ctx, boss, e.ID))(t)
	for i := range 6 {
		ok(s.Enter(ctx, player(i+1), e.ID))(t)
	}
	n, _, err := s.EnterName(ctx, boss, e.ID, Entrant{Name: "Cụ Lê", Rating: 1900, Team: "Hà Nội", Categories: []string{"seniors"}})
	if err != nil || n != 7 {
		t.Fatal(n, err)
	}
	refused(s.Pair(ctx, boss, e.ID, 1))(t, WrongState)
	ok(s.Start(ctx, boss, e.ID))(t)
	ok(s.AskBye(ctx, player(3), e.ID, 3, 2, HalfBye))(t)
	refused(s.AskBye(ctx, player(4), e.ID, 3, 2, HalfBye))(t, NotForYou)
	refused(s.AskBye(ctx, player(3), e.ID, 3, 2, FullBye))(t, NotForYou)
	e = ok(s.Pair(ctx, boss, e.ID, 1))(t)
	if len(e.Rounds) != 1 || len(e.Rounds[0].Boards) != 3 || len(e.Rounds[0].Byes) != 1 {
		t.Fatalf("round 1 is %+v", e.Rounds)
	}
	if again := ok(s.Pair(ctx, boss, e.ID, 1))(t); again.Version != e.Version {
		t.Error("pairing a round twice writes a fact")
	}
	refused(s.Pair(ctx, boss, e.ID, 2))(t, RoundOpen)

	// Both players report a result. Their first reports differ; then they agree.
	var b *Board
	at := 0
	for i := range e.Rounds[0].Boards {
		if x := &e.Rounds[0].Boards[i]; x.First != 7 && x.Second != 7 {
			b, at = x, i+1
		}
	}
	first, second := player(b.First), player(b.Second)
	refused(s.Claim(ctx, Caller{ID: "other"}, e.ID, 1, at, Drawn))(t, NotForYou)
	ok(s.Claim(ctx, first, e.ID, 1, at, FirstWins))(t)
	e = ok(s.Claim(ctx, second, e.ID, 1, at, Drawn))(t)
	if got := e.Rounds[0].Boards[at-1]; got.Result.Result != "" || got.Claims != [2]string{FirstWins, Drawn} {
		t.Errorf("two reports that differ: %+v", got)
	}
	e = ok(s.Claim(ctx, first, e.ID, 1, at, Drawn))(t)
	if got := e.Rounds[0].Boards[at-1]; got.Result.Result != Drawn || got.Source != ByBoth || got.Version != 1 {
		t.Errorf("two reports that agree: %+v", got)
	}
	refused(s.Claim(ctx, first, e.ID, 1, at, FirstWins))(t, WrongState)
	refused(s.Decide(ctx, boss, e.ID, 1, at, 1, Result{Result: FirstWins}))(t, Bad)
	refused(s.Decide(ctx, first, e.ID, 1, at, 1, Result{Result: FirstWins, Reason: "x"}))(t, NotForYou)
	e = finish(t, s, e, stronger)

	ok(s.Enter(ctx, player(8), e.ID))(t) // a late entry, allowed until round 2 is paired
	ok(s.Leave(ctx, player(6), e.ID, 6))(t)
	e = ok(s.Pair(ctx, boss, e.ID, 2))(t)
	byes := map[int]string{}
	for _, bye := range e.Rounds[1].Byes {
		byes[bye.Entrant] = bye.Kind
	}
	if byes[3] != HalfBye || byes[6] != "" || len(e.Rounds[1].Boards) != 3 {
		t.Errorf("round 2 is %+v", e.Rounds[1])
	}
	refused(s.Enter(ctx, player(9), e.ID))(t, WrongState) // the last round for late entries has been paired

	// Correct a result of round 1. Check that the pairings of round 2 stay as they are, and that
	// the scores change.
	before := e.Rounds[1]
	score := scoreOf(e, b.First)
	e = ok(s.Decide(ctx, boss, e.ID, 1, at, 1, Result{Result: FirstWins, Reason: "wrong slip"}))(t)
	if !reflect.DeepEqual(e.Rounds[1].Boards, before.Boards) || scoreOf(e, b.First) != score+1 {
		t.Errorf("after a correction round 2 is %+v and the score went from %d to %d", e.Rounds[1].Boards, score, scoreOf(e, b.First))
	}
	refused(s.Decide(ctx, boss, e.ID, 1, at, 1, Result{Result: Drawn, Reason: "no"}))(t, Changed)
	refused(s.End(ctx, boss, e.ID))(t, RoundOpen)
	for round := 2; round <= 5; round++ {
		e = ok(s.Pair(ctx, boss, e.ID, round))(t)
		e = finish(t, s, e, stronger)
	}
	refused(s.Pair(ctx, boss, e.ID, 6))(t, WrongState)
	e = ok(s.End(ctx, boss, e.ID))(t)
	list, unit := e.Standings("")
	if unit != 2 || len(list) != 8 || list[0].Place != 1 || len(list[0].Values) != 2 {
		t.Errorf("the standings are %+v in units of 1/%d", list, unit)
	}
	if list, _ := e.Standings("seniors"); len(list) != 1 || list[0].Entrant != 7 || list[0].Place != 1 {
		t.Errorf("the seniors are %+v", list)
	}
	if teams, _ := e.Teams(2); len(teams) != 1 || !reflect.DeepEqual(teams[0].Members, []int{7}) {
		t.Errorf("the teams are %+v", teams)
	}
	// Check that a new service that reads only the log has the same state.
	again := ok(newService(store, 2).Event(ctx, boss, e.ID))(t)
	if !reflect.DeepEqual(again, e) {
		t.Errorf("from the log: %+v; want %+v", again, e)
	}
}

func scoreOf(e *State, entrant int) int {
	list, _ := e.Standings("")
	for _, p := range list {
		if p.Entrant == entrant {
			return p.Score
		}
	}
	return -1
}

// TestUndo checks that an undone round does not count in the standings and can be paired again, and
// that the round's games on screen are cancelled.
func TestUndo(t *testing.T) {
	store := newMemory()
	s, ctx := newService(store, 1), t.Context()
	settings := wooden()
	settings.Boards, settings.FirstMove = Screen, time.Minute
	e := running(t, s, settings, 4)
	refused(s.Pair(ctx, boss, e.ID, 1))(t, NoPairing) // no entrant has checked in
	for i := range 3 {
		ok(s.CheckIn(ctx, player(i+1), e.ID, i+1, 1, true))(t)
	}
	ok(s.CheckIn(ctx, boss, e.ID, 4, 1, true))(t) // a check-in by the organiser does not mean that the player agrees to play on screen
	e = ok(s.Pair(ctx, boss, e.ID, 1))(t)
	r := e.Rounds[0]
	if len(r.Boards) != 1 || r.Boards[0].Match == "" || r.Boards[0].First == 4 || r.Boards[0].Second == 4 || len(r.Byes) != 2 {
		t.Fatalf("with three who have agreed, round 1 is %+v", r)
	}
	e = ok(s.Undo(ctx, boss, e.ID, 1))(t)
	if len(e.Rounds) != 0 || store.boards[r.Boards[0].Match] != "cancelled" {
		t.Errorf("after undoing: %+v, board %s", e.Rounds, store.boards[r.Boards[0].Match])
	}
	refused(s.Undo(ctx, boss, e.ID, 1))(t, WrongState)
	refused(s.PairByHand(ctx, boss, e.ID, 1, [][2]int{{1, 4}}, nil))(t, Bad)
	refused(s.PairByHand(ctx, boss, e.ID, 1, [][2]int{{1, 1}}, nil))(t, Bad)
	e = ok(s.PairByHand(ctx, boss, e.ID, 1, [][2]int{{3, 1}}, []Bye{{2, HalfBye}}))(t)
	b := e.Rounds[0].Boards[0]
	if b.First != 3 || b.Match == "" || b.Match == r.Boards[0].Match {
		t.Errorf("by hand: %+v", b)
	}
	refused(s.Explain(ctx, boss, e.ID, 1))(t, WrongState)
	refused(s.Claim(ctx, player(3), e.ID, 1, 1, FirstWins))(t, WrongState)
	e = ok(s.Decide(ctx, boss, e.ID, 1, 1, 0, Result{Result: SecondWins, Forfeit: true, Reason: "left"}))(t)
	if store.boards[b.Match] != "cancelled" || scoreOf(e, 1) != 2 || scoreOf(e, 2) != 1 {
		t.Errorf("after the arbiter's word: board %s, scores %d and %d", store.boards[b.Match], scoreOf(e, 1), scoreOf(e, 2))
	}
}

// TestForbidden checks that two entrants who must not meet are not paired, and that WhyNot gives
// this as the reason.
func TestForbidden(t *testing.T) {
	s, ctx := newService(newMemory(), 1), t.Context()
	e := running(t, s, wooden(), 4)
	e = ok(s.Pair(ctx, boss, e.ID, 1))(t)
	b := e.Rounds[0].Boards[0]
	e = ok(s.Undo(ctx, boss, e.ID, 1))(t)
	refused(s.Forbid(ctx, player(1), e.ID, b.First, b.Second, true))(t, NotForYou)
	ok(s.Forbid(ctx, boss, e.ID, b.First, b.Second, true))(t)
	e = ok(s.Pair(ctx, boss, e.ID, 1))(t)
	for _, x := range e.Rounds[0].Boards {
		if samePair([2]int{x.First, x.Second}, [2]int{b.First, b.Second}) {
			t.Errorf("a forbidden pairing: %+v", x)
		}
	}
	// Check that a later change does not affect the reasons for the pairings of an earlier round.
	ok(s.Forbid(ctx, boss, e.ID, b.First, b.Second, false))(t)
	answer := ok(s.WhyNot(ctx, boss, e.ID, 1, b.First, b.Second))(t)
	if answer.Criterion != 1 || answer.Detail != "forbidden" {
		t.Errorf("the answer is %+v", answer)
	}
	reasons := ok(s.Explain(ctx, boss, e.ID, 1))(t)
	if len(reasons) != 2 || len(reasons[0].Seats) != 2 {
		t.Errorf("the reasons are %+v", reasons)
	}
	for _, r := range reasons {
		found := false
		for _, x := range e.Rounds[0].Boards {
			found = found || samePair([2]int{x.First, x.Second}, [2]int{r.Seats[0].Entrant, r.Seats[1].Entrant})
		}
		if !found {
			t.Errorf("a reason of no board: %+v", r)
		}
	}
	refused(s.WhyNot(ctx, boss, e.ID, 1, 1, 99))(t, NotFound)
	refused(s.WhyNot(ctx, boss, e.ID, 2, 1, 2))(t, NotFound)
}

// TestTwoNodes sends each command to two nodes at the same time. It checks that every player is
// entered once, that the round is paired once, and that both nodes then have the same state.
func TestTwoNodes(t *testing.T) {
	store := newMemory()
	nodes := []*Service{newService(store, 1), newService(store, 2)}
	store.late = func() { time.Sleep(100 * time.Microsecond) }
	ctx := t.Context()
	e := ok(nodes[0].Create(ctx, boss, wooden()))(t)
	ok(nodes[0].OpenEntries(ctx, boss, e.ID))(t)
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			if _, err := nodes[i%2].Enter(ctx, player(i/2+1), e.ID); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	a, b := ok(nodes[0].Event(ctx, boss, e.ID))(t), ok(nodes[1].Event(ctx, boss, e.ID))(t)
	if !reflect.DeepEqual(a, b) || len(a.Entrants) != 20 || a.Version != 22 {
		t.Errorf("%d entrants after %d facts; %d on the other node", len(a.Entrants), a.Version, len(b.Entrants))
	}
	ok(nodes[0].Start(ctx, boss, e.ID))(t)
	for i := range 8 { // two arbiters send the same command at the same time
		wg.Go(func() {
			if _, err := nodes[i%2].Pair(ctx, boss, e.ID, 1); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if a = ok(nodes[1].Event(ctx, boss, e.ID))(t); len(a.Rounds) != 1 || len(a.Rounds[0].Boards) != 10 {
		t.Errorf("%d rounds", len(a.Rounds))
	}
}
