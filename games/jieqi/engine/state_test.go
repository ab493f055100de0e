package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/search"
)

func deal(tb testing.TB, seed uint64) *game.Line {
	tb.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	l, err := game.NewLine(jieqi.Rules{}, game.Setup{Secret: jieqi.Rules{}.Deal(r.IntN)})
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// wander plays n random moves, or fewer if the game ends.
func wander(tb testing.TB, l *game.Line, n int, rng *rand.Rand) {
	tb.Helper()
	for range n {
		legal := l.Legal()
		if len(legal) == 0 {
			l.Undo(1)
			return
		}
		if err := l.Push(legal[rng.IntN(len(legal))]); err != nil {
			tb.Fatal(err)
		}
	}
}

func stateOf(tb testing.TB, line *game.Line) *State {
	tb.Helper()
	evals := alphabeta.NewPool(func() evaluator { return newHandcrafted(DefaultWeights()) })
	fresh, err := start(evals, line, ChanceParams())
	if err != nil {
		tb.Fatal(err)
	}
	s, _ := fresh().(*State)
	return s
}

// shot holds everything that a State reports, for comparing states.
type shot struct {
	key         uint64
	eval, score int
	check, open bool
	moves       string
}

func take(s *State) shot {
	x := shot{key: s.Key(), open: s.Open()}
	if !x.open {
		h, _ := s.eval.(*handcrafted)
		x.eval, x.check, x.score = h.evaluate(s), s.InCheck(), int(h.scores[len(h.scores)-1])
		for _, m := range s.Moves(nil) {
			x.moves += string(rune(m))
		}
	}
	return x
}

// TestUndoRestores checks that Undo completely takes back Do, Settle and DoPass.
func TestUndoRestores(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for seed := range uint64(12) {
		l := deal(t, seed)
		wander(t, l, int(seed)*8, rng)
		s := stateOf(t, l.View(l.Position().Turn()))
		var stack []shot
		var passes []bool
		for range 400 {
			if len(stack) > 0 && (rng.IntN(3) == 0 || len(stack) > 60) {
				if passes[len(passes)-1] {
					s.UndoPass()
				} else {
					s.Undo()
				}
				passes = passes[:len(passes)-1]
				if got, want := take(s), stack[len(stack)-1]; got != want {
					t.Fatalf("%+v became %+v", want, got)
				}
				stack = stack[:len(stack)-1]
				continue
			}
			before := take(s)
			done, pass := anything(s, rng)
			if !done {
				if len(stack) == 0 {
					break
				}
				continue
			}
			stack, passes = append(stack, before), append(passes, pass)
		}
	}
}

// anything changes the state at random: it plays a legal move or a pass, or, while the kind of a
// turned-up piece is not set, chooses a kind or calls Settle. done is false if no move is possible.
func anything(s *State, rng *rand.Rand) (done, pass bool) {
	if s.Open() {
		if rng.IntN(4) == 0 {
			s.Settle()
			return true, false
		}
		ways := s.Chances(nil)
		return s.Do(ways[rng.IntN(len(ways))].Move), false
	}
	if rng.IntN(8) == 0 && s.DoPass() {
		return true, true
	}
	ms := s.Moves(nil)
	return len(ms) > 0 && s.Do(ms[rng.IntN(len(ms))]), false
}

// TestStateFollowsTheGame checks that a State that follows the moves of a game has the same legal
// moves as the game, expects the pieces that the game reveals, and equals a State created from the
// present position.
func TestStateFollowsTheGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for seed := range uint64(40) {
		l := deal(t, seed)
		view := func() *game.Line { return l.View(game.NoSide) }
		s := stateOf(t, view())
		for range 120 {
			legal := l.Legal()
			if got := s.Moves(nil); !slices.Equal(got, legal) && len(legal) > 0 {
				t.Fatalf("%s: %v, not %v", l.Position(), got, legal)
			}
			if len(legal) == 0 {
				break
			}
			m := legal[rng.IntN(len(legal))]
			before := l.Position()
			if err := l.Push(m); err != nil {
				t.Fatal(err)
			}
			s.Do(m)
			if s.Open() {
				played := game.SeenBy(before, l.Move(l.Ply()-1), game.NoSide)
				i := slices.IndexFunc(s.Chances(nil), func(w game.Weighted) bool { return w.Move == played })
				if i < 0 {
					t.Fatalf("%s is not among %v", before.Encode(played), s.Chances(nil))
				}
				s.Do(played)
			}
			if got, want := take(s), take(stateOf(t, view())); got != want {
				t.Fatalf("%s: %+v, not %+v", l.Position(), got, want)
			}
		}
	}
}

// TestVerdictAgreesWithTheJudge checks that, at the end of a game, Verdict agrees with the Judge of
// the rules.
func TestVerdictAgreesWithTheJudge(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	ended := map[game.Reason]int{}
	for _, start := range []string{
		"3k5/9/9/9/9/4R4/9/9/9/5K3 w - 0 1", "4k4/9/9/9/9/4r4/9/4A4/9/4K4 b - 60 1",
		"3k5/9/9/4r4/9/9/9/9/4R4/5K3 w - 70 1", "5k3/9/9/9/9/9/9/9/3p5/4K4 w - 0 1",
	} {
		for range 60 {
			l, err := game.NewLine(jieqi.Rules{}, game.Setup{Start: start})
			if err != nil {
				t.Fatal(err)
			}
			for !l.Outcome().Over() {
				legal := l.Legal()
				if err := l.Push(legal[rng.IntN(len(legal))%4%len(legal)]); err != nil {
					t.Fatal(err)
				}
			}
			s := stateOf(t, l)
			o := l.Outcome()
			ended[o.Why]++
			score, over := s.Verdict(0)
			if len(s.Moves(nil)) == 0 {
				if o.Why != game.Material {
					score, over = s.Stuck(0), true
				}
			}
			want := 0
			switch o.Winner {
			case l.Position().Turn():
				want = 1
			case l.Position().Turn().Other():
				want = -1
			}
			if !over || score > 0 != (want > 0) || score < 0 != (want < 0) {
				t.Errorf("%s: %v, %v, but %+v", l.Position(), score, over, o)
			}
		}
	}
	for _, why := range []game.Reason{game.MoveLimit, game.Repetition, game.Stalemate, game.Material} {
		if ended[why] == 0 {
			t.Errorf("no game ended by %s: %v", why, ended)
		}
	}
	t.Log(ended)
}

// TestPerpetualCheckLoses checks perpetual check in the search and in the game: if a side gave
// check with every move, it loses at the third occurrence of the position and not earlier.
func TestPerpetualCheckLoses(t *testing.T) {
	for _, c := range []struct {
		text  string
		codes []string
		want  int // score for the side to move
	}{
		{"3k5/9/9/9/9/9/9/4R4/9/5K3 w - 0 1", []string{"e2d2", "d9e9", "d2e2", "e9d9"}, search.Outlawed},
		{"4k4/9/9/9/9/9/9/4R4/9/5K3 b - 0 1", []string{"e9d9", "e2d2", "d9e9", "d2e2"}, -search.Outlawed},
	} {
		l := lineOf(t, c.text)
		for range 2 {
			if _, over := stateOf(t, l).Verdict(0); over {
				t.Error("over before the third time")
			}
			for _, code := range c.codes {
				if err := l.Play(code); err != nil {
					t.Fatal(err)
				}
			}
		}
		if o := l.Outcome(); o.Why != game.PerpetualCheck || o.Winner != game.Second {
			t.Fatalf("%+v", o)
		}
		if score, over := stateOf(t, l).Verdict(0); !over || score != c.want {
			t.Errorf("%s: %d, %v", c.text, score, over)
		}
	}
}

// TestAttackersSeeEveryCapture checks that attackers contains every piece that can capture on a
// point.
func TestAttackersSeeEveryCapture(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	free := 0
	for seed := range uint64(40) {
		l := deal(t, seed)
		for range 12 {
			wander(t, l, 6, rng)
			s := stateOf(t, l.View(game.NoSide))
			for _, m := range s.Noisy(nil) {
				if m.Piece() >= int(xiangqi.FreeAdviser) {
					free++
				}
				if !attackers(s.board, int(m.To()), s.board.All()).Has(int(m.From())) {
					t.Fatalf("%s: %s is not seen", l.Position(), l.Position().Encode(m))
				}
			}
		}
	}
	if free < 20 {
		t.Errorf("only %d captures by free advisers and elephants", free)
	}
}

func TestSureMovesAreLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var seen []game.Move
	for seed := range uint64(20) {
		l := deal(t, seed)
		for range 10 {
			wander(t, l, 5, rng)
			s := stateOf(t, l.View(l.Position().Turn()))
			legal := s.Moves(nil)
			for _, m := range legal {
				if !s.Sure(m) {
					t.Fatalf("%s: not sure of %s", l.Position(), l.Position().Encode(m))
				}
			}
			for _, m := range seen {
				if s.Sure(m) && !slices.Contains(legal, m) {
					t.Fatalf("%s: sure of %v", l.Position(), m)
				}
			}
			seen = append(seen, legal...)
		}
		seen = seen[max(0, len(seen)-4000):]
	}
}

// TestPerpetualChaseLoses checks that a side that perpetually chases a piece loses. In the search,
// this happens already at the second occurrence of the position.
func TestPerpetualChaseLoses(t *testing.T) {
	l := lineOf(t, "9/9/4k4/9/9/8R/9/9/3K5/7c1 w - 0 1")
	s := stateOf(t, l)
	for range 2 {
		for _, code := range []string{"i4i0", "h0h4", "i0i4", "h4h0"} {
			s.InCheck() // a search calls InCheck in every position too
			for _, m := range s.Moves(nil) {
				if xiangqi.Code(m) == code {
					s.Do(m)
					break
				}
			}
			if err := l.Play(code); err != nil {
				t.Fatal(err)
			}
		}
		if score, over := s.Verdict(4); !over || score != search.Outlawed {
			t.Errorf("in the search: %d, %v", score, over)
		}
	}
	if o := l.Outcome(); o != game.Win(game.Second, game.PerpetualChase) {
		t.Fatalf("%+v", o)
	}
	if score, over := stateOf(t, l).Verdict(0); !over || score != search.Outlawed {
		t.Errorf("on the board: %d, %v", score, over)
	}
}
