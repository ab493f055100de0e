package swiss

import "slices"

// criteria holds the indexes of the weight's fields for the criteria C6 to C21 of the rules. The
// index -1 means that the criterion is not used. A score class is the set of moved-down players
// with the same score.
type criteria struct {
	k       *task
	l       *layout
	c6      int
	c7      []int // one field per score class
	c8      int
	c8Class []int // one field per score class, then one for the residents
	c9      int
	colours int    // first of the four fields for C10 to C13
	floats  int    // first of the four fields for C14 to C17
	classes [4]int // first of the fields for C18 to C21; each of these criteria has one field per score class
	count   int    // number of score classes of moved-down players
	scores  []int  // score classes: the distinct scores of moved-down players, highest first
}

// criteria creates the fields of the criteria. If pairs is set, it creates only the fields up to
// C6.
func (k *task) criteria(l *layout, pairs bool) *criteria {
	c := &criteria{k: k, l: l, c9: -1, c8: -1}
	size := len(k.moved) + len(k.residents)
	c.c6 = l.add(size / 2)
	for _, m := range k.moved {
		if s := k.players[m].score; !slices.Contains(c.scores, s) {
			c.scores = append(c.scores, s)
		}
	}
	c.count = len(c.scores)
	if pairs {
		if k.whole {
			return c
		}
		// The number of pairs in the following bracket does not matter at this stage. If the weight
		// prefers such pairs, it is more likely that all players left over can be paired.
		c.c8 = l.add((size + len(k.next)) / 2)
		return c
	}
	for range c.scores {
		c.c7 = append(c.c7, l.add(len(k.moved)))
	}
	c.c8 = l.add((size + len(k.next)) / 2)
	for range c.count + 1 {
		c.c8Class = append(c.c8Class, l.add(size))
	}
	if k.single {
		most := 0
		for _, p := range k.players {
			most = max(most, p.unplayed)
		}
		c.c9 = l.add(most)
	}
	c.colours = l.add(size)
	for range 3 {
		l.add(size)
	}
	c.floats = l.add(size)
	for range 3 {
		l.add(size)
	}
	for i := range c.classes {
		c.classes[i] = len(l.bounds)
		for range c.scores {
			l.add(len(k.moved))
		}
	}
	return c
}

// class returns the index of a player's score in the list of score classes.
func (c *criteria) class(p int) int {
	if at := slices.Index(c.scores, c.k.players[p].score); at >= 0 {
		return at
	}
	return c.count
}

// weigh adds the values of the pair a and b to the criteria fields of a weight. The parameters za
// and zb are the parts of the graph to which the players belong.
func (c *criteria) weigh(weight []int64, a, b int, za, zb zone) {
	switch {
	case zb <= inResidents:
		c.l.put(weight, c.c6, 1)
		if c.c7 != nil || c.c8Class != nil {
			c.weighOwn(weight, a, b, za)
		}
	case zb == inNext && c.c8 >= 0:
		c.l.put(weight, c.c8, 1)
		if za <= inResidents && c.c8Class != nil {
			c.l.put(weight, c.c8Class[c.class(a)], 1)
		}
	case zb == isBye && za <= inResidents && c.c9 >= 0:
		c.l.put(weight, c.c9, -int64(c.k.players[a].unplayed))
	}
}

// weighOwn adds the values of a pair within the bracket to the criteria fields. The player b is a
// resident; a is a resident or a moved-down player.
func (c *criteria) weighOwn(weight []int64, a, b int, za zone) {
	pa, pb := &c.k.players[a], &c.k.players[b]
	for i, fault := range c.k.colourFaults(pa, pb) {
		c.l.put(weight, c.colours+i, -fault)
	}
	residents := []*player{pb}
	if za == inMoved {
		class := c.class(a)
		c.l.put(weight, c.c7[class], 1)
		for back := range 2 {
			if pb.floats[back] == up {
				c.l.put(weight, c.floats+1+2*back, -1)         // C15 for the last round, C17 for the round before
				c.l.put(weight, c.classes[1+2*back]+class, -1) // C19 for the last round, C21 for the round before
			}
			if pa.floats[back] == down {
				c.l.put(weight, c.classes[2*back]+class, 1) // C18 for the last round, C20 for the round before
			}
		}
	} else {
		residents = append(residents, pa)
	}
	for _, p := range residents {
		for back := range 2 {
			if p.floats[back] == down {
				c.l.put(weight, c.floats+2*back, 1) // C14 for the last round, C16 for the round before
			}
		}
	}
}
