package picture

// trace converts path data to polylines. Like browsers, it stops at the first error.
func trace(d string, fine float64) []line {
	t := &tracer{fine: fine}
	s := &scanner{text: d}
	command := byte(0)
	for {
		s.skip()
		if s.at >= len(d) {
			return t.lines
		}
		if c := d[s.at] | 0x20; c >= 'a' && c <= 'z' {
			command = d[s.at]
			s.at++
		} else if command == 0 || command|0x20 == 'z' {
			return t.lines
		}
		if !t.step(s, command) {
			return t.lines
		}
		t.last = command | 0x20
		if command == 'M' {
			command = 'L'
		} else if command == 'm' {
			command = 'l'
		}
	}
}

// step executes one path command. It returns false if a number is missing.
func (t *tracer) step(s *scanner, command byte) bool {
	var o point // origin of relative coordinates
	if command >= 'a' {
		o = t.pen
	}
	ok := true
	read := func() float64 {
		v, good := s.number()
		ok = ok && good
		return v
	}
	place := func() point {
		x := read()
		return point{o.x + x, o.y + read()}
	}
	// smooth returns the first control point of a smooth curve: the last control point, mirrored at
	// the current point. If the last command was of another kind, it returns the current point.
	smooth := func(kinds string) point {
		if t.last == kinds[0] || t.last == kinds[1] {
			return point{2*t.pen.x - t.ctrl.x, 2*t.pen.y - t.ctrl.y}
		}
		return t.pen
	}
	switch command | 0x20 {
	case 'm':
		if p := place(); ok {
			t.moveTo(p)
		}
	case 'l':
		if p := place(); ok {
			t.lineTo(p)
		}
	case 'h':
		if x := o.x + read(); ok {
			t.lineTo(point{x, t.pen.y})
		}
	case 'v':
		if y := o.y + read(); ok {
			t.lineTo(point{t.pen.x, y})
		}
	case 'c':
		b, c, d := place(), place(), place()
		if ok {
			t.cubic(b, c, d)
		}
	case 's':
		b := smooth("cs")
		c, d := place(), place()
		if ok {
			t.cubic(b, c, d)
		}
	case 'q':
		b, c := place(), place()
		if ok {
			t.quadratic(b, c)
		}
	case 't':
		b := smooth("qt")
		if c := place(); ok {
			t.quadratic(b, c)
		}
	case 'a':
		rx, ry, turn := read(), read(), read()
		large, sweep := s.flag(), s.flag()
		if to := place(); ok {
			t.arc(rx, ry, turn, large, sweep, to)
		}
	case 'z':
		t.close()
	default:
		return false
	}
	return ok
}

// shape returns the lines of a basic shape or path; nil for other elements.
func shape(n *node, fine float64) []line {
	v := func(name string) float64 { return number(n.get(name), 1) }
	t := &tracer{fine: fine}
	switch n.name {
	case "path":
		return trace(n.get("d"), fine)
	case "rect":
		t.rect(v("x"), v("y"), v("width"), v("height"), v("rx"), v("ry"))
	case "circle":
		t.ellipse(v("cx"), v("cy"), v("r"), v("r"))
	case "ellipse":
		t.ellipse(v("cx"), v("cy"), v("rx"), v("ry"))
	case "line":
		t.moveTo(point{v("x1"), v("y1")})
		t.lineTo(point{v("x2"), v("y2")})
	case "polyline", "polygon":
		all := numbers(n.get("points"))
		for i := 0; i+1 < len(all); i += 2 {
			if p := (point{all[i], all[i+1]}); i == 0 {
				t.moveTo(p)
			} else {
				t.lineTo(p)
			}
		}
		if n.name == "polygon" {
			t.close()
		}
	}
	return t.lines
}

func (t *tracer) ellipse(cx, cy, rx, ry float64) {
	if rx <= 0 || ry <= 0 {
		return
	}
	t.moveTo(point{cx + rx, cy})
	t.arc(rx, ry, 0, false, true, point{cx - rx, cy})
	t.arc(rx, ry, 0, false, true, point{cx + rx, cy})
	t.close()
}

func (t *tracer) rect(x, y, w, h, rx, ry float64) {
	if w <= 0 || h <= 0 {
		return
	}
	if rx == 0 {
		rx = ry
	}
	if ry == 0 {
		ry = rx
	}
	rx, ry = min(rx, w/2), min(ry, h/2)
	t.moveTo(point{x + rx, y})
	t.lineTo(point{x + w - rx, y})
	t.arc(rx, ry, 0, false, true, point{x + w, y + ry})
	t.lineTo(point{x + w, y + h - ry})
	t.arc(rx, ry, 0, false, true, point{x + w - rx, y + h})
	t.lineTo(point{x + rx, y + h})
	t.arc(rx, ry, 0, false, true, point{x, y + h - ry})
	t.lineTo(point{x, y + ry})
	t.arc(rx, ry, 0, false, true, point{x + rx, y})
	t.close()
}
