package live

import (
	"context"
	"crypto/rand"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/events"
	"kydai/internal/play"
)

// eventPlay is the interface of the events service to live play, with injected failures: the
// function before is called before a match is stored, and the function after is called afterwards.
// An error from one of them simulates a node that dies at this point.
type eventPlay struct {
	*play.Pairs
	service *play.Service
	before  func() error
	after   func() error
}

func (p eventPlay) Abort(ctx context.Context, id string) error { return p.service.Abort(ctx, id) }

func (p eventPlay) SeatTwins(ctx context.Context, both [2]play.Seating) error {
	if p.before != nil {
		if err := p.before(); err != nil {
			return err
		}
	}
	err := p.Pairs.SeatTwins(ctx, both)
	if err == nil && p.after != nil {
		return p.after()
	}
	return err
}

func (p eventPlay) Seat(ctx context.Context, b play.Seating) error {
	if p.before != nil {
		if err := p.before(); err != nil {
			return err
		}
	}
	err := p.Pairs.Seat(ctx, b)
	if err == nil && p.after != nil {
		return p.after()
	}
	return err
}

// eventNode is a node with the events service. It starts to process boards when run is called.
type eventNode struct {
	*events.Service
	play *play.Service
}

func (s site) eventNode(t *testing.T, with ...func(*eventPlay)) eventNode {
	t.Helper()
	n := s.node(t, signing(0))
	p := eventPlay{Pairs: n.Pairs(), service: n}
	for _, w := range with {
		w(&p)
	}
	return eventNode{play: n, Service: events.New(events.Options{
		Store: s.openStore(t), Random: rand.Reader, Rules: rules, Play: p, Pace: events.Pace{Look: 20 * time.Millisecond, Lease: 200 * time.Millisecond},
		Speed:  func(string, string) string { return "rapid" },
		Rating: func(context.Context, string, string, string) (int, error) { return 1500, nil },
	})}
}

func (n eventNode) run(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := goDone(func() { _ = n.Run(ctx) })
	t.Cleanup(func() { stop(); <-done })
}

var (
	dung  = play.Player{ID: "dung", Name: "Dũng", Account: true}
	field = []play.Player{anna, bao, chi, dung}
	boss  = events.Caller{ID: "boss", Account: true}
)

func caller(p play.Player) events.Caller {
	return events.Caller{ID: p.ID, Name: p.Name, Account: p.Account}
}

// onScreen creates a Swiss event with four players who have checked in for its first
// round.
func onScreen(t *testing.T, n eventNode, firstMove time.Duration) string {
	t.Helper()
	ctx := t.Context()
	e, err := n.Create(ctx, boss, events.Settings{
		Name: "Cup", Game: "chess", Clock: "10+5", Format: events.Swiss, Rounds: 3, Scoring: "1-0.5-0", Boards: events.Screen, FirstMove: firstMove,
	})
	check(t, err)
	_, err = n.OpenEntries(ctx, boss, e.ID)
	check(t, err)
	for _, p := range field {
		_, err = n.Enter(ctx, caller(p), e.ID)
		check(t, err)
	}
	_, err = n.Start(ctx, boss, e.ID)
	check(t, err)
	checkAll(t, n, e.ID, 1)
	return e.ID
}

func checkAll(t *testing.T, n eventNode, id string, round int) {
	t.Helper()
	for i, p := range field {
		_, err := n.CheckIn(t.Context(), caller(p), id, i+1, round, true)
		check(t, err)
	}
}

func (n eventNode) event(t *testing.T, id string) *events.State {
	t.Helper()
	e, err := n.Event(t.Context(), boss, id)
	check(t, err)
	return e
}

// playing returns the number of matches in progress of the busiest player (most) and of the least
// busy player (least).
func playing(t *testing.T, n eventNode) (most, least int) {
	t.Helper()
	least = 99
	for _, p := range field {
		list, err := n.play.Playing(t.Context(), p)
		check(t, err)
		most, least = max(most, len(list)), min(least, len(list))
	}
	return most, least
}

// TestRoundOutlivesItsNode pairs a round on a node that never starts the matches. A second node
// fails before it stores a match, and a third node fails after it has stored a match. Every board
// must still get exactly one match, and the results of the matches must become the results of the
// round.
func TestRoundOutlivesItsNode(t *testing.T) {
	everywhere(t, func(t *testing.T, s site) {
		first := s.eventNode(t) // run is never called, so this node starts no matches
		id := onScreen(t, first, time.Minute)
		e, err := first.Pair(t.Context(), boss, id, 1)
		check(t, err)
		if most, _ := playing(t, first); most != 0 || len(e.Rounds[0].Boards) != 2 {
			t.Fatalf("%d matches before anybody is seated; the round is %+v", most, e.Rounds[0])
		}
		var died, failed atomic.Int32
		errDied := errors.New("the node has died")
		dying := s.eventNode(t, func(p *eventPlay) {
			p.after = func() error { died.Add(1); return errDied }
		})
		failing := s.eventNode(t, func(p *eventPlay) {
			p.before = func() error {
				if failed.Add(1) < 3 {
					return errDied
				}
				return nil
			}
		})
		failing.run(t)
		eventually(t, 5*time.Second, func() bool { return failed.Load() > 0 })
		dying.run(t)
		eventually(t, 5*time.Second, func() bool { _, least := playing(t, first); return least == 1 })
		time.Sleep(500 * time.Millisecond) // longer than the lease on a board
		if most, least := playing(t, first); most != 1 || least != 1 {
			t.Fatalf("between %d and %d matches of each player", least, most)
		}
		byID := func(entrant int) play.Player { return field[entrant-1] }
		for i, b := range e.Rounds[0].Boards {
			snap, _, err := first.play.Look(t.Context(), byID(b.First), b.Match)
			check(t, err)
			if !snap.Plays(byID(b.First).ID, 1) || !snap.Plays(byID(b.Second).ID, 2) {
				t.Errorf("board %d has other players", i+1)
			}
			// On the first board, a player resigns; on the second, the second side aborts
			// before the first move.
			c := play.Command{Kind: play.Resign}
			if i == 1 {
				c.Kind = play.Abort
			}
			_, err = first.play.Do(t.Context(), byID(b.Second), b.Match, c)
			check(t, err)
		}
		eventually(t, 10*time.Second, func() bool { r := first.event(t, id).Rounds[0]; return r.Done() })
		e = first.event(t, id)
		for i, b := range e.Rounds[0].Boards {
			if b.Result.Result != events.FirstWins || b.Source != events.ByMatch || b.Forfeit != (i == 1) || b.Version != 1 {
				t.Errorf("board %d is %+v", i+1, b)
			}
		}
		checkAll(t, first, id, 2)
		_, err = first.Pair(t.Context(), boss, id, 2)
		check(t, err)
		eventually(t, 5*time.Second, func() bool { most, least := playing(t, first); return most == 1 && least == 1 })
	})
}

// TestUndoneRound checks that an undone round leaves no match in progress, and that an
// arbiter's result ends the match of its board.
func TestUndoneRound(t *testing.T) {
	everywhere(t, func(t *testing.T, s site) {
		n := s.eventNode(t)
		n.run(t)
		id := onScreen(t, n, time.Minute)
		e, err := n.Pair(t.Context(), boss, id, 1)
		check(t, err)
		old := e.Rounds[0].Boards[0].Match
		eventually(t, 5*time.Second, func() bool { _, least := playing(t, n); return least == 1 })
		_, err = n.Undo(t.Context(), boss, id, 1)
		check(t, err)
		eventually(t, 5*time.Second, func() bool { most, _ := playing(t, n); return most == 0 })
		e, err = n.Pair(t.Context(), boss, id, 1)
		check(t, err)
		eventually(t, 5*time.Second, func() bool { _, least := playing(t, n); return least == 1 })
		if e.Rounds[0].Boards[0].Match == old {
			t.Error("the second pairing has the match of the first")
		}
		for i := range e.Rounds[0].Boards {
			_, err = n.Decide(t.Context(), boss, id, 1, i+1, 0, events.Result{Result: events.SecondWins, Reason: "phone"})
			check(t, err)
		}
		eventually(t, 5*time.Second, func() bool { most, _ := playing(t, n); return most == 0 })
		time.Sleep(300 * time.Millisecond)
		for _, b := range n.event(t, id).Rounds[0].Boards {
			if b.Source != events.ByArbiter || b.Version != 1 {
				t.Errorf("the board is %+v", b)
			}
		}
	})
}

// TestNoFirstMove checks that a player of either side who does not make the first move
// within the event's limit loses by forfeit.
func TestNoFirstMove(t *testing.T) {
	everywhere(t, func(t *testing.T, s site) {
		n := s.eventNode(t)
		n.run(t)
		id := onScreen(t, n, 10*time.Second)
		e, err := n.Pair(t.Context(), boss, id, 1)
		check(t, err)
		b := e.Rounds[0].Boards[0]
		eventually(t, 5*time.Second, func() bool { _, least := playing(t, n); return least == 1 })
		_, err = n.play.Move(t.Context(), field[b.First-1], b.Match, play.Move{Ply: 0, Code: "e2e4"})
		check(t, err)
		eventually(t, 15*time.Second, func() bool { r := n.event(t, id).Rounds[0]; return r.Done() })
		boards := n.event(t, id).Rounds[0].Boards
		for i, want := range []string{events.FirstWins, events.SecondWins} {
			if b := boards[i]; b.Result.Result != want || !b.Forfeit || b.Source != events.ByMatch {
				t.Errorf("board %d is %+v; want a forfeit for %s", i+1, b, want)
			}
		}
	})
}

// TestSeatNeedsConsent checks that no match is started for a board without a row of its event, or
// with players other than the players in the row.
func TestSeatNeedsConsent(t *testing.T) {
	everywhere(t, func(t *testing.T, s site) {
		n := s.eventNode(t) // run is never called, so this node starts no matches
		match, err := n.play.Pairs().NewID()
		check(t, err)
		deal := play.Deal{Game: "chess", Clock: play.UsualClock(chessRules())}
		if err := n.play.Pairs().Seat(t.Context(), play.Seating{Match: match, Deal: deal, Players: [2]play.Player{anna, bao}}); !errors.Is(err, play.ErrNotFound) {
			t.Errorf("without consent: %v", err)
		}
		id := onScreen(t, n, time.Minute)
		e, err := n.Pair(t.Context(), boss, id, 1)
		check(t, err)
		b := e.Rounds[0].Boards[0]
		wrong := [2]play.Player{field[b.Second-1], field[b.First-1]}
		if err := n.play.Pairs().Seat(t.Context(), play.Seating{Match: b.Match, Deal: deal, Players: wrong}); !errors.Is(err, play.ErrNotFound) {
			t.Errorf("with the sides exchanged: %v", err)
		}
		if most, _ := playing(t, n); most != 0 {
			t.Errorf("%d matches", most)
		}
	})
}

func chessRules() game.Rules { r, _ := rules("chess"); return r }
