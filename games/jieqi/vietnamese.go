package jieqi

import (
	"strings"

	"kydai/game"
	"kydai/games/xiangqi"
)

// vietnamese writes moves as Vietnamese players of xiangqi do: P2-5, M8.7. A
// face-down piece has the name of its home point's piece and behind it a u,
// for úp: Pu2-5. What the move showed follows in brackets, a piece captured
// face down behind a star: Pu2.7(X*M).
type vietnamese struct{}

func (vietnamese) Name() string { return xiangqi.Vietnamese.Name() }

// Scene is what notations of pieces, files and steps look at.
func (p *Position) Scene() xiangqi.Scene { return xiangqi.Scene{Cells: p.cells, Legal: p.Legal()} }

var _ xiangqi.Written = (*Position)(nil)

// downSign follows the name of a face-down piece; downWord is what people say.
const (
	downSign = "u"
	downWord = "úp"
)

// Faces by the letters of codes and by their names here.
var (
	toVietnamese   = strings.NewReplacer("r", "X", "n", "M", "b", "T", "a", "S", "c", "P", "p", "B")
	fromVietnamese = strings.NewReplacer("x", "r", "m", "n", "t", "b", "v", "b", "s", "a", "p", "c", "b", "p", "c", "p")
)

func (vietnamese) Write(p game.Position, m game.Move) string {
	text := xiangqi.Vietnamese.Write(p, m)
	// A move that is written by its points needs no sign: H2-E2.
	if _, _, _, points := xiangqi.CutCode(text); m.Flag() && !points {
		text = text[:1] + downSign + text[1:]
	}
	if s := faceSuffix(m); s != "" {
		text += "(" + toVietnamese.Replace(s) + ")"
	}
	return text
}

// Read takes the sign for granted where it is left out.
func (vietnamese) Read(p game.Position, text string) (game.Move, error) {
	pos, ok := p.(*Position)
	if !ok {
		return game.NoMove, game.Err(game.BadMove, "not a position of this game")
	}
	move, shown, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "(")
	plain := strings.TrimSpace(strings.ReplaceAll(move, downWord, ""))
	if len(move) > 1 && move[1:2] == downSign {
		plain = move[:1] + move[2:]
	}
	m, err := xiangqi.Vietnamese.Read(p, plain)
	if err != nil {
		return game.NoMove, err
	}
	if plain != strings.TrimSpace(move) && !m.Flag() {
		return game.NoMove, game.Err(game.IllegalMove, text, " means a face-down piece, but this one is face up")
	}
	return pos.withSuffix(m, fromVietnamese.Replace(strings.TrimSuffix(shown, ")")))
}
