package glicko

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// The second implementation in this file shares no code with the package. It uses numbers of 160
// bits, the paper's formulas with v and Δ as printed, exp by halving the argument, and a
// fixed-point iteration instead of regula falsi.

const precision = 160

type number = *big.Float

func of(x float64) number { return new(big.Float).SetPrec(precision).SetFloat64(x) }
func add(x, y number) number {
	return new(big.Float).SetPrec(precision).Add(x, y)
}
func sub(x, y number) number {
	return new(big.Float).SetPrec(precision).Sub(x, y)
}
func times(x, y number) number {
	return new(big.Float).SetPrec(precision).Mul(x, y)
}
func over(x, y number) number {
	return new(big.Float).SetPrec(precision).Quo(x, y)
}
func root(x number) number { return new(big.Float).SetPrec(precision).Sqrt(x) }

var (
	piSquared = func() number {
		pi, _ := new(big.Float).SetPrec(precision).SetString("3.14159265358979323846264338327950288419716939937510582097494")
		return times(pi, pi)
	}()
	one      = of(1)
	bigScale = func() number {
		s, _ := new(big.Float).SetPrec(precision).SetString("173.7178")
		return s
	}()
)

// bigExp halves x twelve times, sums the series, and squares the result twelve times.
func bigExp(x number) number {
	const halvings, terms = 12, 12
	r := new(big.Float).SetPrec(precision).SetMantExp(x, -halvings)
	term, sum := one, one
	for n := 1; n <= terms; n++ {
		term = over(times(term, r), of(float64(n)))
		sum = add(sum, term)
	}
	for range halvings {
		sum = times(sum, sum)
	}
	return sum
}

// bigLog finds the root of exp(y) = x by Newton's method, starting from the result of package
// math.
func bigLog(x number) number {
	start, _ := x.Float64()
	y := of(math.Log(start))
	for range 2 {
		y = add(y, sub(over(x, bigExp(y)), one)) // each step doubles the number of correct digits
	}
	return y
}

type bigPlayer struct{ mean, deviation, volatility number }

func (p bigPlayer) wait(s System, seconds float64) bigPlayer {
	periods := over(of(seconds), of(s.Period))
	phi := over(p.deviation, bigScale)
	grown := times(bigScale, root(add(times(phi, phi), times(times(p.volatility, p.volatility), periods))))
	return bigPlayer{p.mean, clamp(grown, 0, s.MaxDeviation), p.volatility}
}

func clamp(x number, low, high float64) number {
	if x.Cmp(of(low)) < 0 {
		return of(low)
	}
	if x.Cmp(of(high)) > 0 {
		return of(high)
	}
	return x
}

// after returns the player after one game against the other player.
func (p bigPlayer) after(s System, other bigPlayer, score float64) bigPlayer {
	mu := over(sub(p.mean, of(1500)), bigScale)
	phi := over(p.deviation, bigScale)
	muOther := over(sub(other.mean, of(1500)), bigScale)
	phiOther := over(other.deviation, bigScale)
	g := over(one, root(add(one, over(times(of(3), times(phiOther, phiOther)), piSquared))))
	e := over(one, add(one, bigExp(times(g, sub(muOther, mu)))))
	v := over(one, times(times(g, g), times(e, sub(one, e))))
	delta := times(v, times(g, sub(of(score), e)))
	sigma := p.bigVolatility(s, phi, v, delta)
	star := times(phi, phi)
	newPhi := over(one, root(add(over(one, star), over(one, v))))
	newMu := add(mu, times(times(newPhi, newPhi), times(g, sub(of(score), e))))
	return bigPlayer{
		clamp(add(times(bigScale, newMu), of(1500)), s.MinMean, s.MaxMean),
		clamp(times(bigScale, newPhi), s.MinDeviation, s.MaxDeviation),
		sigma,
	}
}

// bigVolatility finds the root of the paper's function f by repeated substitution: at the root, x =
// a + τ²·t, where t is the first term of f, which hardly depends on x.
func (p bigPlayer) bigVolatility(s System, phi, v, delta number) number {
	a := bigLog(times(p.volatility, p.volatility))
	base := add(times(phi, phi), v)
	tau2 := times(of(s.Tau), of(s.Tau))
	x, enough := a, of(1e-25)
	for range 100 {
		e := bigExp(x)
		d := add(base, e)
		term := over(times(e, sub(sub(times(delta, delta), base), e)), times(of(2), times(d, d)))
		next := add(a, times(tau2, term))
		change := sub(next, x)
		x = next
		if change.Abs(change).Cmp(enough) < 0 {
			return bigExp(over(x, of(2)))
		}
	}
	panic("the iteration does not converge")
}

func testAll() bool { return os.Getenv("KYDAI_TEST_RATINGS") != "" }

// TestSecondComputation plays simulated games among 100 players of known strength, once with this
// package and once with the second implementation. Each implementation continues with its own
// numbers from the first game to the last. KYDAI_TEST_RATINGS is the number of games.
func TestSecondComputation(t *testing.T) {
	games := 1000
	if testAll() {
		var err error
		if games, err = strconv.Atoi(os.Getenv("KYDAI_TEST_RATINGS")); err != nil {
			t.Fatal(err)
		}
	}
	s := Standard()
	r := rand.New(rand.NewPCG(2026, 11))
	const n = 100
	var strength [n]float64
	var players [n]Player
	var second [n]bigPlayer
	for i := range players {
		strength[i] = 1500 + 300*r.NormFloat64()
		players[i] = s.New(1500)
		second[i] = bigPlayer{of(1500), of(s.MaxDeviation), of(paperVolatility)}
	}
	worst := 0.0
	for k := range games {
		i := r.IntN(n)
		j := (i + 1 + r.IntN(n-1)) % n
		score := 0.5
		if x := r.Float64(); x > 0.1 {
			score = 0
			if r.Float64() < 1/(1+math.Pow(10, (strength[j]-strength[i])/400)) {
				score = 1
			}
		}
		waits := [2]float64{float64(r.IntN(1_000_000)), float64(r.IntN(1_000_000))}
		players[i], players[j] = s.Played(s.Wait(players[i], waits[0]), s.Wait(players[j], waits[1]), score)
		a, b := second[i].wait(s, waits[0]), second[j].wait(s, waits[1])
		second[i], second[j] = a.after(s, b, score), b.after(s, a, 1-score)
		for _, who := range []int{i, j} {
			d := difference(players[who], second[who])
			worst = max(worst, d)
			if !(d <= 1e-9) {
				t.Fatalf("game %d, player %d: %+v differs by %g", k, who, players[who], d)
			}
		}
	}
	t.Logf("%d games: the largest difference is %.2g", games, worst)
}

func difference(p Player, q bigPlayer) float64 {
	worst := 0.0
	for _, pair := range []struct {
		x float64
		y number
	}{{p.Mean, q.mean}, {p.Deviation, q.deviation}, {p.Volatility, q.volatility}} {
		d, _ := sub(of(pair.x), pair.y).Float64()
		worst = max(worst, math.Abs(d))
	}
	return worst
}
