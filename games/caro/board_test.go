package caro

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"kydai/game"
	"kydai/game/gametest"
)

// almostFull returns a position text with a few empty cells and no five in a row, so that random
// games soon fill the board.
func almostFull(size, empty int, options string) string {
	rows := make([]string, size)
	for i := range rows {
		row := strings.Repeat("xxoo", 5)[i/2%2*2:] + "xxoo"
		rows[i] = row[:size]
	}
	rows[0] = rows[0][:size-empty] + strings.Repeat(".", empty)
	return strings.Join(rows, "/") + options
}

func TestConformance(t *testing.T) {
	options := func(pairs ...string) game.Setup {
		o := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			o[pairs[i]] = pairs[i+1]
		}
		return game.Setup{Options: o}
	}
	games, sizes := 2, []string{"15", "16"}
	if testing.Short() {
		games, sizes = 1, sizes[:1]
	}
	var openings []game.Setup
	for i, o := range openingNames {
		for _, size := range sizes {
			openings = append(openings, options("opening", o, "size", size, "rule", ruleNames[i%len(ruleNames)]))
		}
	}
	gametest.Run(t, Rules{}, gametest.Plan{Setups: openings, Games: games, Plies: 10, Seed: 1})

	// The first start position has many stones of one colour, so random games from it often end
	// with a win. The second is nearly full, so random games from it often end with a draw.
	crowd := strings.Replace(empty15, "15/15/15", "xxx1xxxx1xxx1xx/x1xxx1xx1xxxx1x/xx1xxx1xxx1xxxx", 1)
	var ends []game.Setup
	for i, r := range ruleNames {
		edge := edgeNames[i%2]
		ends = append(ends,
			game.Setup{Start: crowd + " x " + r + " " + edge + " free play second"},
			game.Setup{Start: almostFull(15, 7, " x "+r+" "+edge)})
	}
	gametest.Run(t, Rules{}, gametest.Plan{Setups: ends, Games: games, Plies: 12, Seed: 2})
	gametest.Run(t, Rules{}, gametest.Plan{Setups: []game.Setup{{}, options("size", "20", "opening", "swap2")}, Games: 1, Plies: 25, Seed: 3})
}

// TestFullBoard checks rule 6.1: a full board without a winning row is a draw, but the last stone
// may still win.
func TestFullBoard(t *testing.T) {
	p, err := Rules{}.New(game.Setup{Start: almostFull(15, 2, "")})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if p.Outcome().Over() {
			t.Fatal("over while a cell is empty")
		}
		p = p.Play(p.Legal()[0])
	}
	if p.Outcome() != game.Draw(game.BoardFull) || len(p.Legal()) != 0 {
		t.Errorf("%v, %d moves", p.Outcome(), len(p.Legal()))
	}

	rows := strings.Split(almostFull(15, 0, " x freestyle"), "/")
	rows[0] = "xxxx1oxxooxxoox"
	p, err = Rules{}.New(game.Setup{Start: strings.Join(rows, "/")})
	if err != nil {
		t.Fatal(err)
	}
	if p = p.Play(p.Legal()[0]); p.Outcome() != game.Win(game.First, game.Row) {
		t.Errorf("five by the last stone of all: %v", p.Outcome())
	}
}

// TestBoardFollowsPositions checks that Do followed by Undo restores the position, and that a Board
// reports the same as the Position after each move.
func TestBoardFollowsPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for n := range 60 {
		var start game.Position = begin(t, "opening", openingNames[n%5], "rule", ruleNames[n/5%5],
			"edge", edgeNames[n%2], "size", sizeNames[n%6])
		if n%4 == 3 {
			var err error
			if start, err = (Rules{}).New(game.Setup{Start: almostFull(15, 9, "")}); err != nil {
				t.Fatal(err)
			}
		}
		b := start.(*Position).Board()
		path := []game.Position{start}
		for {
			p := path[len(path)-1]
			legal := b.Legal(nil)
			if !slices.Equal(legal, p.Legal()) || b.Key() != p.Key() || b.Outcome() != p.Outcome() || b.Turn() != p.Turn() {
				t.Fatalf("board and position differ: %s", p)
			}
			if got := *b.Position(); got != *p.(*Position) {
				t.Fatalf("the board is %s, the position %s", &got, p)
			}
			if len(legal) == 0 {
				break
			}
			// Choose mostly cells in the middle third of the list, which are close to each other,
			// so that runs of stones occur.
			m := legal[rng.IntN(len(legal))]
			if k := len(legal) / 3; k > 0 && rng.IntN(3) > 0 {
				m = legal[k+rng.IntN(k)]
			}
			if m.OnBoard() {
				next, wins := b.Next(), b.Wins(m.To(), b.Next())
				b.Do(m)
				if b.At(m.To()) != next || wins != (b.Outcome().Why == game.Row) {
					t.Fatalf("Wins says %v, then the outcome is %v", wins, b.Outcome())
				}
			} else {
				b.Do(m)
			}
			path = append(path, p.Play(m))
		}
		for i := len(path) - 2; i >= 0; i-- {
			b.Undo()
			if *b.Position() != *path[i].(*Position) {
				t.Fatalf("undone to %s, want %s", b.Position(), path[i])
			}
		}
	}
}

func TestKeys(t *testing.T) {
	a, b := mustPlay(t, begin(t), "h8", "a1", "h9", "a2"), mustPlay(t, begin(t), "h9", "a2", "h8", "a1")
	if a.Key() != b.Key() {
		t.Error("the order of the stones is in the key")
	}
	// Once the opening is over, the key must not depend on the opening: the same stones after a
	// swap and without a swap give the same key.
	stay := mustPlay(t, begin(t, "opening", "swap"), "h8", "h9", "a1", "white")
	free := mustPlay(t, begin(t), "h8", "h9", "a1")
	if stay.Key() != free.Key() {
		t.Error("an opening that is over is still in the key")
	}
	seen := map[uint64]string{}
	for _, p := range []game.Position{
		free,
		mustPlay(t, begin(t, "opening", "swap"), "h8", "h9", "a1"),
		mustPlay(t, begin(t, "opening", "swap"), "h8", "h9", "a1", "black"),
		mustPlay(t, begin(t, "opening", "swap2"), "h8", "h9", "a1"),
		mustPlay(t, begin(t, "opening", "swap2"), "h8", "h9", "a1", "more"),
		mustPlay(t, begin(t, "rule", "caro8"), "h8", "h9", "a1"),
		mustPlay(t, begin(t, "edge", "blocks"), "h8", "h9", "a1"),
		begin(t), begin(t, "opening", "pro"), begin(t, "opening", "longpro"), begin(t, "size", "16"),
	} {
		if other, dup := seen[p.Key()]; dup {
			t.Errorf("one key for\n%s and\n%s", other, p)
		}
		seen[p.Key()] = p.String()
	}
}

func TestPerft(t *testing.T) {
	for _, c := range []struct {
		options []string
		want    []uint64
	}{
		{nil, []uint64{225, 225 * 224, 225 * 224 * 223}},
		{[]string{"size", "20"}, []uint64{400, 400 * 399}},
		{[]string{"opening", "pro"}, []uint64{1, 224, 24*200 + 200*199}},
		{[]string{"opening", "swap"}, []uint64{225, 225 * 224, 225 * 224 * 223}},
	} {
		p := begin(t, c.options...).(*Position)
		for i, want := range c.want {
			if got := p.Perft(i + 1); got != want {
				t.Errorf("%v: perft %d = %d, want %d", c.options, i+1, got, want)
			}
		}
	}
	p := mustPlay(t, begin(t, "opening", "swap2"), "h8", "h9", "a1").(*Position)
	for depth := range 3 {
		if got, want := p.Perft(depth), gametest.Perft(p, depth); got != want {
			t.Errorf("swap2: perft %d = %d, through the frame %d", depth, got, want)
		}
	}
	// One colour can complete five in a row. Perft does not count the sequences in which this ends
	// the game before the full depth.
	wins, err := Rules{}.New(game.Setup{Start: strings.Replace(almostFull(15, 8, " x freestyle"), "......../", ".xxxx.../", 1)})
	if err != nil {
		t.Fatal(err)
	}
	q := wins.(*Position)
	for depth := range 5 {
		if got, want := q.Perft(depth), gametest.Perft(q, depth); got != want {
			t.Errorf("perft %d = %d, through the frame %d", depth, got, want)
		}
	}
	if got := q.Perft(2); got == 4*3 {
		t.Errorf("perft 2 = %d counts lines after a five", got)
	}
}

func TestNoAllocations(t *testing.T) {
	b := begin(t, "opening", "swap2").(*Position).Board()
	buf := make([]game.Move, 0, maxSquares+2)
	n := testing.AllocsPerRun(20, func() {
		moves := 0
		for {
			buf = b.Legal(buf[:0])
			if len(buf) == 0 {
				break
			}
			b.Do(buf[(moves*7919+len(buf)-1)%len(buf)])
			moves++
			_ = b.Key()
		}
		for range moves {
			b.Undo()
		}
	})
	if n != 0 {
		t.Errorf("%v allocations in a game done and undone", n)
	}
}

// TestPositionIsSmall limits the size of a Position, because a server holds very many positions.
func TestPositionIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(Position{}); size > 144 {
		t.Errorf("a position takes %d bytes", size)
	}
}

func BenchmarkDoUndo(b *testing.B) {
	board := mustStart(b).Board()
	var buf [maxSquares + 2]game.Move
	moves := board.Legal(buf[:0])
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for i := 0; b.Loop(); i++ {
		board.Do(moves[i%60])
		_ = board.Key()
		if i%60 == 59 {
			for range 60 {
				board.Undo()
			}
		}
	}
}

func BenchmarkPlay(b *testing.B) {
	p := game.Position(mustStart(b))
	m := p.Legal()[112]
	for b.Loop() {
		p.Play(m)
	}
}

func mustStart(b *testing.B) *Position {
	b.Helper()
	p, err := Rules{}.New(game.Setup{})
	if err != nil {
		b.Fatal(err)
	}
	return p.(*Position)
}
