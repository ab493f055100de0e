package picture

import (
	"image"
	"math"
	"strings"
)

// paint is a source of colours for each pixel. Channels are from 0 to 255 and premultiplied by the
// opacity.
type paint interface {
	at(x, y int) (r, g, b, a float32)
}

type flat struct{ r, g, b, a float32 }

func (f flat) at(int, int) (r, g, b, a float32) { return f.r, f.g, f.b, f.a }

func flatPaint(c rgba, opacity float64) flat {
	a := c.a * opacity
	return flat{float32(c.r * a), float32(c.g * a), float32(c.b * a), float32(255 * a)}
}

const shades = 256

// gradient is a linear or radial gradient. back maps pixels to the gradient's own units, in which a
// linear gradient runs along x and a radial gradient outwards from the origin.
type gradient struct {
	back   matrix
	radial bool
	ramp   [shades + 1]flat
}

func (g *gradient) at(x, y int) (r, gr, b, a float32) {
	p := g.back.apply(float64(x)+0.5, float64(y)+0.5)
	t := p.x
	if g.radial {
		t = math.Hypot(p.x, p.y)
	}
	f := g.ramp[int(min(max(t, 0), 1)*shades+0.5)]
	return f.r, f.g, f.b, f.a
}

// newGradient reads the gradient element n for a shape with the given bounding box. It returns nil
// if n is not a gradient.
func newGradient(n *node, m matrix, box [4]float64, st *style, opacity float64) paint {
	g := &gradient{radial: n.name == "radialGradient"}
	stops := readStops(n, st)
	if len(stops) == 0 {
		return nil
	}
	for i := range g.ramp {
		g.ramp[i] = flatPaint(between(stops, float64(i)/shades), opacity)
	}
	if n.get("gradientUnits") != "userSpaceOnUse" {
		if box[2] == 0 || box[3] == 0 {
			return nil
		}
		m = m.then(move(box[0], box[1])).then(stretch(box[2], box[3]))
	}
	m = m.then(readTransform(n.get("gradientTransform")))
	v := func(name string, other float64) float64 {
		if s := n.get(name); s != "" {
			return number(s, 1)
		}
		return other
	}
	if g.radial {
		r := v("r", 0.5)
		m = m.then(move(v("cx", 0.5), v("cy", 0.5))).then(stretch(r, r))
	} else {
		x, y := v("x1", 0), v("y1", 0)
		dx, dy := v("x2", 1)-x, v("y2", 0)-y
		m = m.then(move(x, y)).then(matrix{dx, dy, -dy, dx, 0, 0})
	}
	g.back = m.inverse()
	return g
}

type stop struct {
	at     float64
	colour rgba
}

func readStops(n *node, st *style) []stop {
	var out []stop
	for _, k := range n.kids {
		if k.name != "stop" {
			continue
		}
		s := stop{at: number(k.get("offset"), 1), colour: rgba{a: 1}}
		switch text := k.get("stop-color"); text {
		case "":
		case "currentColor":
			s.colour = st.color
		default:
			s.colour, _ = colour(text)
		}
		if o := k.get("stop-opacity"); o != "" {
			s.colour.a *= number(o, 1)
		}
		if len(out) > 0 {
			s.at = max(s.at, out[len(out)-1].at)
		}
		out = append(out, s)
	}
	return out
}

// between returns the colour of a gradient at position t, from 0 to 1.
func between(stops []stop, t float64) rgba {
	for i, s := range stops {
		if t > s.at {
			continue
		}
		if i == 0 || s.at == stops[i-1].at {
			return s.colour
		}
		p := stops[i-1]
		k := (t - p.at) / (s.at - p.at)
		mix := func(a, b float64) float64 { return a + (b-a)*k }
		return rgba{mix(p.colour.r, s.colour.r), mix(p.colour.g, s.colour.g), mix(p.colour.b, s.colour.b), mix(p.colour.a, s.colour.a)}
	}
	return stops[len(stops)-1].colour
}

// lay paints the area that a mask covers.
func lay(img *image.RGBA, m *mask, p paint) {
	if m == nil {
		return
	}
	w := m.rect.Dx()
	_, even := p.(flat)
	fr, fg, fb, fa := p.at(0, 0)
	for y := m.rect.Min.Y; y < m.rect.Max.Y; y++ {
		row := m.cover[(y-m.rect.Min.Y)*w:][:w]
		at := img.PixOffset(m.rect.Min.X, y)
		for x, c := range row {
			if c > 1.0/512 {
				if !even {
					fr, fg, fb, fa = p.at(m.rect.Min.X+x, y)
				}
				over(img.Pix[at:at+4:at+4], fr*c, fg*c, fb*c, fa*c)
			}
			at += 4
		}
	}
}

// over draws a premultiplied colour over a pixel.
func over(pix []uint8, r, g, b, a float32) {
	k := 1 - a/255
	pix[0] = uint8(min(255, r+float32(pix[0])*k+0.5))
	pix[1] = uint8(min(255, g+float32(pix[1])*k+0.5))
	pix[2] = uint8(min(255, b+float32(pix[2])*k+0.5))
	pix[3] = uint8(min(255, a+float32(pix[3])*k+0.5))
}

// overlay draws the image src over dst with an opacity and a mask. The mask may be nil.
func overlay(dst, src *image.RGBA, opacity float32, m *mask) {
	r := src.Rect.Intersect(dst.Rect)
	if m != nil {
		r = r.Intersect(m.rect)
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := src.PixOffset(r.Min.X, y), dst.PixOffset(r.Min.X, y)
		for x := r.Min.X; x < r.Max.X; x++ {
			if s := src.Pix[from : from+4 : from+4]; s[3] != 0 {
				k := opacity
				if m != nil {
					k *= m.cover[(y-m.rect.Min.Y)*m.rect.Dx()+x-m.rect.Min.X]
				}
				over(dst.Pix[to:to+4:to+4], float32(s[0])*k, float32(s[1])*k, float32(s[2])*k, float32(s[3])*k)
			}
			from += 4
			to += 4
		}
	}
}

// reference returns the id in url(#id); "" if there is none.
func reference(text string) string {
	id, ok := strings.CutPrefix(text, "url(#")
	if !ok {
		return ""
	}
	return strings.TrimSuffix(id, ")")
}
