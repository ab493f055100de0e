package picture

import (
	"math"
	"strconv"
	"strings"
)

type point struct{ x, y float64 }

// line is a polyline. If it is closed, its last point is joined to the first.
type line struct {
	points []point
	closed bool
}

// numbers parses a list of numbers as it occurs in path data: "1-.5.5 2e1".
func numbers(text string) []float64 {
	s := scanner{text: text}
	var out []float64
	for {
		v, ok := s.number()
		if !ok {
			return out
		}
		out = append(out, v)
	}
}

type scanner struct {
	text string
	at   int
}

func (s *scanner) skip() {
	for s.at < len(s.text) && strings.IndexByte(" ,\t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
}

func (s *scanner) number() (float64, bool) {
	s.skip()
	from, dot := s.at, false
	for ; s.at < len(s.text); s.at++ {
		c := s.text[s.at]
		after := byte(0)
		if s.at > from {
			after = s.text[s.at-1]
		}
		switch {
		case c >= '0' && c <= '9':
		case (c == '-' || c == '+') && (s.at == from || after == 'e' || after == 'E'):
		case c == '.' && !dot:
			dot = true
		case (c == 'e' || c == 'E') && s.at > from:
			dot = true
		default:
			goto end
		}
	}
end:
	v, err := strconv.ParseFloat(s.text[from:s.at], 64)
	return v, err == nil
}

// flag reads one flag of an arc command: the digit 0 or 1.
func (s *scanner) flag() bool {
	s.skip()
	if s.at >= len(s.text) {
		return false
	}
	s.at++
	return s.text[s.at-1] == '1'
}

// tracer converts curves to polylines. fine is the number of pixels per unit.
type tracer struct {
	lines []line
	pen   point
	home  point
	ctrl  point // last control point, for smooth curve commands
	last  byte
	fine  float64
}

func (t *tracer) moveTo(p point) {
	t.lines = append(t.lines, line{points: []point{p}})
	t.pen, t.home = p, p
}

func (t *tracer) lineTo(p point) {
	if len(t.lines) == 0 || t.lines[len(t.lines)-1].closed {
		t.moveTo(t.pen)
	}
	l := &t.lines[len(t.lines)-1]
	if p != t.pen {
		l.points = append(l.points, p)
	}
	t.pen = p
}

func (t *tracer) close() {
	if len(t.lines) == 0 {
		return
	}
	t.lineTo(t.home)
	t.lines[len(t.lines)-1].closed = true
}

// pieces returns the number of line segments for a curve of the given length.
func (t *tracer) pieces(length float64) int {
	return max(3, min(64, int(math.Sqrt(length*t.fine)*1.2)+2))
}

func (t *tracer) cubic(b, c, d point) {
	a := t.pen
	n := t.pieces(math.Hypot(b.x-a.x, b.y-a.y) + math.Hypot(c.x-b.x, c.y-b.y) + math.Hypot(d.x-c.x, d.y-c.y))
	for i := 1; i <= n; i++ {
		u := float64(i) / float64(n)
		v := 1 - u
		k0, k1, k2, k3 := v*v*v, 3*v*v*u, 3*v*u*u, u*u*u
		t.lineTo(point{k0*a.x + k1*b.x + k2*c.x + k3*d.x, k0*a.y + k1*b.y + k2*c.y + k3*d.y})
	}
	t.ctrl = c
}

func (t *tracer) quadratic(b, c point) {
	a := t.pen
	n := t.pieces(math.Hypot(b.x-a.x, b.y-a.y) + math.Hypot(c.x-b.x, c.y-b.y))
	for i := 1; i <= n; i++ {
		u := float64(i) / float64(n)
		v := 1 - u
		t.lineTo(point{v*v*a.x + 2*v*u*b.x + u*u*c.x, v*v*a.y + 2*v*u*b.y + u*u*c.y})
	}
	t.ctrl = b
}

// arc adds an elliptical arc that ends at the given point, as the appendix on arcs in the SVG
// specification describes.
func (t *tracer) arc(rx, ry, turn float64, large, sweep bool, to point) {
	from := t.pen
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || from == to {
		t.lineTo(to)
		return
	}
	sin, cos := math.Sincos(turn * math.Pi / 180)
	dx, dy := (from.x-to.x)/2, (from.y-to.y)/2
	x, y := cos*dx+sin*dy, -sin*dx+cos*dy
	if over := x*x/(rx*rx) + y*y/(ry*ry); over > 1 {
		rx, ry = rx*math.Sqrt(over), ry*math.Sqrt(over)
	}
	k := math.Sqrt(max(0, (rx*rx*ry*ry-rx*rx*y*y-ry*ry*x*x)/(rx*rx*y*y+ry*ry*x*x)))
	if large == sweep {
		k = -k
	}
	cx, cy := k*rx*y/ry, -k*ry*x/rx
	start := math.Atan2((y-cy)/ry, (x-cx)/rx)
	sweepBy := math.Atan2((-y-cy)/ry, (-x-cx)/rx) - start
	if sweep && sweepBy < 0 {
		sweepBy += 2 * math.Pi
	} else if !sweep && sweepBy > 0 {
		sweepBy -= 2 * math.Pi
	}
	mx, my := (from.x+to.x)/2, (from.y+to.y)/2
	n := t.pieces(math.Abs(sweepBy)*max(rx, ry)) + int(math.Abs(sweepBy)*2)
	for i := 1; i < n; i++ {
		s, c := math.Sincos(start + sweepBy*float64(i)/float64(n))
		px, py := cx+rx*c, cy+ry*s
		t.lineTo(point{cos*px - sin*py + mx, sin*px + cos*py + my})
	}
	t.lineTo(to)
}
