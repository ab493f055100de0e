package search

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"kydai/game"
	"kydai/games"
)

// lucky is a State for tests with chance nodes. It extends framed, another State for tests: after a
// move that can have several outcomes, a lucky is open (see ChanceState).
type lucky struct {
	framed
	luck ChanceParams
	open game.Move
	by   []game.Move // for each completed move: the open move that it completed, or NoMove
}

func (l *lucky) Open() bool { return l.open != game.NoMove }

func (l *lucky) Chances(buf []game.Weighted) []game.Weighted {
	return append(buf, game.CompletionsOf(l.now(), l.open)...)
}

func (l *lucky) Settle() { l.Do(game.CompletionsOf(l.now(), l.open)[0].Move) }

func (l *lucky) ChanceParams() ChanceParams { return l.luck }

func (l *lucky) Do(m game.Move) bool {
	if len(game.CompletionsOf(l.now(), m)) > 1 {
		l.open = m
		return true
	}
	l.by = append(l.by, l.open)
	l.open = game.NoMove
	return l.framed.Do(m)
}

func (l *lucky) Undo() {
	if l.Open() {
		l.open = game.NoMove
		return
	}
	l.open = l.by[len(l.by)-1]
	l.by = l.by[:len(l.by)-1]
	l.framed.Undo()
}

func (l *lucky) Key() uint64 { return l.framed.Key() ^ uint64(l.open)*0x9e3779b97f4a7c15 }

// expect computes the value of a position by definition: it tries every move and every outcome,
// without an alpha-beta window.
func (l *lucky) expect(depth, ply int) int {
	if l.Open() {
		sum, whole := 0.0, 0.0
		for _, w := range l.Chances(nil) {
			l.Do(w.Move)
			v := float64(l.expect(depth, ply))
			l.Undo()
			if k := float64(l.luck.Scale); k > 0 {
				v /= math.Sqrt(v*v + k*k)
			}
			sum += v * float64(w.Weight)
			whole += float64(w.Weight)
		}
		v := sum / whole
		if k := float64(l.luck.Scale); k > 0 {
			v = k * v / math.Sqrt(1-v*v)
		}
		return int(math.Round(v))
	}
	if v, over := l.Verdict(ply); over && ply > 0 {
		return v
	}
	if depth == 0 {
		return l.Eval()
	}
	best := -Infinite
	for _, m := range l.now().Legal() {
		l.Do(m)
		best = max(best, -l.expect(depth-1, ply+1))
		l.Undo()
	}
	if best == -Infinite {
		return l.Stuck(ply)
	}
	return best
}

// somewhereLucky plays random moves from the start of a game and returns a position in which some
// move depends on chance.
func somewhereLucky(t *testing.T, rng *rand.Rand) game.Position {
	t.Helper()
	for _, r := range games.All() {
		p, err := r.New(game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := p.(game.Chancy); !ok {
			continue
		}
		for range 40 + rng.IntN(40) {
			legal := p.Legal()
			if len(legal) == 0 {
				break
			}
			ways := game.CompletionsOf(p, legal[rng.IntN(len(legal))])
			if next := p.Play(ways[rng.IntN(len(ways))].Move); len(next.Legal()) > 0 {
				p = next
			}
		}
		return p
	}
	t.Fatal("no game leaves anything to luck")
	return nil
}

// TestStarsChangeNoValue checks that star pruning at chance nodes never changes the value of a
// search, both for means of scores and for means of expected results.
func TestStarsChangeNoValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	var nodes [3]uint64
	for n := range 16 {
		p := somewhereLucky(t, rng)
		scale := n % 2 * 150
		want := (&lucky{framed: framed{stack: []game.Position{p}}, luck: ChanceParams{Scale: scale}}).expect(2, 0)
		for stars := range nodes {
			params := Bare()
			params.Aspiration = 10
			fresh := func() State {
				return &lucky{framed: framed{stack: []game.Position{p}}, luck: ChanceParams{Scale: scale, Stars: stars}}
			}
			r := New(1, params).Search(context.Background(), fresh, 1, Limits{Depth: 2}, func(Report) {})
			if r.Lines[0].Score != want {
				t.Errorf("%s, scale %d, %d stars: %d, not %d", p, scale, stars, r.Lines[0].Score, want)
			}
			nodes[stars] += r.Nodes
		}
	}
	t.Logf("nodes without pruning, with star1 and with star2: %d", nodes)
	if nodes[1] >= nodes[0] || nodes[2] >= nodes[0] {
		t.Errorf("the stars prune nothing: %d", nodes)
	}
}

// TestMeansOfMates checks that the mean over several outcomes is a forced win only if every outcome
// is one. The score of the mean is then between the scores of the slowest and the fastest win.
func TestMeansOfMates(t *testing.T) {
	for scale := range 2 {
		c := &chances{ChanceParams: ChanceParams{Scale: scale * 500}}
		mean := func(scores ...int) int {
			y := tally{chances: c, whole: float64(len(scores)), rest: float64(len(scores))}
			for _, s := range scores {
				y.add(s, 1)
			}
			return y.score(0)
		}
		if got := mean(Won(3), Won(5), Won(5)); got < Won(5) || got > Won(3) {
			t.Errorf("won in any case: %d", got)
		}
		if got := mean(Won(3), Won(3), MateIn-1); got >= MateIn {
			t.Errorf("not always won: %d", got)
		}
		if got := mean(Lost(2), Lost(2), 1-MateIn); got <= -MateIn {
			t.Errorf("not always lost: %d", got)
		}
		for v := -Infinite; v <= Infinite; v += 7 {
			if got := int(math.Round(c.unsquash(c.squash(v)))); got != v {
				t.Fatalf("%d comes back as %d", v, got)
			}
		}
	}
}
