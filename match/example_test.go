package match_test

import (
	"fmt"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/games"
	"kydai/match"
)

// This example starts a match with two seats and a clock, and plays moves. The caller passes the
// time of each move.
func ExampleNew() {
	rules, _ := games.Find("caro")
	control, _ := clock.Parse("5+3")
	now := time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC)
	m, err := match.New(rules, match.Terms{
		Game:  "caro",
		Clock: control,
		Seats: [2]match.Seat{{Kind: match.Human, Player: "lan"}, {Kind: match.Human, Player: "minh"}},
	}, now)
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Move(game.First, 0, "h8", now.Add(10*time.Second)))
	fmt.Println(m.Move(game.First, 1, "h9", now.Add(11*time.Second)))
	v := m.View(game.NoSide)
	fmt.Println(v.Turn, v.Clock.Left)
	// Output:
	// <nil>
	// it is the other side's turn
	// second [4m53s 5m0s]
}
