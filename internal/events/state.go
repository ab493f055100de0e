package events

import (
	"maps"
	"slices"
	"time"
)

// State is the state of an event, computed from its facts. A State is never changed: new facts make
// a new State.
type State struct {
	ID        string
	Version   int // number of facts in the log
	Organiser string
	Phase     Phase
	Made      time.Time
	Settings  Settings
	Entrants  []Entrant // the entrant with id n is at index n-1
	Forbidden [][2]int
	Order     []int
	Second    bool
	TeamOrder []string // names of the teams in starting order, if teams are paired
	Rounds    []Round

	helper  string           // id of the caller, if the caller is an organiser of the event's club
	checked map[place]bool   // check-ins: true if the entrant checked in, false if an arbiter checked the entrant in
	asked   map[place]string // kind of the bye that an entrant has requested for a round
	wrote   map[string]int   // number of facts (log entries) written by each author, by player id
	began   time.Time
	moved   time.Time            // time of the last pairing or result
	freed   map[int]int          // in an arena: number of the fact (log entry) since which each entrant is free
	steps   []step               // in a ladder: the entries, withdrawals and results that determine its order
	came    map[string]time.Time // time when each player first entered, by player id
}

// place identifies an entrant in a round.
type place struct{ round, entrant int }

// fold returns the state that results from adding the facts (log entries) to s. It does not change
// s.
func (s *State) fold(facts []Fact) *State {
	next := *s
	next.Entrants, next.Forbidden = slices.Clone(s.Entrants), slices.Clone(s.Forbidden)
	next.checked, next.asked = maps.Clone(s.checked), maps.Clone(s.asked)
	next.wrote, next.freed, next.came = maps.Clone(s.wrote), maps.Clone(s.freed), maps.Clone(s.came)
	if next.checked == nil {
		next.checked, next.asked, next.wrote = map[place]bool{}, map[place]string{}, map[string]int{}
		next.freed, next.came = map[int]int{}, map[string]time.Time{}
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

// add applies one fact. It does not validate the fact, because facts are validated before they are
// stored.
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
		if _, known := s.came[f.Entry.Player]; !known {
			s.came[f.Entry.Player] = f.At
		}
		if f.Entry.Leaves == 0 {
			s.step(step{joins: f.Entry.ID})
		}
		if f.Entry.ID > len(s.Entrants) {
			s.Entrants = append(s.Entrants, *f.Entry)
		} else {
			s.Entrants[f.Entry.ID-1] = *f.Entry
		}
	case Left:
		s.Entrants[f.Entrant-1].Leaves = f.Round
		s.step(step{leaves: f.Entrant})
	case CheckedIn:
		s.checked[at] = f.Self
		s.freed[f.Entrant] = f.Number
	case CheckedUp:
		delete(s.checked, at)
	case Asked:
		s.asked[at] = f.Bye
	case Forbade:
		s.Forbidden = append(s.Forbidden, f.Pair)
	case Allowed:
		s.Forbidden = slices.DeleteFunc(s.Forbidden, func(p [2]int) bool { return samePair(p, f.Pair) })
	case Started:
		s.Phase, s.Order, s.Second, s.TeamOrder = Running, f.Order, f.Second, f.Teams
		s.began, s.moved = f.At, f.At
		for _, x := range f.Order {
			s.step(step{joins: x})
		}
	case Paired:
		s.Rounds = append(s.Rounds, Round{Boards: slices.Clone(f.Boards), Byes: f.Byes, Matches: f.Matches, Hand: f.Hand, Fact: f.Number, At: f.At})
	case Added:
		r := &s.Rounds[f.Round-1]
		r.Boards = append(r.Boards, f.Boards...)
	case Undone:
		s.Rounds, s.moved = s.Rounds[:len(s.Rounds)-1], f.At
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
		if b.Version++; b.Version == 1 {
			s.step(step{board: f.Board})
		}
		s.moved = f.At
		s.freed[b.First], s.freed[b.Second] = f.Number, f.Number
	case Ended:
		s.Phase = Over
	case Taken:
		if old := s.Organiser; len(s.Settings.Arbiters) < MaxArbiters && !slices.Contains(s.Settings.Arbiters, old) {
			s.Settings.Arbiters = append(slices.Clone(s.Settings.Arbiters), old)
		}
		s.Organiser = f.By
	}
}

func samePair(a, b [2]int) bool { return a == b || a == [2]int{b[1], b[0]} }

// board returns a board; nil if there is no such board. The parameters round and board count from
// 1.
func (s *State) board(round, board int) *Board {
	if round < 1 || round > len(s.Rounds) || board < 1 || board > len(s.Rounds[round-1].Boards) {
		return nil
	}
	return &s.Rounds[round-1].Boards[board-1]
}

// Entrant returns an entrant by id; nil if there is no such entrant.
func (s *State) Entrant(id int) *Entrant {
	if id < 1 || id > len(s.Entrants) {
		return nil
	}
	return &s.Entrants[id-1]
}

// Came returns when a player first entered the event. The result ok is false if the player is not
// an entrant.
func (s *State) Came(player string) (at time.Time, ok bool) {
	if player == "" {
		return time.Time{}, false
	}
	at, ok = s.came[player]
	return at, ok
}

// EntrantOf returns the entrant who is the caller; nil if the caller has not entered.
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

// agreed reports whether an entrant has agreed to play on screen in a round: the entrant has
// checked in personally. A check-in by an arbiter does not count.
func (s *State) agreed(round, entrant int) bool { return s.checked[place{round, entrant}] }

// Asked returns the kind of bye that an entrant has requested for a round; "" if the entrant
// requested no bye.
func (s *State) Asked(round, entrant int) string { return s.asked[place{round, entrant}] }

// Runs reports whether a caller is the organiser of this event or an organiser of the event's
// club.
func (s *State) Runs(who Caller) bool { return who.is(s.Organiser) || who.is(s.helper) }

// Arbiter reports whether a caller may decide results in this event, as an organiser or
// an arbiter.
func (s *State) Arbiter(who Caller) bool {
	return s.Runs(who) || slices.ContainsFunc(s.Settings.Arbiters, who.is)
}

// next returns the number of the round to pair next. It is always 1 in an arena or a
// ladder, whose boards are all added to one round.
func (s *State) next() int {
	if s.Settings.Format.open() {
		return 1
	}
	return len(s.Rounds) + 1
}

// Next returns the number of the round for which entrants check in.
func (s *State) Next() int { return s.next() }

// entered counts the entrants. It leaves out entrants who left before the first round that they
// could play.
func (s *State) entered() (n int) {
	for i := range s.Entrants {
		if !s.Entrants[i].never() {
			n++
		}
	}
	return n
}

// last returns the last paired round; nil if no round is paired.
func (s *State) last() *Round {
	if len(s.Rounds) == 0 {
		return nil
	}
	return &s.Rounds[len(s.Rounds)-1]
}
