package train

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"kydai/engine/nnue"
	"kydai/game"
)

// Options configure a training run.
type Options struct {
	Width   int // number of sums in the first layer for each side
	Epochs  int // number of passes over the positions
	Batch   int // number of positions per step
	Rate    float64
	Decay   float64 // weight decay: share of a weight that a step removes at rate 1; limits weights of rare features
	Seed    uint64
	Threads int
	From    *nnue.Net // training begins with this net; nil means with random weights
	// Report is called after each epoch with the current net. It may be nil.
	Report func(Epoch, *nnue.Net) error
}

// Epoch is the result of one pass over the training positions.
type Epoch struct {
	Number int
	Loss   float64 // mean squared error on the training positions
	Held   float64 // mean squared error on the held-out positions; NaN if there are none
}

// parts is the number of parts of a batch. Their gradients are added in order, so the result does
// not depend on the number of threads.
const parts = 4

// lastRate is the final learning rate, as a share of the first learning rate.
const lastRate = 0.01

// Error codes of this package.
const (
	NoData = "no-samples"
	BadRun = "bad-training"
)

// Net trains a net on the positions of the parameter d, and measures the net on the positions of
// the parameter held. The parameter h is the header of the new net, and Net fills in the header's
// fields about the training. If ctx ends, Net returns the current net.
func Net(ctx context.Context, h nnue.Header, d, held *Data, o Options) (*nnue.Net, error) {
	if d.Len() == 0 {
		return nil, game.Err(NoData, "there are no positions to train on")
	}
	if o.Batch < 1 || o.Epochs < 1 || o.Threads < 1 || !(o.Rate > 0) || !(o.Decay >= 0) {
		return nil, game.Err(BadRun, "batch, epochs, threads and rate must be above zero, the decay not below")
	}
	if d.beyond(h.Features) || held.beyond(h.Features) {
		return nil, game.Err(BadRun, "a position has a feature that the net does not have")
	}
	t := newTrainer(h, d, o)
	if o.From != nil {
		if o.From.Header.Width != o.Width || o.From.Header.Features != h.Features || o.From.Header.Buckets != h.Buckets {
			return nil, game.Err(BadRun, "the net to begin from has another shape")
		}
		t.w.set(o.From.Floats())
		h.Parent = o.From.Hash
	}
	h.Width, h.Seed, h.Positions, h.Held = o.Width, o.Seed, d.Len(), held.Len()
	var net *nnue.Net
	for epoch := 1; epoch <= o.Epochs && (ctx.Err() == nil || net == nil); epoch++ {
		e := Epoch{Number: epoch, Loss: t.epoch(ctx, epoch), Held: t.measure(held)}
		h.Epochs, h.Loss = epoch, rounded(e.Held)
		var err error
		if net, err = nnue.New(h, t.w.bias, t.w.in, t.w.out, t.w.outBias); err != nil {
			return nil, err
		}
		if o.Report != nil {
			if err := o.Report(e, net); err != nil {
				return nil, err
			}
		}
	}
	return net, nil
}

// rounded rounds a loss for the header of a net. NaN becomes 0, because JSON has no NaN.
func rounded(loss float64) float64 {
	if math.IsNaN(loss) {
		return 0
	}
	return math.Round(loss*1e7) / 1e7
}

// set copies the weights of a net into w.
func (w *weights) set(bias, in, out, outBias []float32) {
	copy(w.bias, bias)
	copy(w.in, in)
	copy(w.out, out)
	copy(w.outBias, outBias)
}

// trainer is the state of a training run.
type trainer struct {
	options       Options
	data          *Data
	w             *weights
	grads         [parts]*weights
	workers       [parts]*worker
	first, second []float32 // first and second moments of Adam
	steps         int
}

func newTrainer(h nnue.Header, d *Data, o Options) *trainer {
	s := shape{h.Features, o.Width, h.Buckets}
	t := &trainer{options: o, data: d, w: randomWeights(s, o.Seed), first: make([]float32, s.count()), second: make([]float32, s.count())}
	for i := range parts {
		t.grads[i], t.workers[i] = newWeights(s), newWorker(s)
	}
	return t
}

// epoch trains on all positions once, in random order, and returns the mean loss.
func (t *trainer) epoch(ctx context.Context, number int) float64 {
	rng := rand.New(rand.NewPCG(t.options.Seed, uint64(number)<<8)) //nolint:gosec // number is never negative
	order := rng.Perm(t.data.Len())
	all := t.options.Epochs * len(order)
	sum := 0.0
	seen := 0
	for from := 0; from < len(order) && ctx.Err() == nil; from += t.options.Batch {
		batch := order[from:min(from+t.options.Batch, len(order))]
		done := float64((number-1)*len(order)+from) / float64(all)
		rate := t.options.Rate * (lastRate + (1-lastRate)*(1+math.Cos(math.Pi*done))/2)
		sum += t.step(batch, rate, number)
		seen += len(batch)
	}
	return sum / float64(max(seen, 1))
}

// inParts splits n positions into parts and calls the function each once for every part. The calls
// run in several goroutines.
func (t *trainer) inParts(n int, each func(part, from, to int)) {
	threads := min(t.options.Threads, parts)
	var wait sync.WaitGroup
	for thread := range threads {
		wait.Go(func() {
			for p := thread; p < parts; p += threads {
				each(p, n*p/parts, n*(p+1)/parts)
			}
		})
	}
	wait.Wait()
}

// step updates the weights with the gradient of one batch. It returns the sum of the squared
// errors. The parameter epoch decides which symmetric positions are mirrored.
func (t *trainer) step(batch []int, rate float64, epoch int) (loss float64) {
	t.inParts(len(batch), func(p, from, to int) {
		grad, k := t.grads[p], t.workers[p]
		clear(grad.all)
		k.loss = 0
		for _, i := range batch[from:to] {
			k.learn(t.w, grad, t.data, &t.data.samples[i], (i+epoch)&1 == 1)
		}
	})
	for _, k := range t.workers {
		loss += k.loss
	}
	t.steps++
	size := float64(len(batch))
	t.inParts(len(t.w.all)/lanes, func(p, from, to int) {
		from, to = from*lanes, to*lanes
		if p == parts-1 {
			to = len(t.w.all)
		}
		t.adam(from, to, size, rate)
	})
	return loss
}

// adam updates a range of the weights by the Adam method. The range is given by its first index and
// by the index after its last one. The weights stay in the range that a net file can store.
func (t *trainer) adam(from, to int, size, rate float64) {
	const b1, b2, tiny, least = 0.9, 0.999, 1e-8, 1e-30
	// The moments begin with zero, so both are too small at first: by the factors c1 and c2.
	c1, c2 := 1-math.Pow(b1, float64(t.steps)), 1-math.Pow(b2, float64(t.steps))
	root := math.Sqrt(c2)
	s := adamStep{
		b1: b1, new1: float32((1 - b1) / size), b2: b2, new2: float32((1 - b2) / (size * size)),
		keep: float32(1 - rate*t.options.Decay), rate: float32(rate / c1 * root), tiny: float32(tiny * root), least: least,
	}
	in, out := nnue.Most()
	firstOut, firstBias := len(t.w.bias)+len(t.w.in), len(t.w.all)-len(t.w.outBias)
	for _, r := range []struct {
		from, to int
		most     float32
	}{{0, firstOut, in}, {firstOut, firstBias, out}, {firstBias, len(t.w.all), math.MaxFloat32}} {
		from, to := max(from, r.from), min(to, r.to)
		if from >= to {
			continue
		}
		s.most = r.most
		var grads [parts][]float32
		for p, g := range t.grads {
			grads[p] = g.all[from:to]
		}
		adam(t.w.all[from:to], t.first[from:to], t.second[from:to], grads, &s)
	}
}

// measure returns the mean squared error on the held-out positions, or NaN if there are none.
func (t *trainer) measure(held *Data) float64 {
	if held.Len() == 0 {
		return math.NaN()
	}
	t.inParts(held.Len(), func(p, from, to int) {
		k := t.workers[p]
		k.loss = 0
		for i := from; i < to; i++ {
			k.loss += k.miss(t.w, held, &held.samples[i])
		}
	})
	sum := 0.0
	for _, k := range t.workers {
		sum += k.loss
	}
	return sum / float64(held.Len())
}
