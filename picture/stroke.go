package picture

import "math"

// pen holds the width, caps, joins and dashes of a stroke.
type pen struct {
	width, mitre float64
	cap, join    string
	dash         []float64
	fine         float64 // pixels per unit
}

// stroke returns the outlines of stroked lines. The caller fills them with the nonzero rule.
func (p pen) stroke(lines []line) []line {
	if len(p.dash) > 0 {
		lines = p.dashed(lines)
	}
	var out []line
	for _, l := range lines {
		pts := distinct(l.points)
		if l.closed && len(pts) > 1 && pts[0] == pts[len(pts)-1] {
			pts = pts[:len(pts)-1]
		}
		switch {
		case len(pts) == 1 && p.cap == "round":
			t := &tracer{fine: p.fine}
			t.ellipse(pts[0].x, pts[0].y, p.width/2, p.width/2)
			out = append(out, t.lines...)
		case len(pts) < 2:
		case l.closed && len(pts) > 2:
			out = append(out, line{points: p.side(nil, pts, true), closed: true}, line{points: p.side(nil, reversed(pts), true), closed: true})
		default:
			one := p.side(nil, pts, false)
			one = p.end(one, pts[len(pts)-2], pts[len(pts)-1])
			back := reversed(pts)
			one = p.side(one, back, false)
			one = p.end(one, back[len(back)-2], back[len(back)-1])
			out = append(out, line{points: one, closed: true})
		}
	}
	return out
}

func distinct(pts []point) []point {
	out := make([]point, 0, len(pts))
	for _, q := range pts {
		if len(out) == 0 || math.Abs(q.x-out[len(out)-1].x)+math.Abs(q.y-out[len(out)-1].y) > 1e-9 {
			out = append(out, q)
		}
	}
	return out
}

func reversed(pts []point) []point {
	out := make([]point, len(pts))
	for i, q := range pts {
		out[len(pts)-1-i] = q
	}
	return out
}

// normal returns the vector from a line (a to b) to the left edge of its stroke.
func (p pen) normal(a, b point) point {
	k := p.width / 2 / math.Hypot(b.x-a.x, b.y-a.y)
	return point{(b.y - a.y) * k, -(b.x - a.x) * k}
}

// side traces the left edge of the stroke of a polyline.
func (p pen) side(out, pts []point, closed bool) []point {
	n := len(pts)
	steps := n - 1
	if closed {
		steps = n
	}
	for i := range steps {
		a, b := pts[i], pts[(i+1)%n]
		nn := p.normal(a, b)
		out = append(out, point{a.x + nn.x, a.y + nn.y}, point{b.x + nn.x, b.y + nn.y})
		if i+1 < steps || closed {
			out = p.corner(out, b, nn, p.normal(b, pts[(i+2)%n]))
		}
	}
	return out
}

// corner adds the corner between two edges of a stroke. The parameter at is the point where the
// edges meet. The vectors n and m are the normals of the two edges.
func (p pen) corner(out []point, at, n, m point) []point {
	half := p.width / 2
	cross := n.x*m.y - n.y*m.x
	dot := n.x*m.x + n.y*m.y
	if cross <= 0 { // inner side of the corner: go through the point itself, which the fill covers
		if dot < 0.9*half*half {
			out = append(out, at)
		}
		return out
	}
	switch p.join {
	case "round":
		out = p.turn(out, at, n, math.Atan2(cross, dot))
	case "bevel":
	default:
		// The distance of the tip of a mitred corner from the point is half the width of the
		// stroke, divided by the cosine of half the turning angle.
		if c := math.Sqrt(max(0, (1+dot/(half*half))/2)); c > 0 && 1/c <= p.mitre {
			k := 1 / (2 * c * c)
			out = append(out, point{at.x + (n.x+m.x)*k, at.y + (n.y+m.y)*k})
		}
	}
	return out
}

// turn adds an arc around a centre, which is the parameter at. The arc begins at the end of the
// normal n and covers the given angle.
func (p pen) turn(out []point, at, n point, angle float64) []point {
	steps := int(angle*math.Sqrt(p.width*p.fine)) + 1
	for i := 1; i < steps; i++ {
		sin, cos := math.Sincos(angle * float64(i) / float64(steps))
		out = append(out, point{at.x + n.x*cos - n.y*sin, at.y + n.x*sin + n.y*cos})
	}
	return out
}

// end adds the cap to the end of a line: the line comes from a and ends at b.
func (p pen) end(out []point, a, b point) []point {
	n := p.normal(a, b)
	switch p.cap {
	case "round":
		return p.turn(out, b, n, math.Pi)
	case "square":
		// The normal, turned by 90 degrees, points in the direction of the line.
		return append(out, point{b.x + n.x - n.y, b.y + n.y + n.x}, point{b.x - n.x - n.y, b.y - n.y + n.x})
	}
	return out
}

// dashed splits lines into dashes.
func (p pen) dashed(lines []line) []line {
	whole := 0.0
	for _, d := range p.dash {
		whole += d
	}
	if whole <= 0 {
		return lines
	}
	var out []line
	for _, l := range lines {
		i, left, on := 0, p.dash[0], true
		var at []point
		for j := 0; j+1 < len(l.points); j++ {
			a, b := l.points[j], l.points[j+1]
			if on && at == nil {
				at = []point{a}
			}
			length := math.Hypot(b.x-a.x, b.y-a.y)
			for done := 0.0; length-done > 1e-9; {
				step := min(left, length-done)
				done, left = done+step, left-step
				q := point{a.x + (b.x-a.x)*done/length, a.y + (b.y-a.y)*done/length}
				if on {
					at = append(at, q)
				}
				if left > 1e-9 {
					continue
				}
				if on {
					out = append(out, line{points: at})
				}
				i = (i + 1) % len(p.dash)
				left, on, at = p.dash[i], !on, nil
				if on {
					at = []point{q}
				}
			}
		}
		if on && len(at) > 1 {
			out = append(out, line{points: at})
		}
	}
	return out
}
