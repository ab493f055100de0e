package picture

import (
	_ "embed"
	"encoding/json"
	"strconv"
	"strings"
)

//go:embed labels.json
var labelFile []byte

// labels holds the outlines of letters and digits for texts on the board, in units of 1/1000 em.
type labels struct {
	Ascent, Descent float64
	Glyphs          map[string]struct {
		Advance float64
		D       string
	}
}

func readLabels() (*labels, error) {
	l := &labels{}
	return l, json.Unmarshal(labelFile, l)
}

// outline converts a text element to a path element.
func (l *labels) outline(n *node, c context, props []attr) *node {
	size := number(c.held["font-size"], 1)
	k := size / 1000
	width := 0.0
	for _, char := range n.text {
		width += l.Glyphs[string(char)].Advance * k
	}
	x, y := number(n.get("x"), 1), number(n.get("y"), 1)
	switch c.held["text-anchor"] {
	case "middle":
		x -= width / 2
	case "end":
		x -= width
	}
	switch c.held["dominant-baseline"] {
	case "central", "middle":
		y += (l.Ascent - l.Descent) / 2 * k
	}
	var d strings.Builder
	for _, char := range n.text {
		g := l.Glyphs[string(char)]
		place(&d, g.D, k, x, y)
		x += g.Advance * k
	}
	out := el("path", "d", d.String())
	for _, a := range props {
		if !strings.HasPrefix(a.name, "font-") && a.name != "text-anchor" && a.name != "dominant-baseline" {
			out.attrs = append(out.attrs, a)
		}
	}
	return out
}

// place writes path data, moved by x, y and scaled by k. The path data must contain only absolute
// commands.
func place(b *strings.Builder, d string, k, x, y float64) {
	odd := false
	for i := 0; i < len(d); {
		c := d[i]
		if c >= 'A' && c <= 'Z' {
			b.WriteByte(c)
			odd = false
			i++
			continue
		}
		if c == ' ' {
			b.WriteByte(' ')
			i++
			continue
		}
		end := i + 1
		for end < len(d) && d[end] != ' ' && (d[end] < 'A' || d[end] > 'Z') {
			end++
		}
		v, _ := strconv.ParseFloat(d[i:end], 64)
		if odd {
			v = v*k + y
		} else {
			v = v*k + x
		}
		b.WriteString(num(v))
		odd = !odd
		i = end
	}
}

// num formats a number with at most three decimals.
func num(v float64) string {
	text := strconv.FormatFloat(v, 'f', 3, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}
