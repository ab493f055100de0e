package swiss

import "slices"

// criteria holds the fields of a weight for the criteria C6 to C21. A field of -1 is unused.
type criteria struct {
	k       *task
	l       *layout
	c6      int
	c7      []int // by class of moved-down players
	c8      int
	c8Class []int // by class of moved-down players, then of residents
	c9      int
	colours int    // C10 to C13
	floats  int    // C14 to C17
	classes [4]int // C18 to C21, each with a field per class
	count   int    // classes of moved-down players
	scores  []int  // the classes: scores of moved-down players, highest first
}

// criteria creates the fields; if pairs is set, only those up to C6.
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
		// Pairs of the following bracket decide nothing here, but if they are preferred, a solution
		// can more often be completed.
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

// class returns the index of a player's score among the score classes of the bracket.
func (c *criteria) class(p int) int {
	if at := slices.Index(c.scores, c.k.players[p].score); at >= 0 {
		return at
	}
	return c.count
}

// weigh adds to a weight what a pair contributes to the fields of the criteria.
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

// weighOwn adds what a pair within the bracket contributes. The second player is a resident.
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
				c.l.put(weight, c.floats+1+2*back, -1)         // C15, C17
				c.l.put(weight, c.classes[1+2*back]+class, -1) // C19, C21
			}
			if pa.floats[back] == down {
				c.l.put(weight, c.classes[2*back]+class, 1) // C18, C20
			}
		}
	} else {
		residents = append(residents, pa)
	}
	for _, p := range residents {
		for back := range 2 {
			if p.floats[back] == down {
				c.l.put(weight, c.floats+2*back, 1) // C14, C16
			}
		}
	}
}
