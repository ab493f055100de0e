package matching

// noteSlack records u as the outer vertex with the best edge to x, if the slack of this edge is
// smaller than that of the edge recorded before.
func (s *solver) noteSlack(u, x int) {
	if s.slack[x] == 0 || s.less(u*s.m+x, s.slack[x]*s.m+x) {
		s.slack[x] = u
		s.least[x] = s.firstSlack(u*s.m + x)
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

// push adds a vertex, or all vertices of a blossom, to the queue of vertices to scan.
func (s *solver) push(x int) { s.queue = s.vertices(x, s.queue) }

func (s *solver) setRoot(x, b int) {
	s.root[x] = b
	if x > s.n {
		for _, p := range s.petals[x] {
			s.setRoot(p, b)
		}
	}
}

// search grows a tree from the given free vertex. It ends when this vertex is matched, or when a
// vertex whose label (dual variable) is zero becomes free instead. After that, the given vertex no
// longer violates the condition for maximum weight, which is that every free vertex has the label
// zero.
func (s *solver) search(start int) {
	for x := 1; x <= s.top; x++ {
		s.state[x], s.slack[x] = free, 0
	}
	s.queue = s.queue[:0]
	s.parent[start], s.state[start] = 0, outer
	s.push(start)
	for !s.scan() {
		if y := s.adjust(); y != 0 {
			s.release(y)
			return
		}
		s.queue = s.queue[:0]
		for x := 1; x <= s.top; x++ {
			u := s.slack[x]
			if s.root[x] == x && u != 0 && s.root[u] != x && s.tight(u*s.m+x) && s.found(u*s.m+x) {
				return
			}
		}
		for b := s.n + 1; b <= s.top; b++ {
			if s.root[b] == b && s.state[b] == inner && isZero(s.label(b)) {
				s.expand(b)
			}
		}
	}
}

// scan grows the tree over edges without slack. It returns true if it has augmented the matching.
func (s *solver) scan() bool {
	for i := 0; i < len(s.queue); i++ {
		u := s.queue[i]
		if s.state[s.root[u]] == inner {
			continue
		}
		label := s.labels[u*s.size]
		for v, number := range s.edges[u*(s.n+1) : (u+1)*(s.n+1)] {
			if number == 0 {
				continue
			}
			x := s.root[v]
			if s.state[x] == inner || x == s.root[u] || s.slack[x] != 0 && label+s.labels[v*s.size]-2*s.first[number] > s.least[x] {
				continue
			}
			if at := u*s.m + v; !s.tight(at) {
				s.noteSlack(u, x)
			} else if s.found(at) {
				return true
			}
		}
	}
	return false
}

// adjust changes the dual variables by the largest step that keeps the dual solution feasible. It
// returns an outer vertex whose label (dual variable) has become zero, or 0 if there is none.
func (s *solver) adjust() int {
	k, lowest, set := s.size, 0, false
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
		at := s.slack[x]*s.m + x
		s.slackOf(int(s.eu[at]), int(s.ev[at]), s.trial)
		if s.state[x] == outer {
			for c := range s.trial {
				s.trial[c] /= 2
			}
		}
		take()
	}
	for u := 1; u <= s.n; u++ {
		if s.state[s.root[u]] == outer && (!set || compare(s.label(u), s.delta) <= 0) {
			copy(s.delta, s.label(u))
			lowest, set = u, true
		}
	}
	for x := 1; x <= s.top; x++ {
		factor := int64(0)
		switch {
		case x <= s.n && s.state[s.root[x]] == outer:
			factor = -1
		case x <= s.n && s.state[s.root[x]] == inner:
			factor = 1
		case x > s.n && s.root[x] == x && s.state[x] == outer:
			factor = 2
		case x > s.n && s.root[x] == x && s.state[x] == inner:
			factor = -2
		}
		if factor != 0 {
			for c := range k {
				s.labels[x*k+c] += factor * s.delta[c]
			}
		}
	}
	for x := 1; x <= s.top; x++ {
		if s.slack[x] != 0 {
			s.least[x] = s.firstSlack(s.slack[x]*s.m + x)
		}
	}
	return lowest
}

// found uses an edge without slack to extend the search tree. The parameter is the index of this
// edge in eu and ev. found returns true if the vertex at the other end was unmatched, so that the
// matching now has one edge more.
func (s *solver) found(at int) bool {
	eu, ev := int(s.eu[at]), int(s.ev[at])
	u, v := s.root[eu], s.root[ev]
	switch s.state[v] {
	case free:
		if s.match[v] == 0 {
			s.augment(u, v)
			s.join(v, u)
			return true
		}
		s.parent[v], s.state[v] = eu, inner
		next := s.root[s.match[v]]
		s.slack[v], s.slack[next] = 0, 0
		s.state[next] = outer
		s.push(next)
	case outer:
		s.shrink(u, s.meet(u, v), v)
	}
	return false
}
