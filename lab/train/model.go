package train

import "math/rand/v2"

// shape holds the sizes of a net: inputs, sums per side, and output buckets.
type shape struct{ features, width, buckets int }

func (s shape) count() int { return s.width*(1+s.features+2*s.buckets) + s.buckets }

// weights holds all parameters of a net, or their gradients, in one slice. The bias and rows of the
// first layer come first, then the rows and biases of the second layer.
type weights struct {
	shape
	all                    []float32
	bias, in, out, outBias []float32
}

func newWeights(s shape) *weights {
	w := &weights{shape: s, all: make([]float32, s.count())}
	rest := w.all
	take := func(n int) (part []float32) {
		part, rest = rest[:n:n], rest[n:]
		return part
	}
	w.bias, w.in = take(s.width), take(s.features*s.width)
	w.out, w.outBias = take(s.buckets*2*s.width), take(s.buckets)
	return w
}

// Ranges of the random initial weights.
const (
	firstIn   = 0.1
	firstOut  = 0.05
	firstBias = 0.1
)

// randomWeights returns random initial weights.
func randomWeights(s shape, seed uint64) *weights {
	w := newWeights(s)
	rng := rand.New(rand.NewPCG(seed, 1))
	fill := func(list []float32, most float32) {
		for i := range list {
			list[i] = (2*rng.Float32() - 1) * most
		}
	}
	fill(w.in, firstIn)
	fill(w.out, firstOut)
	for i := range w.bias {
		w.bias[i] = firstBias
	}
	return w
}

// worker computes the gradients for a part of a batch. It owns the buffers that this computation
// needs.
type worker struct {
	sums, back [2][]float32
	room       [2][]uint16
	loss       float64
}

func newWorker(s shape) *worker {
	k := &worker{}
	for i := range 2 {
		k.sums[i], k.back[i] = make([]float32, s.width), make([]float32, s.width)
	}
	return k
}

// forward computes the output of the net for a position, before the logistic function.
func (k *worker) forward(w *weights, features [2][]uint16, bucket uint8) float32 {
	out := w.out[2*w.width*int(bucket):]
	total := w.outBias[bucket]
	for i := range 2 {
		sumRows(k.sums[i], w.bias, w.in, features[i])
		total += squares(k.sums[i], out[i*w.width:][:w.width])
	}
	return total
}

// learn adds the gradient of the squared error for a position to grad. If mirror is set and the
// position is symmetric, it learns the mirror image.
func (k *worker) learn(w, grad *weights, d *Data, s *sample, mirror bool) {
	features := d.both(s)
	if mirror && s.symmetric {
		features = d.mirrored(s, &k.room)
	}
	p := float32(logistic(float64(s.base + k.forward(w, features, s.bucket))))
	off := p - s.target
	k.loss += float64(off) * float64(off)
	slope := 2 * off * p * (1 - p)
	grad.outBias[s.bucket] += slope
	for i := range 2 {
		at := (2*int(s.bucket) + i) * w.width
		slopes(k.sums[i], w.out[at:][:w.width], grad.out[at:][:w.width], k.back[i], slope)
		addRows(grad.bias, grad.in, k.back[i], features[i])
	}
}

// miss returns the squared error of the net for a position.
func (k *worker) miss(w *weights, d *Data, s *sample) float64 {
	off := logistic(float64(s.base+k.forward(w, d.both(s), s.bucket))) - float64(s.target)
	return off * off
}
