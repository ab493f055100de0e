package events

import "testing"

// TestBracket checks that the list of ties of an elimination is complete from the start, and that
// players and scores are added as they become known. It also checks that a bye is a tie without an
// opponent.
func TestBracket(t *testing.T) {
	s := newService(newMemory(), 3)
	settings := wooden()
	settings.Format, settings.Rounds, settings.TieBreaks, settings.Third = Knockout, 0, nil, true
	if list, _ := ok(s.Create(t.Context(), boss, settings))(t).Bracket(); list != nil {
		t.Errorf("before the start: %+v", list)
	}
	e := running(t, s, settings, 6)
	list, unit := e.Bracket()
	if len(list) != 8 || unit != 2 { // eight ties: four quarter-finals, two semi-finals, the match for third place, the final
		t.Fatalf("the plan has %d ties: %+v", len(list), list)
	}
	free := 0
	for _, tie := range list[:4] {
		if tie.Side != "upper" || tie.Round != 1 {
			t.Errorf("the first round has %+v", tie)
		}
		if tie.Free {
			free++
		}
	}
	if free != 2 || list[6].Side != "third" || list[7].Side != "final" || list[7].Players != [2]int{} {
		t.Errorf("the plan is %+v", list)
	}
	for round := 1; round <= 3; round++ {
		e = finish(t, s, ok(s.Pair(t.Context(), boss, e.ID, round))(t), stronger)
	}
	list, _ = e.Bracket()
	final := list[7]
	if final.Winner == 0 || final.Games != 1 || final.Score != [2]int{2, 0} && final.Score != [2]int{0, 2} {
		t.Errorf("the final is %+v", final)
	}
	if at := map[bool]int{true: 0, false: 1}[final.Players[0] == final.Winner]; final.Score[at] != 2 {
		t.Errorf("the winner has lost: %+v", final)
	}
	if first, _ := e.Standings(""); first[0].Entrant != final.Winner {
		t.Errorf("the final has %+v, the standings %+v", final, first[0])
	}

	settings.Format, settings.Third = Double, false
	e = running(t, s, settings, 4)
	sides := map[string]int{}
	list, _ = e.Bracket()
	for _, tie := range list {
		sides[tie.Side]++
	}
	if sides["upper"] != 3 || sides["lower"] != 2 || sides["final"] != 1 || sides["again"] != 1 {
		t.Errorf("the sides are %v", sides)
	}
	swiss := running(t, s, wooden(), 4)
	if list, _ := swiss.Bracket(); list != nil {
		t.Errorf("a Swiss event has a bracket: %+v", list)
	}
}
