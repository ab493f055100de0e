package matching

import "slices"

// meet returns the nearest common ancestor of two outer blossoms in the search tree.
func (s *solver) meet(u, v int) int {
	s.clock++
	for {
		if u != 0 {
			if s.seen[u] == s.clock {
				return u
			}
			s.seen[u] = s.clock
			u = s.root[s.match[u]]
			if u != 0 {
				u = s.root[s.parent[u]]
			}
		}
		u, v = v, u
	}
}

// augment adds the edge between u and v to the matching. To make this possible, it exchanges
// matched and unmatched edges on the path from u to the root of the search tree.
func (s *solver) augment(u, v int) {
	next := s.root[s.match[u]]
	s.join(u, v)
	s.flip(next)
}

// release makes the outer vertex y free instead of the root of the search tree. It exchanges
// matched and unmatched edges on the path from y to the root.
func (s *solver) release(y int) {
	u := s.root[y]
	next := s.root[s.match[u]]
	s.expose(u, y)
	s.flip(next)
}

// flip matches the given inner blossom with its parent in the tree, then the next inner blossom,
// and so on up to the root.
func (s *solver) flip(next int) {
	for next != 0 {
		up := s.root[s.parent[next]]
		after := s.root[s.match[up]]
		s.join(next, up)
		s.join(up, next)
		next = after
	}
}

// expose makes y the only vertex of the blossom b (a contracted odd cycle) that is not matched
// within b.
func (s *solver) expose(b, y int) {
	s.match[b] = 0
	if b <= s.n {
		return
	}
	petal := s.petal(b, y)
	s.rotate(b, petal)
	s.expose(petal, y)
}

// join matches u with v by the best edge between them. If u is a blossom, join also updates the
// matching inside the blossom.
func (s *solver) join(u, v int) {
	at := u*s.m + v
	s.match[u] = int(s.ev[at])
	if u <= s.n {
		return
	}
	petal := s.petal(u, int(s.eu[at]))
	s.rotate(u, petal)
	s.join(petal, v)
}

// rotate reorders the children (petals) of the blossom b: the given petal becomes the first, and
// the petals that were before it are matched with each other in pairs.
func (s *solver) rotate(b, petal int) {
	k := s.turn(b, petal)
	for i := range k {
		s.join(s.petals[b][i], s.petals[b][i^1])
	}
	s.petals[b] = append(s.petals[b][k:], s.petals[b][:k]...)
}

// turn returns the position of a petal in the cycle of the blossom b. The position must be even; if
// it is odd, turn reverses the direction of the cycle, which makes it even.
func (s *solver) turn(b, petal int) int {
	list := s.petals[b]
	k := slices.Index(list, petal)
	if k%2 == 1 {
		slices.Reverse(list[1:])
		return len(list) - k
	}
	return k
}

// shrink contracts an odd cycle of the search tree to a new blossom. The cycle consists of the
// paths from u and v to their common ancestor base.
func (s *solver) shrink(u, base, v int) {
	b := s.n + 1
	for b <= s.top && s.root[b] != 0 {
		b++
	}
	if b > s.top {
		s.top = b
	}
	clear(s.labels[b*s.size : (b+1)*s.size])
	s.state[b], s.match[b] = outer, s.match[base]
	list := []int{base}
	for x := u; x != base; {
		y := s.root[s.match[x]]
		list = append(list, x, y)
		s.push(y)
		x = s.root[s.parent[y]]
	}
	slices.Reverse(list[1:])
	for x := v; x != base; {
		y := s.root[s.match[x]]
		list = append(list, x, y)
		s.push(y)
		x = s.root[s.parent[y]]
	}
	s.petals[b] = list
	s.setRoot(b, b)
	for x := 1; x <= s.top; x++ {
		s.eu[b*s.m+x], s.eu[x*s.m+b] = 0, 0
	}
	if s.inside[b] == nil {
		s.inside[b] = make([]int32, s.n+1)
	}
	clear(s.inside[b])
	for _, p := range list {
		for x := 1; x <= s.top; x++ {
			from, to := p*s.m+x, b*s.m+x
			if s.eu[from] != 0 && (s.eu[to] == 0 || s.less(from, to)) {
				s.eu[to], s.ev[to] = s.eu[from], s.ev[from]
				s.eu[x*s.m+b], s.ev[x*s.m+b] = s.ev[from], s.eu[from]
			}
		}
		if p <= s.n {
			s.inside[b][p] = int32(p)
			continue
		}
		for x := 1; x <= s.n; x++ {
			if s.inside[p][x] != 0 {
				s.inside[b][x] = int32(p)
			}
		}
	}
	s.findSlack(b)
}

// expand dissolves an inner blossom whose dual variable is zero. The petals on the path of the
// search tree stay in the tree; the others are free.
func (s *solver) expand(b int) {
	for _, p := range s.petals[b] {
		s.setRoot(p, p)
	}
	entry := s.petal(b, int(s.eu[b*s.m+s.parent[b]]))
	k := s.turn(b, entry)
	list := s.petals[b]
	for i := 0; i < k; i += 2 {
		x, next := list[i], list[i+1]
		s.parent[x] = int(s.eu[next*s.m+x])
		s.state[x], s.state[next] = inner, outer
		s.slack[x] = 0
		s.findSlack(next)
		s.push(next)
	}
	s.state[entry], s.parent[entry] = inner, s.parent[b]
	for _, x := range list[k+1:] {
		s.state[x] = free
		s.findSlack(x)
	}
	s.root[b] = 0
}

// vertices appends the vertices of the vertex or blossom x to a list.
func (s *solver) vertices(x int, list []int) []int {
	if x <= s.n {
		return append(list, x)
	}
	for _, p := range s.petals[x] {
		list = s.vertices(p, list)
	}
	return list
}
