package game_test

import (
	"testing"

	"kydai/game"
)

// TestKeys compares Keys with the first numbers of the reference implementation of SplitMix64
// (Sebastiano Vigna) for the seed 1234567.
func TestKeys(t *testing.T) {
	k := game.Keys(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := k.Next(); got != want {
			t.Errorf("number %d is %d, want %d", i, got, want)
		}
	}
	if game.Mix(1234567) != 6457827717110365317 {
		t.Error("Mix is not the first number for its seed")
	}
}
