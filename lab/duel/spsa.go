package duel

import (
	"context"
	"math"
	"math/rand/v2"

	"kydai/engine"
	"kydai/game"
	"kydai/lab/player"
)

// Tuning finds better values for the numbers of a player by simultaneous perturbation stochastic
// approximation (SPSA). It plays pairs of games between two players whose numbers all differ: for
// each number, chance decides which of the two players has the larger value. After each pair, all
// numbers are moved a little towards the values of the player with the higher score.
//
// As chance decides for each number by itself, the same games also show the effect of each single
// number: its larger value against its smaller one, while the others vary.
type Tuning struct {
	Rules      game.Rules
	Openings   Openings
	Conditions Conditions
	Seed       uint64
	// Rate is the share of its step by which a number moves for each half point that a player has
	// more than 2 in a pair. It holds for the last pair; earlier pairs move the numbers further.
	// With 0 the numbers keep their values, and only their effects are measured.
	Rate float64
	// Pairs is the number of pairs of the whole run, on which the size of the moves depends.
	Pairs int
	// New creates a player with the given numbers.
	New func(name string, values []int) (player.Player, error)
	// Finished is called after each pair. It may be nil.
	Finished func(*Progress)
}

// Progress is the state of a tuning between two pairs of games.
type Progress struct {
	Pairs   int // number of pairs played
	Numbers []Number
}

// Number is one number of a tuning.
type Number struct {
	engine.Param         // Value is the value at the start
	Step         float64 // distance of the larger and the smaller value from the present value
	Now          float64 // present value
	Effect       Tally   // results of the larger value against the smaller one
}

// Step returns the default step of a number: a sixth of its value, and at least half of one.
func Step(p engine.Param) float64 { return max(math.Abs(float64(p.Value))/6, 0.5) }

// Constants of the method, as Spall proposes them: the exponents with which the moves and the steps
// get smaller, and the share of the pairs that delays this.
const (
	spsaAlpha = 0.602
	spsaGamma = 0.101
	spsaDelay = 0.1
)

// Run continues a tuning until p.Pairs reaches t.Pairs or ctx ends. It returns an error only if a
// player cannot be created or an opening is invalid.
func (t *Tuning) Run(ctx context.Context, p *Progress) error {
	for ; p.Pairs < t.Pairs && ctx.Err() == nil; p.Pairs++ {
		rng := rand.New(rand.NewPCG(t.Seed, uint64(p.Pairs)))
		signs := make([]float64, len(p.Numbers))
		for i := range signs {
			signs[i] = float64(2*rng.IntN(2) - 1)
		}
		halves, ok, err := t.pair(ctx, p, signs)
		if err != nil {
			return err
		}
		if !ok {
			return nil // interrupted within the pair, which does not count
		}
		t.learn(p, signs, halves)
		if t.Finished != nil {
			done := *p
			done.Pairs++
			t.Finished(&done)
		}
	}
	return nil
}

// step returns the distance from the present value of a number to the values that the n-th pair
// tries.
func (t *Tuning) step(x *Number, n int) float64 {
	return x.Step * math.Pow(float64(t.Pairs)/float64(n+1), spsaGamma)
}

// pair plays a pair of games and returns the half points of the player that has the larger values
// where signs is positive.
func (t *Tuning) pair(ctx context.Context, p *Progress, signs []float64) (halves int, ok bool, err error) {
	plan := Plan{
		Rules: t.Rules, Pairs: 1, Openings: only{t.Openings, p.Pairs}, Concurrency: 1,
		Conditions: t.Conditions, Seed: t.Seed + uint64(2*p.Pairs),
	}
	for k, name := range []string{"a", "b"} {
		values := make([]int, len(p.Numbers))
		for i := range p.Numbers {
			x := &p.Numbers[i]
			to := x.Now + t.step(x, p.Pairs)*signs[i]*float64(1-2*k)
			values[i] = min(max(int(math.Round(to)), x.Least), x.Most)
		}
		if plan.Players[k], err = t.New(name, values); err != nil {
			return 0, false, err
		}
	}
	tally, err := Run(ctx, plan)
	return 2*tally.Wins + tally.Draws, tally.Games() == 2, err
}

// learn counts the result of a pair for each number and moves the numbers.
func (t *Tuning) learn(p *Progress, signs []float64, halves int) {
	n := float64(p.Pairs + 1)
	delay := spsaDelay * float64(t.Pairs)
	rate := t.Rate * math.Pow((float64(t.Pairs)+delay)/(n+delay), spsaAlpha) * math.Pow(n/float64(t.Pairs), 2*spsaGamma)
	for i := range p.Numbers {
		x := &p.Numbers[i]
		larger := halves
		if signs[i] < 0 {
			larger = 4 - halves
		}
		x.Effect.AddPair(larger)
		to := x.Now + rate*t.step(x, p.Pairs)*float64(larger-2)
		x.Now = min(max(to, float64(x.Least)), float64(x.Most))
	}
}

// only is the opening of one pair.
type only struct {
	Openings
	pair int
}

func (o only) Opening(int) (Opening, error) { return o.Openings.Opening(o.pair) }
