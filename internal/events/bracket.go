package events

import "kydai/tourney"

// Tie is one tie of an elimination event: a match of one or more games between two entrants.
type Tie struct {
	Number  int
	Side    string // part of the bracket: upper, lower, third, final or again (the second final)
	Round   int    // round within this part of the bracket, counted from 1
	Players [2]int // the two entrants; 0 if an entrant is not known yet, or for the missing opponent of a free tie
	Score   [2]int // points of the two entrants in the games so far, in units: see Bracket
	Winner  int    // entrant who advances; 0 if the tie is not decided
	Free    bool   // the tie is not played: it is a bye, or a second final that is not needed
	Games   int    // number of games that have been paired
}

var bracketSides = map[tourney.Side]string{
	tourney.Upper: "upper", tourney.Lower: "lower", tourney.Third: "third", tourney.Final: "final", tourney.Again: "again",
}

// Bracket returns all ties of an elimination event, with the entrants known so far, and the number
// of units in a point. The list is empty before the start and for other formats.
func (s *State) Bracket() (list []Tie, unit int) {
	unit = scorings[s.Settings.Scoring].Unit
	if !s.Settings.Format.elimination() || len(s.Order) == 0 {
		return nil, unit
	}
	duels, err := s.duels()
	if err != nil {
		return nil, unit
	}
	list = make([]Tie, len(duels))
	for i := range duels {
		d := &duels[i]
		list[i] = Tie{Number: d.Number, Side: bracketSides[d.Side], Round: d.Round, Players: d.Players, Winner: d.Winner, Free: d.Free}
	}
	for i := range s.Rounds {
		for j := range s.Rounds[i].Boards {
			b := &s.Rounds[i].Boards[j]
			if b.Tie < 1 || b.Tie > len(list) {
				continue
			}
			t := &list[b.Tie-1]
			t.Games++
			first, second, _, ok := s.Points(b)
			if !ok {
				continue
			}
			if b.First != t.Players[0] {
				first, second = second, first
			}
			t.Score[0] += first
			t.Score[1] += second
		}
	}
	return list, unit
}
