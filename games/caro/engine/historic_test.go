package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kydai/game"
	rules "kydai/games/caro"
	"kydai/search/classic"
	"kydai/test/timing"
)

// reportLine returns the position after stones are placed on the given squares, black first.
func reportLine(tb testing.TB, codes string) game.Position {
	tb.Helper()
	line, err := game.NewLine(rules.Rules{}, game.Setup{})
	if err != nil {
		tb.Fatal(err)
	}
	for _, c := range strings.Fields(codes) {
		if err := line.Play(c); err != nil {
			tb.Fatalf("%s: %v", c, err)
		}
	}
	return line.Position()
}

// TestReportBoardScore compares the values of positions with figures that were computed by hand
// (requirement G5).
func TestReportBoardScore(t *testing.T) {
	for codes, want := range map[string]float64{
		"":                     0,
		"h8":                   0,
		"h8 a1 i8":             6,            // pattern 0220 (0: empty cell, 1: stone of the opponent, 2: own stone)
		"h8 a1 i8 c1 j8":       12,           // pattern 02220
		"h8 g8 i8 a1 j8":       4,            // pattern 12220
		"h8 a1 i8 c1 k8":       12 + 6,       // pattern 022020, which contains 0220
		"h8 a1 i8 c1 k8 e1 l8": 2*1000 + 2*6, // patterns 220220, 022022 and twice 0220
		"h8 a1 i8 c1 j8 e1 k8": 3000,         // pattern 022220
		"h8 a1 i8 c1 j8 g8 k8": 1000,         // pattern 1222200: a four that is closed at one end
		"h8 a1 i9 c1 j10":      12,           // pattern 02220 on a rising diagonal
		"h8 a1 g9 c1 f10":      12,           // pattern 02220 on a falling diagonal
		"h8 a1 h9 c1 h10":      12,           // pattern 02220 on a file
		"h8 i9 h9 j10 h10 k11": 12 - 4,       // black's pattern 02220, minus white's pattern 12220, in which h8 blocks one end
	} {
		p := reportLine(t, codes)
		if got := reportValue(p, game.First); got != want {
			t.Errorf("%q: %v for black, want %v", codes, got, want)
		}
		if got := reportValue(p, game.Second); got != -want {
			t.Errorf("%q: %v for white, want %v", codes, got, -want)
		}
	}
}

// slowValue is a slow reference for reportValue. It writes the lines as text and searches for the
// patterns in the text.
func slowValue(p *rules.Position, own rules.Stone) (sum float64) {
	size := p.Size()
	for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		for r := range size {
			for c := range size {
				if in(r-d[0], c-d[1], size) {
					continue // not the first cell of a line: the cell before it is also on the board
				}
				text, mirror := "", ""
				for y, x := r, c; in(y, x, size); y, x = y+d[0], x+d[1] {
					switch p.At(game.Square(y*size + x)) {
					case rules.Empty:
						text, mirror = text+"0", mirror+"0"
					case own:
						text, mirror = text+"2", mirror+"1"
					default:
						text, mirror = text+"1", mirror+"2"
					}
				}
				for _, g := range reportPatterns {
					for _, pattern := range g.cells {
						for i := range text {
							if strings.HasPrefix(text[i:], pattern) {
								sum += g.value
							}
							if strings.HasPrefix(mirror[i:], pattern) {
								sum -= g.value
							}
						}
					}
				}
			}
		}
	}
	return sum
}

func in(r, c, size int) bool { return r >= 0 && r < size && c >= 0 && c < size }

// slowRate is a slow reference for the rating of one square. It visits every window.
func slowRate(p *rules.Position, sq int, own rules.Stone) (sum float64) {
	size := p.Size()
	for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		for back := range 5 {
			r, c := sq/size-back*d[0], sq%size-back*d[1]
			if !in(r, c, size) || !in(r+4*d[0], c+4*d[1], size) {
				continue
			}
			mine, theirs := 0, 0
			for i := range 5 {
				switch p.At(game.Square((r+i*d[0])*size + c + i*d[1])) {
				case rules.Empty:
				case own:
					mine++
				default:
					theirs++
				}
			}
			if theirs == 0 {
				sum += reportAttack[mine]
			}
			if mine == 0 {
				sum += reportDefence[theirs]
			}
		}
	}
	return sum
}

// TestReportSquareScore compares the rating of square e1, next to four stones in a row, with
// figures that were computed by hand from the windows with four, three, two and one of the stones.
func TestReportSquareScore(t *testing.T) {
	const e1 = 4
	for codes, want := range map[string]float64{
		"a1 o15 b1 o13 c1 o11 d1":    769 + 85 + 9 + 1,
		"a1 o15 b1 o13 c1 o11 d1 o9": 2308 + 256 + 28 + 4,
	} {
		p := reportLine(t, codes).(*rules.Position)
		b := newReportBoard(p, nextStone(p))
		if got := b.rateSquares()[e1]; got != want {
			t.Errorf("%q: %v, want %v", codes, got, want)
		}
	}
}

func TestReportAgainstSlow(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, size := range []string{"15", "16", "20"} {
		p, err := rules.Rules{}.New(game.Setup{Options: map[string]string{"size": size}})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 70 {
			pos := p.(*rules.Position)
			if got, want := reportValue(p, game.First), slowValue(pos, rules.Black); got != want {
				t.Fatalf("%s: %v, slowly %v", p, got, want)
			}
			own := []rules.Stone{rules.Black, rules.White}[n%2]
			ms := p.Legal()
			rates := make([]float64, len(ms))
			reportRate(p, ms, rates)
			for i, m := range ms {
				if want := slowRate(pos, int(m.To()), own); rates[i] > want || rates[i] <= want-1 {
					t.Fatalf("%s: %s rated %v, slowly %v", p, p.Encode(m), rates[i], want)
				}
			}
			// Play only moves near the middle, so that patterns occur.
			near := ms[:0]
			for _, m := range ms {
				if r, c := int(m.To())/pos.Size(), int(m.To())%pos.Size(); max(r-7, 7-r) < 5 && max(c-7, 7-c) < 5 {
					near = append(near, m)
				}
			}
			if p = p.Play(near[rng.IntN(len(near))]); len(p.Legal()) == 0 {
				break
			}
		}
	}
}

func reportPlays(t *testing.T, p game.Position, depth int) (string, classic.Result) {
	t.Helper()
	e, _ := Historic().Evaluator("report")
	r := classic.AlphaBeta(context.Background(), p, classic.Options{Eval: e, Depth: depth, Width: e.Width, Order: true})
	return p.Encode(r.Best()), r
}

// TestReportPlays checks requirement G2: the report's player places the first stone in the centre,
// completes a five and blocks a five of the opponent.
func TestReportPlays(t *testing.T) {
	for _, depth := range []int{1, 4} {
		if code, _ := reportPlays(t, reportLine(t, ""), depth); code != "h8" {
			t.Errorf("depth %d begins with %s", depth, code)
		}
		if code, _ := reportPlays(t, reportLine(t, "h8 a1 i8 c1 j8 e1 k8 g1"), depth); code != "g8" && code != "l8" {
			t.Errorf("depth %d plays %s and not the five", depth, code)
		}
	}
	if code, _ := reportPlays(t, reportLine(t, "h8 g8 i8 a1 j8 c1 k8"), 4); code != "l8" {
		t.Errorf("the four is stopped by %s", code)
	}
}

// TestReportIsQuick checks requirement G4: the report's hardest level answers within two seconds.
func TestReportIsQuick(t *testing.T) {
	p := reportLine(t, "h8 h9 i8 g8 i9 i10 g7 f6")
	timing.Within(t, 2*time.Second, timing.DefaultTrials, func() time.Duration {
		began := time.Now()
		_, r := reportPlays(t, p, 6)
		t.Logf("%d nodes, %d leaves, %d cuts in %v", r.Nodes, r.Leaves, r.Cuts, time.Since(began))
		if most := uint64(4 + 16 + 64 + 256 + 1024 + 4096); r.Nodes > most {
			t.Errorf("%d nodes; a width of four allows %d", r.Nodes, most)
		}
		return time.Since(began)
	})
}

func TestReportDuringSwap(t *testing.T) {
	p, err := rules.Rules{}.New(game.Setup{Options: map[string]string{"opening": "swap2"}})
	if err != nil {
		t.Fatal(err)
	}
	for range 8 {
		_, r := reportPlays(t, p, 2)
		if r.Best() == game.NoMove {
			t.Fatalf("no move in %s", p)
		}
		p = p.Play(r.Best())
	}
}

func BenchmarkReport(b *testing.B) {
	p := reportLine(b, "h8 h9 i8 g8 i9 i10 g7 f6")
	ms := p.Legal()
	rates := make([]float64, len(ms))
	b.Run("value", func(b *testing.B) {
		for b.Loop() {
			reportValue(p, game.First)
		}
	})
	b.Run("rate", func(b *testing.B) {
		for b.Loop() {
			reportRate(p, ms, rates)
		}
	})
}

// TestWindows checks the numbers that visitWindows reports: windows of the side to move and of its
// opponent, with the sign of the first side's point of view. Windows with stones of both colours
// must not count.
func TestWindows(t *testing.T) {
	f := Historic().Features
	for codes, want := range map[string]map[string]float64{
		"":            {},
		"h8":          {"wait 1": 20.0 / 40},
		"h8 a1":       {"move 1": 20.0 / 40, "wait 1": -3.0 / 40},
		"h8 a1 i8":    {"move 1": -3.0 / 40, "wait 1": 32.0 / 40, "wait 2": 4.0 / 10},
		"h8 i8":       {"move 1": 16.0 / 40, "wait 1": -16.0 / 40},
		"h8 a1 i8 b1": {"move 1": 32.0 / 40, "move 2": 4.0 / 10, "wait 1": -5.0 / 40, "wait 2": -1.0 / 10},
	} {
		got := map[string]float64{}
		f.Visit(reportLine(t, codes), func(weight int, x float64) { got[f.Names[weight]] = x })
		if len(got) != len(want) {
			t.Errorf("%s: %v, want %v", codes, got, want)
		}
		for name, x := range want {
			if math.Abs(got[name]-x) > 1e-9 {
				t.Errorf("%s: %s is %v, want %v", codes, name, got[name], x)
			}
		}
	}
}
