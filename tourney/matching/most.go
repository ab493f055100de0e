package matching

// Most returns a matching with as many edges as possible. The result contains the partner of each
// vertex, or -1. The parameter near lists the neighbours of each vertex: those of vertex v are in
// near[v]. Most starts with a greedy matching and then searches for an augmenting path from each
// unmatched vertex.
func Most(near [][]int) []int {
	m := newMost(near)
	for v := range near {
		if m.mate[v] >= 0 {
			continue
		}
		for _, u := range near[v] {
			if m.mate[u] < 0 {
				m.mate[v], m.mate[u] = u, v
				break
			}
		}
	}
	for v := range near {
		if m.mate[v] < 0 {
			m.search(v, -1)
		}
	}
	return m.mate
}

type most struct {
	near  [][]int
	mate  []int
	from  []int // even vertex from which the search reached an odd vertex
	base  []int // base vertex of the blossom that contains a vertex
	even  []bool
	gone  []bool // whether a vertex is excluded from the search
	mark  []int
	clock int
	queue []int
}

func newMost(near [][]int) *most {
	n := len(near)
	m := &most{
		near: near, mate: make([]int, n), from: make([]int, n), base: make([]int, n),
		even: make([]bool, n), gone: make([]bool, n), mark: make([]int, n),
	}
	for v := range m.mate {
		m.mate[v] = -1
	}
	return m
}

// search grows a tree of alternating paths from the given unmatched vertex. If it reaches another
// unmatched vertex, it exchanges the edges of the path, so that both become matched, and ends. It
// also ends when the tree contains the vertex goal at an even distance from the first vertex, or
// when the tree cannot grow. A negative goal means no goal.
func (m *most) search(start, goal int) {
	for v := range m.base {
		m.base[v], m.from[v], m.even[v] = v, -1, false
	}
	m.even[start] = true
	m.queue = append(m.queue[:0], start)
	for i := 0; i < len(m.queue) && (goal < 0 || !m.even[goal]); i++ {
		v := m.queue[i]
		for _, u := range m.near[v] {
			if m.base[v] == m.base[u] || m.mate[v] == u || m.gone[u] {
				continue
			}
			switch {
			case m.even[u]:
				m.contract(v, u)
			case m.from[u] < 0:
				m.from[u] = v
				if m.mate[u] < 0 {
					m.flip(u)
					return
				}
				m.even[m.mate[u]] = true
				m.queue = append(m.queue, m.mate[u])
			}
		}
	}
}

func (m *most) flip(u int) {
	for u >= 0 {
		v := m.from[u]
		next := m.mate[v]
		m.mate[u], m.mate[v] = v, u
		u = next
	}
}

func (m *most) contract(v, u int) {
	m.clock++
	for x := v; ; x = m.from[m.mate[x]] {
		x = m.base[x]
		m.mark[x] = m.clock
		if m.mate[x] < 0 {
			break
		}
	}
	top := m.base[u]
	for m.mark[top] != m.clock {
		top = m.base[m.from[m.mate[top]]]
	}
	inside := make([]bool, len(m.base))
	m.climb(v, u, top, inside)
	m.climb(u, v, top, inside)
	for x := range m.base {
		if inside[m.base[x]] {
			m.base[x] = top
			if !m.even[x] {
				m.even[x] = true
				m.queue = append(m.queue, x)
			}
		}
	}
}

// climb follows the path from v up to the base top. It marks the bases on the path in the list
// inside, and sets the links through which the search can later pass the new blossom.
func (m *most) climb(v, child, top int, inside []bool) {
	for m.base[v] != top {
		inside[m.base[v]], inside[m.base[m.mate[v]]] = true, true
		m.from[v] = child
		child = m.mate[v]
		v = m.from[child]
	}
}
