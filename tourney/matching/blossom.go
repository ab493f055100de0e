package matching

import "slices"

// meet is the first common ancestor of two outer blossoms; 0 if they are in
// different trees.
func (s *solver) meet(u, v int) int {
	s.clock++
	for u != 0 || v != 0 {
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
	return 0
}

// augment flips the matching along the path from u to its root, where u becomes
// matched with v.
func (s *solver) augment(u, v int) {
	for {
		next := s.root[s.match[u]]
		s.join(u, v)
		if next == 0 {
			return
		}
		s.join(next, s.root[s.parent[next]])
		u, v = s.root[s.parent[next]], next
	}
}

// join matches u by the best edge to v, and the petals of u accordingly.
func (s *solver) join(u, v int) {
	at := u*s.m + v
	s.match[u] = int(s.ev[at])
	if u <= s.n {
		return
	}
	petal := s.petal(u, int(s.eu[at]))
	k := s.turn(u, petal)
	for i := range k {
		s.join(s.petals[u][i], s.petals[u][i^1])
	}
	s.join(petal, v)
	s.petals[u] = append(s.petals[u][k:], s.petals[u][:k]...)
}

// turn reverses the petals of b if needed, so that the petal is at an even
// place, and returns that place.
func (s *solver) turn(b, petal int) int {
	list := s.petals[b]
	k := slices.Index(list, petal)
	if k%2 == 1 {
		slices.Reverse(list[1:])
		return len(list) - k
	}
	return k
}

// shrink makes a blossom of the odd cycle through u, v and their common
// ancestor base.
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

// expand opens an inner blossom whose dual variable is zero.
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
