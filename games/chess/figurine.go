package chess

import (
	"strings"

	"kydai/game"
)

// figurine is standard algebraic notation with pictures of the pieces for their
// letters, which are the same in every language.
type figurine struct{}

var (
	drawn = strings.NewReplacer("K", "♔", "Q", "♕", "R", "♖", "B", "♗", "N", "♘")
	plain = strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "",
		"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "", "\ufe0e", "", "\ufe0f", "")
)

func (figurine) Name() string { return "figurine" }

func (figurine) Write(p game.Position, m game.Move) string {
	if _, ok := p.(*Position); !ok {
		return p.Encode(m)
	}
	return drawn.Replace(san{}.Write(p, m))
}

// Read accepts the pieces of either colour, as pictures or letters, and is as
// lenient as that of SAN.
func (figurine) Read(p game.Position, text string) (game.Move, error) {
	return san{}.Read(p, plain.Replace(text))
}
