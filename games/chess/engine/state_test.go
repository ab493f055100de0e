package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/game"
	"kydai/games/chess"
	"kydai/search"
)

func state(tb testing.TB, fen string, keys ...uint64) *State {
	tb.Helper()
	return NewState(board(tb, fen), keys, newHandcrafted(DefaultWeights()))
}

// TestUndoRestores checks that Undo and UndoPass restore the state completely.
func TestUndoRestores(t *testing.T) {
	type memory struct {
		fen   string
		key   uint64
		eval  int
		check bool
		since int
	}
	rng := rand.New(rand.NewPCG(9, 9))
	for g := range 80 {
		s := state(t, starts[g%len(starts)])
		see := func() memory { return memory{s.board.FEN(), s.Key(), s.Eval(), s.InCheck(), s.since} }
		var past []memory
		var passed []bool
		for range 60 {
			past = append(past, see())
			if rng.IntN(8) == 0 && s.DoPass() {
				passed = append(passed, true)
				continue
			}
			ms := s.Moves(nil)
			if len(ms) == 0 {
				break
			}
			s.Do(ms[rng.IntN(len(ms))])
			passed = append(passed, false)
		}
		for i := len(passed) - 1; i >= 0; i-- {
			if passed[i] {
				s.UndoPass()
			} else {
				s.Undo()
			}
			if got := see(); got != past[i] {
				t.Fatalf("after Undo %+v, before Do %+v", got, past[i])
			}
			if want := s.board.InCheck(); s.InCheck() != want {
				t.Fatalf("%s: check remembered as %v", s.board.FEN(), !want)
			}
		}
		if len(s.keys) != 1 || len(s.frames) != 0 {
			t.Fatal("something is left on the stacks")
		}
	}
}

// TestSureMovesAreLegal checks that Sure never returns true for an illegal move, and that it
// returns true for most legal moves.
func TestSureMovesAreLegal(t *testing.T) {
	var pool []game.Move
	walkGames(t, 60, 100, func(b *chess.Board) { pool = append(pool, b.Legal(nil)...) })
	rng := rand.New(rand.NewPCG(1, 2))
	known, legal := 0, 0
	walkGames(t, 60, 100, func(b *chess.Board) {
		s := NewState(*b, nil, newHandForTest)
		ms := b.Legal(nil)
		for _, m := range ms {
			legal++
			if s.Sure(m) {
				known++
			}
		}
		for range 60 {
			m := pool[rng.IntN(len(pool))]
			if rng.IntN(4) == 0 {
				m ^= 1 << rng.IntN(31) // an invalid move, as a collision in the transposition table could return it
			}
			if s.Sure(m) && !slices.Contains(ms, m) {
				t.Fatalf("%s: %#x is not legal", b.FEN(), m)
			}
		}
	})
	if known*10 < legal*8 {
		t.Errorf("only %d of %d legal moves are known to be", known, legal)
	}
}

var newHandForTest = newHandcrafted(DefaultWeights())

func TestNoisyIsCapturesAndQueens(t *testing.T) {
	walkGames(t, 40, 80, func(b *chess.Board) {
		s := NewState(*b, nil, newHandForTest)
		var want []game.Move
		for _, m := range b.Legal(nil) {
			if arg := m.Arg(); m.Taken() != 0 && (arg < chess.ToKnight || arg > chess.ToRook) || arg == chess.ToQueen {
				want = append(want, m)
			}
		}
		got := s.Noisy(nil)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %v, want %v", b.FEN(), got, want)
		}
		all := s.Quiets(got)
		if len(all) != len(b.Legal(nil)) || !slices.Equal(all[:len(got)], got) {
			t.Fatalf("%s: Noisy and Quiets make %d moves of %d", b.FEN(), len(all), len(b.Legal(nil)))
		}
		for _, m := range b.Legal(nil) {
			if !slices.Contains(all, m) {
				t.Fatalf("%s: %#x is neither noisy nor quiet", b.FEN(), m)
			}
		}
	})
}

// TestRatingsFollowExchanges checks that ratings agree with the static exchange evaluation: a
// capture without loss is rated at least Good, a losing capture is rated below Bad by the amount of
// the loss, and quiet moves are rated in between.
func TestRatingsFollowExchanges(t *testing.T) {
	walkGames(t, 40, 80, func(b *chess.Board) {
		s := NewState(*b, nil, newHandForTest)
		ms := s.Moves(nil)
		out := make([]int32, len(ms))
		s.Score(ms, out)
		for i, m := range ms {
			e, arg := exchange(b, m), m.Arg()
			promotes := arg >= chess.ToKnight && arg <= chess.ToQueen
			switch r := int(out[i]); {
			case promotes && arg != chess.ToQueen:
				if r > search.Bad {
					t.Fatalf("%s: a lesser promotion is rated %d", b.FEN(), r)
				}
			case !promotes && m.Taken() == 0:
				if r >= search.Good || r <= search.Bad {
					t.Fatalf("%s: a quiet move is rated %d", b.FEN(), r)
				}
			case e >= 0 && r < search.Good, e < 0 && r != search.Bad+e:
				t.Fatalf("%s: an exchange of %d is rated %d", b.FEN(), e, r)
			}
			for _, least := range []int{-300, -50, 0, 1, 200} {
				if arg != chess.CastleShort && arg != chess.CastleLong && s.Keeps(m, least) != (e >= least) {
					t.Fatalf("%s: Keeps(%d) of an exchange of %d", b.FEN(), least, e)
				}
			}
		}
	})
}

func TestVerdicts(t *testing.T) {
	play := func(s *State, codes ...string) {
		t.Helper()
		for _, c := range codes {
			m, err := lineOf(t, s.board.FEN()).Position().Decode(c)
			if err != nil {
				t.Fatal(err)
			}
			s.Do(m)
		}
	}
	over := func(s *State) bool {
		score, over := s.Verdict(5)
		if score != 0 {
			t.Fatal("a verdict is a draw or none")
		}
		return over
	}
	const rooks = "4k3/r7/8/8/8/8/7R/4K3 w - - 10 40"
	there, back := []string{"h2h3", "a7a6"}, []string{"h3h2", "a6a7"}
	s := state(t, rooks)
	play(s, there...)
	if over(s) {
		t.Error("nothing has come again yet")
	}
	play(s, back...)
	if !over(s) {
		t.Error("the second time within the search is a draw")
	}

	line := lineOf(t, rooks, there...)
	first := line.Key(0)
	b := board(t, line.Position().String())
	s = NewState(b, []uint64{first, 1}, newHandcrafted(DefaultWeights()))
	play(s, back...)
	if over(s) {
		t.Error("the second time, but the first was before the search")
	}
	s = NewState(b, []uint64{first, 1, 2, 3, first, 1}, newHandcrafted(DefaultWeights()))
	play(s, back...)
	if !over(s) {
		t.Error("the third time in all is a draw")
	}

	s = state(t, rooks)
	play(s, "h2h3")
	if !s.DoPass() {
		t.Fatal("passing is allowed here")
	}
	play(s, "h3h2")
	s.DoPass()
	if over(s) {
		t.Error("a position that came again by passing is no draw")
	}

	if !over(state(t, "4k3/r7/8/8/8/8/7R/4K3 w - - 100 90")) {
		t.Error("fifty moves are over")
	}
	if over(state(t, "7k/6Q1/6K1/8/8/8/8/8 b - - 100 90")) {
		t.Error("mate comes before the fifty moves")
	}
	if !over(state(t, "4k3/8/8/8/8/8/8/4KB2 w - - 0 1")) {
		t.Error("nobody can win")
	}
	if got := state(t, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").Stuck(3); got != search.Lost(3) {
		t.Errorf("mate is %d", got)
	}
	if got := state(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").Stuck(3); got != 0 {
		t.Errorf("stalemate is %d", got)
	}
}

func TestPassing(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1":    false, // white has only king and pawns
		"4k3/p7/8/8/8/8/P7/1N2K3 w - - 0 1":  true,
		"4k3/4r3/8/8/8/8/P7/1N2K3 w - - 0 1": false, // white is in check
	} {
		if got := state(t, fen).DoPass(); got != want {
			t.Errorf("%s: %v", fen, got)
		}
	}
}
