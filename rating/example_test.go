package rating_test

import (
	"fmt"
	"time"

	"kydai/rating"
)

// Two new players play one rated game, which the first player wins.
func ExamplePlay() {
	at := time.Date(2026, time.November, 16, 20, 0, 0, 0, time.UTC)
	winner, loser := rating.Play(rating.New(), rating.New(), 1, at)
	fmt.Printf("%.0f ± %.0f\n", winner.Mean, winner.Deviation)
	fmt.Printf("%.0f ± %.0f\n", loser.Mean, loser.Deviation)
	fmt.Println(winner.Provisional())
	// Output:
	// 1662 ± 290
	// 1338 ± 290
	// true
}
