package jieqi

import (
	"strings"

	"kydai/game"
	"kydai/games/xiangqi"
)

// vietnamese is the notation of Vietnamese xiangqi players: P2-5, M8.7. A face-down piece has the
// name of the piece that starts on its point, followed by u for úp: Pu2-5. Revealed pieces follow
// in brackets, a piece captured face down after a star: Pu2.7(X*M).
type vietnamese struct{}

func (vietnamese) Name() string { return xiangqi.Vietnamese.Name() }

// Scene returns the data for notations that write a piece, its file and the number of steps.
func (p *Position) Scene() xiangqi.Scene { return xiangqi.Scene{Cells: p.cells, Legal: p.Legal()} }

var _ xiangqi.Written = (*Position)(nil)

// downSign follows the name of a face-down piece in writing; downWord is the spoken form.
const (
	downSign = "u"
	downWord = "úp"
)

// Replacements between piece letters in codes and the Vietnamese letters of revealed pieces.
var (
	toVietnamese   = strings.NewReplacer("r", "X", "n", "M", "b", "T", "a", "S", "c", "P", "p", "B")
	fromVietnamese = strings.NewReplacer("x", "r", "m", "n", "t", "b", "v", "b", "s", "a", "p", "c", "b", "p", "c", "p")
)

func (vietnamese) Write(p game.Position, m game.Move) string {
	text := xiangqi.Vietnamese.Write(p, m)
	// A move written as two points, such as H2-E2, has no sign for a face-down piece.
	if _, _, _, points := xiangqi.CutCode(text); m.Flag() && !points {
		text = text[:1] + downSign + text[1:]
	}
	if s := faceSuffix(m); s != "" {
		text += "(" + toVietnamese.Replace(s) + ")"
	}
	return text
}

// Read parses a move. It also accepts a face-down piece written without the sign.
func (vietnamese) Read(p game.Position, text string) (game.Move, error) {
	move, shown, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "(")
	move = strings.TrimSpace(move)
	plain := strings.TrimSpace(strings.ReplaceAll(move, downWord, ""))
	if len(move) > 1 && move[1:2] == downSign {
		plain = move[:1] + move[2:]
	}
	return readMarked(xiangqi.Vietnamese, p, marked{
		text: text, plain: plain, down: plain != move, shown: fromVietnamese.Replace(strings.TrimSuffix(shown, ")")),
	})
}
