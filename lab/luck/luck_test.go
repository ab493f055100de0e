package luck_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/lab/luck"
	"kydai/search/classic"
)

// material implements the interface luck.Worth by counting the pieces on the board of a view. It is
// fast, and revealed pieces change its value considerably.
type material struct{}

var letters = map[rune]float64{'r': 9, 'c': 5, 'n': 4, 'b': 2, 'a': 2, 'p': 1, 'x': 3.5}

func (material) Now(_ context.Context, l *game.Line) (float64, error) {
	board, _, _ := strings.Cut(l.Position().String(), " ")
	sum := 0.0
	for _, c := range board {
		sum += letters[c] - letters[c|0x20]*b2f(c < 'a')
	}
	if l.Position().Turn() == game.First {
		sum = -sum
	}
	return 1 / (1 + math.Exp(-sum/8)), nil
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (m material) If(ctx context.Context, l *game.Line, _ game.Move) (float64, error) {
	return m.Now(ctx, l)
}

func rulesOf(t *testing.T) game.Rules {
	t.Helper()
	r, ok := games.Find("jieqi")
	if !ok {
		t.Fatal("the game is gone")
	}
	return r
}

// wander plays a random game of up to n moves. It prefers captures, so that some captured
// pieces are face down.
func wander(t *testing.T, seed uint64, n int) *game.Line {
	t.Helper()
	r := rulesOf(t)
	rng := rand.New(rand.NewPCG(seed, 21))
	l, err := game.NewLine(r, game.Setup{Secret: r.(game.Dealer).Deal(rng.IntN)})
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		legal := l.Legal()
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		for _, try := range legal {
			if try.Taken() != 0 && rng.IntN(3) == 0 {
				m = try
			}
		}
		if err := l.Push(m); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// TestLuckComesToNothing checks that the mean of luck over many deals is zero, for each side and in
// total. The test allows five standard errors.
func TestLuckComesToNothing(t *testing.T) {
	const deals = 600
	var sum, squares [3]float64
	taken := 0
	for seed := range uint64(deals) {
		r, err := luck.Judge(context.Background(), wander(t, seed, 40), material{})
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range []float64{r.Luck[0], r.Luck[1], r.Net()} {
			sum[i] += v
			squares[i] += v * v
		}
		for _, turn := range r.Turns {
			if turn.Ways > 6 {
				taken++
			}
		}
	}
	for i, name := range []string{"first", "second", "net"} {
		mean := sum[i] / deals
		sd := math.Sqrt(squares[i]/deals - mean*mean)
		t.Logf("%s: %.4f a game, standard deviation %.3f", name, mean, sd)
		if sd < 0.05 {
			t.Errorf("%s: there was hardly any luck (%.3f); the test proves nothing", name, sd)
		}
		if math.Abs(mean) > 5*sd/math.Sqrt(deals) {
			t.Errorf("%s: luck is worth %.4f a game, error %.4f", name, mean, sd/math.Sqrt(deals))
		}
	}
	if taken == 0 {
		t.Error("nothing was captured face down")
	}
}

// TestLuckByTheEngineComesToNothing repeats TestLuckComesToNothing with winning chances from the
// engine.
func TestLuckByTheEngineComesToNothing(t *testing.T) {
	w := thinker(t, 1)
	const deals = 24
	var sum, squares float64
	turns := 0
	for seed := range uint64(deals) {
		r, err := luck.Judge(context.Background(), wander(t, seed+1000, 24), w)
		if err != nil {
			t.Fatal(err)
		}
		for _, turn := range r.Turns {
			if turn.Ways > 1 {
				turns++
				sum += turn.Luck()
				squares += turn.Luck() * turn.Luck()
			}
		}
	}
	mean := sum / float64(turns)
	deviation := math.Sqrt(squares / float64(turns))
	t.Logf("%d turn-ups, mean %.4f, standard deviation %.4f", turns, mean, deviation)
	if deviation < 0.02 || math.Abs(mean) > 4*deviation/math.Sqrt(float64(turns)) {
		t.Errorf("luck is worth %.4f a turn-up", mean)
	}
}

func thinker(t *testing.T, depth int) *luck.Thinker {
	t.Helper()
	entry, ok := engines.Find("jieqi")
	if !ok {
		t.Fatal("the engine is gone")
	}
	w, err := luck.NewThinker(entry.New(), entry.Scale, depth)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestWhatCameCounts checks, for the same position, that revealing a rook is good luck and that
// revealing a soldier is bad luck.
func TestWhatCameCounts(t *testing.T) {
	rules := rulesOf(t)
	d := "rpppppccnnbbaar" + "rpppppccnnbbaar"
	got := map[byte]float64{}
	for _, first := range []string{"r", "p"} {
		// The piece that is dealt to the square h2 has index 9 in the deal.
		i := strings.Index(d, first)
		dealt := []byte(d)
		dealt[9], dealt[i] = dealt[i], dealt[9]
		l, err := game.NewLine(rules, game.Setup{Secret: game.NewSecret(dealt)})
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Play("h2e2"); err != nil {
			t.Fatal(err)
		}
		r, err := luck.Judge(context.Background(), l, thinker(t, 2))
		if err != nil {
			t.Fatal(err)
		}
		got[first[0]] = r.Luck[0]
		if turn := r.Turns[0]; turn.Ways != 6 || turn.Mean < 0.3 || turn.Mean > 0.7 || turn.Side != game.First {
			t.Errorf("%+v", turn)
		}
	}
	if got['r'] < 0.05 || got['p'] > -0.01 {
		t.Errorf("a rook is worth %.3f of luck, a soldier %.3f", got['r'], got['p'])
	}
}

// TestMistakesTellWhoPlaysWorse checks that a random player makes larger mistakes than a player
// that searches. The handicap must be suggested for the random player.
func TestMistakesTellWhoPlaysWorse(t *testing.T) {
	rules := rulesOf(t)
	rng := rand.New(rand.NewPCG(4, 4))
	l, err := game.NewLine(rules, game.Setup{Secret: rules.(game.Dealer).Deal(rng.IntN)})
	if err != nil {
		t.Fatal(err)
	}
	w := thinker(t, 2)
	for l.Ply() < 24 && !l.Outcome().Over() {
		m := classic.Random(l.Position(), rng, nil).Best()
		if l.Position().Turn() == game.First {
			best := -1.0
			view := l.View(game.First)
			for _, try := range view.Legal() {
				v, err := w.If(context.Background(), view, try)
				if err != nil {
					t.Fatal(err)
				}
				if v > best {
					best = v
					m, err = l.Position().Decode(view.Position().Encode(try))
					if err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		if err := l.Push(m); err != nil {
			t.Fatal(err)
		}
	}
	r, err := luck.Judge(context.Background(), l, w)
	if err != nil {
		t.Fatal(err)
	}
	if r.Mistakes[0] > 0.3*r.Mistakes[1] || r.Edge() < 0.3 {
		t.Errorf("mistakes %v", r.Mistakes)
	}
	h := luck.Suggest(r.Edge(), 530)
	if h.Chance < 0.8 || h.Points < 500 {
		t.Errorf("%+v", h)
	}
}

func TestSuggest(t *testing.T) {
	for _, c := range []struct {
		more   float64
		chance float64
		points int
	}{{0, 0.5, 0}, {-1, 0.5, 0}, {0.25, 0.75, 530}, {9, 0.95, 1420}} {
		if h := luck.Suggest(c.more, 530); math.Abs(h.Chance-c.chance) > 1e-9 || h.Points != c.points {
			t.Errorf("%.2f: %+v", c.more, h)
		}
	}
}

// TestRecordsWithoutTheirDeal checks that Judge also analyses games whose deal is unknown, from the
// view of a spectator or of one player. The report must contain every move.
func TestRecordsWithoutTheirDeal(t *testing.T) {
	l := wander(t, 3, 30)
	for _, s := range []game.Side{game.NoSide, game.First, game.Second} {
		r, err := luck.Judge(context.Background(), l.View(s), material{})
		if err != nil || len(r.Turns) != l.Ply() {
			t.Errorf("%v: %d turns, %v", s, len(r.Turns), err)
		}
	}
}
