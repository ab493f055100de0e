package wxf

import (
	"fmt"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

// write formats a game as text. Variations are not written; comments are written as headers.
func write(g *record.Game, o record.WriteOptions) (string, error) {
	notation, ok := game.NotationOf(g.Rules, notationName)
	if !ok {
		return "", game.Err(record.Unwritable, g.Rules.Info().Name, " has no notation ", notationName)
	}
	g, err := build.ForWriting(g, o)
	if err != nil {
		return "", err
	}
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	writeHeaders(&b, g)
	b.WriteString(startMark + "\n")
	first, open := build.FirstPly(g.Setup.Start, start), false
	err = build.MainText(g, notation, build.LineFits, func(ply int, n *record.Node, text string) {
		at := first + ply
		switch {
		case at%2 == 0:
			fmt.Fprintf(&b, "%3d. %s", at/2+1, text)
		case ply == 0:
			fmt.Fprintf(&b, "%3d. ... %s", at/2+1, text)
		default:
			b.WriteString(" " + text)
		}
		b.WriteString(build.GluedSign(n.NAGs))
		if open = at%2 == 0; !open {
			b.WriteByte('\n')
		}
	})
	if err != nil {
		return "", err
	}
	if open {
		b.WriteByte('\n')
	}
	b.WriteString("}END\n\n")
	return b.String(), nil
}

func writeHeaders(b *strings.Builder, g *record.Game) {
	in := g.Rules.Info()
	header := func(key, value string) {
		if value = scan.Clean(value); value != "" {
			b.WriteString(key + "\t" + value + "\n")
		}
	}
	header(formatKey, "WXF")
	side := record.SideTags(in)
	for _, k := range keys[:4] {
		header(k.key, g.Tag(k.tag))
	}
	apart := map[string]bool{} // by tag name: true if this rating needs a header of its own
	for i, tag := range side {
		value, elo := g.Tag(tag), scan.Clean(g.Tag(tag+"Elo"))
		apart[tag+"Elo"] = strings.Contains(value+elo, ";")
		if elo != "" && !apart[tag+"Elo"] {
			value += " ; " + elo + " ;;"
		}
		header(strings.ToUpper(in.Sides[i]), value)
	}
	header("RESULT", string(g.Result.Known()))
	header("FEN", g.Setup.Start)
	for _, name := range build.OptionNames(g.Setup) {
		header(optionKey, name+" "+g.Setup.Options[name])
	}
	if !g.Setup.Secret.Empty() {
		header("DEAL", record.DealText(g.Setup.Secret))
	}
	for _, t := range g.Tags {
		name := strings.ReplaceAll(scan.Clean(t.Name), " ", "_")
		own, isElo := apart[name]
		if name != "" && (!isElo || own) && !reservedKey(g.Rules, name) {
			header(name, t.Value)
		}
	}
	writeComments(b, g)
	b.WriteByte('\n')
}

// writeComments writes one header for each comment. The header contains the text and the number of
// plies played before the comment; 0 means the start position.
func writeComments(b *strings.Builder, g *record.Game) {
	notes := func(ply int, list []string) {
		for _, text := range list {
			if text = scan.Clean(text); text != "" {
				fmt.Fprintf(b, "%s\t%d %s\n", commentKey, ply, text)
			}
		}
	}
	notes(0, g.Root.After)
	for i, n := range g.Main() {
		notes(i, n.Before)
		notes(i+1, n.After)
	}
}
