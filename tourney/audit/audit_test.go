package audit_test

import (
	"slices"
	"testing"

	"kydai/tourney"
	"kydai/tourney/audit"
)

// table returns a tournament of six players after two rounds. Player 5 has had the bye, and player
// 6 has left.
func table() *tourney.Table {
	t := &tourney.Table{Scoring: tourney.OneHalf, Total: 5, Forbidden: [][2]int{{2, 5}}}
	for n := 1; n <= 6; n++ {
		t.Players = append(t.Players, tourney.Player{Number: n})
	}
	t.Players[5].Leaves = 3
	t.Rounds = []tourney.Round{
		{Games: []tourney.Game{{White: 1, Black: 2, Result: tourney.WhiteWins}, {White: 3, Black: 4, Result: tourney.Draw}, {White: 5, Black: 6, Result: tourney.WhiteWins, Forfeit: true}}},
		{Games: []tourney.Game{{White: 1, Black: 3, Result: tourney.Draw}, {White: 6, Black: 2, Result: tourney.Draw}}, Byes: []tourney.Bye{{Player: 4, Kind: tourney.PairingBye}, {Player: 5, Kind: tourney.HalfBye}}},
	}
	return t
}

func TestFaults(t *testing.T) {
	game := func(w, b int) tourney.Game { return tourney.Game{White: w, Black: b} }
	bye := func(p int) tourney.Bye { return tourney.Bye{Player: p, Kind: tourney.PairingBye} }
	for _, c := range []struct {
		name  string
		games []tourney.Game
		byes  []tourney.Bye
		want  []string
	}{
		{"good", []tourney.Game{game(5, 1), game(2, 4)}, []tourney.Bye{bye(3)}, nil},
		{"met", []tourney.Game{game(2, 1), game(5, 4)}, []tourney.Bye{bye(3)}, []string{"met-before"}},
		{"forbidden", []tourney.Game{game(2, 5), game(4, 1)}, []tourney.Bye{bye(3)}, []string{"forbidden"}},
		{"second bye", []tourney.Game{game(5, 1), game(2, 3)}, []tourney.Bye{bye(4)}, []string{"second-bye"}},
		{"won without playing", []tourney.Game{game(4, 1), game(2, 3)}, []tourney.Bye{bye(5)}, []string{"second-bye"}},
		{"third white", []tourney.Game{game(1, 5), game(2, 4)}, []tourney.Bye{bye(3)}, []string{"third-colour"}},
		{"left out", []tourney.Game{game(5, 1)}, []tourney.Bye{bye(3)}, []string{"left-out", "left-out"}},
		{"two byes", []tourney.Game{game(5, 1)}, []tourney.Bye{bye(3), bye(2), {Player: 4}}, []string{"bye-not-needed"}},
		{"twice", []tourney.Game{game(5, 1), game(2, 4), game(3, 5)}, nil, []string{"twice"}},
		{"gone", []tourney.Game{game(5, 1), game(2, 4), game(3, 6)}, nil, []string{"not-in-round"}},
		{"stranger", []tourney.Game{game(5, 1), game(2, 4), game(3, 7)}, nil, []string{"not-in-round"}},
	} {
		var got []string
		for _, f := range audit.Round(table(), tourney.Round{Games: c.games, Byes: c.byes}) {
			got = append(got, f.Code)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestLastRound checks that in the last round a player with more than half of the points may get
// the same colour for the third time in a row.
func TestLastRound(t *testing.T) {
	last := table()
	last.Total = 3
	round := tourney.Round{Games: []tourney.Game{{White: 1, Black: 5}, {White: 2, Black: 4}}, Byes: []tourney.Bye{{Player: 3, Kind: tourney.PairingBye}}}
	if faults := audit.Round(last, round); faults != nil {
		t.Error(faults)
	}
}
