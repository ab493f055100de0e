package jieqi_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/jieqi"
)

// TestOpensWhatTheCodesTell checks rules 6 and 7: Opens shows each viewer the same pieces as the
// move code that the viewer receives, and these are the pieces that were dealt to those points.
func TestOpensWhatTheCodesTell(t *testing.T) {
	turned, taken := 0, 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 6))
		secret := jieqi.Rules{}.Deal(rng.IntN)
		dealt := map[game.Square]byte{}
		i := 0
		for _, pack := range (jieqi.Rules{}).Packs() {
			for _, sq := range pack.Squares {
				dealt[sq] = secret.Open()[i]
				i++
			}
		}
		l, err := game.NewLine(jieqi.Rules{}, game.Setup{Secret: secret})
		if err != nil {
			t.Fatal(err)
		}
		for range 80 {
			legal := l.Legal()
			if len(legal) == 0 {
				break
			}
			if err := l.Push(legal[rng.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
		for _, step := range l.Steps() {
			opened := step.Before.(game.Opener).Opens(step.Move)
			for _, o := range opened {
				if dealt[o.Square] != o.Piece {
					t.Fatalf("%c was opened on %d, where %c was dealt", o.Piece, o.Square, dealt[o.Square])
				}
				delete(dealt, o.Square)
			}
			for _, viewer := range []game.Side{game.NoSide, game.First, game.Second} {
				code := step.Before.Encode(game.SeenBy(step.Before, step.Move, viewer))
				said := ""
				for _, o := range opened {
					switch o.To {
					case game.NoSide:
						said += string(rune(o.Piece))
						turned++
					case viewer:
						said += "*" + string(rune(o.Piece))
						taken++
					}
				}
				if !strings.HasSuffix(code, said) || len(code) != 4+len(said) {
					t.Fatalf("%v sees %s and is opened %q", viewer, code, said)
				}
			}
		}
	}
	if turned == 0 || taken == 0 {
		t.Errorf("%d turned up, %d captured face down; the test proves nothing", turned, taken)
	}
}
