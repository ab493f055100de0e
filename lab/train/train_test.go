package train

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/engine/nnue"
)

const features, buckets = 40, 2

func header() nnue.Header {
	return nnue.Header{Game: "some", Set: "toy", Features: features, Buckets: buckets, Scale: 100}
}

// worth is a value that a net can learn. Some features are good for their side, and two of them
// together are even better.
func worth(list []uint16) (v float64) {
	for _, f := range list {
		v += float64(f%7)/7 - 0.4
	}
	if slices.Contains(list, 3) && slices.Contains(list, 5) {
		v++
	}
	return v
}

func toys(n int, seed uint64) *Data {
	rng := rand.New(rand.NewPCG(seed, 0))
	d := &Data{}
	for range n {
		s := nnue.Sample{Turn: rng.IntN(2), Bucket: rng.IntN(buckets)}
		for side := range 2 {
			for range 4 {
				s.Features[side] = append(s.Features[side], uint16(rng.IntN(features)))
			}
		}
		d.Add(&s, logistic(worth(s.Features[s.Turn])-worth(s.Features[1-s.Turn])))
	}
	return d
}

func options(threads int) Options {
	return Options{Width: 32, Epochs: 12, Batch: 64, Rate: 0.01, Seed: 3, Threads: threads}
}

func fileOf(t *testing.T, n *nnue.Net) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := n.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestNet checks that training reduces the loss, even for held-out positions. The file of the net
// must be the same with one thread and with three, and must differ with another seed.
func TestNet(t *testing.T) {
	d, held := toys(4000, 1), toys(500, 2)
	var losses []Epoch
	o := options(1)
	o.Report = func(e Epoch, _ *nnue.Net) error { losses = append(losses, e); return nil }
	one, err := Net(context.Background(), header(), d, held, o)
	if err != nil {
		t.Fatal(err)
	}
	first, last := losses[0], losses[len(losses)-1]
	if len(losses) != 12 || last.Held > first.Held/3 || last.Held > 0.004 {
		t.Errorf("the error went from %.5f to %.5f", first.Held, last.Held)
	}
	three, err := Net(context.Background(), header(), d, held, options(3))
	if err != nil || !bytes.Equal(fileOf(t, one), fileOf(t, three)) {
		t.Errorf("one thread and three made different nets (%v)", err)
	}
	o = options(1)
	o.Seed++
	other, err := Net(context.Background(), header(), d, held, o)
	if err != nil || other.Hash == one.Hash {
		t.Errorf("another seed made the same net (%v)", err)
	}
	// Training that starts from another net must begin with the loss of this net.
	o = options(1)
	o.Epochs, o.From, o.Rate = 1, one, 1e-9
	child, err := Net(context.Background(), header(), d, held, o)
	if err != nil || child.Header.Parent != one.Hash || math.Abs(child.Header.Loss-last.Held) > 1e-3 {
		t.Errorf("from %.5f to %.5f (%v)", last.Held, child.Header.Loss, err)
	}
}

// TestCorrects checks a net that corrects an evaluation by hand: it learns nothing where that evaluation
// is right, and what is missing where it is wrong.
func TestCorrects(t *testing.T) {
	const scale = 100
	data := func(n int, seed uint64, share float64) *Data {
		rng := rand.New(rand.NewPCG(seed, 0))
		d := &Data{Corrects: scale}
		for range n {
			s := nnue.Sample{Bucket: rng.IntN(buckets)}
			for side := range 2 {
				for range 4 {
					s.Features[side] = append(s.Features[side], uint16(rng.IntN(features)))
				}
			}
			v := worth(s.Features[0]) - worth(s.Features[1])
			s.Hand = int(math.Round(scale * share * v))
			d.Add(&s, logistic(v))
		}
		return d
	}
	for _, share := range []float64{1, 0.5} {
		h := header()
		h.Corrects = true
		net, err := Net(context.Background(), h, data(4000, 1, share), data(500, 2, share), options(1))
		if err != nil || net.Header.Loss > 0.002 {
			t.Errorf("hand %g: loss %.5f (%v)", share, net.Header.Loss, err)
		}
		off := 0.0
		for _, s := range []nnue.Sample{{Features: [2][]uint16{{6, 6, 13, 20}, {0, 7, 7, 14}}}, {Features: [2][]uint16{{1, 8, 15}, {4, 11, 12}}}} {
			want := (1 - share) * scale * (worth(s.Features[0]) - worth(s.Features[1]))
			off = max(off, math.Abs(float64(net.Value(&s))-want))
		}
		if off > 60 {
			t.Errorf("hand %g: the correction is wrong by %.0f points", share, off)
		}
	}
}

// TestGradient checks the computed gradient. It must equal the change of the loss when each weight
// is changed slightly.
func TestGradient(t *testing.T) {
	s := shape{features, 16, buckets}
	w := randomWeights(s, 5)
	for i := range w.bias {
		w.bias[i] = 0.3
	}
	d := toys(1, 9)
	grad, k := newWeights(s), newWorker(s)
	k.learn(w, grad, d, &d.samples[0], false)
	const little = 1e-3
	moved := 0
	for i := range w.all {
		was := w.all[i]
		w.all[i] = was + little
		more := k.miss(w, d, &d.samples[0])
		w.all[i] = was - little
		less := k.miss(w, d, &d.samples[0])
		w.all[i] = was
		want := (more - less) / (2 * little)
		if got := float64(grad.all[i]); math.Abs(got-want) > 1e-3+0.05*math.Abs(want) {
			t.Fatalf("weight %d: %g, want %g", i, got, want)
		}
		if want != 0 {
			moved++
		}
	}
	if moved < 50 {
		t.Errorf("only %d weights count", moved)
	}
}

// TestDecay checks that weight decay makes the weights smaller.
func TestDecay(t *testing.T) {
	size := func(decay float64) (sum float64) {
		o := options(1)
		o.Epochs, o.Decay = 2, decay
		n, err := Net(context.Background(), header(), toys(500, 1), &Data{}, o)
		if err != nil {
			t.Fatal(err)
		}
		_, in, _, _ := n.Floats()
		for _, w := range in {
			sum += math.Abs(float64(w))
		}
		return sum
	}
	if free, held := size(0), size(5); held > 0.9*free {
		t.Errorf("the weights sum up to %.1f, with decay to %.1f", free, held)
	}
}

func TestTarget(t *testing.T) {
	for _, c := range []struct {
		points               int
		result, lambda, want float64
	}{{0, 1, 1, 0.5}, {0, 1, 0, 1}, {100, 0, 1, 0.731}, {-100, 1, 0.5, 0.634}} {
		if got := Target(c.points, c.result, 100, c.lambda); math.Abs(got-c.want) > 1e-3 {
			t.Errorf("%+v: %.4f", c, got)
		}
	}
}

func TestRefuses(t *testing.T) {
	if _, err := Net(context.Background(), header(), &Data{}, &Data{}, options(1)); err == nil {
		t.Error("no positions were accepted")
	}
	o := options(1)
	o.Rate = math.NaN()
	if _, err := Net(context.Background(), header(), toys(3, 1), &Data{}, o); err == nil {
		t.Error("a rate that is no number was accepted")
	}
	h := header()
	h.Features = 8
	if _, err := Net(context.Background(), h, toys(9, 1), &Data{}, options(1)); err == nil {
		t.Error("a feature that the net does not have was accepted")
	}
}

// TestMirror checks that training on symmetric positions also teaches their mirror images.
func TestMirror(t *testing.T) {
	mirror := make([]uint16, features)
	for f := range mirror {
		mirror[f] = uint16(features - 1 - f)
	}
	half := func(mirrored bool) *Data {
		rng := rand.New(rand.NewPCG(6, 6))
		d := &Data{Mirror: mirror}
		for range 2000 {
			s := nnue.Sample{Symmetric: true}
			for side := range 2 {
				for range 4 {
					f := uint16(rng.IntN(features / 2))
					if mirrored {
						f = mirror[f]
					}
					s.Features[side] = append(s.Features[side], f)
				}
			}
			v := 0.0
			for i, f := range append(slices.Clone(s.Features[0]), s.Features[1]...) {
				if mirrored {
					f = mirror[f]
				}
				v += (float64(f%7)/7 - 0.4) * float64(1-i/4*2)
			}
			d.Add(&s, logistic(v))
		}
		return d
	}
	net, err := Net(context.Background(), header(), half(false), half(true), options(2))
	if err != nil || net.Header.Loss > 0.004 {
		t.Errorf("error %.5f on mirror images (%v)", net.Header.Loss, err)
	}
}
