package trf

import (
	"strconv"

	"kydai/tourney"
)

// scoring returns the points for each result, as the file gives them. If the file gives points for
// absences, scoring returns an error, because a tourney.Table cannot contain them.
func (f *File) scoring() (tourney.Scoring, error) {
	value := map[byte]int{'W': 10, 'D': 5}
	bye := -1
	for _, s := range f.Scores {
		value[s.Code] = s.Tenths
		if s.Code == 'P' {
			bye = s.Tenths
		}
	}
	if bye < 0 {
		bye = value['W']
	}
	absent := value['A'] + value['Z'] + value['z'] + value['f']
	if absent > 0 || value['L'] > 0 && f.lostByForfeit() {
		return tourney.Scoring{}, &Error{Code: "scoring-not-supported",
			Text: "absences and losses by forfeit that are worth other points than a loss over the board are not supported"}
	}
	unit := divisor(10, value['W'], value['D'], value['L'], bye)
	return tourney.Scoring{Win: value['W'] / unit, Draw: value['D'] / unit, Loss: value['L'] / unit, Bye: bye / unit, Unit: 10 / unit}, nil
}

func divisor(list ...int) int {
	n := 0
	for _, m := range list {
		for m != 0 {
			n, m = m, n%m
		}
	}
	return n
}

func (f *File) lostByForfeit() bool {
	for _, p := range f.Players {
		for _, c := range p.Cells {
			if c.Opponent > 0 && c.Result == '-' {
				return true
			}
		}
	}
	return false
}

// fitScoring checks that the points of the players agree with their results. If the file contains
// no points for results and the default does not agree, fitScoring tries the other common scorings.
func (f *File) fitScoring(t *tourney.Table) error {
	wrong := f.misfit(t)
	if wrong == nil {
		return nil
	}
	if f.Scores == nil {
		for _, s := range []tourney.Scoring{tourney.TwoOne, tourney.ThreeOne} {
			other := *t
			other.Scoring = s
			if f.misfit(&other) == nil {
				t.Scoring = s
				return nil
			}
		}
	}
	return &Error{Code: "points-differ", Text: "player " + strconv.Itoa(wrong.Number) + " has " + points(wrong.Tenths) +
		" points in the report, which the results do not give"}
}

// misfit returns a player whose points do not agree with the results, or nil if all agree. It also
// accepts points that do not contain the last round's games yet: they occur if results were entered
// into a report that was written before the games.
func (f *File) misfit(t *tourney.Table) *Player {
	given := false
	for _, p := range f.Players {
		given = given || p.Tenths != 0
	}
	if !given {
		return nil
	}
	now, before := -1, -1
	for i, l := range t.Lines() {
		last := 0
		if n := len(l.Entries); n > 0 && l.Entries[n-1].Opponent > 0 {
			last = l.Entries[n-1].Points
		}
		points := f.Players[i].Tenths * t.Scoring.Unit
		if now < 0 && points != l.Score*10 {
			now = i
		}
		if before < 0 && points != (l.Score-last)*10 {
			before = i
		}
	}
	if now < 0 || before < 0 {
		return nil
	}
	return &f.Players[now]
}
