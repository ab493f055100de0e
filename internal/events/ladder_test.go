package events

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
)

func ladderSettings() Settings {
	s := wooden()
	s.Format, s.Rounds, s.TieBreaks, s.Reach = Ladder, 0, nil, 2
	return s
}

// TestLadder checks that a challenge is allowed only within the given number of places, and that a
// winner takes the higher place. It also checks that a corrected result changes the ladder from
// that board on, and that entrants can join and leave.
func TestLadder(t *testing.T) {
	s, ctx := newService(newMemory(), 3), t.Context()
	e := running(t, s, ladderSettings(), 5) // all ratings are equal, so the ladder starts in the order of entry
	rungs := func(want ...int) {
		t.Helper()
		if got := e.Rungs(); !reflect.DeepEqual(got, want) {
			t.Fatalf("the ladder is %v; want %v", got, want)
		}
	}
	rungs(1, 2, 3, 4, 5)
	refused(s.Pair(ctx, boss, e.ID, 1))(t, WrongState)
	refused(s.Challenge(ctx, player(4), e.ID, 1))(t, WrongState) // the opponent stands too many places higher
	refused(s.Challenge(ctx, player(1), e.ID, 2))(t, WrongState) // the opponent stands lower
	refused(s.Challenge(ctx, player(9), e.ID, 2))(t, NotForYou)
	refused(s.Challenge(ctx, player(4), e.ID, 99))(t, NotFound)
	e = ok(s.Challenge(ctx, player(4), e.ID, 2))(t)
	refused(s.Challenge(ctx, player(4), e.ID, 3))(t, WrongState) // the caller is already playing
	refused(s.Challenge(ctx, player(3), e.ID, 2))(t, WrongState)
	refused(s.End(ctx, boss, e.ID))(t, RoundOpen)
	b := e.Rounds[0].Boards[0]
	if b.First != 2 || b.Second != 4 {
		t.Fatalf("the board is %+v", b)
	}
	ok(s.Claim(ctx, player(2), e.ID, 1, 1, SecondWins))(t)
	e = ok(s.Claim(ctx, player(4), e.ID, 1, 1, SecondWins))(t)
	rungs(1, 4, 2, 3, 5)
	e = ok(s.Enter(ctx, player(6), e.ID))(t)
	rungs(1, 4, 2, 3, 5, 6)
	refused(s.Challenge(ctx, player(2), e.ID, 4))(t, WrongState) // these two entrants have just played each other
	e = ok(s.Challenge(ctx, player(2), e.ID, 1))(t)
	e = finish(t, s, e, func(*Board) string { return Drawn })
	rungs(1, 4, 2, 3, 5, 6)
	e = ok(s.Leave(ctx, player(3), e.ID, 3))(t)
	rungs(1, 4, 2, 5, 6)
	e = ok(s.Decide(ctx, boss, e.ID, 1, 1, 1, Result{Result: FirstWins, Reason: "wrong slip"}))(t)
	rungs(1, 2, 4, 5, 6)
	if list, unit := e.Standings(""); unit != 1 || list[1].Place != 2 || list[1].Entrant != 2 || list[1].Score != 1 {
		t.Errorf("the standings are %+v", list)
	}
	e = ok(s.Enter(ctx, player(3), e.ID))(t) // an entrant who returns starts at the bottom
	rungs(1, 2, 4, 5, 6, 3)
	again := ok(newService(s.opts.Store, 9).Event(ctx, boss, e.ID))(t)
	if !reflect.DeepEqual(again.Rungs(), e.Rungs()) {
		t.Errorf("from the log: %v", again.Rungs())
	}
	refused(s.Undo(ctx, boss, e.ID, 1))(t, WrongState)
	ok(s.End(ctx, boss, e.ID))(t)
}

// TestLadderOnScreen checks that only entrants who have checked in can be challenged.
func TestLadderOnScreen(t *testing.T) {
	store := newMemory()
	s, ctx := newService(store, 3), t.Context()
	settings := ladderSettings()
	settings.Boards, settings.FirstMove = Screen, time.Minute
	e := running(t, s, settings, 3)
	refused(s.Challenge(ctx, player(2), e.ID, 1))(t, WrongState)
	ok(s.CheckIn(ctx, player(1), e.ID, 1, 1, true))(t)
	e = ok(s.Challenge(ctx, player(2), e.ID, 1))(t)
	b := e.Rounds[0].Boards[0]
	if b.Match == "" || store.boards[b.Match] != "waiting" {
		t.Fatalf("the board is %+v", b)
	}
	d := DueBoard{Seating: Seating{Match: b.Match, Event: e.ID, Round: 1, Board: 1}, Loser: FirstWins}
	e = ok(s.change(ctx, Caller{}, e.ID, func(e *State) (Change, error) { return s.goOn(e, e.take(&d)) }))(t)
	if e.CheckedIn(1, 1) || !reflect.DeepEqual(e.Rungs(), []int{2, 1, 3}) {
		t.Errorf("after a forfeit: %v", e.Rungs())
	}
	for _, reach := range []int{0, maxReach + 1} {
		settings.Reach = reach
		refused(s.Create(ctx, boss, settings))(t, Bad)
	}
}

// TestClimb compares climb with a simpler algorithm, which swaps the winner with the next higher
// entrant until the winner stands above the loser.
func TestClimb(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		order := r.Perm(7)
		b := Board{First: r.IntN(7), Second: r.IntN(7), Result: Result{Result: []string{FirstWins, SecondWins, Drawn, NobodyWins}[r.IntN(4)]}}
		if b.First == b.Second {
			continue
		}
		want := slices.Clone(order)
		if w := map[string]int{FirstWins: b.First, SecondWins: b.Second}; b.Result.Result == FirstWins || b.Result.Result == SecondWins {
			winner := w[b.Result.Result]
			loser := b.First + b.Second - winner
			for at := slices.Index(want, winner); slices.Index(want, loser) < at; at-- {
				want[at-1], want[at] = want[at], want[at-1]
			}
		}
		if got := climb(slices.Clone(order), &b); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v after %+v: %v; want %v", order, b, got, want)
		}
	}
}
