package tourney

import "strconv"

// Fault is an error in a tournament table or in a pairing: its kind and its place. Round and Player
// are 0 if they do not apply.
type Fault struct { //nolint:errname // Fault has the method Error, but most faults are not used as errors, so keep the short name
	Code   string
	Round  int
	Player int
}

// Error describes the fault as a sentence in English.
func (f Fault) Error() string {
	text := "tourney: " + f.Code
	if f.Round > 0 {
		text += ", round " + strconv.Itoa(f.Round)
	}
	if f.Player > 0 {
		text += ", player " + strconv.Itoa(f.Player)
	}
	return text
}

// Check returns the first Fault of a table, or nil. It checks that numbers are unique, that players
// are known and occur at most once per round, that byes have a valid kind, and that a win is the
// best result in the scoring.
func (t *Table) Check() error {
	known := make(map[int]bool, len(t.Players))
	for _, p := range t.Players {
		switch {
		case p.Number <= 0:
			return Fault{Code: "bad-number", Player: p.Number}
		case known[p.Number]:
			return Fault{Code: "number-twice", Player: p.Number}
		}
		known[p.Number] = true
	}
	s := t.Scoring
	if s.Unit <= 0 || s.Loss < 0 || s.Draw < s.Loss || s.Win <= s.Draw || s.Bye < 0 || s.Bye > s.Win {
		return Fault{Code: "bad-scoring"}
	}
	for _, pair := range t.Forbidden {
		for _, p := range pair {
			if !known[p] {
				return Fault{Code: "unknown-player", Player: p}
			}
		}
	}
	for i, r := range t.Rounds {
		if err := r.check(i+1, known); err != nil {
			return err
		}
	}
	return nil
}

func (r Round) check(number int, known map[int]bool) error {
	here := make(map[int]bool, len(known))
	add := func(p int) error {
		switch {
		case !known[p]:
			return Fault{"unknown-player", number, p}
		case here[p]:
			return Fault{"twice-in-a-round", number, p}
		}
		here[p] = true
		return nil
	}
	for _, g := range r.Games {
		if g.Result > NobodyWins || g.Forfeit && (g.Result == Pending || g.Result == Draw) {
			return Fault{"bad-result", number, g.White}
		}
		for _, p := range [2]int{g.White, g.Black} {
			if err := add(p); err != nil {
				return err
			}
		}
	}
	for _, b := range r.Byes {
		switch b.Kind {
		case Absent, HalfBye, FullBye, ZeroBye, PairingBye:
		default:
			return Fault{"bad-bye", number, b.Player}
		}
		if err := add(b.Player); err != nil {
			return err
		}
	}
	return nil
}
