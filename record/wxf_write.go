package record

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"kydai/game"
)

type wxfWriter struct {
	out io.Writer
	o   WriteOptions
}

func newWXFWriter(out io.Writer, o WriteOptions) Writer { return &wxfWriter{out, o} }

// Write implements Writer. Variations are not written, comments are headers.
func (w *wxfWriter) Write(g *Game) error {
	notation, ok := game.NotationOf(g.Rules, wxfNotation)
	if !ok {
		return game.Err(Unwritable, g.Rules.Info().Name, " has no notation ", wxfNotation)
	}
	g, err := forWriting(g, w.o)
	if err != nil {
		return err
	}
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	var b strings.Builder
	wxfHeaders(&b, g)
	b.WriteString(wxfStart + "\n")
	first, open := numberOf(g.Setup.Start, start), false
	err = mainText(g, notation, lineFits, func(ply int, n *Node, text string) {
		at := first + ply
		switch {
		case at%2 == 0:
			fmt.Fprintf(&b, "%3d. %s", at/2+1, text)
		case ply == 0:
			fmt.Fprintf(&b, "%3d. ... %s", at/2+1, text)
		default:
			b.WriteString(" " + text)
		}
		b.WriteString(gluedSign(n.NAGs))
		if open = at%2 == 0; !open {
			b.WriteByte('\n')
		}
	})
	if err != nil {
		return err
	}
	if open {
		b.WriteByte('\n')
	}
	b.WriteString("}END\n\n")
	_, err = io.WriteString(w.out, b.String())
	return err
}

// gluedSign is the one sign that can follow a move.
func gluedSign(nags []int) string {
	for _, g := range glyphs[:glued] {
		if slices.Contains(nags, g.nag) {
			return g.sign
		}
	}
	return ""
}

func wxfHeaders(b *strings.Builder, g *Game) {
	in := g.Rules.Info()
	header := func(key, value string) {
		if value = clean(value); value != "" {
			b.WriteString(key + "\t" + value + "\n")
		}
	}
	header(wxfFormat, "WXF")
	side := sideTags(in)
	for _, k := range wxfKeys[:4] {
		header(k.key, g.Tag(k.tag))
	}
	apart := map[string]bool{} // ratings that have a header of their own
	for i, tag := range side {
		value, elo := g.Tag(tag), clean(g.Tag(tag+"Elo"))
		apart[tag+"Elo"] = strings.Contains(value+elo, ";")
		if elo != "" && !apart[tag+"Elo"] {
			value += " ; " + elo + " ;;"
		}
		header(strings.ToUpper(in.Sides[i]), value)
	}
	header("RESULT", string(g.Result.known()))
	header("FEN", g.Setup.Start)
	for _, name := range optionNames(g.Setup) {
		header(wxfOption, name+" "+g.Setup.Options[name])
	}
	if !g.Setup.Secret.Empty() {
		header("DEAL", DealText(g.Setup.Secret))
	}
	for _, t := range g.Tags {
		name := strings.ReplaceAll(clean(t.Name), " ", "_")
		own, isElo := apart[name]
		if name != "" && (!isElo || own) && !wxfReserved(g.Rules, name) {
			header(name, t.Value)
		}
	}
	wxfComments(b, g)
	b.WriteByte('\n')
}

// wxfComments writes a header for each comment, with the ply it follows.
func wxfComments(b *strings.Builder, g *Game) {
	notes := func(ply int, list []string) {
		for _, text := range list {
			if text = clean(text); text != "" {
				fmt.Fprintf(b, "%s\t%d %s\n", wxfComment, ply, text)
			}
		}
	}
	notes(0, g.Root.After)
	for i, n := range g.Main() {
		notes(i, n.Before)
		notes(i+1, n.After)
	}
}
