package events

import (
	"math/rand/v2"
	"testing"
	"time"

	"kydai/tourney/trf"
)

func ties(format Format, games, deciding int) Settings {
	s := wooden()
	s.Format, s.Rounds, s.TieBreaks, s.Games, s.Deciding = format, 0, nil, games, deciding
	return s
}

// TestDouble plays complete double eliminations of every size. It checks that every entrant except
// the champion loses two ties and that the number of rounds is right.
func TestDouble(t *testing.T) {
	chance := rand.New(rand.NewPCG(4, 4))
	for n := 2; n <= 9; n++ {
		s := newService(newMemory(), 3)
		e := running(t, s, ties(Double, 0, 0), n)
		losses := map[int]int{}
		for round := 1; round <= e.Total(); round++ {
			total := e.Total()
			e = ok(s.Pair(t.Context(), boss, e.ID, round))(t)
			if e.Total() != total {
				t.Fatalf("%d entrants: %d rounds before pairing round %d, %d after it", n, total, round, e.Total())
			}
			e = finish(t, s, e, func(b *Board) string {
				if chance.IntN(2) == 0 {
					losses[b.Second]++
					return FirstWins
				}
				losses[b.First]++
				return SecondWins
			})
		}
		list, _ := e.Standings("")
		for i, p := range list {
			if want := 2; i > 0 && losses[p.Entrant] != want || i == 0 && losses[p.Entrant] > 1 || (i < 2) != (p.Place == i+1 && i < 2) {
				t.Errorf("%d entrants: place %d is %+v with %d losses", n, i+1, p, losses[p.Entrant])
			}
		}
		refused(s.Pair(t.Context(), boss, e.ID, len(e.Rounds)+1))(t, WrongState)
		ok(s.End(t.Context(), boss, e.ID))(t)
	}
}

// TestSeries checks that the games of a tie are added automatically, with the sides
// swapped, until the tie is decided, and that the arbiter must decide a drawn series.
func TestSeries(t *testing.T) {
	s, ctx := newService(newMemory(), 3), t.Context()
	e := running(t, s, ties(Knockout, 2, 1), 4)
	e = ok(s.Pair(ctx, boss, e.ID, 1))(t)
	both := func(board int, result string) {
		t.Helper()
		b := e.Rounds[0].Boards[board-1]
		ok(s.Claim(ctx, player(b.First), e.ID, 1, board, result))(t)
		e = ok(s.Claim(ctx, player(b.Second), e.ID, 1, board, result))(t)
	}
	both(1, FirstWins)
	one := e.Rounds[0].Boards
	if len(one) != 3 || one[2].First != one[0].Second || one[2].Second != one[0].First || one[2].Tie != one[0].Tie || one[2].Game != 2 {
		t.Fatalf("after a game of two: %+v", one)
	}
	both(3, Drawn) // after two games the score of this tie is 1½ : ½, so the tie is decided
	if n := len(e.Rounds[0].Boards); n != 3 {
		t.Errorf("%d boards after a series was decided", n)
	}
	both(2, FirstWins)
	both(4, FirstWins) // the score of the other tie is 1 : 1, so a deciding game follows
	both(5, Drawn)     // the deciding game is drawn, so the arbiter must decide
	refused(s.Pair(ctx, boss, e.ID, 2))(t, RoundOpen)
	last := e.Rounds[0].Boards[4]
	if len(e.Rounds[0].Boards) != 5 || last.Game != 3 || last.First != e.Rounds[0].Boards[1].First {
		t.Fatalf("the boards are %+v", e.Rounds[0].Boards)
	}
	e = ok(s.Decide(ctx, boss, e.ID, 1, 5, 1, Result{Result: Drawn, Through: last.Second, Reason: "lot"}))(t)
	if e.Total() != 2 {
		t.Errorf("%d rounds", e.Total())
	}
	e = ok(s.Pair(ctx, boss, e.ID, 2))(t)
	final := e.Rounds[1].Boards[0]
	if !samePair([2]int{final.First, final.Second}, [2]int{last.Second, one[0].First}) {
		t.Errorf("the final is %+v", final)
	}
	list, unit := e.Standings("")
	if score := scoreOf(e, one[0].First); score != 3 || unit != 2 || list[2].Place != 3 || list[3].Place != 3 {
		t.Errorf("the standings are %+v", list)
	}
	if past := ok(s.History(ctx, boss, e.ID, 1, 5))(t); len(past) != 2 || past[1].Through != last.Second {
		t.Errorf("the results of an added board were %+v", past)
	}
	if _, err := e.Report(trf.TRF26, nil); err == nil {
		t.Error("a report of an event with series")
	}
	// The entrant who advances is now fixed. Check that a correction is refused if it would change
	// who advances, and allowed otherwise.
	refused(s.Decide(ctx, boss, e.ID, 1, 1, 1, Result{Result: SecondWins, Reason: "wrong"}))(t, WrongState)
	ok(s.Decide(ctx, boss, e.ID, 1, 3, 1, Result{Result: SecondWins, Reason: "wrong"}))(t)
}

// TestSeriesCorrected checks that a correction in a series adds the game that is now
// needed, or cancels the game that is no longer needed.
func TestSeriesCorrected(t *testing.T) {
	store := newMemory()
	s, ctx := newService(store, 3), t.Context()
	settings := ties(Knockout, 3, 0)
	settings.Boards, settings.FirstMove = Screen, time.Minute
	e := running(t, s, settings, 2)
	for i := range 2 {
		ok(s.CheckIn(ctx, player(i+1), e.ID, i+1, 1, true))(t)
	}
	e = ok(s.Pair(ctx, boss, e.ID, 1))(t)
	word := func(board, version int, result string) {
		t.Helper()
		e = ok(s.Decide(ctx, boss, e.ID, 1, board, version, Result{Result: result, Reason: "seen"}))(t)
	}
	word(1, 0, FirstWins)
	word(2, 0, FirstWins) // the score of the tie is 1 : 1, so a third game is added
	third := e.Rounds[0].Boards[2]
	if third.Match == "" || store.boards[third.Match] != "waiting" {
		t.Fatalf("the third game is %+v", third)
	}
	word(2, 1, SecondWins) // the score is corrected to 2 : 0, so the third game is cancelled
	if third = e.Rounds[0].Boards[2]; third.Result.Result != NobodyWins || !third.Forfeit || store.boards[third.Match] != "cancelled" {
		t.Errorf("a game that is not needed: %+v, %s", third, store.boards[third.Match])
	}
	if done := e.last().Done(); !done || e.Total() != 1 {
		t.Errorf("done %t, %d rounds", done, e.Total())
	}
	word(2, 2, Drawn) // the score is corrected to 1½ : ½, so a third game is added again
	if n := len(e.Rounds[0].Boards); n != 4 || e.Rounds[0].Boards[3].Match == third.Match {
		t.Errorf("the boards are %+v", e.Rounds[0].Boards)
	}
	word(4, 0, Drawn)
	if list, _ := e.Standings(""); list[0].Place != 1 || list[1].Place != 2 || list[0].Entrant != e.Rounds[0].Boards[0].First {
		t.Errorf("the standings are %+v", list)
	}
}

// TestSeriesAbsent checks that an absent entrant loses the whole tie, not only its first game.
func TestSeriesAbsent(t *testing.T) {
	s, ctx := newService(newMemory(), 3), t.Context()
	settings := ties(Double, 3, 2)
	settings.CheckIn = true
	e := running(t, s, settings, 4)
	for _, x := range []int{1, 2} {
		ok(s.CheckIn(ctx, player(x), e.ID, x, 1, true))(t)
	}
	e = ok(s.Pair(ctx, boss, e.ID, 1))(t)
	for _, b := range e.Rounds[0].Boards {
		if b.Source != ByAbsence || b.Through > 2 || b.Through == 0 {
			t.Errorf("the board is %+v", b)
		}
	}
	refused(s.Create(ctx, boss, func() Settings { x := wooden(); x.Games = 2; return x }()))(t, Bad)
	refused(s.Create(ctx, boss, ties(Knockout, MaxGames+1, 0)))(t, Bad)
}
