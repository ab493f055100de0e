package swiss_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"

	"kydai/tourney"
	"kydai/tourney/audit"
	"kydai/tourney/swiss"
)

// TestRandomTournaments checks every round of random tournaments with package audit, which shares
// no code with the pairing. By default it plays 80 tournaments of up to 50 players.
// KYDAI_TEST_TOURNAMENTS is another number of tournaments; they have up to 200 players or, if
// KYDAI_TEST_ENTRANTS is over 200, from 200 to that number. KYDAI_TEST_SEED is the first seed.
func TestRandomTournaments(t *testing.T) {
	count, most, rounds, byes := 80, 50, 0, 0
	if testing.Short() {
		count = 20
	}
	if n := number(os.Getenv("KYDAI_TEST_TOURNAMENTS"), 0); n > 0 {
		count, most = n, max(200, number(os.Getenv("KYDAI_TEST_ENTRANTS"), 0))
	}
	from := uint64(number(os.Getenv("KYDAI_TEST_SEED"), 0))
	for seed := from; seed < from+uint64(count); seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		p := draw(r, most)
		if most > 200 {
			p.players = 200 + r.IntN(most-199)
		}
		p.play(t, r, func(table *tourney.Table, _ []tourney.Bye, round tourney.Round) {
			rounds++
			byes += len(round.Byes)
			if faults := audit.Round(table, round); faults != nil {
				t.Fatalf("seed %d: %v", seed, faults)
			}
		})
		if n := seed - from + 1; most > 50 && n%100 == 0 {
			t.Logf("%d tournaments, %d rounds without a fault", n, rounds)
		}
	}
	if rounds < 5*count || byes == 0 {
		t.Errorf("only %d rounds with %d byes", rounds, byes)
	}
}

// TestFirstRound checks that the first round pairs the upper half with the lower half. The colours
// must alternate from board to board, starting with the colour drawn by lot.
func TestFirstRound(t *testing.T) {
	table := &tourney.Table{Scoring: tourney.OneHalf, Total: 5, First: tourney.Black}
	for n := 1; n <= 7; n++ {
		table.Players = append(table.Players, tourney.Player{Number: n})
	}
	round, err := swiss.Pair(table, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := tourney.Round{
		Games: []tourney.Game{{White: 4, Black: 1}, {White: 2, Black: 5}, {White: 6, Black: 3}},
		Byes:  []tourney.Bye{{Player: 7, Kind: tourney.PairingBye}},
	}
	if !reflect.DeepEqual(round, want) {
		t.Errorf("%v, want %v", round, want)
	}
}

// TestByeScore checks C5: the bye goes to the player with the lowest score such that all other
// players can still be paired. In this tournament, players of the top bracket must therefore be
// paired with lower players. Six players have entered, and one of them is absent. The case is a
// published example of the rule.
func TestByeScore(t *testing.T) {
	table := &tourney.Table{Scoring: tourney.OneHalf, Total: 3}
	for n := 1; n <= 6; n++ {
		table.Players = append(table.Players, tourney.Player{Number: n})
	}
	win := func(w, b int) tourney.Game { return tourney.Game{White: w, Black: b, Result: tourney.WhiteWins} }
	lose := func(w, b int) tourney.Game { return tourney.Game{White: w, Black: b, Result: tourney.BlackWins} }
	table.Rounds = []tourney.Round{
		{Games: []tourney.Game{win(1, 4), lose(5, 2), win(3, 6)}},
		{Games: []tourney.Game{lose(2, 1), lose(4, 3), lose(6, 5)}},
	}
	round, err := swiss.Pair(table, []tourney.Bye{{Player: 4, Kind: tourney.ZeroBye}})
	if err != nil {
		t.Fatal(err)
	}
	want := []tourney.Game{{White: 1, Black: 5}, {White: 3, Black: 2}}
	if !reflect.DeepEqual(round.Games, want) || round.Byes[1].Player != 6 {
		t.Errorf("%v, want %v and a bye for 6", round, want)
	}
}

func TestNoPairing(t *testing.T) {
	table := &tourney.Table{Scoring: tourney.OneHalf, Total: 3, Players: []tourney.Player{{Number: 1}, {Number: 2}}}
	table.Rounds = []tourney.Round{{Games: []tourney.Game{{White: 1, Black: 2, Result: tourney.Draw}}}}
	if _, err := swiss.Pair(table, nil); !errors.Is(err, swiss.ErrNoPairing) {
		t.Error(err)
	}
	table.Total = 1
	if _, err := swiss.Pair(table, nil); !errors.Is(err, swiss.ErrOver) {
		t.Error(err)
	}
	table.Total, table.Players[1].Number = 3, 1
	if _, err := swiss.Pair(table, nil); err == nil || err.Error() != "tourney: number-twice, player 1" {
		t.Error(err)
	}
}

func TestBadByes(t *testing.T) {
	table := &tourney.Table{Scoring: tourney.OneHalf, Total: 3, Players: []tourney.Player{{Number: 1}, {Number: 2}, {Number: 3, Enters: 2}}}
	bye := func(p int, k tourney.Kind) tourney.Bye { return tourney.Bye{Player: p, Kind: k} }
	for _, c := range []struct {
		code string
		byes []tourney.Bye
	}{
		{"bad-bye", []tourney.Bye{bye(1, tourney.PairingBye)}},
		{"bad-bye", []tourney.Bye{bye(1, tourney.Played)}},
		{"not-in-round", []tourney.Bye{bye(3, tourney.HalfBye)}},
		{"not-in-round", []tourney.Bye{bye(4, tourney.HalfBye)}},
		{"twice-in-a-round", []tourney.Bye{bye(1, tourney.HalfBye), bye(1, tourney.ZeroBye)}},
	} {
		var fault tourney.Fault
		if _, err := swiss.Pair(table, c.byes); !errors.As(err, &fault) || fault.Code != c.code {
			t.Errorf("%v: %v, want %s", c.byes, err, c.code)
		}
	}
	if _, err := swiss.Pair(table, []tourney.Bye{bye(1, tourney.HalfBye), bye(2, tourney.Absent)}); err != nil {
		t.Error(err)
	}
}
