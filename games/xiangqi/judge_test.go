package xiangqi

import (
	"math/rand/v2"
	"strings"
	"testing"

	"kydai/game"
)

func lineOf(t *testing.T, fen string) *game.Line {
	t.Helper()
	l, err := game.NewLine(Rules{}, game.Setup{Start: fen})
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return l
}

func TestRepetition(t *testing.T) {
	for _, c := range []struct {
		rule, name, fen, cycle string
		want                   game.Outcome
	}{
		{"4.1", "nobody attacks", Start, "a0a1 a9a8 a1a0 a8a9", game.Draw(game.Repetition)},
		{"4.2", "red checks for ever", "3k5/9/9/9/9/9/9/9/4R4/5K3 w",
			"e1d1 d9e9 d1e1 e9d9", game.Win(game.Second, game.PerpetualCheck)},
		{"4.2", "black checks for ever", "5k3/4r4/9/9/9/9/9/9/9/3K5 b",
			"e8d8 d0e0 d8e8 e0d0", game.Win(game.First, game.PerpetualCheck)},
		{"4.2", "the checked side is to move first", "4k4/4R4/9/9/9/9/9/9/9/5K3 b",
			"e9d9 e8d8 d9e9 d8e8", game.Win(game.Second, game.PerpetualCheck)},
		{"4.1", "check and idle move in turn", "3k5/9/9/9/9/9/9/9/2R6/5K3 w",
			"c1d1 d9e9 d1c1 e9d9", game.Draw(game.Repetition)},
		{"4.2", "both check for ever", "3rk4/3c5/4R4/9/9/9/9/9/9/3KC4 b",
			"d8e8 e7d7 e8d8 d7e7", game.Draw(game.Repetition)},
	} {
		l := lineOf(t, c.fen)
		cycle := strings.Fields(c.cycle)
		for i := range 2 * len(cycle) {
			if out := l.Outcome(); out.Over() {
				t.Errorf("rule %s, %s: over after %d moves: %v", c.rule, c.name, i, out)
				break
			}
			if err := l.Play(cycle[i%len(cycle)]); err != nil {
				t.Fatalf("rule %s, %s: %v", c.rule, c.name, err)
			}
		}
		if out := l.Outcome(); out != c.want {
			t.Errorf("rule %s, %s: %v, want %v", c.rule, c.name, out, c.want)
		}
		if l.Undo(1); l.Outcome().Over() {
			t.Errorf("rule %s, %s: still over after taking back", c.rule, c.name)
		}
	}
}

// TestOnlyTheCycleIsJudged checks that only the moves after the first of three occurrences count.
// Checks before it do not matter.
func TestOnlyTheCycleIsJudged(t *testing.T) {
	l := lineOf(t, "3k5/9/9/9/9/9/9/9/2R6/5K3 w")
	moves := "c1e1 d9d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1 e8d8"
	for _, code := range strings.Fields(moves) {
		if l.Outcome().Over() {
			t.Fatalf("over before %s: %v", code, l.Outcome())
		}
		if err := l.Play(code); err != nil {
			t.Fatal(err)
		}
	}
	if want := game.Win(game.Second, game.PerpetualCheck); l.Outcome() != want {
		t.Errorf("%v, want %v (rule 4.2)", l.Outcome(), want)
	}
}

// TestEveryMoveOfBothRoundsCounts checks that a single idle move in either of the two rounds of a
// repetition makes the result a draw.
func TestEveryMoveOfBothRoundsCounts(t *testing.T) {
	for _, moves := range []string{
		"e1a1 d9e9 a1e1 e9d9 e1d1 d9e9 d1e1 e9d9",
		"e1d1 d9e9 d1e1 e9d9 e1a1 d9e9 a1e1 e9d9",
	} {
		l := lineOf(t, "3k5/9/9/9/9/9/9/9/4R4/5K3 w")
		for _, code := range strings.Fields(moves) {
			if err := l.Play(code); err != nil {
				t.Fatal(err)
			}
		}
		if want := game.Draw(game.Repetition); l.Outcome() != want {
			t.Errorf("%s: %v, want %v (rule 4.1)", moves, l.Outcome(), want)
		}
	}
}

func TestMoveLimit(t *testing.T) {
	play := func(fen string, moves ...string) *game.Line {
		l := lineOf(t, fen)
		for _, code := range moves {
			if err := l.Play(code); err != nil {
				t.Fatalf("%s: %v", fen, err)
			}
		}
		return l
	}
	limit := game.Draw(game.MoveLimit)
	for _, c := range []struct {
		rule string
		line *game.Line
		want game.Outcome
	}{
		{"4.3", play("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 118 90", "a0a1"), game.Outcome{}},
		{"4.3", play("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 90", "a0a1"), limit},
		{"4.3", play("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 120 90"), limit},
		{"4.4", play("3k5/9/9/9/9/9/9/p8/9/R3K4 w - - 119 90", "a0a2"), game.Outcome{}},
		{"4.3", play("3k5/9/4R4/9/9/9/9/9/9/R3K4 w - - 119 90", "a0d0"), game.Win(game.First, game.Checkmate)},
	} {
		if got := c.line.Outcome(); got != c.want {
			t.Errorf("rule %s: %s: %v, want %v", c.rule, c.line.Position(), got, c.want)
		}
	}
}

// TestChecksAreDiscounted checks rule 4.4 with twelve consecutive checks and their replies. The
// expected counters were computed by hand.
func TestChecksAreDiscounted(t *testing.T) {
	p := position(t, "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 30 1")
	var counts []int
	for i := range 12 {
		codes := []string{"e1d1", "d9e9"}
		if i%2 == 1 {
			codes = []string{"d1e1", "e9d9"}
		}
		for _, code := range codes {
			m, err := p.Decode(code)
			if err != nil {
				t.Fatal(err)
			}
			p = p.Play(m).(*Position)
			counts = append(counts, p.Plies())
		}
	}
	for i, got := range counts {
		if want := min(30+i+1, 50); got != want {
			t.Errorf("after %d plies the count is %d, want %d", i+1, got, want)
		}
	}
	m, err := p.Decode("e1a1") // the move gives no check, so it counts again
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Play(m).(*Position).Plies(); got != 51 {
		t.Errorf("after an idle move the count is %d, want 51", got)
	}
	if q := position(t, p.String()); q.Plies() != p.Plies() || q.checks != [2]uint16{} {
		t.Errorf("rule 5.4: read back %d %v", q.Plies(), q.checks)
	}
}

// TestCountersFollowTheFormula checks rule 4.4 in random games with many checks: the counters must
// agree with the formula.
func TestCountersFollowTheFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	discounted := 0
	for range 150 {
		p := position(t, "2Rnk1r2/4a4/4b4/9/9/9/9/4B4/4A4/2r1KNR2 w")
		plies, checks := 0, [2]int{}
		for range 120 {
			legal := p.Legal()
			if len(legal) == 0 {
				break
			}
			var next *Position
			var m game.Move
			for try := 0; try < 30; try++ {
				m = legal[rng.IntN(len(legal))]
				next = p.Play(m).(*Position)
				if next.inCheck && m.Taken() == 0 {
					break
				}
			}
			us, them, check, was := p.turn.Index(), p.turn.Other().Index(), next.inCheck, p.inCheck
			count := true
			if check {
				checks[us]++
				count = checks[us] <= 10
			}
			if count {
				if checks[them] > 10 && was {
					checks[them]++
				} else {
					plies++
				}
			} else {
				discounted++
			}
			if m.Taken() != 0 {
				plies, checks = 0, [2]int{}
			}
			if next.Plies() != plies {
				t.Fatalf("%s after %s: count %d, want %d", p, Code(m), next.Plies(), plies)
			}
			p = next
		}
	}
	if discounted < 100 {
		t.Errorf("only %d moves were discounted", discounted)
	}
}
