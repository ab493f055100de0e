// Package matching finds matchings in general graphs: one of maximum weight, or one with the most
// edges. A weight is a vector, and vectors are compared lexicographically.
//
// The weighted algorithm is the primal-dual method of Edmonds, with dual variables for vertices and
// blossoms, as a dense O(n³) program. It starts from a greedy matching and searches from one free
// vertex after another. For each pair of blossoms it keeps the best edge. Vectors of integers are
// an ordered group, so the algorithm can treat them like numbers. Most comparisons end at the first
// element of a vector.
package matching

import "slices"

// Graph is an undirected graph with vertices 0 to n-1 and weighted edges.
type Graph struct {
	n, size int
	edges   []int32 // number of the weight for each pair of vertices; 0 means that there is no edge
	begin   *solver // solved graph whose solution is the start of the search; nil if there is none
	weights
}

// New creates a graph with n vertices and no edges. Each weight is a vector of size elements.
func New(n, size int) *Graph {
	m := n + 1
	return &Graph{n: n, size: size, edges: make([]int32, m*m), weights: newWeights()}
}

// Add adds an edge between two different vertices. The weight must be greater than zero in
// lexicographic order, because a matching of maximum weight never uses other edges. For each
// element of the vector, the sum over a matching must stay below 2^50. Add copies the weight.
func (g *Graph) Add(a, b int, weight []int64) {
	a, b = a+1, b+1
	number := g.number(weight)
	g.edges[a*(g.n+1)+b], g.edges[b*(g.n+1)+a] = number, number
}

// Max returns a matching of maximum weight. The result contains the partner of each vertex, or -1.
func (g *Graph) Max() []int {
	mates, _ := g.Best()
	return mates
}

// From makes the search start with an earlier solution: that of another graph with the same number
// of vertices and the same length of weights. This changes only the running time.
func (g *Graph) From(c *Choices) { g.begin = c.s }

// Best returns a matching of maximum weight, as Max does, and its weight.
func (g *Graph) Best() (mates []int, weight []int64) {
	s := g.solve()
	return s.mates(), s.total()
}

func (g *Graph) solve() *solver {
	s := newSolver(g)
	s.start()
	for v := 1; v <= s.n; v++ {
		if s.match[v] == 0 && !isZero(s.label(v)) {
			s.search(v)
		}
	}
	return s
}

// State of a vertex or blossom in the search tree.
const (
	free  int8 = iota // not in the search tree
	outer             // in the tree, at an even distance from the root
	inner
)

// solver is the state of one computation of a matching. Vertices have the numbers 1 to n, and
// blossoms (contracted odd cycles) n+1 to top. The number 0 means no vertex.
type solver struct {
	*Graph
	m, top int
	labels []int64 // dual variables, multiplied by two
	eu, ev []int32 // ends of the best edge between two vertices or blossoms
	match  []int   // vertex at the other end of the matched edge; 0 if unmatched
	slack  []int   // outer vertex from which the best edge to this vertex or blossom starts; 0 if there is none
	least  []int64 // first element of the slack of that edge, to skip most comparisons
	root   []int   // outermost blossom that contains this vertex or blossom; 0 if the blossom is not in use
	parent []int
	state  []int8
	seen   []int
	clock  int
	petals [][]int
	inside [][]int32 // inside[b][v] is the petal (child) of the blossom b that contains the vertex v
	queue  []int
	delta  []int64
	trial  []int64
}

func (s *solver) mates() []int {
	mates := make([]int, s.n)
	for v := range mates {
		mates[v] = s.match[v+1] - 1
	}
	return mates
}

// total returns the weight of the matching.
func (s *solver) total() []int64 {
	sum, one := make([]int64, s.size), make([]int64, s.size)
	for v := 1; v <= s.n; v++ {
		if s.match[v] < v {
			continue
		}
		clear(one)
		s.unpack(s.edge(v, s.match[v]), one)
		for i, x := range one {
			sum[i] += x
		}
	}
	return sum
}

func newSolver(g *Graph) *solver {
	m := 2*g.n + 2
	s := &solver{
		Graph: g, m: m, top: g.n,
		labels: make([]int64, m*g.size), eu: make([]int32, m*m), ev: make([]int32, m*m),
		match: make([]int, m), slack: make([]int, m), least: make([]int64, m), root: make([]int, m), parent: make([]int, m),
		state: make([]int8, m), seen: make([]int, m),
		petals: make([][]int, m), inside: make([][]int32, m),
		delta: make([]int64, g.size), trial: make([]int64, g.size),
	}
	for u := 1; u <= g.n; u++ {
		s.root[u] = u
		for v := 1; v <= g.n; v++ {
			if s.edge(u, v) != 0 {
				s.eu[u*m+v], s.ev[u*m+v] = int32(u), int32(v)
			}
		}
	}
	return s
}

// start computes feasible dual variables. It chooses each as small as possible, given those
// computed before. Then it matches vertices by edges whose slack is zero.
func (s *solver) start() {
	order := s.common()
	for _, u := range order {
		worst := 0
		for v := 1; v <= s.n; v++ {
			if s.edge(u, v) != 0 && (worst == 0 || s.compareSlack(u, v, u, worst) < 0) {
				worst = v
			}
		}
		if worst == 0 {
			continue
		}
		if s.slackOf(u, worst, s.trial); isNegative(s.trial) {
			label := s.label(u)
			for c := range label {
				label[c] -= s.trial[c]
			}
		}
	}
	if s.begin != nil {
		for u, v := range s.begin.match[:s.n+1] {
			if v > u && s.edge(u, v) != 0 && s.tight(u*s.m+v) {
				s.match[u], s.match[v] = v, u
			}
		}
	}
	for u := 1; u <= s.n; u++ {
		nearest := 0
		for v := 1; v <= s.n; v++ {
			if s.edge(u, v) != 0 && (nearest == 0 || s.compareSlack(u, v, u, nearest) < 0) {
				nearest = v
			}
		}
		if nearest == 0 {
			clear(s.label(u))
			continue
		}
		if s.match[u] != 0 {
			continue
		}
		s.slackOf(u, nearest, s.trial)
		label := s.label(u)
		for c := range label {
			label[c] -= s.trial[c]
		}
		if isNegative(label) {
			clear(label)
			continue
		}
		for v := 1; v <= s.n && s.match[u] == 0; v++ {
			if s.match[v] == 0 && s.edge(u, v) != 0 && s.tight(u*s.m+v) {
				s.match[u], s.match[v] = v, u
			}
		}
	}
}

// common sets the label (dual variable) of each vertex to one of the larger weights of its edges,
// but not always to the largest. It returns the vertices in the order of their largest weights. If
// the search starts with an earlier solution, common copies the labels of that solution instead.
func (s *solver) common() []int {
	if s.begin != nil {
		return s.inherit()
	}
	byRank := make([]int32, len(s.from)-1)
	for i := range byRank {
		byRank[i] = int32(i)
	}
	slices.SortFunc(byRank[1:], func(a, b int32) int { return s.compareWeights(b, a) })
	rank := make([]int32, len(byRank))
	for i, number := range byRank {
		rank[number] = int32(i)
	}
	best := make([]int32, s.n+1)
	order := make([]int, 0, s.n)
	var list []int32
	for u := 1; u <= s.n; u++ {
		order = append(order, u)
		list = list[:0]
		for _, number := range s.edges[u*(s.n+1) : (u+1)*(s.n+1)] {
			if number != 0 {
				list = append(list, rank[number])
			}
		}
		if len(list) == 0 {
			continue
		}
		slices.Sort(list)
		best[u] = list[0]
		s.unpack(byRank[list[len(list)/8]], s.label(u))
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(best[a] - best[b]) })
	return order
}

// inherit copies the labels (dual variables) of an earlier solution. The copy has no blossoms, so
// inherit adds the dual variable of each blossom to the labels of its vertices.
func (s *solver) inherit() (order []int) {
	b := s.begin
	copy(s.labels, b.labels[:(s.n+1)*s.size])
	for x := s.n + 1; x <= b.top; x++ {
		if b.root[x] == 0 || isZero(b.label(x)) {
			continue
		}
		for _, v := range b.vertices(x, nil) {
			label := s.label(v)
			for c, z := range b.label(x) {
				label[c] += z / 2
			}
		}
	}
	for v := 1; v <= s.n; v++ {
		order = append(order, v)
	}
	return order
}

func (s *solver) label(x int) []int64 { return s.labels[x*s.size : (x+1)*s.size] }

// edge returns the number of the weight of the edge between two vertices, or 0 if there is no edge.
func (s *solver) edge(u, v int) int32 { return s.edges[u*(s.n+1)+v] }

// petal returns the child of the blossom x that contains the vertex v. If x is a vertex, it returns
// x.
func (s *solver) petal(x, v int) int {
	if x <= s.n {
		return x
	}
	return int(s.inside[x][v])
}
