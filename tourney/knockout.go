package tourney

// Side is the part of a knock-out tournament to which a tie (an encounter of two players) belongs.
type Side uint8

// The sides of a knock-out tournament. A single elimination has Upper and Final, and optionally
// Third.
const (
	Upper Side = iota // ties of players without a loss
	Lower             // ties of players with one loss
	Third             // match for third place between the losers of the semi-finals
	Final
	Again // second final, played if the player from the lower side wins the first final
)

// Slot says which player takes part in a tie: a seed, or the winner or loser of an earlier tie. A
// zero Slot is empty, so the other player of the tie has a bye.
type Slot struct {
	Seed     int
	WinnerOf int // number of the tie whose winner plays here
	LoserOf  int
}

// Tie is one encounter of two players in a knock-out tournament. Numbers start at 1. A tie depends
// only on ties with smaller numbers.
type Tie struct {
	Number int
	Side   Side
	Round  int // number of the round within the side, from 1
	Slots  [2]Slot
}

// bracket collects the ties of a plan.
type bracket struct{ ties []Tie }

func (b *bracket) add(side Side, round int, x, y Slot) Slot {
	b.ties = append(b.ties, Tie{len(b.ties) + 1, side, round, [2]Slot{x, y}})
	return Slot{WinnerOf: len(b.ties)}
}

// seeds returns the slots of the first round. They are ordered so that, if the higher seed always
// wins, each round pairs the first remaining seed with the last, the second with the last but one,
// and so on. Slots for seeds above n are empty.
func seeds(n int) []Slot {
	order := []int{1}
	for len(order) < n {
		size := 2 * len(order)
		var wider []int
		for i, s := range order {
			if i%2 == 0 {
				wider = append(wider, s, size+1-s)
			} else {
				wider = append(wider, size+1-s, s)
			}
		}
		order = wider
	}
	slots := make([]Slot, len(order))
	for i, s := range order {
		if s <= n {
			slots[i].Seed = s
		}
	}
	return slots
}

// Knockout returns the plan of a single elimination with n seeds. If third is set and there are
// semi-finals, the plan has a match for third place.
func Knockout(n int, third bool) []Tie {
	b := &bracket{}
	slots := seeds(n)
	for round := 1; len(slots) > 1; round++ {
		if len(slots) == 2 && third && len(b.ties) >= 2 {
			b.add(Third, 1, loser(slots[0]), loser(slots[1]))
		}
		side := Upper
		if len(slots) == 2 {
			side = Final
		}
		var winners []Slot
		for i := 0; i < len(slots); i += 2 {
			winners = append(winners, b.add(side, round, slots[i], slots[i+1]))
		}
		slots = winners
	}
	return b.ties
}

func loser(winner Slot) Slot { return Slot{LoserOf: winner.WinnerOf} }

// DoubleElimination returns the plan of a tournament with n seeds in which a player is out after
// two losses. A player who loses in the upper side moves to the lower side. The order in which such
// players enter the lower side prevents that they immediately meet an opponent from the first round
// again. The last tie of the plan is a second final, which is played only if the winner of the
// lower side wins the first final.
func DoubleElimination(n int) []Tie {
	b := &bracket{}
	upper := seeds(n)
	var lower []Slot
	lowerRound := 0
	for round := 1; len(upper) > 1; round++ {
		var winners, losers []Slot
		for i := 0; i < len(upper); i += 2 {
			w := b.add(Upper, round, upper[i], upper[i+1])
			winners, losers = append(winners, w), append(losers, loser(w))
		}
		upper = winners
		if round == 1 {
			lower = losers
		} else {
			lowerRound++
			lower = b.meet(lowerRound, lower, losers)
		}
		if len(lower) > 1 && len(upper) > 1 {
			lowerRound++
			lower = b.halve(lowerRound, lower)
		}
	}
	if len(lower) == 1 {
		final := b.add(Final, 1, upper[0], lower[0])
		b.add(Again, 1, final, loser(final))
	}
	return b.ties
}

// meet pairs the players of the lower side with the losers of the upper side. It takes the losers
// in reverse order.
func (b *bracket) meet(round int, lower, losers []Slot) (winners []Slot) {
	for i := range lower {
		winners = append(winners, b.add(Lower, round, lower[i], losers[len(losers)-1-i]))
	}
	return winners
}

func (b *bracket) halve(round int, lower []Slot) (winners []Slot) {
	for i := 0; i < len(lower); i += 2 {
		winners = append(winners, b.add(Lower, round, lower[i], lower[i+1]))
	}
	return winners
}
