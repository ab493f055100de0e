package picture

import (
	"image"
	"strings"
)

// style holds the colours, widths and fonts of an element. Child elements inherit them.
type style struct {
	fill, stroke             string
	fillOpacity, strokeAlpha float64
	color                    rgba
	pen                      pen
	evenOdd, strokeFirst     bool
}

func newStyle() style {
	return style{fill: "#000", stroke: "none", fillOpacity: 1, strokeAlpha: 1, color: rgba{a: 1}, pen: pen{width: 1, mitre: 4}}
}

// read reads the attributes of an element into the style.
func (s *style) read(n *node) {
	for _, a := range n.attrs {
		switch a.name {
		case "fill":
			s.fill = a.value
		case "stroke":
			s.stroke = a.value
		case "fill-opacity":
			s.fillOpacity = number(a.value, 1)
		case "stroke-opacity":
			s.strokeAlpha = number(a.value, 1)
		case "color":
			if c, ok := colour(a.value); ok {
				s.color = c
			}
		case "stroke-width":
			s.pen.width = number(a.value, 1)
		case "stroke-miterlimit":
			s.pen.mitre = number(a.value, 1)
		case "stroke-linecap":
			s.pen.cap = a.value
		case "stroke-linejoin":
			s.pen.join = a.value
		case "stroke-dasharray":
			s.pen.dash = numbers(a.value)
			if len(s.pen.dash)%2 == 1 {
				s.pen.dash = append(s.pen.dash, s.pen.dash...)
			}
		case "fill-rule":
			s.evenOdd = a.value == "evenodd"
		case "paint-order":
			s.strokeFirst = strings.HasPrefix(a.value, "stroke")
		}
	}
}

// painter draws elements on an image.
type painter struct {
	img  *image.RGBA
	ids  map[string]*node
	clip image.Rectangle
	deep int
}

// deepest is the largest allowed nesting depth of use elements.
const deepest = 12

// draw draws an element and its children. The matrix m maps the units of the element to pixels.
func (p *painter) draw(n *node, st style, m matrix) {
	if n.get("display") == "none" || n.get("visibility") == "hidden" || p.deep > deepest {
		return
	}
	p.deep++
	defer func() { p.deep-- }()
	st.read(n)
	if t := n.get("transform"); t != "" {
		m = m.then(readTransform(t))
	}
	opacity := 1.0
	if o := n.get("opacity"); o != "" {
		opacity = number(o, 1)
	}
	cover := p.clipOf(n, m)
	lone := len(n.kids) == 0 && n.name != "use" && (st.fill == "none" || st.stroke == "none")
	switch {
	case cover != nil || opacity < 1 && !lone:
		p.layer(n, st, m, float32(opacity), cover)
	default:
		st.fillOpacity *= opacity
		st.strokeAlpha *= opacity
		p.content(n, st, m)
	}
}

// layer draws an element on a separate image and then draws this image on the picture, with an
// opacity and a mask.
func (p *painter) layer(n *node, st style, m matrix, opacity float32, cover *mask) {
	under := p.img
	p.img = image.NewRGBA(p.clip)
	p.content(n, st, m)
	overlay(under, p.img, opacity, cover)
	p.img = under
}

// clipOf returns the area to which an element is clipped; nil if it is not clipped.
func (p *painter) clipOf(n *node, m matrix) *mask {
	def := p.ids[reference(n.get("clip-path"))]
	if def == nil {
		return nil
	}
	var lines []line
	for _, k := range def.kids {
		lines = append(lines, shape(k, m.scale())...)
	}
	if cut := rasterise(lines, m, p.clip, false); cut != nil {
		return cut
	}
	return &mask{}
}

func (p *painter) content(n *node, st style, m matrix) {
	switch n.name {
	case "g", "svg", "a":
		for _, k := range n.kids {
			p.draw(k, st, m)
		}
	case "use":
		p.use(n, st, m)
	default:
		p.shape(n, st, m)
	}
}

// use draws the element that a use element refers to.
func (p *painter) use(n *node, st style, m matrix) {
	to := p.ids[strings.TrimPrefix(n.get("href"), "#")]
	if to == nil {
		return
	}
	v := func(name string) float64 { return number(n.get(name), 1) }
	m = m.then(move(v("x"), v("y")))
	if to.name != "symbol" {
		p.draw(to, st, m)
		return
	}
	box := numbers(to.get("viewBox"))
	if w, h := v("width"), v("height"); w > 0 && h > 0 {
		m = m.then(fit(to.get("viewBox"), to.get("preserveAspectRatio"), w, h))
	} else if len(box) == 4 {
		m = m.then(move(-box[0], -box[1]))
	}
	st.read(to)
	for _, k := range to.kids {
		p.draw(k, st, m)
	}
}

// shape fills and strokes a shape.
func (p *painter) shape(n *node, st style, m matrix) {
	lines := shape(n, m.scale())
	st.pen.fine = m.scale()
	reach := int(st.pen.width*st.pen.fine*max(1, st.pen.mitre/2)) + 1
	if len(lines) == 0 || !bounds(lines, m).Inset(-reach).Overlaps(p.clip) {
		return
	}
	fill := func() {
		if c := p.paint(st.fill, st.fillOpacity, lines, &st, m); c != nil {
			lay(p.img, rasterise(lines, m, p.clip, st.evenOdd), c)
		}
	}
	if !st.strokeFirst {
		fill()
	}
	if c := p.paint(st.stroke, st.strokeAlpha, lines, &st, m); c != nil && st.pen.width > 0 {
		lay(p.img, rasterise(st.pen.stroke(lines), m, p.clip, false), c)
	}
	if st.strokeFirst {
		fill()
	}
}

// paint returns the colour or gradient of a fill or stroke; nil for none. lines is the outline of
// the shape.
func (p *painter) paint(text string, opacity float64, lines []line, st *style, m matrix) paint {
	if text == "none" || text == "" || opacity <= 0 {
		return nil
	}
	if id := reference(text); id != "" {
		if def := p.ids[id]; def != nil {
			return newGradient(def, m, boxOf(lines), st, opacity)
		}
		return nil
	}
	c := st.color
	if text != "currentColor" {
		var ok bool
		if c, ok = colour(text); !ok {
			return nil
		}
	}
	if c.a == 0 {
		return nil
	}
	return flatPaint(c, opacity)
}

// boxOf returns the bounding box of a shape, in the units of the shape: x, y, width, height.
func boxOf(lines []line) [4]float64 {
	first := true
	var x0, y0, x1, y1 float64
	for _, l := range lines {
		for _, q := range l.points {
			if first {
				x0, x1, y0, y1, first = q.x, q.x, q.y, q.y, false
			}
			x0, x1, y0, y1 = min(x0, q.x), max(x1, q.x), min(y0, q.y), max(y1, q.y)
		}
	}
	return [4]float64{x0, y0, x1 - x0, y1 - y0}
}
