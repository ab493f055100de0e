package events

import (
	"cmp"
	"slices"
	"time"

	"kydai/game"
	"kydai/tourney"
	"kydai/tourney/arena"
)

// maxBoards is the maximum number of boards in an arena.
const maxBoards = 20_000

var errNoRounds = game.Err(WrongState, "this event has no rounds: its boards are added one by one")

// Ends returns the time at which an arena stops pairing. It is the zero time before the start of
// the arena and for other formats.
func (s *State) Ends() time.Time {
	if s.Settings.Format != Arena || s.began.IsZero() {
		return time.Time{}
	}
	return s.began.Add(time.Duration(s.Settings.Minutes) * time.Minute)
}

// arena returns the change that is due in an arena at the given time. Until the arena's time is
// over, the change pairs the free entrants. After that, games in progress are played to their end
// and count. When the last of these games has ended, the change ends the event.
func (s *Service) arena(e *State, now time.Time) (Change, error) {
	free, busy := e.free()
	left := e.Ends().Sub(now)
	switch {
	case left <= 0 && busy == 0:
		return s.ending(e), nil
	case left <= 0:
		return Change{Turn: never()}, nil
	}
	c := Change{Turn: &Turn{In: left}}
	f := Fact{Kind: Paired, Round: 1}
	boards := 0
	if r := e.last(); r != nil {
		f.Kind, boards = Added, len(r.Boards)
	}
	for _, pair := range arena.Pair(free) {
		if boards == maxBoards {
			break
		}
		boards++
		b := Board{First: pair[0], Second: pair[1]}
		if err := s.onScreen(e, &c, &b, 1, boards); err != nil {
			return Change{}, err
		}
		f.Boards = append(f.Boards, b)
	}
	if len(f.Boards) > 0 {
		c.Facts = []Fact{f}
	}
	return c, nil
}

// free lists the entrants of an arena who have checked in and are not playing. busy
// counts the boards without a result.
func (s *State) free() (list []arena.Player, busy int) {
	playing, last, firsts := map[int]bool{}, map[int]int{}, map[int]int{}
	for _, b := range s.boards() {
		if b.Result.Result == "" {
			playing[b.First], playing[b.Second] = true, true
			busy++
		}
		last[b.First], last[b.Second] = b.Second, b.First
		firsts[b.First]++
		firsts[b.Second]--
	}
	points, _ := s.arenaPoints()
	for i := range s.Entrants {
		x := &s.Entrants[i]
		if !x.in(1) || !s.agreed(1, x.ID) || playing[x.ID] {
			continue
		}
		list = append(list, arena.Player{ID: x.ID, Score: points[x.ID], Rating: x.Rating, Last: last[x.ID], Firsts: firsts[x.ID], Since: s.freed[x.ID]})
	}
	return list, busy
}

// boards returns the boards of an arena or a ladder. All boards of such an event are in round 1.
func (s *State) boards() []Board {
	if r := s.last(); r != nil {
		return r.Boards
	}
	return nil
}

// arenaPoints returns the points and the number of wins of each entrant.
func (s *State) arenaPoints() (points, wins map[int]int) {
	games := map[int][]tourney.Outcome{}
	wins = map[int]int{}
	for _, b := range s.boards() {
		switch b.Result.Result {
		case FirstWins:
			games[b.First], games[b.Second] = append(games[b.First], tourney.Won), append(games[b.Second], tourney.Lost)
			wins[b.First]++
		case SecondWins:
			games[b.First], games[b.Second] = append(games[b.First], tourney.Lost), append(games[b.Second], tourney.Won)
			wins[b.Second]++
		case Drawn:
			games[b.First], games[b.Second] = append(games[b.First], tourney.Drew), append(games[b.Second], tourney.Drew)
		}
	}
	points = map[int]int{}
	for x, list := range games {
		points[x] = arena.Score(list, s.Settings.Streak)
	}
	return points, wins
}

// arenaStandings ranks the entrants by points, then by wins. Equal entrants share a
// place.
func (s *State) arenaStandings() (list []Standing) {
	points, wins := s.arenaPoints()
	for _, x := range s.ranking().entrants {
		list = append(list, Standing{Entrant: x, Score: points[x]})
	}
	compare := func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(wins[b.Entrant], wins[a.Entrant]))
	}
	slices.SortStableFunc(list, compare)
	for i := range list {
		list[i].Place = i + 1
		if i > 0 && compare(list[i-1], list[i]) == 0 {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}

// away returns facts (log entries) that cancel the check-in of players who missed a game in an
// arena or a ladder, so that they are not paired again until they check in. The parameter loser is
// the side that missed the game, or BothAbsent.
func (s *State) away(b *Board, loser string) []Fact {
	var list []Fact
	for _, entrant := range map[string][]int{FirstWins: {b.First}, SecondWins: {b.Second}, BothAbsent: {b.First, b.Second}}[loser] {
		if s.Settings.Format.open() && s.CheckedIn(1, entrant) {
			list = append(list, Fact{Kind: CheckedUp, Entrant: entrant, Round: 1})
		}
	}
	return list
}
