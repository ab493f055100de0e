package chess

import (
	"strings"

	"kydai/game"
)

// figurine is standard algebraic notation with piece symbols instead of letters. It is the same in
// every language.
type figurine struct{}

// pictured holds the piece letters in the order of their Unicode symbols. White's symbols come
// before black's.
const (
	pictured = "KQRBNP"
	white    = '♔'
	black    = '♚'
)

func (figurine) Name() string { return "figurine" }

func (figurine) Write(p game.Position, m game.Move) string {
	if _, ok := p.(*Position); !ok {
		return p.Encode(m)
	}
	return strings.Map(func(r rune) rune {
		if i := strings.IndexRune(pictured, r); i >= 0 {
			return white + rune(i)
		}
		return r
	}, san{}.Write(p, m))
}

// Read parses a move. For the pieces it accepts symbols of either colour, or letters. It accepts
// the same variants as SAN.
func (figurine) Read(p game.Position, text string) (game.Move, error) {
	return san{}.Read(p, strings.Map(func(r rune) rune {
		switch {
		case r >= white && r < black:
			return rune(pictured[r-white])
		case r >= black && r < black+6:
			return rune(pictured[r-black])
		case r == '\ufe0e' || r == '\ufe0f': // Unicode variation selectors
			return -1
		}
		return r
	}, text))
}
