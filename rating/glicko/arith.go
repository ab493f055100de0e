package glicko

import "math"

// mul returns the product rounded to float64. The conversion prevents the compiler from fusing the
// product and an addition into one instruction.
func mul(x, y float64) float64 { return float64(x * y) }

func square(x float64) float64 { return mul(x, x) }

// ln2High and ln2Low add up to ln2. ln2High has 32 significant bits, so that its product with a
// small integer is exact.
const (
	ln2High = 0.6931471803691238
	ln2Low  = 1.9082149292705877e-10
	log2e   = 1.4426950408889634
)

// maxExponent is the maximum absolute value of the argument of exp. Larger arguments do not occur
// in practice and are limited to maxExponent.
const maxExponent = 700

// expTerms is the number of terms of the series of e^r in the function exp. There |r| is at most
// ln2/2, so the next term is below 1e-18.
const expTerms = 14

// exp returns e to the power x, with an error of a few units in the last place. x is limited
// to ±700.
func exp(x float64) float64 {
	x = max(-maxExponent, min(maxExponent, x))
	k := math.Floor(mul(x, log2e) + 0.5)
	r := x - mul(k, ln2High) - mul(k, ln2Low)
	sum := 1.0
	for n := expTerms; n >= 1; n-- {
		sum = 1 + mul(r, sum)/float64(n)
	}
	return mul(sum, powerOf2(int(k)))
}

// powerOf2 returns 2 to the power k, for k in the range of normal numbers.
func powerOf2(k int) float64 {
	const bias, fraction = 1023, 52
	return math.Float64frombits(uint64(k+bias) << fraction) //nolint:gosec // k is between -1010 and 1010
}

// logTerms is the number of terms of the series of atanh s in the function log. There |s| is at
// most 0.172, so the next term is below 1e-18.
const logTerms = 12

// log returns the natural logarithm of a positive normal number, with an error of a few units
// in the last place.
func log(x float64) float64 {
	const bias, fraction, exponent = 1023, 52, 0x7ff
	bits := math.Float64bits(x)
	k := int(bits>>fraction&exponent) - bias                                   //nolint:gosec // the masked value has only eleven bits
	m := math.Float64frombits(bits&^(exponent<<fraction) | (bias << fraction)) // 1 ≤ m < 2
	if m > math.Sqrt2 {
		m /= 2
		k++
	}
	s := (m - 1) / (m + 1) // because log m = 2 atanh s
	s2 := square(s)
	sum := 0.0
	for n := logTerms; n >= 0; n-- {
		sum = mul(sum, s2) + 1/float64(2*n+1)
	}
	return mul(float64(k), ln2High) + (mul(2*s, sum) + mul(float64(k), ln2Low))
}
