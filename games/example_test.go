package games_test

import (
	"fmt"

	"kydai/game"
	"kydai/games"
)

// This example plays a game: the line refuses illegal moves, and moves can be taken back.
func ExampleFind() {
	rules, _ := games.Find("xiangqi")
	line, err := game.NewLine(rules, game.Setup{})
	if err != nil {
		panic(err)
	}
	fmt.Println(line.Play("h2e2"), line.Play("h2e2"))
	fmt.Println(len(line.Legal()), "moves for", line.Position().Turn())
	line.Undo(1)
	fmt.Println(line.Position())
	// Output:
	// <nil> the move h2e2 is not legal here
	// 45 moves for second
	// rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
}

// This example reads and writes a move in every notation of a game.
func Example_notation() {
	rules, _ := games.Find("xiangqi")
	line, _ := game.NewLine(rules, game.Setup{})
	for _, name := range []string{"wxf", "vietnamese"} {
		notation, _ := game.NotationOf(rules, name)
		m, err := line.Position().Decode("h2e2")
		if err != nil {
			panic(err)
		}
		fmt.Println(name, notation.Write(line.Position(), m))
	}
	// Output:
	// wxf C2=5
	// vietnamese P2-5
}

// This example shows the views of a game with hidden pieces: each viewer sees only what they may
// know.
func Example_view() {
	rules, _ := games.Find("jieqi")
	next := 0
	setup := game.Setup{Secret: rules.(game.Dealer).Deal(func(n int) int { next += 7; return next % n })}
	line, _ := game.NewLine(rules, setup)
	if err := line.Play("b2b9"); err != nil { // captures a face-down piece
		panic(err)
	}
	for _, side := range []game.Side{game.First, game.Second} {
		fmt.Println(side, line.View(side).Codes())
	}
	// Output:
	// first [b2b9p*c]
	// second [b2b9p]
}

// This example writes a position as text and starts games from such a text.
func Example_setup() {
	rules, _ := games.Find("chess")
	line, _ := game.NewLine(rules, game.Setup{Start: "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"})
	_ = line.Play("f7g7")
	out := line.Outcome()
	fmt.Println(out.Over(), out.Why, out.Winner)
	// Output: true checkmate first
}
