package tourney_test

import (
	"errors"
	"testing"

	"kydai/tourney"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		want  tourney.Fault
		spoil func(*tourney.Table)
	}{
		{tourney.Fault{Code: "bad-number"}, func(t *tourney.Table) { t.Players[0].Number = 0 }},
		{tourney.Fault{Code: "number-twice", Player: 1}, func(t *tourney.Table) { t.Players[1].Number = 1 }},
		{tourney.Fault{Code: "bad-scoring"}, func(t *tourney.Table) { t.Scoring.Win = 1 }},
		{tourney.Fault{Code: "unknown-player", Player: 9}, func(t *tourney.Table) { t.Forbidden = [][2]int{{1, 9}} }},
		{tourney.Fault{Code: "unknown-player", Round: 1, Player: 9}, func(t *tourney.Table) { t.Rounds[0].Games[0].Black = 9 }},
		{tourney.Fault{Code: "twice-in-a-round", Round: 1, Player: 1}, func(t *tourney.Table) { t.Rounds[0].Byes[0].Player = 1 }},
		{tourney.Fault{Code: "bad-bye", Round: 1, Player: 3}, func(t *tourney.Table) { t.Rounds[0].Byes[0].Kind = tourney.Played }},
		{tourney.Fault{Code: "bad-result", Round: 1, Player: 1}, func(t *tourney.Table) { t.Rounds[0].Games[0].Forfeit = true }},
	} {
		table := &tourney.Table{
			Scoring: tourney.OneHalf,
			Players: []tourney.Player{{Number: 1}, {Number: 2}, {Number: 3}},
			Rounds:  []tourney.Round{{Games: []tourney.Game{{White: 1, Black: 2, Result: tourney.Draw}}, Byes: []tourney.Bye{{Player: 3, Kind: tourney.HalfBye}}}},
		}
		if err := table.Check(); err != nil {
			t.Fatal(err)
		}
		c.spoil(table)
		var fault tourney.Fault
		if err := table.Check(); !errors.As(err, &fault) || fault != c.want {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
}
