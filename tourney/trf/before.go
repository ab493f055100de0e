package trf

import (
	"slices"
	"strconv"

	"kydai/tourney"
)

// Before returns the table as it was before the given round, counted from 1, and the byes that were
// known before this round was paired. In a round that has been paired, these are the byes of all
// players who were not paired. For the next round, they are the byes that Table returns.
func (f *File) Before(round int) (*tourney.Table, []tourney.Bye, error) {
	t, next, err := f.Table()
	if err != nil {
		return nil, nil, err
	}
	paired := len(t.Rounds)
	switch {
	case round < 1 || round > paired+1:
		return nil, nil, &Error{Code: "no-round", Text: "the report has " + strconv.Itoa(paired) + " paired rounds, not a round " + strconv.Itoa(round)}
	case round == paired+1:
		return t, next, nil
	}
	old := *f
	old.Absent = nil
	old.Players = slices.Clone(f.Players)
	for i := range old.Players {
		p := &old.Players[i]
		last := p.cell(round - 1)
		if inPairing(last) {
			last = Cell{}
		} else if _, known := f.bye(round, p.Number); last == (Cell{}) && !known {
			last = Cell{0, '-', 'Z'}
		}
		p.Cells = slices.Clone(p.Cells[:min(round-1, len(p.Cells))])
		p.set(round-1, last)
		p.Tenths = 0
	}
	before, byes, err := old.tableOf(round - 1)
	if err != nil {
		return nil, nil, err
	}
	before.Scoring, before.First = t.Scoring, t.First
	byBoards(before)
	return before, byes, nil
}
