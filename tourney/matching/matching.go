// Package matching finds matchings in general graphs: one of maximum weight,
// where a weight is a vector compared component by component, and one with the
// most edges.
//
// The weighted algorithm is the primal-dual method of Edmonds with the dual
// variables on vertices and blossoms, as a dense O(n³) program: vertices are
// searched from all free vertices at once, and each pair of blossoms keeps its
// best edge. Vectors of integers are an ordered group, so the algorithm works on
// them as on numbers. Most comparisons end at the first component.
package matching

// Graph is an undirected graph with vertices 0 to n-1 and weighted edges.
type Graph struct {
	n, size int
	has     []bool
	weights []int64
}

// New makes a graph of n vertices without edges. Weights have size components.
func New(n, size int) *Graph {
	m := n + 1
	return &Graph{n: n, size: size, has: make([]bool, m*m), weights: make([]int64, m*m*size)}
}

// Add puts an edge between two different vertices. The weight must be above zero
// in lexicographic order: an edge that is not would never be used. The sum of a
// component over a matching must stay below 2^50. The weight is copied.
func (g *Graph) Add(a, b int, weight []int64) {
	a, b = a+1, b+1
	for _, at := range [2]int{a*(g.n+1) + b, b*(g.n+1) + a} {
		g.has[at] = true
		copy(g.weights[at*g.size:(at+1)*g.size], weight)
	}
}

// Max returns a matching of maximum weight: the partner of each vertex, or -1.
func (g *Graph) Max() []int {
	s := newSolver(g)
	for s.phase() {
	}
	mates := make([]int, g.n)
	for v := range mates {
		mates[v] = s.match[v+1] - 1
	}
	return mates
}

// The state of a vertex or blossom in the forest of a phase.
const (
	free  int8 = iota // not in the forest
	outer             // at even distance from a root
	inner
)

// solver holds one run. Vertices are 1 to n, blossoms n+1 to top; 0 is none.
type solver struct {
	*Graph
	m, top int
	labels []int64 // dual variables, doubled
	eu, ev []int32 // the ends of the best edge between two vertices or blossoms
	match  []int   // the vertex at the other end of the matched edge
	slack  []int   // the outer vertex with the least slack to this one
	root   []int   // the outermost blossom; 0 if the blossom is not in use
	parent []int
	state  []int8
	seen   []int
	clock  int
	petals [][]int
	inside [][]int32 // inside[b][v] is the petal of b that contains v
	queue  []int
	delta  []int64
	trial  []int64
}

func newSolver(g *Graph) *solver {
	m := 2*g.n + 2
	s := &solver{
		Graph: g, m: m, top: g.n,
		labels: make([]int64, m*g.size), eu: make([]int32, m*m), ev: make([]int32, m*m),
		match: make([]int, m), slack: make([]int, m), root: make([]int, m), parent: make([]int, m),
		state: make([]int8, m), seen: make([]int, m),
		petals: make([][]int, m), inside: make([][]int32, m),
		delta: make([]int64, g.size), trial: make([]int64, g.size),
	}
	best := make([]int64, g.size)
	for u := 1; u <= g.n; u++ {
		s.root[u] = u
		for v := 1; v <= g.n; v++ {
			at := u*(g.n+1) + v
			if !g.has[at] {
				continue
			}
			s.eu[u*m+v], s.ev[u*m+v] = int32(u), int32(v)
			if w := g.weights[at*g.size : (at+1)*g.size]; compare(w, best) > 0 {
				copy(best, w)
			}
		}
	}
	for u := 1; u <= g.n; u++ {
		copy(s.labels[u*g.size:], best)
	}
	return s
}

// petal is the child of x that contains the vertex v; x itself if x is v.
func (s *solver) petal(x, v int) int {
	if x <= s.n {
		return x
	}
	return int(s.inside[x][v])
}

// edgeSlack is component c of the slack of the best edge in slot at.
func (s *solver) edgeSlack(at, c int) int64 {
	u, v := int(s.eu[at]), int(s.ev[at])
	return s.labels[u*s.size+c] + s.labels[v*s.size+c] - 2*s.weights[(u*(s.n+1)+v)*s.size+c]
}

// less reports whether the edge in slot a has less slack than the one in b.
func (s *solver) less(a, b int) bool {
	au, av := int(s.eu[a]), int(s.ev[a])
	bu, bv := int(s.eu[b]), int(s.ev[b])
	k := s.size
	la, ma, wa := s.labels[au*k:au*k+k], s.labels[av*k:av*k+k], s.weights[(au*(s.n+1)+av)*k:]
	lb, mb, wb := s.labels[bu*k:bu*k+k], s.labels[bv*k:bv*k+k], s.weights[(bu*(s.n+1)+bv)*k:]
	for c := range la {
		if d := la[c] + ma[c] - 2*wa[c] - (lb[c] + mb[c] - 2*wb[c]); d != 0 {
			return d < 0
		}
	}
	return false
}

func (s *solver) tight(at int) bool {
	for c := range s.size {
		if s.edgeSlack(at, c) != 0 {
			return false
		}
	}
	return true
}

func compare(a, b []int64) int {
	for i, x := range a {
		if x != b[i] {
			if x < b[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}
