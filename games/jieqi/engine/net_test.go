//go:build !js

package engine

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"kydai/engine"
	"kydai/engine/nnue"
	"kydai/game"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
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
	h := nnue.Header{Game: "jieqi", Set: netSet.Name, Features: netSet.Features, Width: width, Buckets: netBuckets, Scale: 480}
	n, err := nnue.New(h, fill(width, 0.2), fill(netSet.Features*width, 0.3), fill(netBuckets*2*width, 1), fill(netBuckets, 0.1))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// netStateOf returns the state of a view that a net evaluates.
func netStateOf(t testing.TB, p game.Position, net *nnue.Net) *State {
	t.Helper()
	pos, ok := p.(*jieqi.Position)
	if !ok {
		t.Fatal("not a position of this game")
	}
	return newState(pos, 80, nil, newNetEvaluator(net), ChanceParams())
}

// TestNetFollowsMoves checks incremental updates: in random walks with undo, null moves, and pieces
// that are turned up with and without a known kind, an evaluator that follows every move gives the
// same value as one that begins at the position. The walks must show every kind of change.
func TestNetFollowsMoves(t *testing.T) {
	net := randomNet(t)
	rng := rand.New(rand.NewPCG(5, 5))
	seen := map[string]int{}
	for n := range 90 {
		l := deal(t, uint64(n))
		wander(t, l, n, rng)
		s := netStateOf(t, l.View(game.Side(n%3)).Position(), net)
		var passes []bool
		for range 250 {
			if len(passes) > 0 && rng.IntN(4) == 0 {
				if passes[len(passes)-1] {
					s.UndoPass()
				} else {
					s.Undo()
				}
				passes = passes[:len(passes)-1]
			} else if done, pass := netStep(s, rng, seen); done {
				passes = append(passes, pass)
			} else {
				break
			}
			if s.Open() || rng.IntN(2) == 0 {
				continue
			}
			fresh := newNetEvaluator(net)
			if got, want := s.eval.Value(s), fresh.Value(s); got != want {
				t.Fatalf("walk %d, %d moves: %d, want %d", n, len(passes), got, want)
			}
			if !s.now().blank.Empty() {
				seen["blank evaluated"]++
			}
			seen[[]string{"as it is", "mirrored"}[s.netView(0)]]++
		}
	}
	t.Log(seen)
	for _, what := range []string{
		"pass", "turned up", "turned up with a capture", "neutral", "neutral with a capture", "neutral piece moves",
		"neutral piece is taken", "face-down piece is taken", "general crosses", "blank evaluated", "as it is", "mirrored",
	} {
		if seen[what] < 5 {
			t.Errorf("%s: %d times", what, seen[what])
		}
	}
}

// netStep changes the state like anything, and prefers rare moves. It counts in seen what it did.
func netStep(s *State, rng *rand.Rand, seen map[string]int) (done, pass bool) {
	if s.Open() {
		what := "turned up"
		if rng.IntN(2) == 0 {
			what = "neutral"
		}
		if s.open.Taken() != 0 {
			seen[what+" with a capture"]++
		} else {
			seen[what]++
		}
		if what == "neutral" {
			s.Settle()
			return true, false
		}
		ways := s.Chances(nil)
		return s.Do(ways[rng.IntN(len(ways))].Move), false
	}
	if rng.IntN(8) == 0 && s.DoPass() {
		seen["pass"]++
		return true, true
	}
	ms := s.Moves(nil)
	if len(ms) == 0 {
		return false, false
	}
	m := ms[rng.IntN(len(ms))]
	blank := s.now().blank
	for _, other := range ms {
		rare := other.Piece() == int(xiangqi.King) || blank.Has(int(other.From())) || other.Taken() != 0
		if rare && rng.IntN(4) == 0 {
			m = other
		}
	}
	from, to := int(m.From()), int(m.To())
	switch {
	case blank.Has(from):
		seen["neutral piece moves"]++
	case m.Piece() == int(xiangqi.King) && (from%xiangqi.Files > middleFile) != (to%xiangqi.Files > middleFile):
		seen["general crosses"]++
	}
	switch {
	case blank.Has(to):
		seen["neutral piece is taken"]++
	case m.Taken() == takenDown:
		seen["face-down piece is taken"]++
	}
	return s.Do(m), false
}

// swapCase exchanges capital and small letters, that is, the two sides.
func swapCase(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, text)
}

// turned returns the position with the two sides exchanged.
func turned(text string) string {
	fields := strings.Fields(text)
	ranks := strings.Split(fields[0], "/")
	slices.Reverse(ranks)
	fields[0], fields[2] = swapCase(strings.Join(ranks, "/")), swapCase(fields[2])
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	return strings.Join(fields, " ")
}

// mirrored returns the position with left and right exchanged.
func mirrored(text string) string {
	board, rest, _ := strings.Cut(text, " ")
	ranks := strings.Split(board, "/")
	for i, rank := range ranks {
		back := []byte(rank)
		slices.Reverse(back)
		ranks[i] = string(back)
	}
	return strings.Join(ranks, "/") + " " + rest
}

// TestNetViews checks that a position has the same value with the sides exchanged. It also checks
// that the sample of a mirrored position has the same features if a general is not on the middle
// file, and the features that Mirror lists if both are.
func TestNetViews(t *testing.T) {
	net := randomNet(t)
	kind := Net()
	rng := rand.New(rand.NewPCG(6, 6))
	symmetric, askew := 0, 0
	for n := range 300 {
		l := deal(t, uint64(n))
		wander(t, l, n, rng)
		text := l.View(game.NoSide).Position().String()
		value := func(text string) int {
			s := netStateOf(t, lineOf(t, text).Position(), net)
			return s.eval.Value(s)
		}
		if got, want := value(turned(text)), value(text); got != want {
			t.Fatalf("%s: %d with the sides exchanged, %d before", text, got, want)
		}
		var s, m nnue.Sample
		if !netSample(lineOf(t, text).Position(), &s) || !netSample(lineOf(t, mirrored(text)).Position(), &m) {
			t.Fatalf("%s is no sample", text)
		}
		if s.Symmetric != m.Symmetric {
			t.Fatalf("%s: symmetric %v, its mirror image %v", text, s.Symmetric, m.Symmetric)
		}
		at := netStateOf(t, lineOf(t, text).Position(), net)
		for side := range 2 {
			want := slices.Clone(s.Features[side])
			if at.netFile(side) == middleFile {
				for i, f := range want {
					want[i] = kind.Mirror[f]
				}
			}
			got := slices.Sorted(slices.Values(m.Features[side]))
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: the mirror image has other features", text)
			}
		}
		if s.Symmetric {
			symmetric++
		} else {
			askew++
		}
	}
	if symmetric == 0 || askew == 0 {
		t.Errorf("%d symmetric samples, %d others", symmetric, askew)
	}
}

// TestNetSample checks that the net gives a training sample the same value as the search gives the
// position, before and after a move that turns a piece up. The sample of a true position must be
// that of the view of the side to move, whatever is hidden in truth.
func TestNetSample(t *testing.T) {
	net := randomNet(t)
	rng := rand.New(rand.NewPCG(7, 7))
	unsettled, knows := 0, 0
	for n := range 200 {
		l := deal(t, uint64(n))
		wander(t, l, n, rng)
		p := l.Position()
		view := game.ViewOf(p, p.Turn())
		var sample, twin, other nnue.Sample
		guess := view.(game.Guesser).Guess(rng.IntN)
		if !netSample(p, &sample) || !netSample(guess, &twin) || !netSample(game.ViewOf(p, game.NoSide), &other) {
			t.Fatalf("%s is no sample", p)
		}
		for side := range 2 {
			if !slices.Equal(sample.Features[side], twin.Features[side]) {
				t.Fatalf("%s: the sample depends on what is hidden", view)
			}
		}
		if !slices.Equal(sample.Features[0], other.Features[0]) {
			knows++
		}
		s := netStateOf(t, view, net)
		if got, want := net.Value(&sample), s.eval.Value(s); got != want || sample.Turn != p.Turn().Index() {
			t.Fatalf("%s: %d, want %d", view, got, want)
		}
		for _, m := range p.Legal() {
			if got := netUnsettled(p, m, &sample); got != m.Flag() {
				t.Fatalf("%s: %s unsettled: %v", view, p.Encode(m), got)
			}
			if !m.Flag() {
				continue
			}
			unsettled++
			s.Do(m)
			s.Settle()
			if got, want := net.Value(&sample), s.eval.Value(s); got != want || sample.Turn == p.Turn().Index() {
				t.Fatalf("%s: %d after %s, want %d", view, got, p.Encode(m), want)
			}
			s.Undo()
			s.Undo()
		}
	}
	if unsettled == 0 || knows == 0 {
		t.Errorf("%d moves turned a piece up, in %d positions the side to move knew more than others", unsettled, knows)
	}
}

// TestNetHand checks that the hand-crafted evaluation for training is that of the search.
func TestNetHand(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	hand := Net().Hand()
	for n := range 40 {
		l := deal(t, uint64(n))
		wander(t, l, n, rng)
		s := stateOf(t, l.View(l.Position().Turn()))
		if got, quiet := hand(l.Position()); got != s.eval.Value(s) || quiet == s.InCheck() {
			t.Errorf("%s: %d, %v, want %d", l.Position(), got, quiet, s.eval.Value(s))
		}
	}
}

// TestEvalFile checks that setting EvalFile makes the engine use the net, that the levels below the
// highest do not use it, and that an empty value restores the hand-crafted evaluation.
func TestEvalFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "net")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := randomNet(t).WriteTo(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	l := deal(t, 3)
	e := newEngine()
	by := e.(engine.Adjustable)
	nodes := func() uint64 {
		e.(engine.Forgetful).NewGame()
		thought, err := e.Think(t.Context(), l.View(game.First), engine.Limits{Depth: 4}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return thought.Nodes
	}
	hand := nodes()
	if err := by.SetOption("EvalFile", file); err != nil {
		t.Fatal(err)
	}
	if nodes() == hand {
		t.Errorf("%d nodes with the net as without", hand)
	}
	e.(engine.Calibrated).Calibrate(true)
	if got := nodes(); got != hand {
		t.Errorf("%d nodes at a level, %d before", got, hand)
	}
	e.(engine.Calibrated).Calibrate(false)
	if err := by.SetOption("EvalFile", ""); err != nil {
		t.Fatal(err)
	}
	if got := nodes(); got != hand {
		t.Errorf("%d nodes without the net, %d before", got, hand)
	}
}

// TestModulesWithoutNets checks that the browser modules do not depend on package nnue, which would
// make the modules larger.
func TestModulesWithoutNets(t *testing.T) {
	for _, name := range []string{"wasm", "study"} {
		cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "kydai/games/jieqi/"+name)
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		out, err := cmd.Output()
		if err != nil || strings.Contains(string(out), "engine/nnue") {
			t.Errorf("%s has nets, or cannot be listed (%v)", name, err)
		}
	}
}

func TestNetAllocatesNothing(t *testing.T) {
	l := deal(t, 1)
	wander(t, l, 20, rand.New(rand.NewPCG(1, 1)))
	s := netStateOf(t, l.View(game.First).Position(), randomNet(t))
	moves := s.Moves(nil)
	if n := testing.AllocsPerRun(50, func() {
		for _, m := range moves {
			s.Do(m)
			if s.Open() {
				s.Settle()
				_ = s.Eval()
				s.Undo()
			} else {
				_ = s.Eval()
			}
			s.Undo()
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
