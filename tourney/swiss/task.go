package swiss

import "kydai/tourney/matching"

// task is the problem of pairing one bracket, that is, the players with one score and those moved
// down to them. Players are indexes into roster.players, which is sorted by rank, so a smaller
// index means a higher rank.
type task struct {
	*roster
	moved     []int // players who moved down from the bracket above
	residents []int
	next      []int // players of the following bracket, without those who will float down into it
	lower     []int // all other players who are not paired yet
	byeScore  int   // score of the player who will get the bye; -1 if there is no bye
	whole     bool  // put all players into the graph, not only those of this bracket and the next
	single    bool  // criterion C9 applies: only one player floats down from the bracket and gets the bye
	fixed     map[int]int
	explain   bool  // solve even brackets without a choice, so that the function evaluate can use mates
	mates     []int // partners in the last solution, for the players of this bracket and the following one
}

// zone is the part of a task's graph to which a player belongs.
type zone int8

const (
	inMoved zone = iota
	inResidents
	inNext
	inLower
	isBye
)

// stage describes one decision of the pairing: the fields of the weight that it adds to those of
// the criteria, and the pairs of the bracket that it allows.
type stage struct {
	fields func(*layout) func(a, b int, weight []int64)
	allow  func(a, b int) bool
	pairs  bool // use only the criteria up to C6
}

// solve finds the best pairing of the bracket and of the other players in the graph. It returns the
// partner of each player, or -1; the partner len(players) stands for the bye. It returns false if
// the players without a partner cannot all be paired. The caller must then set the field whole,
// which puts all players into the graph.
func (k *task) solve(st stage) ([]int, bool) {
	g, verts := k.graph(st)
	return k.read(verts, g.Max())
}

// read converts a matching of the graph to a list of partners.
func (k *task) read(verts, matched []int) ([]int, bool) {
	mates := make([]int, len(k.players)+1)
	for i := range mates {
		mates[i] = -1
	}
	for i, j := range matched {
		if j >= 0 {
			mates[verts[i]] = verts[j]
		}
	}
	return mates, k.completes(verts, mates)
}

// graph creates the graph whose best matching is the pairing. It has an edge, with a weight, for
// each pair of players who may meet. Vertex i stands for the player verts[i].
func (k *task) graph(st stage) (g *matching.Graph, verts []int) {
	verts, zones := k.vertices()
	l := &layout{}
	cover := -1
	if k.whole {
		cover = l.add(len(verts) / 2)
	} else if zones[len(verts)-1] == isBye {
		cover = l.add(1)
	}
	cr := k.criteria(l, st.pairs)
	var more func(a, b int, weight []int64)
	if st.fields != nil {
		more = st.fields(l)
	}
	size := l.seal()
	g = matching.New(len(verts), size)
	weight := make([]int64, size)
	for i, a := range verts {
		for j := i + 1; j < len(verts); j++ {
			b := verts[j]
			if !k.edge(a, b, zones[i], zones[j]) {
				continue
			}
			own := zones[j] <= inResidents
			if own && st.allow != nil && !st.allow(a, b) {
				continue
			}
			clear(weight)
			if cover >= 0 && (k.whole || zones[j] == isBye) {
				l.put(weight, cover, 1)
			}
			cr.weigh(weight, a, b, zones[i], zones[j])
			if own && more != nil {
				more(a, b, weight)
			}
			g.Add(i, j, weight)
		}
	}
	return g, verts
}

// vertices lists the players in the graph and the part of the graph (zone) to which each belongs.
// The bye is the last vertex, but only if the graph contains all players who may get it.
func (k *task) vertices() (verts []int, zones []zone) {
	add := func(list []int, z zone) {
		for _, p := range list {
			if _, ok := k.fixed[p]; !ok {
				verts, zones = append(verts, p), append(zones, z)
			}
		}
	}
	add(k.moved, inMoved)
	add(k.residents, inResidents)
	add(k.next, inNext)
	if k.whole {
		add(k.lower, inLower)
	}
	if k.byeScore >= 0 && (k.whole || len(k.lower) == 0 || k.byeScore > k.players[k.lower[0]].score) {
		verts, zones = append(verts, len(k.players)), append(zones, isBye)
	}
	return verts, zones
}

// edge reports whether the players a and b may be paired; b may be the bye. Two moved-down players
// are not paired, because a higher bracket would already have paired them.
func (k *task) edge(a, b int, za, zb zone) bool {
	if zb == isBye {
		return k.takesBye(a)
	}
	return (za != inMoved || zb != inMoved) && k.compatible(a, b)
}

func (k *task) takesBye(a int) bool {
	return k.players[a].byeAllowed && k.players[a].score == k.byeScore
}

// completes reports whether all players without a partner can be paired with each other (C4).
func (k *task) completes(verts, mates []int) bool {
	var left []int
	bye := k.byeScore >= 0
	for _, v := range verts {
		if mates[v] < 0 {
			left = append(left, v)
		}
		if v == len(k.players) {
			bye = false
		}
	}
	if !k.whole {
		left = append(left, k.lower...)
	}
	if bye {
		left = append(left, len(k.players))
	}
	return k.perfect(left)
}

// perfect reports whether all players in the list can be paired with each other. The index
// len(players) stands for the bye.
func (k *task) perfect(list []int) bool {
	if len(list)%2 == 1 {
		return false
	}
	near := make([][]int, len(list))
	for i, a := range list {
		for j := i + 1; j < len(list); j++ {
			b := list[j]
			if b == len(k.players) && k.takesBye(a) || b < len(k.players) && k.compatible(a, b) {
				near[i], near[j] = append(near[i], j), append(near[j], i)
			}
		}
	}
	for _, mate := range matching.Most(near) {
		if mate < 0 {
			return false
		}
	}
	return true
}
