// Package tune fits the weights of an evaluation to the results of games by logistic regression. It
// contains no rules of a game: a Model converts positions to coefficients.
package tune

import (
	"bufio"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"kydai/game"
)

// Model is an evaluation of a certain form. It is a linear sum of coefficients times weights, plus
// squares of such sums.
type Model interface {
	// Vector returns the initial weights.
	Vector() []float64
	// Trace converts a position to coefficients, from the first side's point of view. It calls the
	// function visit with the coefficient of each weight in each part of the evaluation. Part 0 is
	// the linear sum, in which weight -1 stands for a constant. Every other part is a sum that
	// counts only if it is positive. The square of the sum is then added for parts above 0 and
	// subtracted for parts below 0.
	Trace(position string, visit func(part, weight int, coefficient float64)) error
}

// Tuner is the Model of one of this project's engines. It also selects training positions and
// writes the fitted weights.
type Tuner interface {
	Model
	// Name returns the name of the group to which a weight belongs. weight is an index of Vector.
	Name(weight int) string
	// Quiet reports whether a position can be used for training, given its best move. In such a
	// position the static evaluation must be accurate without a search.
	Quiet(p game.Position, best game.Move) bool
	// Source returns the text of the engine's Go file with the given weights. The weights are
	// rounded and in the order of Vector.
	Source(weights []float64) string
}

// Beginner is a Tuner that can begin with other weights than those of its engine.
type Beginner interface {
	// Begin makes Vector return the weights in a file that Source wrote, or the hand-made weights if
	// file is nil.
	Begin(file []byte) error
}

// Finer is a Tuner whose engine stores weights as multiples of 1/Parts() instead of integers.
type Finer interface{ Parts() int }

// Round rounds weights in place to the numbers that the engine of a Tuner stores.
func Round(t Tuner, w []float64) {
	parts := 1.0
	if f, ok := t.(Finer); ok {
		parts = float64(f.Parts())
	}
	for i := range w {
		w[i] = math.Round(w[i]*parts) / parts
	}
}

// term is the coefficient of one weight. The terms of a sample are sorted by part.
type term struct {
	weight      int32
	part        int16
	coefficient float32
}

// Sample is a position converted to coefficients, with the target result for the first side, from 0
// to 1.
type Sample struct {
	Result   float64
	points   float64 // score of the search for the first side
	searched bool
	constant float64
	terms    []term
}

// Value returns the evaluation of the sample with the weights w.
func (s *Sample) Value(w []float64) float64 {
	v := s.constant
	s.parts(func(part int16, ts []term) {
		v += value(part, dot(ts, w))
	})
	return v
}

func dot(ts []term, w []float64) (sum float64) {
	for _, t := range ts {
		sum += float64(t.coefficient) * w[t.weight]
	}
	return sum
}

// value returns the contribution of a part with the given sum to the evaluation.
func value(part int16, sum float64) float64 {
	switch {
	case part == 0:
		return sum
	case sum <= 0:
		return 0
	case part < 0:
		return -sum * sum
	}
	return sum * sum
}

// slope returns the derivative of the function value with respect to the parameter sum.
func slope(part int16, sum float64) float64 {
	switch {
	case part == 0:
		return 1
	case sum <= 0:
		return 0
	case part < 0:
		return -2 * sum
	}
	return 2 * sum
}

// parts calls the function each once for every part, with the terms of the part.
func (s *Sample) parts(each func(part int16, ts []term)) {
	for from := 0; from < len(s.terms); {
		to := from + 1
		for to < len(s.terms) && s.terms[to].part == s.terms[from].part {
			to++
		}
		each(s.terms[from].part, s.terms[from:to])
		from = to
	}
}

// NewSample converts a position with a result to a Sample.
func NewSample(m Model, position string, result float64) (Sample, error) {
	s := Sample{Result: result}
	byPart := map[int][]term{}
	order := []int{}
	err := m.Trace(position, func(part, weight int, c float64) {
		if weight < 0 {
			s.constant += c
			return
		}
		if _, known := byPart[part]; !known {
			order = append(order, part)
		}
		byPart[part] = append(byPart[part], term{int32(weight), int16(part), float32(c)})
	})
	for _, part := range order {
		s.terms = append(s.terms, byPart[part]...)
	}
	return s, err
}

// NewSearched converts a position like NewSample. points is the score of a search, for the first
// side.
func NewSearched(m Model, position string, result, points float64) (Sample, error) {
	s, err := NewSample(m, position, result)
	s.points, s.searched = points, true
	return s, err
}

// Read reads lines of the form "position;result;points" as samples. Result and points are for the
// first side; the result is from 0 to 1. The points may be missing.
func Read(r io.Reader, m Model) ([]Sample, error) {
	var out []Sample
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		if line == "" {
			continue
		}
		fields := strings.Split(line, ";")
		if len(fields) < 2 || len(fields) > 3 {
			return out, lineError(n, "must be a position, a result and points, separated by ;")
		}
		result, err := strconv.ParseFloat(strings.TrimSpace(fields[1]), 64)
		if err != nil || !(result >= 0 && result <= 1) {
			return out, lineError(n, "has the result "+fields[1]+", which is not from 0 to 1")
		}
		s, err := NewSample(m, fields[0], result)
		if err != nil {
			return out, lineError(n, "has a bad position: "+err.Error())
		}
		if len(fields) == 3 {
			points, err := strconv.Atoi(strings.TrimSpace(fields[2]))
			if err != nil {
				return out, lineError(n, "has "+fields[2]+" points, which is not a number")
			}
			s.points, s.searched = float64(points), true
		}
		out = append(out, s)
	}
	return out, in.Err()
}

// Mix replaces every target with a weighted mean of the game result and the result that the search
// score predicts. share is the weight of the score: 0 keeps the results, 1 uses only the scores. k
// is the scale that converts points to a predicted result. The score is less noisy than the result
// of a long game; the result is free of the errors of the search.
func Mix(samples []Sample, share, k float64) {
	for i := range samples {
		if s := &samples[i]; s.searched {
			s.Result = s.Result*(1-share) + chance(s.points, k)*share
		}
	}
}

func lineError(n int, what string) error {
	return game.Err("bad-sample", "line ", strconv.Itoa(n), " ", what)
}

// chance returns the predicted result for a value in points, with the scale k.
func chance(value, k float64) float64 { return 1 / (1 + math.Exp(-k*value)) }

// Loss returns the mean squared error of the predicted results.
func Loss(samples []Sample, w []float64, k float64) float64 {
	sum := 0.0
	for i := range samples {
		d := chance(samples[i].Value(w), k) - samples[i].Result
		sum += d * d
	}
	return sum / float64(max(len(samples), 1))
}

// FitScale returns the scale k that gives the smallest loss.
func FitScale(samples []Sample, w []float64) float64 {
	values := make([]float64, len(samples))
	for i := range samples {
		values[i] = samples[i].Value(w)
	}
	loss := func(k float64) (sum float64) {
		for i, v := range values {
			d := chance(v, k) - samples[i].Result
			sum += d * d
		}
		return sum
	}
	// The loss has only one minimum, so golden-section search finds it.
	const golden = 0.6180339887498949
	low, high := 0.0, 0.05
	a, b := high-golden*(high-low), low+golden*(high-low)
	fa, fb := loss(a), loss(b)
	for range 40 {
		if fa < fb {
			high, b, fb = b, a, fa
			a = high - golden*(high-low)
			fa = loss(a)
		} else {
			low, a, fa = a, b, fb
			b = low + golden*(high-low)
			fb = loss(b)
		}
	}
	return (low + high) / 2
}

// Options configure the function Fit.
type Options struct {
	Epochs int     // number of passes over the samples; 0 means 50
	Batch  int     // number of samples per step; 0 means 4096
	Rate   float64 // size of the first change of a weight, in the weight's units; 0 means 1
	Pull   float64 // strength of the regularisation towards the initial weights
	Scale  float64 // scale k that converts points to a predicted result; 0 means the result of FitScale
	Seed   uint64
	Report func(epoch int, loss float64) // called after each epoch with the loss; may be nil
}

// Fit returns weights with a smaller loss than the given start weights. It uses the Adam optimiser.
// If ctx ends, Fit returns the weights found so far.
func Fit(ctx context.Context, samples []Sample, start []float64, o Options) []float64 {
	if o.Epochs == 0 {
		o.Epochs = 50
	}
	if o.Batch == 0 {
		o.Batch = 4096
	}
	if o.Rate == 0 {
		o.Rate = 1
	}
	if o.Scale == 0 {
		o.Scale = FitScale(samples, start)
	}
	w := append([]float64(nil), start...)
	a := newAdam(coefficientSizes(samples, len(w)))
	order := rand.New(rand.NewPCG(o.Seed, 1)).Perm(len(samples))
	shuffle := rand.New(rand.NewPCG(o.Seed, 2))
	grad := make([]float64, len(w))
	for epoch := range o.Epochs {
		shuffle.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		rate := o.Rate * (1 - float64(epoch)/float64(o.Epochs))
		for from := 0; from < len(order); from += o.Batch {
			if ctx.Err() != nil {
				return w
			}
			batch := order[from:min(from+o.Batch, len(order))]
			clear(grad)
			for _, i := range batch {
				samples[i].addGradient(w, o.Scale, grad)
			}
			for i := range grad {
				grad[i] = grad[i]/float64(len(batch)) + o.Pull*(w[i]-start[i])
			}
			a.step(w, grad, rate)
		}
		if o.Report != nil {
			o.Report(epoch+1, Loss(samples, w, o.Scale))
		}
	}
	return w
}

// addGradient adds the gradient of the squared error for the sample to grad.
func (s *Sample) addGradient(w []float64, k float64, grad []float64) {
	c := chance(s.Value(w), k)
	outer := 2 * (c - s.Result) * c * (1 - c) * k
	s.parts(func(part int16, ts []term) {
		f := outer
		if part != 0 {
			f *= slope(part, dot(ts, w))
		}
		if f == 0 {
			return
		}
		for _, t := range ts {
			grad[t.weight] += f * float64(t.coefficient)
		}
	})
}

// adam holds the two moments of each weight's gradient in the Adam optimiser.
type adam struct {
	first, second []float64
	sizes         []float64 // by weight: the step is divided by this
	steps         int
}

func newAdam(sizes []float64) *adam {
	return &adam{first: make([]float64, len(sizes)), second: make([]float64, len(sizes)), sizes: sizes}
}

// coefficientSizes returns, for each weight, the root mean square of its coefficients in the samples
// in which it occurs, but at least 1. A step of a weight changes a value by the step times the
// coefficient, so a weight with large coefficients must make small steps.
func coefficientSizes(samples []Sample, n int) []float64 {
	sizes, times := make([]float64, n), make([]float64, n)
	for i := range samples {
		for _, t := range samples[i].terms {
			sizes[t.weight] += float64(t.coefficient) * float64(t.coefficient)
			times[t.weight]++
		}
	}
	for i := range sizes {
		sizes[i] = math.Sqrt(max(sizes[i]/max(times[i], 1), 1))
	}
	return sizes
}

func (a *adam) step(w, grad []float64, rate float64) {
	const b1, b2, tiny = 0.9, 0.999, 1e-12
	a.steps++
	c1, c2 := 1-math.Pow(b1, float64(a.steps)), 1-math.Pow(b2, float64(a.steps))
	for i, g := range grad {
		a.first[i] = b1*a.first[i] + (1-b1)*g
		a.second[i] = b2*a.second[i] + (1-b2)*g*g
		if a.second[i] == 0 {
			continue
		}
		w[i] -= rate / a.sizes[i] * (a.first[i] / c1) / (math.Sqrt(a.second[i]/c2) + tiny)
	}
}
