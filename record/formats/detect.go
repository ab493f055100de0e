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

// Detect guesses the format from the first bytes of a file; a few hundred are
// enough. It is a guess: plain text is what remains.
func Detect(prefix []byte) (name string, ok bool) {
	start := string(bytes.TrimLeft(bytes.TrimPrefix(charset.Sample(prefix), []byte("\ufeff")), " \t\r\n"))
	isText := start != "" && !strings.ContainsRune(start, 0)
	for _, f := range []record.Format{ // what looks like several is the first of them
		xqf.Format(), box.Format(), native.Format(), dhtmlxq.Format(), sgf.Format(), psq.Format(), wxf.Format(), pgn.Format(), text.Format(),
	} {
		if (isText || f.Binary) && f.Detect(record.Head{Bytes: prefix, Text: start}) {
			return f.Name, true
		}
	}
	return "", false
}

// GameOf guesses which of the games a file in the named format records, by
// reading its first bytes with the rules of each: some thousand are enough.
// Of games that fit equally well it returns the first. A game that is expected,
// if there is one, needs only as many moves as any other.
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

// fit is how much rules can make of a record.
type fit struct {
	moves int
	hints int // that it is of their game: the names of its sides, its usual formats
}

func (f fit) points() int { return 2*f.moves + f.hints }

// fitOf looks at the first game. A record that names another game is not one.
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
