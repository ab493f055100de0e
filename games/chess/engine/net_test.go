//go:build !js

package engine

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/engine/netted"
	"kydai/engine/nnue"
	"kydai/game"
	"kydai/games/chess"
)

// randomNet returns a net with random weights.
func randomNet(t testing.TB) *nnue.Net {
	t.Helper()
	const width = 32
	rng := rand.New(rand.NewPCG(4, 4))
	fill := func(n int, most float32) []float32 {
		list := make([]float32, n)
		for i := range list {
			list[i] = (2*rng.Float32() - 1) * most
		}
		return list
	}
	h := nnue.Header{Game: "chess", Set: netSet.Name, Features: netSet.Features, Width: width, Buckets: netBuckets, Scale: 170}
	n, err := nnue.New(h, fill(width, 0.2), fill(netSet.Features*width, 0.3), fill(netBuckets*2*width, 1), fill(netBuckets, 0.1))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestNetFollowsMoves checks incremental updates: in random games with occasional undo, an
// evaluator that follows every move gives the same value as a new evaluator. The games include
// castling, promotion and en passant captures, also in Chess960.
func TestNetFollowsMoves(t *testing.T) {
	net := randomNet(t)
	rng := rand.New(rand.NewPCG(5, 5))
	e := newNetEvaluator(net)
	seen := map[int]int{}
	for n := range 60 {
		start := BenchPositions[n%len(BenchPositions)]
		if n%3 == 0 {
			start = "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w FBfb - 0 1"
		}
		b, err := chess.NewBoard(start)
		if err != nil {
			t.Fatal(err)
		}
		s := NewState(b, nil, e)
		for range 120 {
			moves := s.Moves(nil)
			if len(moves) == 0 || s.board.Quiet() >= 100 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			seen[m.Arg()]++
			s.Do(m)
			if rng.IntN(4) == 0 {
				s.Undo()
			}
			if rng.IntN(2) == 0 {
				fresh := newNetEvaluator(net)
				if got, want := e.Value(&s.board), fresh.Value(&s.board); got != want {
					t.Fatalf("%s: %d, want %d", s.board.FEN(), got, want)
				}
			}
		}
	}
	for _, arg := range []int{chess.CastleShort, chess.CastleLong, chess.EnPassant, chess.ToQueen} {
		if seen[arg] == 0 {
			t.Errorf("no move of the kind %d was played", arg)
		}
	}
}

// TestNetMirrors checks that a position has the same value as its mirror image, and as the position
// with the colours exchanged.
func TestNetMirrors(t *testing.T) {
	net := randomNet(t)
	for _, c := range [][3]string{
		{"4k3/pp3p2/2n5/8/3B4/5N2/PP4PP/4K3 w - - 0 1", "3k4/2p3pp/5n2/8/4B3/2N5/PP4PP/3K4 w - - 0 1", "4k3/pp4pp/5n2/3b4/8/2N5/PP3P2/4K3 b - - 0 1"},
		{"r5k1/5ppp/8/8/2Q5/8/5PPP/6K1 b - - 0 1", "1k5r/ppp5/8/8/5Q2/8/PPP5/1K6 b - - 0 1", "6k1/5ppp/8/2q5/8/8/5PPP/R5K1 w - - 0 1"},
	} {
		var values [3]int
		for i, text := range c {
			b, err := chess.NewBoard(text)
			if err != nil {
				t.Fatal(err)
			}
			values[i] = newNetEvaluator(net).Value(&b)
		}
		if values[0] != values[1] || values[0] != values[2] || values[0] == 0 {
			t.Errorf("%s: %v", c[0], values)
		}
	}
}

// TestNetSample checks that the net gives a training sample the same value that the evaluator gives
// the position.
func TestNetSample(t *testing.T) {
	net := randomNet(t)
	var s nnue.Sample
	for _, text := range BenchPositions {
		p, err := chess.Rules{}.New(game.Setup{Start: text})
		if err != nil || !netSample(p, &s) {
			t.Fatalf("%s: no sample (%v)", text, err)
		}
		b := p.(*chess.Position).Board()
		if b.Quiet() > fadeFrom {
			continue
		}
		if got, want := net.Value(&s), newNetEvaluator(net).Value(&b); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	p, err := chess.Rules{}.New(game.Setup{Start: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"})
	if err != nil || netSample(p, &s) {
		t.Errorf("a bare king is a sample (%v)", err)
	}
}

// TestNetCorrects checks that a net that corrects the hand-crafted evaluation is added to it.
func TestNetCorrects(t *testing.T) {
	net := randomNet(t)
	net.Header.Corrects = true
	var s nnue.Sample
	for _, text := range BenchPositions {
		p, err := chess.Rules{}.New(game.Setup{Start: text})
		if err != nil || !netSample(p, &s) {
			t.Fatalf("%s: no sample (%v)", text, err)
		}
		b := p.(*chess.Position).Board()
		if b.Quiet() > fadeFrom || hopeless(&b, 1) || hopeless(&b, -1) {
			continue
		}
		e, hand := newNetEvaluator(net), newHandcrafted(DefaultWeights())
		e.Reset(&b)
		hand.Reset(&b)
		if got, want := e.Value(&b), hand.Value(&b)+net.Value(&s); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
		moves := b.Legal(nil)
		state := NewState(b, nil, e)
		state.Do(moves[len(moves)/2])
		state.Undo()
		if got, want := state.Eval(), hand.Value(&b)+net.Value(&s); got != want {
			t.Errorf("%s: %d after a move that was taken back, want %d", text, got, want)
		}
	}
}

// TestEvalFile checks that setting EvalFile makes the engine use the net, and that an empty value
// restores the hand-crafted evaluation.
func TestEvalFile(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good"), filepath.Join(dir, "bad")
	f, err := os.Create(good)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := randomNet(t).WriteTo(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, []byte("kydai net"), 0o600); err != nil {
		t.Fatal(err)
	}
	line, err := game.NewLine(chess.Rules{}, game.Setup{Start: BenchPositions[3]})
	if err != nil {
		t.Fatal(err)
	}
	e := newEngine()
	think := func() engine.Thought {
		e.(engine.Forgetful).NewGame()
		thought, err := e.Think(t.Context(), line, engine.Limits{Depth: 5}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return thought
	}
	by := e.(engine.Adjustable)
	hand := think()
	if err := by.SetOption("EvalFile", good); err != nil {
		t.Fatal(err)
	}
	if net := think(); net.Nodes == hand.Nodes {
		t.Errorf("%d nodes with the net as without", net.Nodes)
	}
	for _, file := range []string{bad, filepath.Join(dir, "none")} {
		if err := by.SetOption("EvalFile", file); err == nil {
			t.Errorf("%s was accepted", file)
		}
	}
	if err := by.SetOption("EvalFile", ""); err != nil {
		t.Fatal(err)
	}
	if again := think(); again.Nodes != hand.Nodes {
		t.Errorf("%d nodes without the net, %d before", again.Nodes, hand.Nodes)
	}
}

// TestShipped checks how an engine uses a net that comes with the program: by default where nets are
// fast, everywhere if it is asked for by name, and never if the evaluation by hand is. It also reads
// the net that really comes with the program, if there is one.
func TestShipped(t *testing.T) {
	newBenched()
	line, err := game.NewLine(chess.Rules{}, game.Setup{Start: BenchPositions[3]})
	if err != nil {
		t.Fatal(err)
	}
	nodes := func(e engine.Engine) uint64 {
		thought, err := e.Think(t.Context(), line, engine.Limits{Depth: 5}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return thought.Nodes
	}
	g := netGame()
	without := netted.New(g)
	hand := nodes(without)
	if err := without.SetOption("EvalFile", "<shipped>"); err == nil {
		t.Error("a net that does not exist was found")
	}
	net := randomNet(t)
	g.Shipped = func() *nnue.Net { return net }
	with := nodes(netted.NewShipped(g))
	if with == hand {
		t.Errorf("%d nodes with the net as without", with)
	}
	usual := hand
	if nnue.Fast() {
		usual = with
	}
	e := netted.New(g)
	for _, c := range []struct {
		value string
		want  uint64
	}{{"", usual}, {"hand", hand}, {"<shipped>", with}, {"<none>", hand}, {"<empty>", usual}} {
		if err := e.SetOption("EvalFile", c.value); err != nil {
			t.Fatal(err)
		}
		if got := nodes(e); got != c.want {
			t.Errorf("EvalFile %q: %d nodes, want %d", c.value, got, c.want)
		}
	}
}

// TestTeach checks that an engine takes the bytes of a net where nets are fast, and that a level
// plays as before.
func TestTeach(t *testing.T) {
	if !nnue.Fast() {
		t.Skip("nets are slow here")
	}
	var file bytes.Buffer
	if _, err := randomNet(t).WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	line, err := game.NewLine(chess.Rules{}, game.Setup{Start: BenchPositions[3]})
	if err != nil {
		t.Fatal(err)
	}
	nodes := func(e *netted.Engine, level bool) uint64 {
		e.Calibrate(level)
		e.NewGame()
		thought, err := e.Think(t.Context(), line, engine.Limits{Depth: 5}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return thought.Nodes
	}
	e := netted.New(netGame())
	full, level := nodes(e, false), nodes(e, true)
	if err := e.Teach(file.Bytes()[:100]); err == nil {
		t.Error("a part of a net was accepted")
	}
	if got := nodes(e, false); got != full {
		t.Errorf("%d nodes after a net was refused, %d before", got, full)
	}
	if err := e.Teach(file.Bytes()); err != nil {
		t.Fatal(err)
	}
	if got := nodes(e, false); got == full {
		t.Errorf("%d nodes with the net as without", got)
	}
	if got := nodes(e, true); got != level {
		t.Errorf("the level searches %d nodes, %d before", got, level)
	}
}

// TestModules checks that the browser modules do not depend on packages that the native code for nets
// uses and that would make the modules larger.
func TestModules(t *testing.T) {
	for _, name := range []string{"wasm", "study"} {
		cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "kydai/games/chess/"+name)
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		deps := strings.Fields(string(out))
		for _, large := range []string{"encoding/json", "encoding/binary", "crypto/sha256", "embed", "os", "fmt"} {
			if slices.Contains(deps, large) {
				t.Errorf("%s contains %s", name, large)
			}
		}
	}
}

func TestNetAllocatesNothing(t *testing.T) {
	b, err := chess.NewBoard(BenchPositions[1])
	if err != nil {
		t.Fatal(err)
	}
	s := NewState(b, nil, newNetEvaluator(randomNet(t)))
	moves := s.Moves(nil)
	if n := testing.AllocsPerRun(50, func() {
		for _, m := range moves {
			s.Do(m)
			_ = s.Eval()
			s.Undo()
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
