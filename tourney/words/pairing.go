package words

import (
	"kydai/tourney/swiss"
)

// Pairing explains in sentences why two players meet, or why a player has the bye. The sentences
// name the score group, whether a player moved down from a higher group, the reason for the
// colours, and the players of the group whom each of the two cannot meet.
func (s *Speaker) Pairing(r swiss.Reason) []string {
	if len(r.Seats) == 1 {
		p := r.Seats[0]
		list := []string{s.say("bye", "{a}", s.name(p.Number), "{score}", s.score(p.Score))}
		return append(list, s.barred(p)...)
	}
	a, b := r.Seats[0], r.Seats[1]
	list := []string{s.group(r)}
	if text := s.colours(r); text != "" {
		list = append(list, text)
	}
	list = append(list, s.barred(a, b.Number)...)
	return append(list, s.barred(b, a.Number)...)
}

// group says from which score groups the two players come: the same group, or different ones if the
// first player moved down.
func (s *Speaker) group(r swiss.Reason) string {
	a, b := r.Seats[0], r.Seats[1]
	places := []string{
		"{a}", s.name(a.Number), "{b}", s.name(b.Number), "{score}", s.score(a.Score), "{other}", s.score(b.Score), "{group}", s.score(r.Bracket),
	}
	if a.Floated {
		return s.say("group.floated", places...)
	}
	return s.say("group.same", places...)
}

// colours says which rule determined the colours of a game.
func (s *Speaker) colours(r swiss.Reason) string {
	a, b := r.Seats[0], r.Seats[1]
	winner, other := a, b // winner will be the player whose colour preference decided
	if r.Rule != 5 && winner.Colour != winner.Wants {
		winner, other = b, a
	}
	places := []string{
		"{a}", s.name(winner.Number), "{b}", s.name(other.Number), "{side}", s.side(winner.Colour), "{other}", s.side(other.Colour),
		"{force}", s.force(winner), "{force2}", s.force(other),
	}
	switch {
	case r.Rule == 1 && other.Force == swiss.NoForce:
		return s.say("colour.new", places...)
	case r.Rule == 1:
		return s.say("colour.both", places...)
	case r.Rule == 2 && winner.Force == other.Force:
		return s.say("colour.wider", places...)
	case r.Rule == 2:
		return s.say("colour.stronger", places...)
	case r.Rule == 3:
		return s.say("colour.alternate", places...)
	case r.Rule == 4:
		return s.say("colour.rank", places...)
	case r.Rule == 5:
		return s.say("colour.lot", places...)
	}
	return ""
}

// force says how strong a player's claim to the preferred colour is, for example because the player
// had the other colour twice.
func (s *Speaker) force(p swiss.Seat) string {
	switch p.Force {
	case swiss.Mild:
		return text(s.lang, "force.mild")
	case swiss.Strong:
		return text(s.lang, "force.strong")
	case swiss.Absolute:
		return text(s.lang, "force.absolute")
	}
	return ""
}

// barred says which players of the score group the player p cannot meet. The optional parameter
// without is the number of a player who is not mentioned.
func (s *Speaker) barred(p swiss.Seat, without ...int) (list []string) {
	var met, forbidden []int
	for _, n := range p.Met {
		switch {
		case len(without) > 0 && n == without[0]:
		case s.forbidden[[2]int{p.Number, n}]:
			forbidden = append(forbidden, n)
		default:
			met = append(met, n)
		}
	}
	if met != nil {
		list = append(list, s.say("met", "{a}", s.name(p.Number), "{list}", s.names(met)))
	}
	if forbidden != nil {
		list = append(list, s.say("kept-apart", "{a}", s.name(p.Number), "{list}", s.names(forbidden)))
	}
	return list
}
