// Package texts turns reasons into sentences. It is separate from package reason so that the
// browser modules do not contain it: web pages build the same sentences from the same texts.
package texts

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kydai/game"
	"kydai/reason"
)

// Texts holds the sentences of one game in one language: the sentences of motifs by code and kind,
// the sentences of roles ("role.allows", "role.misses"), the names of pieces ("piece.n"), and the
// pattern for a piece with its square ("piece").
type Texts map[string]string

// Read parses games/<game>/text/reason.<language>.json.
func Read(data []byte) (Texts, error) {
	var all Texts
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, game.Err("bad-texts", "the sentences cannot be read: ", err.Error())
	}
	return all, nil
}

// Of returns the sentence for a motif with this code and kind. If there is no sentence for the
// kind, it returns the sentence for the code alone; "" if there is none.
func (t Texts) Of(code, kind string) string {
	if s := t[code+"."+kind]; s != "" {
		return s
	}
	return t[code]
}

// Say returns the sentence for a reason. The parameter move is the move to which the reason
// belongs, as text for people. The function square returns the name of a square.
func (t Texts) Say(r *reason.Reason, move string, square func(game.Square) string) string {
	text := t.Of(r.Code, r.Kind)
	if text == "" {
		return ""
	}
	text = strings.NewReplacer(
		"{by}", t.pieces(r.By, square),
		"{of}", t.pieces(r.Of, square),
		"{with}", t.pieces(r.With, square),
		"{to}", t.pieces(r.To, square),
		"{n}", strconv.Itoa(r.Number),
		"{odds}", t.odds(r.Odds),
	).Replace(text)
	if frame := t["role."+r.Role]; frame != "" {
		text = strings.NewReplacer("{move}", move, "{what}", text).Replace(frame)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return text // keep the text: Chinese has no capital letters, and the sentence may begin with the name of a square
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// SquareName returns a function that names the squares of a position as in move codes.
func SquareName(r game.Rules, p game.Position) func(game.Square) string {
	info := r.Info()
	width, base := info.Width, 1
	if g, ok := game.GridOf(p); ok {
		width = g.Width
	}
	if info.RankZero {
		base = 0
	}
	return func(sq game.Square) string {
		return string(rune('a'+int(sq)%width)) + strconv.Itoa(int(sq)/width+base)
	}
}

func (t Texts) pieces(list []reason.Piece, square func(game.Square) string) string {
	words := make([]string, len(list))
	for i, p := range list {
		words[i] = square(p.Square)
		if p.Letter != "" {
			words[i] = strings.NewReplacer("{name}", t["piece."+p.Letter], "{square}", words[i]).Replace(t["piece"])
		}
	}
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], t.comma()) + t["and"] + words[n-1]
	}
	return strings.Join(words, "")
}

func (t Texts) odds(list []reason.Odds) string {
	words := make([]string, len(list))
	for i, o := range list {
		words[i] = t["piece."+o.Letter] + " " + strconv.Itoa(o.Percent) + " %"
	}
	return strings.Join(words, t.comma())
}

// comma returns the separator between the items of a list. Some languages have their own separator.
func (t Texts) comma() string {
	if own := t["comma"]; own != "" {
		return own
	}
	return ", "
}
