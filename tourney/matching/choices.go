package matching

import "slices"

// Choices represents all matchings of maximum weight of a graph, after some vertices have been
// given their partners. All these matchings must have the same number of edges.
//
// An edge can belong to such a matching only if its slack (of the dual solution) is zero. If the
// dual variable of a blossom is above zero, exactly one vertex of the blossom has its partner
// outside the blossom. These two conditions define another graph without weights, whose perfect
// matchings stand for the matchings of maximum weight. In this graph, an edge that leaves such a
// blossom passes through two additional nodes, the gate of the blossom, which only one edge can
// use. Vertices that may remain free have edges to further additional nodes; there are as many of
// these nodes as free vertices.
//
// The graph without weights also has perfect matchings that stand for no matching of maximum
// weight, because a gate does not record which vertex leaves by which edge. The caller must
// therefore check a choice with the weighted graph: if a matching of maximum weight with this
// choice exists, the choice is the first possible one; otherwise nothing is known.
type Choices struct {
	*most
	s      *solver
	tight  []bool // by two vertices: true if their edge has slack 0 and can be part of a best matching
	edges  []bool // indexed by two nodes: whether they are connected
	gates  [][]int
	weight []int64
}

// Choices computes a matching of maximum weight, and from it the representation of all matchings
// with this weight.
func (g *Graph) Choices() *Choices {
	s := g.solve()
	c := &Choices{s: s, gates: make([][]int, s.n+1), weight: s.total()}
	size := s.n + 1
	for x := 1; x <= s.top; x++ {
		if s.root[x] == x {
			size = c.gate(x, nil, size)
		}
	}
	extra := size
	for v := 1; v <= s.n; v++ {
		if s.match[v] == 0 {
			size++
		}
	}
	c.most = newMost(make([][]int, size))
	c.edges, c.tight = make([]bool, size*size), make([]bool, (s.n+1)*(s.n+1))
	for u := 1; u <= s.n; u++ {
		for v := u + 1; v <= s.n; v++ {
			if s.edge(u, v) != 0 && c.isTight(u, v) {
				c.tight[u*(s.n+1)+v], c.tight[v*(s.n+1)+u] = true, true
				c.route(u, v, c.connect)
			}
		}
	}
	c.fill(extra)
	return c
}

// gate adds the two gate nodes of the blossom x, if its dual variable is above zero, and of all
// such blossoms inside x. The parameter around contains the gates of the blossoms that contain x,
// and size is the number of nodes so far. It returns the new number of nodes.
func (c *Choices) gate(x int, around []int, size int) int {
	if x <= c.s.n {
		c.gates[x] = around
		return size
	}
	if !isZero(c.s.label(x)) {
		around = slices.Concat([]int{size, x}, around)
		size += 2
	}
	for _, p := range c.s.petals[x] {
		size = c.gate(p, around, size)
	}
	return size
}

// isTight reports whether the slack of the edge between two vertices is zero. It also works for
// edges within blossoms.
func (c *Choices) isTight(u, v int) bool {
	into := c.s.trial
	c.s.slackOf(u, v, into)
	a, b := c.gates[u], c.gates[v]
	for len(a) > 0 && len(b) > 0 && a[len(a)-2] == b[len(b)-2] {
		for i, x := range c.s.label(a[len(a)-1]) {
			into[i] += x
		}
		a, b = a[:len(a)-2], b[:len(b)-2]
	}
	return isZero(into)
}

// route calls the function visit for each edge between nodes that stands for a part of the edge
// between the vertices u and v. If v is 0, the route leads from u out of all blossoms that contain
// u, and route returns its last node.
func (c *Choices) route(u, v int, visit func(a, b int)) int {
	a, b := c.gates[u], []int(nil)
	if v != 0 {
		b = c.gates[v]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-2] == b[len(b)-2] {
		a, b = a[:len(a)-2], b[:len(b)-2]
	}
	out := func(at int, gates []int) int {
		for ; len(gates) > 0; gates = gates[2:] {
			visit(at, gates[0])
			at = gates[0] + 1
		}
		return at
	}
	last := out(u, a)
	if v != 0 {
		visit(last, out(v, b))
	}
	return last
}

func (c *Choices) connect(a, b int) {
	size := len(c.near)
	if at := a*size + b; !c.edges[at] {
		c.edges[at], c.edges[b*size+a] = true, true
		c.near[a], c.near[b] = append(c.near[a], b), append(c.near[b], a)
	}
}

// fill copies the computed matching to the graph of nodes. A vertex without a partner gets one of
// the additional nodes. The parameter extra is the index of the first additional node.
func (c *Choices) fill(extra int) {
	s := c.s
	pair := func(a, b int) { c.mate[a], c.mate[b] = b, a }
	for v, next := 1, extra; v <= s.n; v++ {
		if isZero(s.label(v)) {
			last := c.route(v, 0, c.connect)
			for other := extra; other < len(c.near); other++ {
				c.connect(last, other)
			}
		}
		switch {
		case s.match[v] == 0:
			pair(c.route(v, 0, pair), next)
			next++
		case s.match[v] > v:
			c.route(v, s.match[v], pair)
		}
	}
}

// Weight returns the weight that all represented matchings have.
func (c *Choices) Weight() []int64 { return c.weight }

// Choose gives a vertex a partner: the first in the list with whom a perfect matching still exists.
// It returns false if there is no such partner. It also returns false if an edge to a possible
// partner passes through a gate, because the answer could then be wrong.
func (c *Choices) Choose(vertex int, partners []int) (int, bool) {
	v := vertex + 1
	var list []int
	for _, p := range partners {
		p++
		if c.gone[p] || !c.tight[v*(c.s.n+1)+p] {
			continue
		}
		if !c.edges[v*len(c.near)+p] {
			return -1, false
		}
		list = append(list, p)
	}
	if len(list) == 0 {
		return -1, false
	}
	old, chosen := c.mate[v], -1
	c.gone[v] = true
	if list[0] == old {
		chosen = old
	} else {
		c.mate[old] = -1
		c.search(old, list[0])
		if i := slices.IndexFunc(list, func(p int) bool { return c.even[p] }); i >= 0 {
			chosen = list[i]
		}
	}
	if chosen < 0 {
		c.gone[v], c.mate[old] = false, v
		return -1, false
	}
	if chosen != old { // exchange partners along the path that the search found between old and chosen
		next := c.mate[chosen]
		c.mate[chosen] = -1
		c.flip(next)
	}
	c.mate[chosen], c.mate[v] = v, chosen
	c.gone[chosen] = true
	return chosen - 1, true
}
