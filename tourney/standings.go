package tourney

import (
	"cmp"
	"slices"
)

// Place is a player's place in the standings. Players with equal scores and equal values of all
// tie-breaks share a place.
type Place struct {
	Place  int
	Line   Line
	Values []int // values of the tie-breaks, in the order of the tie-breaks
}

// standing holds the data that the tie-breaks of all players need.
type standing struct {
	table    *Table
	adjusted map[int]int // by player number: the score that counts when an opponent's tie-breaks are computed
}

// Standings ranks the players by score and then by the tie-breaks in the given order. Players who
// are equal in score and all tie-breaks share a place and are listed by number. The tie-break
// DirectEncounter compares only players who are equal in score and in all earlier tie-breaks.
func (t *Table) Standings(order ...TieBreak) []Place {
	lines := t.Lines()
	s := &standing{table: t, adjusted: make(map[int]int, len(lines))}
	places := make([]Place, len(lines))
	for i, l := range lines {
		s.adjusted[l.Player.Number] = s.adjust(l)
		places[i] = Place{Line: l, Values: make([]int, len(order))}
	}
	for k, tb := range order {
		if tb == DirectEncounter {
			s.encounters(places, k)
			continue
		}
		for i := range places {
			places[i].Values[k] = s.value(places[i].Line, tb)
		}
	}
	return number(places)
}

// encounters computes the direct encounter, which is tie-break number k in the order of the
// tie-breaks. It is computed separately for each group of players who are equal in score and in all
// earlier tie-breaks.
func (s *standing) encounters(places []Place, k int) {
	slices.SortStableFunc(places, func(a, b Place) int { return comparePlaces(a, b, k) })
	for from := 0; from < len(places); {
		to := from + 1
		for to < len(places) && comparePlaces(places[from], places[to], k) == 0 {
			to++
		}
		tied := make([]Line, 0, to-from)
		for _, p := range places[from:to] {
			tied = append(tied, p.Line)
		}
		for i, v := range s.direct(tied) {
			places[from+i].Values[k] = v
		}
		from = to
	}
}

// comparePlaces compares two players by score and by the first k tie-breaks.
func comparePlaces(a, b Place, k int) int {
	if c := cmp.Compare(b.Line.Score, a.Line.Score); c != 0 {
		return c
	}
	return compareValues(a.Values[:k], b.Values[:k])
}

// number sorts the places, best first, and numbers them.
func number(places []Place) []Place {
	slices.SortFunc(places, func(a, b Place) int {
		if c := comparePlaces(a, b, len(a.Values)); c != 0 {
			return c
		}
		return cmp.Compare(a.Line.Player.Number, b.Line.Player.Number)
	})
	for i := range places {
		places[i].Place = i + 1
		if i > 0 && comparePlaces(places[i-1], places[i], len(places[i].Values)) == 0 {
			places[i].Place = places[i-1].Place
		}
	}
	return places
}

// Category ranks the players of one category separately. It keeps their order and tie-breaks from
// the standings of all players.
func Category(places []Place, category string) (apart []Place) {
	for _, p := range places {
		if slices.Contains(p.Line.Player.Categories, category) {
			apart = append(apart, p)
		}
	}
	return number(apart)
}
