package nnue

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
)

// random creates a net with random weights up to the largest allowed values.
func random(rng *rand.Rand, features, width, buckets int) *Net {
	fill := func(n, most int) []int16 {
		list := make([]int16, n)
		for i := range list {
			list[i] = int16(rng.IntN(2*most+1) - most)
		}
		return list
	}
	n := &Net{
		Header: Header{Game: "some", Set: "toy", Features: features, Width: width, Buckets: buckets, Scale: 170},
		bias:   fill(width, mostIn), in: fill(features*width, mostIn), out: fill(buckets*2*width, mostOut),
	}
	for range buckets {
		n.outBias = append(n.outBias, int32(rng.IntN(4*clipAt*outScale)-2*clipAt*outScale))
	}
	return n
}

// FuzzKernels checks that the kernels selected for this processor give the same results as the
// kernels written in Go.
func FuzzKernels(f *testing.F) {
	f.Add(uint64(1), uint8(16))
	f.Add(uint64(2), uint8(1))
	f.Fuzz(compareKernels)
}

// TestKernels does the same for random seeds and every number of lanes, also in a browser module,
// which cannot be fuzzed.
func TestKernels(t *testing.T) {
	t.Logf("fast: %v", Fast())
	for seed := range uint64(1000) {
		compareKernels(t, seed, uint8(seed)) //nolint:gosec // the number of lanes is any number
	}
}

func compareKernels(t *testing.T, seed uint64, lanes uint8) {
	t.Helper()
	if runtime.GOOS == "js" && !Fast() {
		t.Skip("a browser without vector instructions has no kernels")
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	n := lane * (int(lanes)%64 + 1)
	list := func(most int) []int16 {
		to := make([]int16, n)
		for i := range to {
			to[i] = int16(rng.IntN(2*most+1) - most)
			if rng.IntN(8) == 0 {
				to[i] = int16(most * (rng.IntN(2)*2 - 1))
			}
		}
		return to
	}
	from, come, gone, gone2 := list(32767), list(mostIn), list(mostIn), list(mostIn)
	want, got := make([]int16, n), make([]int16, n)
	same := func(name string) {
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	addSubScalar(want, from, come, gone)
	addSub(got, from, come, gone)
	same("addSub")
	addSubSubScalar(want, from, come, gone, gone2)
	addSubSub(got, from, come, gone, gone2)
	same("addSubSub")
	addScalar(want, come)
	add(got, come)
	same("add")
	subScalar(want, gone2)
	sub(got, gone2)
	same("sub")
	out := list(mostOut)
	if a, b := dot(from, out), dotScalar(from, out); a != b {
		t.Errorf("dot: %d, want %d", a, b)
	}
}

// toy returns a feature set with 4 pieces on 16 squares and two views for each side.
func toy() *Set {
	return NewSet("toy", 4, 16, 2, 64, func(side, view, piece, square int) int {
		return (piece^side)*16 + (square ^ 3*view)
	})
}

// TestStack checks that a Stack gives the same value as an evaluation computed from the features
// alone, after random changes, pushes, pops and changes of view. It also checks that the Stack
// allocates nothing.
func TestStack(t *testing.T) {
	if runtime.GOOS == "js" && !Fast() {
		t.Skip("no net may be used without vector instructions")
	}
	rng := rand.New(rand.NewPCG(3, 3))
	set := toy()
	net := random(rng, set.Features, 48, 4)
	st := NewStack(net, set, 4)
	type state struct {
		things []Thing
		views  [2]int
	}
	line := []state{{things: []Thing{{0, 1}, {1, 2}, {2, 3}, {3, 9}, {0, 12}}}}
	st.Reset()
	for step := range 4000 {
		now := line[len(line)-1]
		if len(line) > 1 && rng.IntN(3) == 0 {
			line = line[:len(line)-1]
			st.Pop()
		} else if len(line) < 12 {
			c := st.Push()
			next := state{append([]Thing(nil), now.things...), now.views}
			for range min(rng.IntN(mostChanges+1), len(next.things)) {
				i := rng.IntN(len(next.things))
				was := next.things[i]
				c.Remove(int(was.Piece), int(was.Square))
				next.things = slices.Delete(next.things, i, i+1)
			}
			for range min(rng.IntN(mostChanges+1), 12-len(next.things)) {
				is := Thing{uint8(rng.IntN(4)), uint8(rng.IntN(16))}
				next.things = append(next.things, is)
				c.Add(int(is.Piece), int(is.Square))
			}
			if rng.IntN(5) == 0 {
				side := rng.IntN(2)
				next.views[side] ^= 1
				c.Turn(side)
			}
			line = append(line, next)
		}
		if rng.IntN(2) == 0 {
			continue // evaluate only some positions, so that Update must also apply the changes of several moves
		}
		now = line[len(line)-1]
		s := Sample{Turn: rng.IntN(2), Bucket: rng.IntN(4)}
		for side := range 2 {
			for _, th := range now.things {
				s.Features[side] = append(s.Features[side], set.Index(side, now.views[side], int(th.Piece), int(th.Square)))
			}
			if !st.Update(side, now.views[side]) {
				st.Refresh(side, s.Features[side])
			}
		}
		if got, want := st.Value(s.Turn, s.Bucket), net.Value(&s); got != want {
			t.Fatalf("step %d: %d, want %d", step, got, want)
		}
	}
	st.Reset()
	features := []uint16{1, 2, 3}
	if n := testing.AllocsPerRun(100, func() {
		for side := range 2 {
			if !st.Update(side, 0) {
				st.Refresh(side, features)
			}
		}
		c := st.Push()
		c.Remove(0, 1)
		c.Add(0, 5)
		st.Update(0, 0)
		st.Update(1, 0)
		_ = st.Value(0, 1)
		st.Pop()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestScanHeader checks what the short parser of headers reads and what it refuses.
func TestScanHeader(t *testing.T) {
	const shape = `"features":768,"width":128,"buckets":8`
	for text, scale := range map[string]float64{
		`{"game":"some","set":"a b",` + shape + `,"scale":191,"games":3}`:    191,
		`{"game":"some","set":"a b",` + shape + `,"scale":0.1,"games":3}`:    0.1,
		`{"game":"some","set":"a b",` + shape + `,"scale":538.74219}`:        538.74219,
		`{"game":"some","set":"a b",` + shape + `,"scale":170.25,"games":3}`: 170.25,
	} {
		var h Header
		want := Header{Game: "some", Set: "a b", Features: 768, Width: 128, Buckets: 8, Scale: scale}
		if !scanHeader(text, &h) || !reflect.DeepEqual(h, want) {
			t.Errorf("%s: %+v", text, h)
		}
	}
	for _, text := range []string{
		``, `{}`, `{"game":"some","set":"a",` + shape + `}`, `{"game":"some","set":"a",` + shape + `,"scale":1e3}`,
		`{"game":"some","set":"a","features":768,"buckets":8,"scale":1}`, `{"game":"some",` + shape + `,"scale":1}`,
		`{"game":"some","set":"a",` + shape + `,"scale":0.1234567890123456789}`, `{"game":"some","set":"a",` + shape + `,"scale":1`,
	} {
		var h Header
		if scanHeader(text, &h) {
			t.Errorf("%s: accepted as %+v", text, h)
		}
	}
}

func BenchmarkValue(b *testing.B) {
	net := random(rand.New(rand.NewPCG(1, 1)), 64, 256, 1)
	st := NewStack(net, toy(), 4)
	st.Refresh(0, nil)
	st.Refresh(1, nil)
	for b.Loop() {
		c := st.Push()
		c.Remove(0, 1)
		c.Add(0, 5)
		st.Update(0, 0)
		st.Update(1, 0)
		_ = st.Value(0, 0)
		st.Pop()
	}
}
