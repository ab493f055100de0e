package words

import (
	"kydai/tourney/swiss"
)

// Pairing explains in sentences why two players meet, or why a player has the bye. The sentences
// name the score group, the floats, the colours, and the players of the group whom the two cannot
// meet.
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

// group says to which score group or score groups the two players belong.
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
	winner, other := a, b // winner is the player whose colour preference decided
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

// force says why a player should get a certain colour in the next game.
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

// barred says which players of the score group a player cannot meet. It does not mention the
// players in without.
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
