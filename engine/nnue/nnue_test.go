package nnue

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// random creates a net with random weights up to the largest allowed values.
func random(t testing.TB, rng *rand.Rand, features, width, buckets int) *Net {
	t.Helper()
	fill := func(n int, most float32) []float32 {
		list := make([]float32, n)
		for i := range list {
			list[i] = (2*rng.Float32() - 1) * most
		}
		return list
	}
	in, out := Most()
	n, err := New(Header{Game: "some", Set: "toy", Features: features, Width: width, Buckets: buckets, Scale: 170},
		fill(width, in), fill(features*width, in), fill(buckets*2*width, out), fill(buckets, 2))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	n := random(t, rng, 40, 32, 3)
	var b bytes.Buffer
	if _, err := n.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	again, err := Read(bytes.NewReader(b.Bytes()))
	if err != nil || !reflect.DeepEqual(n, again) {
		t.Errorf("the net is another one after reading it (%v)", err)
	}
	for _, cut := range []int{0, 5, len(magic) + 2, 40, b.Len() - 1} {
		if _, err := Parse(b.Bytes()[:cut]); err == nil {
			t.Errorf("%d bytes of %d were accepted", cut, b.Len())
		}
	}
}

func FuzzParse(f *testing.F) {
	n := random(f, rand.New(rand.NewPCG(1, 1)), 4, 16, 1)
	f.Add(n.bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		n, err := Parse(b)
		if err != nil {
			return
		}
		again, err := Parse(n.bytes())
		if err != nil {
			t.Fatal(err)
		}
		again.Hash = n.Hash // Hash is the hash of the file; two files with different header texts can hold the same net
		if !reflect.DeepEqual(n, again) {
			t.Errorf("%+v became %+v", n.Header, again.Header)
		}
	})
}

// FuzzKernels checks that the kernels selected for this processor give the same results as the
// kernels written in Go.
func FuzzKernels(f *testing.F) {
	f.Add(uint64(1), uint8(16))
	f.Add(uint64(2), uint8(1))
	f.Fuzz(func(t *testing.T, seed uint64, lanes uint8) {
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
	})
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
	rng := rand.New(rand.NewPCG(3, 3))
	set := toy()
	net := random(t, rng, set.Features, 48, 4)
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

// TestNewRefuses checks that New rejects headers with an unsupported shape.
func TestNewRefuses(t *testing.T) {
	for _, h := range []Header{
		{Features: 4, Width: 16, Buckets: 1},
		{Features: 4, Width: 17, Buckets: 1, Scale: 1},
		{Features: 0, Width: 16, Buckets: 1, Scale: 1},
		{Features: 4, Width: 16, Buckets: 0, Scale: 1},
		{Features: 4, Width: 16, Buckets: 1, Scale: 1},
	} {
		if _, err := New(h, nil, nil, nil, nil); err == nil {
			t.Errorf("%+v was accepted", h)
		}
	}
}

func BenchmarkValue(b *testing.B) {
	net := random(b, rand.New(rand.NewPCG(1, 1)), 64, 256, 1)
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
