package picture

import (
	"slices"
	"strings"
)

// pixels is the default width of a cell in an SVG.
const pixels = 60

// SVG draws a scene as a self-contained document: without style sheet, font or
// script.
func (s *Studio) SVG(c *Scene) ([]byte, error) {
	p, err := s.parts(c)
	if err != nil {
		return nil, err
	}
	w, h := p.board.size()
	svg := el("svg", "xmlns", "http://www.w3.org/2000/svg",
		"viewBox", num(-p.board.Margin[0])+" "+num(-p.board.Margin[1])+" "+num(w)+" "+num(h),
		"width", num(w*pixels), "height", num(h*pixels))
	pieces := p.dress.wear(el("g"))
	for _, one := range p.pieces {
		pieces.add(el("use", "href", "#"+one.symbol, "x", num(float64(one.x)), "y", num(float64(one.y)), "width", "1", "height", "1"))
	}
	defs := el("defs")
	for _, n := range p.used(pieces) {
		defs.add(n)
	}
	// Several pictures share these parts. Write the parts directly to the text, because adding them
	// to the element svg would change them.
	b := &strings.Builder{}
	svg.write(b)
	text := b.String()
	b.Reset()
	b.WriteString(strings.TrimSuffix(text, "/>") + ">")
	for _, n := range []*node{defs, p.ground, p.under, pieces, p.over} {
		if len(n.kids) > 0 {
			n.write(b)
		}
	}
	b.WriteString("</svg>\n")
	return []byte(b.String()), nil
}

// size returns the width and height of a board in cells, including margins.
func (b *board) size() (w, h float64) {
	return float64(b.Width) + 2*b.Margin[0], float64(b.Height) + 2*b.Margin[1]
}

// used returns copies of the elements that layers and pieces refer to, sorted by id.
func (p *parts) used(pieces *node) []*node {
	seen := map[string]bool{}
	var find func(n *node)
	find = func(n *node) {
		for _, a := range n.attrs {
			id := reference(a.value)
			if a.name == "href" {
				id = strings.TrimPrefix(a.value, "#")
			}
			if id != "" && !seen[id] && p.dress.ids[id] != nil {
				seen[id] = true
				find(p.dress.ids[id])
			}
		}
		for _, k := range n.kids {
			find(k)
		}
	}
	for _, n := range []*node{p.ground, p.under, pieces, p.over} {
		find(n)
	}
	names := make([]string, 0, len(seen))
	for id := range seen {
		names = append(names, id)
	}
	slices.Sort(names)
	out := make([]*node, 0, len(names))
	for _, id := range names {
		out = append(out, p.dress.ids[id].clone())
	}
	return out
}
