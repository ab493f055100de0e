package live

import (
	"slices"
	"testing"
	"time"

	"kydai/internal/events"
	"kydai/internal/play"
)

// open creates and starts an event whose matches are played on the server. Its entrants are the
// players in the variable field, all of whom have checked in.
func (n eventNode) open(t *testing.T, settings events.Settings) string {
	t.Helper()
	ctx := t.Context()
	settings.Name, settings.Game, settings.Clock, settings.Boards, settings.FirstMove = "Cup", "chess", "10+5", events.Screen, time.Minute
	e, err := n.Create(ctx, boss, settings)
	check(t, err)
	_, err = n.OpenEntries(ctx, boss, e.ID)
	check(t, err)
	for _, p := range field {
		_, err = n.Enter(ctx, caller(p), e.ID)
		check(t, err)
	}
	checkAll(t, n, e.ID, 1)
	_, err = n.Start(ctx, boss, e.ID)
	check(t, err)
	return e.ID
}

// resign waits until the match of a board has started and plays two moves. Then the second side of
// the match resigns, or the first side if the parameter first is true.
func (n eventNode) resign(t *testing.T, b events.Board, first bool) {
	t.Helper()
	who := field[b.Second-1]
	if first {
		who = field[b.First-1]
	}
	eventually(t, 10*time.Second, func() bool {
		_, err := n.play.Move(t.Context(), field[b.First-1], b.Match, play.Move{Ply: 0, Code: "e2e4"})
		return err == nil
	})
	_, err := n.play.Move(t.Context(), field[b.Second-1], b.Match, play.Move{Ply: 1, Code: "e7e5"})
	check(t, err)
	_, err = n.play.Do(t.Context(), who, b.Match, play.Command{Kind: play.Resign})
	check(t, err)
}

// TestSeriesOnScreen checks that the games of a tie (several games of the same two players) start
// one after another without an arbiter, even if one node processes the end of a game and another
// node starts the next game.
func TestSeriesOnScreen(t *testing.T) {
	everywhere(t, func(t *testing.T, s site) {
		one, two := s.eventNode(t), s.eventNode(t)
		one.run(t)
		two.run(t)
		id := one.open(t, events.Settings{Format: events.Double, Games: 2, Deciding: 1, Scoring: "1-0.5-0"})
		e, err := one.Pair(t.Context(), boss, id, 1)
		check(t, err)
		champion := e.Rounds[0].Boards[0].First
		for seen := 0; seen < 5; seen++ { // five games: one tie has two games, the other tie has three
			eventually(t, 10*time.Second, func() bool { e = two.event(t, id); return len(e.Rounds[0].Boards) > seen })
			b := e.Rounds[0].Boards[seen]
			// In the first tie, the same player wins both games. In the other tie, the first side
			// wins each game, so that a third game decides.
			one.resign(t, b, b.Tie == e.Rounds[0].Boards[0].Tie && b.First != champion)
		}
		eventually(t, 10*time.Second, func() bool { r := two.event(t, id).Rounds[0]; return r.Done() })
		e = two.event(t, id)
		for i, b := range e.Rounds[0].Boards {
			if b.Source != events.ByMatch || b.Version != 1 {
				t.Errorf("board %d is %+v", i+1, b)
			}
		}
		if len(e.Rounds[0].Boards) != 5 || e.Total() != 5 {
			t.Errorf("%d boards; %d rounds", len(e.Rounds[0].Boards), e.Total())
		}
		checkAll(t, one, id, 2)
		e, err = two.Pair(t.Context(), boss, id, 2)
		check(t, err)
		if len(e.Rounds[1].Boards) != 2 {
			t.Errorf("round 2 is %+v", e.Rounds[1])
		}
	})
}

// TestArenaOnScreen runs an arena on two nodes. Before that, a node takes the lease on the event
// and dies. The arena must pair players automatically, every board must have exactly one match, and
// every result must be counted once.
func TestArenaOnScreen(t *testing.T) {
	everywhere(t, func(t *testing.T, s site) {
		dead, one := s.eventNode(t), s.eventNode(t)
		id := one.open(t, events.Settings{Format: events.Arena, Minutes: 1, Scoring: "2-1-0"})
		store := s.openStore(t)
		eventually(t, 10*time.Second, func() bool { // a node leases the event and then dies
			list, err := store.DueEvents(t.Context(), 9, 300*time.Millisecond)
			check(t, err)
			return len(list) == 1 && list[0].ID == id
		})
		if list, err := store.DueEvents(t.Context(), 9, time.Second); err != nil || len(list) != 0 {
			t.Errorf("another node gets %+v, %v", list, err)
		}
		one.run(t)
		dead.run(t) // the dead node is started again
		var e *events.State
		for played := 0; played < 6; played++ {
			eventually(t, 20*time.Second, func() bool {
				e = one.event(t, id)
				return len(e.Rounds) == 1 && len(e.Rounds[0].Boards) > played
			})
			one.resign(t, e.Rounds[0].Boards[played], false)
		}
		eventually(t, 10*time.Second, func() bool { r := one.event(t, id).Rounds[0]; return r.Boards[5].Result.Result != "" })
		e = one.event(t, id)
		sum := 0
		for _, p := range first(e.Standings("")) {
			sum += p.Score
		}
		done := 0
		for i, b := range e.Rounds[0].Boards {
			if b.Version > 1 || b.Result.Result != "" && (b.Source != events.ByMatch || b.Result.Result != events.FirstWins) {
				t.Errorf("board %d is %+v", i+1, b)
			}
			done += b.Version
		}
		if most, _ := playing(t, one); most > 1 || sum != 2*done {
			t.Errorf("%d matches of a player at once; %d points of %d games", most, sum, done)
		}
	})
}

func first[A, B any](a A, _ B) A { return a }

// TestTeamsOnScreen checks that the members of teams are seated in the order of their board
// numbers.
func TestTeamsOnScreen(t *testing.T) {
	everywhere(t, func(t *testing.T, s site) {
		n := s.eventNode(t)
		n.run(t)
		ctx := t.Context()
		settings := events.Settings{
			Name: "Cup", Game: "chess", Clock: "10+5", Format: events.Swiss, Rounds: 1, Scoring: "1-0.5-0", TeamBoards: 2, Boards: events.Screen,
			FirstMove: time.Minute, Pause: 5,
		}
		e, err := n.Create(ctx, boss, settings)
		check(t, err)
		_, err = n.OpenEntries(ctx, boss, e.ID)
		check(t, err)
		for i, p := range field {
			_, err = n.Enter(ctx, caller(p), e.ID)
			check(t, err)
			_, err = n.Describe(ctx, boss, e.ID, events.Entrant{ID: i + 1, Team: []string{"A", "B"}[i%2], Board: 1 + i/2})
			check(t, err)
		}
		checkAll(t, n, e.ID, 1)
		_, err = n.Start(ctx, boss, e.ID)
		check(t, err)
		// wait until the server has paired the round automatically
		eventually(t, 20*time.Second, func() bool { return len(n.event(t, e.ID).Rounds) == 1 })
		for _, b := range n.event(t, e.ID).Rounds[0].Boards {
			n.resign(t, b, b.First > b.Second)
		}
		eventually(t, 30*time.Second, func() bool { return n.event(t, e.ID).Phase == events.Over })
		list, _ := n.event(t, e.ID).Teams(0)
		if list[0].Team != "A" || list[0].Score != 2 || list[0].Boards != 4 || list[1].Boards != 0 {
			t.Errorf("the teams are %+v", list)
		}
	})
}

// TestChallenge checks that a challenge in a ladder seats both players at once, and that
// a winning challenger takes the opponent's place.
func TestChallenge(t *testing.T) {
	everywhere(t, func(t *testing.T, s site) {
		n := s.eventNode(t)
		n.run(t)
		id := n.open(t, events.Settings{Format: events.Ladder, Reach: 2, Scoring: "1-0.5-0"})
		order := n.event(t, id).Rungs()
		e, err := n.Challenge(t.Context(), caller(field[order[2]-1]), id, order[0])
		check(t, err)
		b := e.Rounds[0].Boards[0]
		n.resign(t, b, b.First == order[0]) // the challenged player loses
		eventually(t, 10*time.Second, func() bool { r := n.event(t, id).Rounds[0]; return r.Done() })
		want := []int{order[2], order[0], order[1], order[3]}
		if got := n.event(t, id).Rungs(); !slices.Equal(got, want) {
			t.Errorf("the ladder is %v; want %v", got, want)
		}
	})
}
