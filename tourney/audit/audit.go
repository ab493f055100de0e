// Package audit checks the pairing of a round against the basic rules of Swiss tournaments (FIDE
// Handbook C.04.1 and the absolute criteria of C.04.3, in force since 1 February 2026). It reads
// the tournament table itself and shares no code with the package that pairs, so that it also finds
// errors of that package.
package audit

import "kydai/tourney"

// Round returns the faults in the pairing of the round that follows the rounds of the table. A bye
// in the round counts as requested unless the pairing allocated it. The codes of faults are:
//
//	not-in-round   a player who has not entered yet or has left, or is unknown
//	left-out       a player of the round who has neither a game nor a bye
//	twice          a player with two games or byes
//	met-before     two players who have played each other
//	forbidden      two players whom the organiser does not want to meet
//	bye-not-needed a pairing-allocated bye in a field of even number, or a second one
//	second-bye     a pairing-allocated bye for a player who had one, or who won
//	               without playing
//	third-colour   the same colour three times in a row, or three games more of one
//	               colour; allowed in the last round in games of players with more
//	               than half of the points
func Round(t *tourney.Table, round tourney.Round) (faults []tourney.Fault) {
	number := len(t.Rounds) + 1
	report := func(code string, player int) {
		faults = append(faults, tourney.Fault{Code: code, Round: number, Player: player})
	}
	seen := map[int]int{}
	expected := map[int]bool{}
	for _, p := range t.Players {
		if number >= p.Enters && (p.Leaves == 0 || number < p.Leaves) {
			expected[p.Number] = true
		}
	}
	allocated := 0
	for _, b := range round.Byes {
		seen[b.Player]++
		if b.Kind == tourney.PairingBye {
			allocated++
			if hadBye(t, b.Player) {
				report("second-bye", b.Player)
			}
			if allocated > 1 {
				report("bye-not-needed", b.Player)
			}
		}
	}
	for _, g := range round.Games {
		seen[g.White]++
		seen[g.Black]++
		if met(t, g.White, g.Black) {
			report("met-before", g.White)
		}
		for _, f := range t.Forbidden {
			if f == [2]int{g.White, g.Black} || f == [2]int{g.Black, g.White} {
				report("forbidden", g.White)
			}
		}
		if number == t.Total && (overHalf(t, g.White) || overHalf(t, g.Black)) {
			continue
		}
		if tooOften(colours(t, g.White)+"w", 'w') {
			report("third-colour", g.White)
		}
		if tooOften(colours(t, g.Black)+"b", 'b') {
			report("third-colour", g.Black)
		}
	}
	for _, p := range t.Players {
		switch {
		case expected[p.Number] && seen[p.Number] == 0:
			report("left-out", p.Number)
		case seen[p.Number] > 1:
			report("twice", p.Number)
		case !expected[p.Number] && seen[p.Number] > 0:
			report("not-in-round", p.Number)
		}
		delete(seen, p.Number)
	}
	for stranger := range seen {
		report("not-in-round", stranger)
	}
	return faults
}

func met(t *tourney.Table, a, b int) bool {
	for _, r := range t.Rounds {
		for _, g := range r.Games {
			if !g.Forfeit && (g.White == a && g.Black == b || g.White == b && g.Black == a) {
				return true
			}
		}
	}
	return false
}

// hadBye reports whether a player has had a pairing-allocated bye, or has received the points of a
// win without playing.
func hadBye(t *tourney.Table, player int) bool {
	for _, r := range t.Rounds {
		for _, b := range r.Byes {
			if b.Player == player && (b.Kind == tourney.PairingBye || b.Kind == tourney.FullBye) {
				return true
			}
		}
		for _, g := range r.Games {
			if g.Forfeit && (g.White == player && g.Result == tourney.WhiteWins || g.Black == player && g.Result == tourney.BlackWins) {
				return true
			}
		}
	}
	return false
}

// colours returns the colours of a player's games as letters, oldest first.
func colours(t *tourney.Table, player int) string {
	text := ""
	for _, r := range t.Rounds {
		for _, g := range r.Games {
			switch {
			case g.Forfeit:
			case g.White == player:
				text += "w"
			case g.Black == player:
				text += "b"
			}
		}
	}
	return text
}

func tooOften(games string, colour byte) bool {
	n, balance := len(games), 0
	for i := range n {
		if games[i] == colour {
			balance++
		} else {
			balance--
		}
	}
	return balance > 2 || n >= 3 && games[n-2] == colour && games[n-3] == colour
}

// overHalf reports whether a player has more than half of the points that were possible so far.
func overHalf(t *tourney.Table, player int) bool {
	sum := 0
	for _, r := range t.Rounds {
		for _, g := range r.Games {
			switch {
			case g.White != player && g.Black != player:
			case g.Result == tourney.Draw:
				sum += t.Scoring.Draw
			case g.White == player && g.Result == tourney.WhiteWins, g.Black == player && g.Result == tourney.BlackWins:
				sum += t.Scoring.Win
			case g.Result != tourney.Pending:
				sum += t.Scoring.Loss
			}
		}
		for _, b := range r.Byes {
			if b.Player == player {
				switch b.Kind {
				case tourney.PairingBye:
					sum += t.Scoring.Bye
				case tourney.FullBye:
					sum += t.Scoring.Win
				case tourney.HalfBye:
					sum += t.Scoring.Draw
				}
			}
		}
	}
	return 2*sum > len(t.Rounds)*t.Scoring.Win
}
