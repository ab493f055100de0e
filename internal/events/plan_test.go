package events

import (
	"testing"
	"time"
)

// TestRoundRobin checks that every entrant meets every other, and that an absent entrant
// loses by forfeit.
func TestRoundRobin(t *testing.T) {
	s, ctx := newService(newMemory(), 3), t.Context()
	settings := wooden()
	settings.Format, settings.Rounds, settings.Cycles, settings.Scoring = RoundRobin, 0, 2, "3-1-0"
	e := running(t, s, settings, 5)
	refused(s.Enter(ctx, player(6), e.ID))(t, WrongState)
	met := map[[2]int]int{}
	if e.Total() != 10 {
		t.Fatalf("%d rounds", e.Total())
	}
	for round := 1; round <= 10; round++ {
		if round == 6 {
			ok(s.Leave(ctx, boss, e.ID, 5))(t)
		}
		e = ok(s.Pair(ctx, boss, e.ID, round))(t)
		for _, b := range e.Rounds[round-1].Boards {
			met[[2]int{b.First, b.Second}]++
			if gone := b.First == 5 || b.Second == 5; round >= 6 && gone != (b.Source == ByAbsence && b.Forfeit && b.Result.Result != NobodyWins) {
				t.Errorf("round %d: %+v", round, b)
			}
		}
		e = finish(t, s, e, stronger)
	}
	if len(met) != 20 {
		t.Errorf("%d pairs with sides of 20", len(met))
	}
	list, unit := e.Standings("")
	if unit != 1 || list[0].Entrant != 1 || list[0].Score != 24 || list[4].Entrant != 5 || list[4].Score != 0 {
		t.Errorf("the standings are %+v", list)
	}
}

// TestKnockout checks that winners advance, that the arbiter must decide after a draw,
// and that a result on which the next round depends cannot be corrected.
func TestKnockout(t *testing.T) {
	s, ctx := newService(newMemory(), 3), t.Context()
	settings := wooden()
	settings.Format, settings.Rounds, settings.Third, settings.TieBreaks = Knockout, 0, true, nil
	e := running(t, s, settings, 6)
	e = ok(s.Pair(ctx, boss, e.ID, 1))(t)
	if len(e.Rounds[0].Boards) != 2 || len(e.Rounds[0].Byes) != 2 || e.Total() != 3 {
		t.Fatalf("round 1 is %+v", e.Rounds[0])
	}
	b := e.Rounds[0].Boards[0]
	e = finish(t, s, e, func(*Board) string { return Drawn })
	refused(s.Pair(ctx, boss, e.ID, 2))(t, RoundOpen)
	refused(s.Decide(ctx, boss, e.ID, 1, 1, 1, Result{Result: Drawn, Through: 99, Reason: "lot"}))(t, Bad)
	for i, x := range e.Rounds[0].Boards {
		e = ok(s.Decide(ctx, boss, e.ID, 1, i+1, 1, Result{Result: Drawn, Through: min(x.First, x.Second), Reason: "lot"}))(t)
	}
	e = ok(s.Pair(ctx, boss, e.ID, 2))(t)
	refused(s.Decide(ctx, boss, e.ID, 1, 1, 2, Result{Result: Drawn, Through: max(b.First, b.Second), Reason: "lot"}))(t, WrongState)
	ok(s.Decide(ctx, boss, e.ID, 1, 1, 2, Result{Result: Drawn, Through: min(b.First, b.Second), Reason: "the same"}))(t)
	e = finish(t, s, e, stronger)
	e = ok(s.Pair(ctx, boss, e.ID, 3))(t)
	if len(e.Rounds[2].Boards) != 2 { // the final and the match for the third place
		t.Fatalf("round 3 is %+v", e.Rounds[2])
	}
	e = finish(t, s, e, stronger)
	list, _ := e.Standings("")
	for i, place := range []int{1, 2, 3, 4, 5, 5} {
		if list[i].Place != place || i < 4 && list[i].Entrant == 0 {
			t.Errorf("place %d is %+v", place, list[i])
		}
	}
	if list[0].Entrant != 1 {
		t.Errorf("the winner is %d", list[0].Entrant)
	}
	refused(s.Pair(ctx, boss, e.ID, 4))(t, WrongState)
}

// TestSettings checks that each kind of invalid setting is refused.
func TestSettings(t *testing.T) {
	s, ctx := newService(newMemory(), 1), t.Context()
	for name, change := range map[string]func(*Settings){
		"name":     func(s *Settings) { s.Name = "" },
		"line":     func(s *Settings) { s.Name = "a\nb" },
		"game":     func(s *Settings) { s.Game = "none" },
		"format":   func(s *Settings) { s.Format = "ladder" },
		"rounds":   func(s *Settings) { s.Rounds = 0 },
		"scoring":  func(s *Settings) { s.Scoring = "5-2-0" },
		"tiebreak": func(s *Settings) { s.TieBreaks = []string{"direct", "direct"} },
		"boards":   func(s *Settings) { s.Boards = "" },
		"first":    func(s *Settings) { s.Boards = Both },
		"clock":    func(s *Settings) { s.Boards, s.FirstMove, s.Clock = Both, time.Minute, "unlimited" },
		"rated":    func(s *Settings) { s.Rated = true },
		"cycles":   func(s *Settings) { s.Cycles = 1 },
		"third":    func(s *Settings) { s.Third = true },
		"late":     func(s *Settings) { s.Format, s.Rounds, s.LateUntil = Knockout, 0, 2 },
	} {
		settings := wooden()
		change(&settings)
		if _, err := s.Create(ctx, boss, settings); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for range MaxOpen {
		ok(s.Create(ctx, boss, wooden()))(t)
	}
	refused(s.Create(ctx, boss, wooden()))(t, TooMany)
	e := running(t, newService(newMemory(), 1), wooden(), 2)
	if e.Phase != Running {
		t.Error(e.Phase)
	}
}

// TestAlter checks that the settings on which the pairings depend cannot be changed once
// the event has started.
func TestAlter(t *testing.T) {
	s, ctx := newService(newMemory(), 1), t.Context()
	e := running(t, s, wooden(), 4)
	next := wooden()
	next.Name, next.Scoring, next.Arbiters = "Spring", "3-1-0", []string{"p1"}
	refused(s.Alter(ctx, player(1), e.ID, next))(t, NotForYou)
	e = ok(s.Alter(ctx, boss, e.ID, next))(t)
	if e.Settings.Name != "Spring" || e.Settings.Scoring != "1-0.5-0" || !e.Arbiter(player(1)) {
		t.Errorf("the settings are %+v", e.Settings)
	}
	ok(s.Pair(ctx, player(1), e.ID, 1))(t)
	refused(s.End(ctx, player(1), e.ID))(t, NotForYou)
	refused(s.Describe(ctx, boss, e.ID, Entrant{ID: 1, Rating: 2000}))(t, WrongState)
	names := ok(s.Names(ctx, e))(t)
	if names[1] != "Name of p1" {
		t.Errorf("the names are %v", names)
	}
}
