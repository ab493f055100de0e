//go:build !js

package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/engine/nnue"
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
	h := nnue.Header{Game: "xiangqi", Set: netSet.Name, Features: netSet.Features, Width: width, Buckets: netBuckets, Scale: 480}
	n, err := nnue.New(h, fill(width, 0.2), fill(netSet.Features*width, 0.3), fill(netBuckets*2*width, 1), fill(netBuckets, 0.1))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestNetFollowsMoves checks incremental updates: in random games with occasional undo, an
// evaluator that follows every move gives the same value as a new evaluator. Generals must cross to
// the right file in some games.
func TestNetFollowsMoves(t *testing.T) {
	net := randomNet(t)
	rng := rand.New(rand.NewPCG(5, 5))
	e := newNetEvaluator(net)
	views := [2]int{}
	for n := range 60 {
		b := position(t, BenchPositions[n%len(BenchPositions)]).Board()
		s := NewState(b, nil, 0, nil, e)
		for range 120 {
			moves := s.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			for _, other := range moves {
				if other.Piece() == king && rng.IntN(3) == 0 {
					m = other
				}
			}
			s.Do(m)
			if rng.IntN(4) == 0 {
				s.Undo()
			}
			views[netView(b, 0)]++
			if rng.IntN(2) == 0 {
				fresh := newNetEvaluator(net)
				fresh.Reset(b)
				if got, want := e.Value(b), fresh.Value(b); got != want {
					t.Fatalf("%s: %d, want %d", fenOf(b), got, want)
				}
			}
		}
	}
	if views[0] == 0 || views[1] == 0 {
		t.Errorf("positions in each view: %v", views)
	}
}

// TestNetViews checks that a position has the same value with the colours exchanged. It also checks
// that the sample of a mirrored position has the same features if a general is not on the middle
// file, and the features that Mirror lists if both are.
func TestNetViews(t *testing.T) {
	net := randomNet(t)
	kind := Net()
	value := func(fen string) int {
		b := position(t, fen).Board()
		e := newNetEvaluator(net)
		e.Reset(b)
		return e.Value(b)
	}
	symmetric := 0
	walkGames(t, 40, 100, func(b *xiangqi.Board) {
		fen := fenOf(b)
		if got, want := value(turned(fen)), value(fen); got != want {
			t.Fatalf("%s: %d with colours exchanged, %d before", fen, got, want)
		}
		var s, m nnue.Sample
		if !netSample(position(t, fen), &s) || !netSample(position(t, mirrored(fen)), &m) {
			return
		}
		if s.Symmetric != m.Symmetric {
			t.Fatalf("%s: symmetric %v, its mirror image %v", fen, s.Symmetric, m.Symmetric)
		}
		for side := range 2 {
			want := slices.Clone(s.Features[side])
			if netFile(b, side) == middleFile {
				for i, f := range want {
					want[i] = kind.Mirror[f]
				}
			}
			got := slices.Sorted(slices.Values(m.Features[side]))
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: the mirror image has other features", fen)
			}
		}
		if s.Symmetric {
			symmetric++
		}
	})
	if symmetric == 0 {
		t.Error("no symmetric sample was seen")
	}
}

// TestNetSample checks that the net gives a training sample the same value that the evaluator gives
// the position.
func TestNetSample(t *testing.T) {
	net := randomNet(t)
	var s nnue.Sample
	seen := 0
	for _, text := range BenchPositions {
		p := position(t, text)
		if !netSample(p, &s) {
			continue
		}
		seen++
		b := p.Board()
		e := newNetEvaluator(net)
		e.Reset(b)
		if got, want := net.Value(&s), e.Value(b); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	if seen == 0 {
		t.Error("no bench position is a sample")
	}
}

// TestNetCorrects checks that a net that corrects the hand-crafted evaluation is added to it.
func TestNetCorrects(t *testing.T) {
	net := randomNet(t)
	net.Header.Corrects = true
	var s nnue.Sample
	for _, text := range BenchPositions {
		p := position(t, text)
		if !netSample(p, &s) {
			continue
		}
		b := p.Board()
		e, hand := newNetEvaluator(net), newHandcrafted(DefaultWeights())
		hand.Reset(b)
		want := hand.Value(b) + net.Value(&s)
		state := NewState(b, nil, 0, nil, e)
		if got := state.Eval(); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
		moves := state.Moves(nil)
		state.Do(moves[len(moves)/2])
		state.Undo()
		if got := state.Eval(); got != want {
			t.Errorf("%s: %d after a move that was taken back, want %d", text, got, want)
		}
	}
}

func TestNetAllocatesNothing(t *testing.T) {
	s := NewState(position(t, BenchPositions[1]).Board(), nil, 0, nil, newNetEvaluator(randomNet(t)))
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
