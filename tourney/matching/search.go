package matching

// noteSlack remembers u as the nearest outer vertex of x if it is nearer.
func (s *solver) noteSlack(u, x int) {
	if s.slack[x] == 0 || s.less(u*s.m+x, s.slack[x]*s.m+x) {
		s.slack[x] = u
	}
}

func (s *solver) findSlack(x int) {
	s.slack[x] = 0
	for u := 1; u <= s.n; u++ {
		if s.eu[u*s.m+x] != 0 && s.root[u] != x && s.state[s.root[u]] == outer {
			s.noteSlack(u, x)
		}
	}
}

// push queues the vertices of a vertex or blossom.
func (s *solver) push(x int) {
	if x <= s.n {
		s.queue = append(s.queue, x)
		return
	}
	for _, p := range s.petals[x] {
		s.push(p)
	}
}

func (s *solver) setRoot(x, b int) {
	s.root[x] = b
	if x > s.n {
		for _, p := range s.petals[x] {
			s.setRoot(p, b)
		}
	}
}

// phase searches from all free vertices until the matching grows by one edge. It
// reports false when the matching has maximum weight.
func (s *solver) phase() bool {
	s.queue = s.queue[:0]
	for x := 1; x <= s.top; x++ {
		s.state[x], s.slack[x] = free, 0
	}
	for x := 1; x <= s.top; x++ {
		if s.root[x] == x && s.match[x] == 0 {
			s.parent[x], s.state[x] = 0, outer
			s.push(x)
		}
	}
	if len(s.queue) == 0 {
		return false
	}
	for {
		if s.scan() {
			return true
		}
		if !s.adjust() {
			return false
		}
		s.queue = s.queue[:0]
		for x := 1; x <= s.top; x++ {
			u := s.slack[x]
			if s.root[x] == x && u != 0 && s.root[u] != x && s.tight(u*s.m+x) && s.found(u*s.m+x) {
				return true
			}
		}
		for b := s.n + 1; b <= s.top; b++ {
			if s.root[b] == b && s.state[b] == inner && isZero(s.labels[b*s.size:(b+1)*s.size]) {
				s.expand(b)
			}
		}
	}
}

// scan grows the forest over tight edges. It reports an augmentation.
func (s *solver) scan() bool {
	for i := 0; i < len(s.queue); i++ {
		u := s.queue[i]
		if s.state[s.root[u]] == inner {
			continue
		}
		for v := 1; v <= s.n; v++ {
			at := u*s.m + v
			if s.eu[at] == 0 || s.root[u] == s.root[v] {
				continue
			}
			if s.tight(at) {
				if s.found(at) {
					return true
				}
			} else {
				s.noteSlack(u, s.root[v])
			}
		}
	}
	return false
}

// adjust changes the dual variables by the greatest step that keeps them
// feasible. It reports false if free vertices have reached zero: the end.
func (s *solver) adjust() bool {
	k, set := s.size, false
	take := func() {
		if !set || compare(s.trial, s.delta) < 0 {
			copy(s.delta, s.trial)
			set = true
		}
	}
	for b := s.n + 1; b <= s.top; b++ {
		if s.root[b] == b && s.state[b] == inner {
			for c := range k {
				s.trial[c] = s.labels[b*k+c] / 2
			}
			take()
		}
	}
	for x := 1; x <= s.top; x++ {
		if s.root[x] != x || s.slack[x] == 0 || s.state[x] == inner {
			continue
		}
		half := int64(1)
		if s.state[x] == outer {
			half = 2
		}
		at := s.slack[x]*s.m + x
		for c := range k {
			s.trial[c] = s.edgeSlack(at, c) / half
		}
		take()
	}
	for u := 1; u <= s.n; u++ {
		if s.state[s.root[u]] == outer && (!set || compare(s.labels[u*k:(u+1)*k], s.delta) <= 0) {
			return false
		}
	}
	for x := 1; x <= s.top; x++ {
		sign := int64(0)
		switch {
		case x <= s.n && s.state[s.root[x]] == outer:
			sign = -1
		case x <= s.n && s.state[s.root[x]] == inner:
			sign = 1
		case x > s.n && s.root[x] == x && s.state[x] == outer:
			sign = 2
		case x > s.n && s.root[x] == x && s.state[x] == inner:
			sign = -2
		}
		if sign != 0 {
			for c := range k {
				s.labels[x*k+c] += sign * s.delta[c]
			}
		}
	}
	return true
}

// found takes a tight edge into the forest. It reports an augmentation.
func (s *solver) found(at int) bool {
	eu, ev := int(s.eu[at]), int(s.ev[at])
	u, v := s.root[eu], s.root[ev]
	switch s.state[v] {
	case free:
		s.parent[v], s.state[v] = eu, inner
		next := s.root[s.match[v]]
		s.slack[v], s.slack[next] = 0, 0
		s.state[next] = outer
		s.push(next)
	case outer:
		base := s.meet(u, v)
		if base == 0 {
			s.augment(u, v)
			s.augment(v, u)
			return true
		}
		s.shrink(u, base, v)
	}
	return false
}

func isZero(v []int64) bool {
	for _, x := range v {
		if x != 0 {
			return false
		}
	}
	return true
}
