package text

import (
	"slices"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

// lineWidth is the width at which lines of moves are broken.
const lineWidth = 72

// write formats a game as text. Comments and variations are not written.
func write(g *record.Game, o record.WriteOptions) (string, error) {
	g, err := build.ForWriting(g, o)
	if err != nil {
		return "", err
	}
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return "", err
	}
	var notation game.Notation
	if o.Notation != "" {
		var ok bool
		if notation, ok = game.NotationOf(g.Rules, o.Notation); !ok {
			return "", game.Err(record.Unwritable, g.Rules.Info().Name, " has no notation ", o.Notation)
		}
	}
	var b strings.Builder
	writeHeaders(&b, g, o.Notation)
	col := 0
	put := func(s string) {
		switch {
		case col == 0:
		case col+1+len(s) > lineWidth:
			b.WriteByte('\n')
			col = 0
		default:
			b.WriteByte(' ')
			col++
		}
		b.WriteString(s)
		col += len(s)
	}
	first := build.FirstPly(g.Setup.Start, start)
	err = build.MainText(g, notation, build.LineFits, func(ply int, _ *record.Node, text string) {
		at := first + ply
		switch {
		case at%2 == 0:
			put(strconv.Itoa(at/2+1) + ".")
		case ply == 0:
			put(strconv.Itoa(at/2+1) + "...")
		}
		put(text)
	})
	if err != nil {
		return "", err
	}
	put(string(g.Result.Known()))
	b.WriteString("\n\n")
	return b.String(), nil
}

func writeHeaders(b *strings.Builder, g *record.Game, notation string) {
	header := func(key, value string) {
		if value = scan.Clean(value); value != "" {
			b.WriteString(key + ": " + value + "\n")
		}
	}
	in := g.Rules.Info()
	header(headerGame, in.Name)
	header(build.TagFormat, notation)
	header(headerStart, g.Setup.Start)
	for _, name := range build.OptionNames(g.Setup) {
		header(headerOption+name, g.Setup.Options[name])
	}
	if !g.Setup.Secret.Empty() {
		header(build.TagDeal, record.DealText(g.Setup.Secret))
	}
	for _, t := range record.RosterFirst(in, g.Tags) {
		name := headerName(t.Name)
		_, notates := build.NotationTag(g.Rules, record.Tag{Name: name, Value: scan.Clean(t.Value)})
		taken := slices.Contains([]string{headerGame, headerStart}, name) || build.Reserved(g.Rules, name) || notates
		if !taken && headerLine.MatchString(name+":") {
			header(name, t.Value)
		}
	}
	header(build.TagResult, string(g.Result.Known()))
	b.WriteByte('\n')
}
