package formats

import (
	"bytes"
	"slices"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/box"
	"kydai/record/charset"
	"kydai/record/dhtmlxq"
	"kydai/record/internal/build"
	"kydai/record/native"
	"kydai/record/pgn"
	"kydai/record/psq"
	"kydai/record/sgf"
	"kydai/record/text"
	"kydai/record/wxf"
	"kydai/record/xqf"
)

// Detect guesses the format from the first bytes of a file; a few hundred bytes are enough. If
// no other format fits, it returns plain text.
func Detect(prefix []byte) (name string, ok bool) {
	start := string(bytes.TrimLeft(bytes.TrimPrefix(charset.Sample(prefix), []byte("\ufeff")), " \t\r\n"))
	isText := start != "" && !strings.ContainsRune(start, 0)
	for _, f := range []record.Format{ // if several formats fit, the first of this list is chosen
		xqf.Format(), box.Format(), native.Format(), dhtmlxq.Format(), sgf.Format(), psq.Format(), wxf.Format(), pgn.Format(), text.Format(),
	} {
		if (isText || f.Binary) && f.Detect(record.Head{Bytes: prefix, Text: start}) {
			return f.Name, true
		}
	}
	return "", false
}

// GameOf guesses which game is in a file of the named format. It reads the first bytes with the
// rules of each game; a few thousand bytes are enough. If several games fit equally well, it
// returns the first of them. If expected is not nil and its rules can read at least as many moves
// as the best game, GameOf returns expected.
func GameOf(prefix []byte, format string, games []game.Rules, expected game.Rules) (game.Rules, bool) {
	var best game.Rules
	most := fit{}
	for _, r := range games {
		if f := fitOf(prefix, format, r); f.points() > most.points() {
			best, most = r, f
		}
	}
	if expected != nil {
		if f := fitOf(prefix, format, expected); f.moves > 0 && f.moves >= most.moves {
			return expected, true
		}
	}
	return best, most.points() > 0
}

// fit measures how much of a record could be read with the rules of a game.
type fit struct {
	moves int
	hints int // number of hints that the record belongs to this game, such as side names and usual formats
}

func (f fit) points() int { return 2*f.moves + f.hints }

// fitOf reads the first game of a file with the rules r. A record that names another game does not
// fit.
func fitOf(prefix []byte, format string, r game.Rules) (f fit) {
	reader, err := NewReader(format, bytes.NewReader(prefix), record.ReadOptions{Rules: r})
	if err != nil {
		return f
	}
	g, err := reader.Next()
	if g == nil || build.CodeOf(err) == record.WrongGame {
		return f
	}
	in := r.Info()
	if name := build.Letters(g.Tag("Game")); name != "" && name != build.Letters(in.Name) {
		return f
	}
	f.moves = len(g.Main())
	for _, side := range record.SideTags(in) {
		if g.Tag(side) != "" {
			f.hints++
		}
	}
	if err == nil && slices.Contains(in.Formats, format) {
		f.hints++
	}
	return f
}
