package events

import (
	"maps"
	"slices"
	"time"
)

// State is what the facts of an event say together. It is never changed: new
// facts make a new State.
type State struct {
	ID        string
	Version   int // number of facts
	Organiser string
	Phase     Phase
	Made      time.Time
	Settings  Settings
	Entrants  []Entrant // by id, from 1 on
	Forbidden [][2]int
	Order     []int
	Second    bool
	Rounds    []Round

	checked map[place]bool   // true: by themselves
	asked   map[place]string // requested byes
	wrote   map[string]int   // facts by who wrote them
}

// place is an entrant in a round.
type place struct{ round, entrant int }

// fold returns the state after more facts.
func (s *State) fold(facts []Fact) *State {
	next := *s
	next.Entrants, next.Forbidden = slices.Clone(s.Entrants), slices.Clone(s.Forbidden)
	next.checked, next.asked = maps.Clone(s.checked), maps.Clone(s.asked)
	next.wrote = maps.Clone(s.wrote)
	if next.checked == nil {
		next.checked, next.asked, next.wrote = map[place]bool{}, map[place]string{}, map[string]int{}
	}
	next.Rounds = slices.Clone(s.Rounds)
	for i := range next.Rounds {
		next.Rounds[i].Boards = slices.Clone(next.Rounds[i].Boards)
	}
	for i := range facts {
		next.add(&facts[i])
	}
	return &next
}

// add applies a fact. Facts were checked before they were stored.
func (s *State) add(f *Fact) {
	s.Version = f.Number
	s.wrote[f.By]++
	at := place{f.Round, f.Entrant}
	switch f.Kind {
	case Created:
		s.Settings, s.Organiser, s.Made, s.Phase = *f.Settings, f.By, f.At, Draft
	case Altered:
		s.Settings = *f.Settings
	case Opened:
		s.Phase = Open
	case Entered:
		if f.Entry.ID > len(s.Entrants) {
			s.Entrants = append(s.Entrants, *f.Entry)
		} else {
			s.Entrants[f.Entry.ID-1] = *f.Entry
		}
	case Left:
		s.Entrants[f.Entrant-1].Leaves = f.Round
	case CheckedIn:
		s.checked[at] = f.Self
	case CheckedUp:
		delete(s.checked, at)
	case Asked:
		s.asked[at] = f.Bye
	case Forbade:
		s.Forbidden = append(s.Forbidden, f.Pair)
	case Allowed:
		s.Forbidden = slices.DeleteFunc(s.Forbidden, func(p [2]int) bool { return samePair(p, f.Pair) })
	case Started:
		s.Phase, s.Order, s.Second = Running, f.Order, f.Second
	case Paired:
		s.Rounds = append(s.Rounds, Round{Boards: slices.Clone(f.Boards), Byes: f.Byes, Hand: f.Hand, Fact: f.Number, At: f.At})
	case Undone:
		s.Rounds = s.Rounds[:len(s.Rounds)-1]
	case Claimed:
		b := s.board(f.Round, f.Board)
		if b.First == f.Entrant {
			b.Claims[0] = f.Result.Result
		} else {
			b.Claims[1] = f.Result.Result
		}
	case Decided:
		b := s.board(f.Round, f.Board)
		b.Result = *f.Result
		b.Version++
	case Ended:
		s.Phase = Over
	}
}

func samePair(a, b [2]int) bool { return a == b || a == [2]int{b[1], b[0]} }

// board returns a board by numbers from 1 on; nil if there is none.
func (s *State) board(round, board int) *Board {
	if round < 1 || round > len(s.Rounds) || board < 1 || board > len(s.Rounds[round-1].Boards) {
		return nil
	}
	return &s.Rounds[round-1].Boards[board-1]
}

// Entrant returns an entrant by id; nil if there is none.
func (s *State) Entrant(id int) *Entrant {
	if id < 1 || id > len(s.Entrants) {
		return nil
	}
	return &s.Entrants[id-1]
}

// EntrantOf returns the entrant of a caller; nil if there is none.
func (s *State) EntrantOf(who Caller) *Entrant {
	for i := range s.Entrants {
		if e := &s.Entrants[i]; e.Player != "" && who.is(e.Player) {
			return e
		}
	}
	return nil
}

// CheckedIn reports whether an entrant has checked in for a round.
func (s *State) CheckedIn(round, entrant int) bool {
	_, ok := s.checked[place{round, entrant}]
	return ok
}

// agreed reports whether an entrant has agreed to be seated in a round: by
// checking in, and not by an arbiter.
func (s *State) agreed(round, entrant int) bool { return s.checked[place{round, entrant}] }

// Asked returns the requested bye of an entrant in a round; "" if there is none.
func (s *State) Asked(round, entrant int) string { return s.asked[place{round, entrant}] }

// Arbiter reports whether a caller decides in this event.
func (s *State) Arbiter(who Caller) bool {
	return who.is(s.Organiser) || slices.ContainsFunc(s.Settings.Arbiters, who.is)
}

// next is the number of the round that is paired next.
func (s *State) next() int { return len(s.Rounds) + 1 }

// entered counts the entrants who have not left before the first round.
func (s *State) entered() (n int) {
	for i := range s.Entrants {
		if !s.Entrants[i].never() {
			n++
		}
	}
	return n
}

// last returns the round that was paired last; nil before the first.
func (s *State) last() *Round {
	if len(s.Rounds) == 0 {
		return nil
	}
	return &s.Rounds[len(s.Rounds)-1]
}
