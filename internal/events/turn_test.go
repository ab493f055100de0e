package events

import (
	"strconv"
	"testing"
	"time"
)

// alone lets the server process an event at the given time, as if no user had sent a command.
func alone(t *testing.T, s *Service, id string, now time.Time) *State {
	t.Helper()
	return ok(s.change(t.Context(), Caller{}, id, func(e *State) (Change, error) { return s.alone(e, now) }))(t)
}

// at returns the time of the last fact of an event, plus the given duration. In the test store,
// fact number n has the time n seconds.
func at(e *State, more time.Duration) time.Time { return time.Unix(int64(e.Version), 0).Add(more) }

func arenaSettings() Settings {
	s := wooden()
	s.Format, s.Rounds, s.Scoring, s.TieBreaks, s.Boards, s.FirstMove, s.Minutes = Arena, 0, "2-1-0", nil, Screen, time.Minute, 60
	return s
}

// TestArena checks that free entrants are paired, and that no entrant meets the same opponent twice
// in a row while another opponent is free. It also checks that a player who missed a game is not
// paired again, and that the arena ends when its time is over.
func TestArena(t *testing.T) {
	store := newMemory()
	s, ctx := newService(store, 1), t.Context()
	e := running(t, s, arenaSettings(), 4)
	refused(s.Pair(ctx, boss, e.ID, 1))(t, WrongState)
	if e = alone(t, s, e.ID, at(e, time.Second)); len(e.Rounds) != 0 {
		t.Fatalf("without check-ins: %+v", e.Rounds)
	}
	for i := range 4 {
		ok(s.CheckIn(ctx, player(i+1), e.ID, i+1, 1, true))(t)
	}
	e = alone(t, s, e.ID, at(e, time.Second))
	if len(e.Rounds) != 1 || len(e.Rounds[0].Boards) != 2 || store.turn[e.ID] == nil || store.turn[e.ID].In < 59*time.Minute {
		t.Fatalf("%+v; the next turn is %+v", e.Rounds, store.turn[e.ID])
	}
	if again := alone(t, s, e.ID, at(e, time.Second)); again.Version != e.Version {
		t.Error("players at a board are paired")
	}
	ends := func(board int, d DueBoard) {
		t.Helper()
		b := e.Rounds[0].Boards[board-1]
		d.Match, d.Event, d.Round, d.Board = b.Match, e.ID, 1, board
		e = ok(s.change(ctx, Caller{}, e.ID, func(e *State) (Change, error) { return s.goOn(e, e.take(&d)) }))(t)
	}
	one, two := e.Rounds[0].Boards[0], e.Rounds[0].Boards[1]
	ends(1, DueBoard{Winner: FirstWins, Reason: "resign"})
	if turn := store.turn[e.ID]; turn == nil || turn.In != breath || !turn.Earlier {
		t.Errorf("after a game the next turn is %+v", turn)
	}
	ends(2, DueBoard{Loser: SecondWins, Reason: "time"})
	if e.CheckedIn(1, two.Second) || !e.CheckedIn(1, two.First) {
		t.Error("who did not come is still checked in, or the other is not")
	}
	e = alone(t, s, e.ID, at(e, time.Second)) // two of the three free entrants have just met; check that they are not paired again
	three := e.Rounds[0].Boards[2]
	if len(e.Rounds[0].Boards) != 3 || samePair([2]int{three.First, three.Second}, [2]int{one.First, one.Second}) || three.Match == "" {
		t.Fatalf("the third board is %+v", three)
	}
	ok(s.Enter(ctx, player(9), e.ID))(t) // a late entry
	ends(3, DueBoard{Reason: "abort"})   // the server aborts the match
	if b := e.Rounds[0].Boards[2]; b.Result.Result != NobodyWins || !b.Forfeit {
		t.Errorf("an aborted game: %+v", b)
	}
	e = alone(t, s, e.ID, at(e, time.Second))
	over := e.Ends().Add(time.Second)
	if e = alone(t, s, e.ID, over); e.Phase != Running {
		t.Fatal("the event is over while a game is under way")
	}
	last := e.Rounds[0].Boards[3]
	ends(4, DueBoard{Winner: FirstWins, Reason: "resign"})
	if e = alone(t, s, e.ID, over); e.Phase != Over || len(e.Rounds[0].Boards) != 4 || store.turn[e.ID].In >= 0 {
		t.Errorf("at the end: %s, %d boards, turn %+v", e.Phase, len(e.Rounds[0].Boards), store.turn[e.ID])
	}
	want := map[int]int{one.First: 2, two.First: 2}
	want[last.First] += 2
	list, unit := e.Standings("")
	for _, p := range list {
		if p.Score != want[p.Entrant] || unit != 1 {
			t.Errorf("%+v; want %d points", p, want[p.Entrant])
		}
	}
	if list[0].Score != 4 && want[last.First] == 4 || len(list) != 5 {
		t.Errorf("the standings are %+v", list)
	}
}

// TestArenaSettings checks that an arena must be on screen and use its own scoring.
func TestArenaSettings(t *testing.T) {
	s := newService(newMemory(), 1)
	for name, change := range map[string]func(*Settings){
		"wood": func(s *Settings) { s.Boards = Wood }, "points": func(s *Settings) { s.Scoring = "1-0.5-0" }, "span": func(s *Settings) { s.Minutes = 0 },
		"breaks": func(s *Settings) { s.TieBreaks = []string{"wins"} }, "pause": func(s *Settings) { s.Pause = 60 }, "teams": func(s *Settings) { s.TeamBoards = 2 },
		"swiss": func(s *Settings) { s.Format, s.Rounds = Swiss, 3 },
	} {
		settings := arenaSettings()
		change(&settings)
		if _, err := s.Create(t.Context(), boss, settings); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestByItself checks that the server works without commands from users: it pairs each round after
// a pause, waits while too few players are present, and ends the event after the last round.
func TestByItself(t *testing.T) {
	store := newMemory()
	s, ctx := newService(store, 1), t.Context()
	settings := wooden()
	settings.Pause, settings.Rounds, settings.CheckIn = 60, 2, true
	e := running(t, s, settings, 4)
	if turn := store.turn[e.ID]; turn == nil || turn.In != time.Minute {
		t.Fatalf("after the start: %+v", turn)
	}
	if e = alone(t, s, e.ID, at(e, 20*time.Second)); len(e.Rounds) != 0 || store.turn[e.ID].In != 40*time.Second {
		t.Errorf("before the pause is over: %d rounds, %+v", len(e.Rounds), store.turn[e.ID])
	}
	if e = alone(t, s, e.ID, at(e, 2*time.Minute)); len(e.Rounds) != 0 || store.turn[e.ID].In != time.Minute {
		t.Errorf("nobody is there: %d rounds, %+v", len(e.Rounds), store.turn[e.ID])
	}
	for round := 1; round <= 2; round++ {
		for i := range 4 {
			e = ok(s.CheckIn(ctx, player(i+1), e.ID, i+1, round, true))(t)
		}
		if e = alone(t, s, e.ID, at(e, 2*time.Minute)); len(e.Rounds) != round || store.turn[e.ID].In >= 0 {
			t.Fatalf("round %d: %d are paired, %+v", round, len(e.Rounds), store.turn[e.ID])
		}
		if again := alone(t, s, e.ID, at(e, 2*time.Minute)); again.Version != e.Version {
			t.Error("a round with open boards: another is paired")
		}
		e = finish(t, s, e, stronger)
		if turn := store.turn[e.ID]; turn.In != time.Minute || !turn.Earlier {
			t.Errorf("after round %d: %+v", round, turn)
		}
	}
	if e = alone(t, s, e.ID, at(e, 2*time.Minute)); e.Phase != Over {
		t.Errorf("after the last round: %s", e.Phase)
	}
}

// teamed creates and starts a team event with the given number of teams and members per
// team.
func teamed(t *testing.T, s *Service, settings Settings, teams, members int) *State {
	t.Helper()
	e := ok(s.Create(t.Context(), boss, settings))(t)
	ok(s.OpenEntries(t.Context(), boss, e.ID))(t)
	for i := range teams {
		for j := range members {
			_, _, err := s.EnterName(t.Context(), boss, e.ID, Entrant{
				Name: "x", Team: "T" + strconv.Itoa(i), Board: j + 1, Rating: 2000 - 50*i - j, Categories: []string{"even", "odd"}[j%2 : j%2+1],
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return ok(s.Start(t.Context(), boss, e.ID))(t)
}
