package train

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestKernels checks that the kernels of this processor give exactly the results of the scalar
// versions, for every width from 16 to 256.
func TestKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []float32 {
		list := make([]float32, n)
		for i := range list {
			list[i] = rng.Float32()*3 - 1
		}
		return list
	}
	const rows = 20
	for n := lanes; n <= 256; n += lanes {
		var list []uint16
		for range n / lanes * 2 % 9 { // some lists are empty
			list = append(list, uint16(rng.IntN(rows)))
		}
		list = append(list, list...) // a row can be in the list twice
		bias, in, out := random(n), random(rows*n), random(n)
		same := func(name string, a, b []float32) {
			t.Helper()
			if !slices.Equal(a, b) {
				t.Fatalf("%s, width %d: %v, want %v", name, n, a, b)
			}
		}
		a, b := random(n), random(n)
		sumRows(a, bias, in, list)
		sumRowsScalar(b, bias, in, list)
		same("sumRows", a, b)

		sums := random(n)
		same("squares", []float32{squares(sums, out)}, []float32{squaresScalar(sums, out)})

		grad, back := random(n), random(n)
		wantGrad, wantBack := slices.Clone(grad), random(n)
		slopes(sums, out, grad, back, 0.3)
		slopesScalar(sums, out, wantGrad, wantBack, 0.3)
		same("slopes, gradient of out", grad, wantGrad)
		same("slopes, gradient of the sums", back, wantBack)

		wantBias, wantIn := slices.Clone(bias), slices.Clone(in)
		addRows(bias, in, back, list)
		addRowsScalar(wantBias, wantIn, back, list)
		same("addRows, bias", bias, wantBias)
		same("addRows, rows", in, wantIn)
	}
}

// TestAdamKernel checks that the step of Adam gives exactly the results of the scalar version, for
// numbers of weights that are no multiple of the length of a vector, too. Weights beyond the limit
// come back to it, and tiny moments become zero.
func TestAdamKernel(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	s := adamStep{b1: 0.9, new1: 0.01, b2: 0.999, new2: 1e-5, keep: 0.99, rate: 0.1, tiny: 1e-8, most: 0.9, least: 1e-30}
	for n := 1; n < 70; n++ {
		var grads [parts][]float32
		for p := range grads {
			grads[p] = make([]float32, n)
		}
		w, first, second := make([]float32, n), make([]float32, n), make([]float32, n)
		for i := range w {
			w[i], first[i], second[i] = rng.Float32()*2-1, rng.Float32()-0.5, rng.Float32()
			switch rng.IntN(3) {
			case 0:
				first[i], second[i] = 1e-31, 1e-31
			default:
				for p := range grads {
					grads[p][i] = rng.Float32() - 0.5
				}
			}
		}
		w2, first2, second2 := slices.Clone(w), slices.Clone(first), slices.Clone(second)
		adam(w, first, second, grads, &s)
		adamScalar(w2, first2, second2, grads, &s)
		if !slices.Equal(w, w2) || !slices.Equal(first, first2) || !slices.Equal(second, second2) {
			t.Fatalf("%d weights: %v, want %v", n, w, w2)
		}
		for i := range w {
			if w[i] > s.most || w[i] < -s.most || first[i] != 0 && first[i] < 1e-30 && first[i] > -1e-30 || second[i] != 0 && second[i] < 1e-30 {
				t.Fatalf("weight %g, moments %g and %g", w[i], first[i], second[i])
			}
		}
	}
}
