package character

import (
	"testing"

	"kydai/game"
	"kydai/games"
)

// TestFactsOfStone checks that a stone has no origin: its nearness to the centre is between 0 and 1,
// and it goes neither forward nor back.
func TestFactsOfStone(t *testing.T) {
	r, ok := games.Find("caro")
	if !ok {
		t.Fatal("no game of stones")
	}
	line, err := game.NewLine(r, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range line.Legal() {
		code := line.Position().Encode(m)
		f, ok := FactsOf(line.Position(), []string{code})
		if !ok || f.Centre < 0 || f.Centre > 1 || f.Forward != 0 {
			t.Fatalf("%s: %+v", code, f)
		}
	}
}
