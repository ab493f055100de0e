package jieqi

import (
	"strings"

	"kydai/game"
	"kydai/games/xiangqi"
)

// chinese is the notation of Chinese xiangqi players: 炮二平五, 马8进7. A face-down piece has the name
// of the piece that starts on its point, and 暗 stands before the move: 暗炮二平五. Revealed pieces
// follow in full-width brackets, a piece captured face down after 吃: 暗炮八进七（车吃马）.
type chinese struct {
	plain game.Notation // notation of xiangqi in the same script
	names [2][]rune     // names of red's and black's revealed pieces, by kind
}

var (
	simplified  = &chinese{xiangqi.Chinese, [2][]rune{[]rune("　帅仕相马车炮兵"), []rune("　将士象马车炮卒")}}
	traditional = &chinese{xiangqi.Traditional, [2][]rune{[]rune("　帥仕相馬車炮兵"), []rune("　將士象馬車砲卒")}}
)

func (c *chinese) Name() string { return c.plain.Name() }

const (
	darkSign  = "暗"
	takesSign = "吃"
)

func (c *chinese) Write(p game.Position, m game.Move) string {
	text := c.plain.Write(p, m)
	// A move written as two points, such as H2-E2, has no sign for a face-down piece.
	if _, _, _, points := xiangqi.CutCode(text); m.Flag() && !points {
		text = darkSign + text
	}
	shown := ""
	if m.Arg() != 0 {
		shown = c.name(p.Turn(), xiangqi.Kind(m.Arg()))
	}
	if k := takenFace(m); k != xiangqi.None {
		shown += takesSign + c.name(p.Turn().Other(), k)
	}
	if shown != "" {
		text += "（" + shown + "）"
	}
	return text
}

func (c *chinese) name(s game.Side, k xiangqi.Kind) string { return string(c.names[s.Index()][k]) }

// Replacements that bring a typed text to the form that Read expects, and between the Chinese names
// of revealed pieces and the piece letters in codes.
var (
	tidied      = strings.NewReplacer("(", "（", ")", "", "）", "", " ", "", "　", "")
	fromChinese = strings.NewReplacer("车", "r", "車", "r", "俥", "r", "马", "n", "馬", "n", "傌", "n", "相", "b", "象", "b",
		"仕", "a", "士", "a", "炮", "c", "砲", "c", "包", "c", "兵", "p", "卒", "p", takesSign, "*", darkSign, "")
)

// Read parses a move. It accepts both scripts, half-width brackets, 暗 after the word for front or
// rear, and a face-down piece written without the sign.
func (c *chinese) Read(p game.Position, text string) (game.Move, error) {
	move, shown, _ := strings.Cut(tidied.Replace(text), "（")
	plain := strings.Replace(move, darkSign, "", 1)
	return readMarked(c.plain, p, marked{text: text, plain: plain, down: plain != move, shown: fromChinese.Replace(shown)})
}
