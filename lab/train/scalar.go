package train

import "math"

// The functions in this file implement the kernels in Go, for processors without the assembly. They
// do the same operations in the same order as the assembly, so their results are the same. The
// conversions of products to float32 keep the compiler from merging a product and a sum into one
// operation, which would round only once.

// lanes is the number of partial sums of squares, and the unit of the width of a net.
const lanes = 16

// sumRowsScalar stores in the parameter to the sum of bias and of the rows of the list.
func sumRowsScalar(to, bias, rows []float32, list []uint16) {
	copy(to, bias)
	for _, f := range list {
		addScalar(to, rows[int(f)*len(to):][:len(to)])
	}
}

// addRowsScalar adds w to bias and to the rows of the list.
func addRowsScalar(bias, rows, w []float32, list []uint16) {
	addScalar(bias, w)
	for _, f := range list {
		addScalar(rows[int(f)*len(w):][:len(w)], w)
	}
}

func addScalar(to, w []float32) {
	for i, v := range w {
		to[i] += v
	}
}

// squaresScalar is the sum of the squares of the clipped sums times the weights out.
func squaresScalar(sums, out []float32) float32 {
	var total [lanes]float32
	for from := 0; from < len(sums); from += lanes {
		s, o := sums[from:][:lanes], out[from:][:lanes]
		for i := range total {
			c := min(max(s[i], 0), 1)
			total[i] += float32(c * c * o[i])
		}
	}
	for half := lanes / 2; half > 0; half /= 2 {
		addScalar(total[:half], total[half:][:half])
	}
	return total[0]
}

// slopesScalar computes the gradients of out and of the sums. It adds the first to gradOut and
// stores the second in back. The parameter slope is the gradient of the output.
func slopesScalar(sums, out, gradOut, back []float32, slope float32) {
	for j, v := range sums {
		c := min(max(v, 0), 1)
		gradOut[j] += float32(slope * c * c)
		if c != v {
			c = 0 // where the value was clipped, the gradient is zero
		}
		back[j] = 2 * slope * c * out[j]
	}
}

// adamStep holds the numbers of a step of Adam. The assembly reads its fields in this order.
type adamStep struct {
	b1, new1 float32 // shares of the old first moment and of the gradient in the new first moment
	b2, new2 float32 // the same for the second moment and the square of the gradient
	keep     float32 // share of a weight that the decay leaves
	rate     float32
	tiny     float32 // is added to the root of the second moment
	most     float32 // limits the weights to the range from -most to most
	least    float32 // moments below this size become zero, because processors are slow with tiny numbers
}

// adamScalar changes the weights w and their moments. The gradient is the sum of the gradients of
// the parts of a batch.
func adamScalar(w, first, second []float32, grads [parts][]float32, s *adamStep) {
	for i, was := range w {
		g := grads[0][i]
		for _, part := range grads[1:] {
			g += part[i]
		}
		m := float32(first[i]*s.b1) + float32(g*s.new1)
		if !(m > s.least || -m > s.least) {
			m = 0
		}
		v := float32(second[i]*s.b2) + float32(g*s.new2*g)
		if !(v > s.least) {
			v = 0
		}
		first[i], second[i] = m, v
		change := s.rate * m / (float32(math.Sqrt(float64(v))) + s.tiny)
		w[i] = min(max(float32(s.keep*was)-change, -s.most), s.most)
	}
}
