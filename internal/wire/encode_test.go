package wire

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"kydai/game"
	"kydai/internal/play"
)

// TestEvents checks that the hand-written encoder produces the same output as
// encoding/json, whichever fields are set, and that it handles every field.
func TestEvents(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	odd := []string{"e2e4", "", `a"b`, `a\b`, "<&>", "\x00\x1f\x7f", "cờ úp", "\u2028", "\xff", "R3K2R8", "12:20,28 =pass"}
	text := func() string { return odd[rng.IntN(len(odd))] }
	full := Events{
		Marks: []Mark{{Kind: "check", Squares: []game.Square{4}}, {Kind: "row", Squares: []game.Square{}, Because: []game.Square{1, 2}}},
		Clock: &Clock{}, Offers: []Offer{{By: "first", What: "takeback", Count: 2}}, News: []Notice{{Kind: "offer", By: "second", Text: "<x>"}},
		Undos: &[2]int{-1, 3}, Last: &[2]int{-1, 63}, Redo: 2, Paused: true, Result: &Result{Why: "mate", Winner: "first", By: "none"}, Next: "abc",
		Reveals: []play.Reveal{{}}, Fair: &play.Transcript{}, Legal: "x", Premoves: "y", Claim: "z",
	}
	for range 20_000 {
		e := full
		fields := reflect.ValueOf(&e).Elem()
		for i := range fields.NumField() {
			switch f := fields.Field(i); {
			case f.Kind() == reflect.String:
				f.SetString(text())
			case f.Kind() == reflect.Int:
				f.SetInt(rng.Int64N(2000) - 1000)
			case rng.IntN(2) == 0:
				f.SetZero()
			}
		}
		for range rng.IntN(4) {
			e.Codes, e.Spent, e.Lag, e.Lost = append(e.Codes, text()), append(e.Spent, rng.Int64()), append(e.Lag, -rng.Int64N(5)), append(e.Lost, rng.Int64N(3))
		}
		if e.Clock != nil {
			c := Clock{Left: [2]int64{rng.Int64N(3), -5}, Running: text(), Since: rng.Int64N(2), Deadline: rng.Int64N(2)}
			if rng.IntN(2) == 0 {
				c.Main, c.Periods = &[2]int64{1, 2}, &[2]int{3, 0}
			}
			e.Clock = &c
		}
		want, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Encode(); !bytes.Equal(got, want) {
			t.Fatalf("written by hand\n%s\nby encoding/json\n%s", got, want)
		}
	}
}
