package live

import (
	"crypto/rand"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"kydai/fair"
	"kydai/game"
	"kydai/internal/events"
	"kydai/internal/play"
)

// dealt creates an event of cờ úp (a game with face-down pieces) whose players have checked in for
// its first round: four single players or, if twins is true, two teams of two, whose two boards
// share one deal.
func dealt(t *testing.T, n eventNode, firstMove time.Duration, twins bool) string {
	t.Helper()
	ctx := t.Context()
	settings := events.Settings{
		Name: "Cờ úp", Game: "jieqi", Clock: "10+5", Format: events.Swiss, Rounds: 3, Scoring: "1-0.5-0", Boards: events.Screen, FirstMove: firstMove,
	}
	if twins {
		settings.TeamBoards, settings.Duplicate = 2, true
	}
	e, err := n.Create(ctx, boss, settings)
	check(t, err)
	_, err = n.OpenEntries(ctx, boss, e.ID)
	check(t, err)
	for i, p := range field {
		_, err = n.Enter(ctx, caller(p), e.ID)
		check(t, err)
		if twins {
			_, err = n.Describe(ctx, boss, e.ID, events.Entrant{ID: i + 1, Team: []string{"A", "B"}[i%2], Board: i/2 + 1})
			check(t, err)
		}
	}
	_, err = n.Start(ctx, boss, e.ID)
	check(t, err)
	checkAll(t, n, e.ID, 1)
	return e.ID
}

// seat is a player on a board, with the number that the player contributes to the deal.
type seat struct {
	player play.Player
	match  string
	number fair.Hash
}

// told is a client that watches a match and keeps only the newest state.
type told struct {
	mu   sync.Mutex
	snap *play.Snapshot
}

func (w *told) Changed(s *play.Snapshot) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.snap = s
}

func (w *told) last() *play.Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.snap
}

// commit sends the commitments of all players on the given boards, and returns these players with
// their numbers.
func commit(t *testing.T, n eventNode, boards []events.Board) (seats []seat) {
	t.Helper()
	for _, b := range boards {
		for i, entrant := range []int{b.First, b.Second} {
			p := field[entrant-1]
			var d *play.Dealing
			eventually(t, 5*time.Second, func() bool {
				var err error
				d, err = n.play.Deals().Dealing(t.Context(), p, b.Match)
				return err == nil
			})
			if d.Side != game.First+game.Side(i) || d.Transcript.Match != b.Match {
				t.Fatalf("%s is %v in the deal of %s", p.ID, d.Side, d.Transcript.Match)
			}
			m := fair.Match{ID: d.Transcript.Match, Game: d.Transcript.Game, Packs: d.Transcript.Packs, Other: d.Transcript.Other}
			role := fair.RoleAt(0, d.Side)
			if d.Transcript.Table == 2 {
				m.ID, m.Other, role = m.Other, m.ID, fair.RoleAt(1, d.Side)
			}
			nonce, err := fair.NewNonce(rand.Reader)
			check(t, err)
			s := seat{p, b.Match, nonce.Open()}
			_, err = n.play.Deals().Commit(t.Context(), p, b.Match, fair.Commitment(m.Hash(), role, s.number))
			check(t, err)
			seats = append(seats, s)
		}
	}
	return seats
}

func open(t *testing.T, n eventNode, seats ...seat) {
	t.Helper()
	for _, s := range seats {
		_, err := n.play.Deals().Open(t.Context(), s.player, s.match, s.number)
		check(t, err)
	}
}

func (n eventNode) boards(t *testing.T, id string) []events.Board {
	t.Helper()
	return n.event(t, id).Rounds[0].Boards
}

func (n eventNode) done(t *testing.T, id string, within time.Duration) []events.Board {
	t.Helper()
	eventually(t, within, func() bool { r := n.event(t, id).Rounds[0]; return r.Done() })
	return n.boards(t, id)
}

// TestDealOfRound checks a round of cờ úp (a game with face-down pieces): before its matches start,
// the players contribute secret numbers to the deals. Another node must continue the deals when the
// first node has stopped. A player who does not reveal the number within the time limit for first
// moves must lose by forfeit.
func TestDealOfRound(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		var id string
		var boards []events.Board
		var seats []seat
		t.Run("first node", func(t *testing.T) { // the first node stops at the end of this subtest
			first := s.eventNode(t)
			first.run(t)
			id = dealt(t, first, 10*time.Second, false)
			_, err := first.Pair(t.Context(), boss, id, 1)
			check(t, err)
			boards = first.boards(t, id)
			seats = commit(t, first, boards)
			if most, _ := playing(t, first); most != 0 {
				t.Errorf("%d matches before the deal", most)
			}
		})
		second := s.eventNode(t)
		second.run(t)
		open(t, second, seats[:3]...) // all players reveal their numbers, except the second player of the second board
		eventually(t, 5*time.Second, func() bool { most, _ := playing(t, second); return most == 1 })
		snap, _, err := second.play.Look(t.Context(), play.Player{}, boards[0].Match)
		check(t, err)
		if tr := snap.Transcript(game.First); tr == nil || tr.Players[0].Public || tr.Players[1].Public {
			t.Errorf("the deal is %+v", tr)
		}
		_, err = second.play.Do(t.Context(), seats[0].player, boards[0].Match, play.Command{Kind: play.Resign})
		check(t, err)
		got := second.done(t, id, 20*time.Second)
		if b := got[0]; b.Result.Result != events.SecondWins || b.Source != events.ByMatch || b.Forfeit {
			t.Errorf("the board that was played is %+v", b)
		}
		if b := got[1]; b.Result.Result != events.FirstWins || b.Source != events.ByDeal || !b.Forfeit {
			t.Errorf("the board without a deal is %+v", b)
		}
	})
}

// TestNobodyOpens checks that both players of a board lose by forfeit if neither of them reveals a
// secret number for the deal.
func TestNobodyOpens(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		n := s.eventNode(t)
		n.run(t)
		id := dealt(t, n, 10*time.Second, false)
		_, err := n.Pair(t.Context(), boss, id, 1)
		check(t, err)
		commit(t, n, n.boards(t, id)[:1])
		for i, b := range n.done(t, id, 30*time.Second) {
			if b.Result.Result != events.NobodyWins || b.Source != events.ByDeal || !b.Forfeit {
				t.Errorf("board %d is %+v", i+1, b)
			}
		}
	})
}

// TestUndoneDeal checks that a round that is undone during its deals leaves no match, and
// that an arbiter's result ends the deal of its board.
func TestUndoneDeal(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		n := s.eventNode(t)
		n.run(t)
		id := dealt(t, n, time.Minute, false)
		_, err := n.Pair(t.Context(), boss, id, 1)
		check(t, err)
		seats := commit(t, n, n.boards(t, id))
		_, err = n.Undo(t.Context(), boss, id, 1)
		check(t, err)
		shut := func(s seat) func() bool {
			return func() bool {
				_, err := n.play.Deals().Open(t.Context(), s.player, s.match, s.number)
				return code(err) == fair.NotNow
			}
		}
		eventually(t, 5*time.Second, shut(seats[0]))
		eventually(t, 5*time.Second, shut(seats[2]))
		if most, _ := playing(t, n); most != 0 {
			t.Errorf("%d matches of a round that was undone", most)
		}
		_, err = n.Pair(t.Context(), boss, id, 1)
		check(t, err)
		seats = commit(t, n, n.boards(t, id))
		_, err = n.Decide(t.Context(), boss, id, 1, 1, 0, events.Result{Result: events.SecondWins, Reason: "phone"})
		check(t, err)
		eventually(t, 5*time.Second, shut(seats[0]))
		open(t, n, seats[2:]...)
		eventually(t, 5*time.Second, func() bool { most, _ := playing(t, n); return most == 1 })
	})
}

// TestTwins checks a team match on two boards that share one deal, made from the secret numbers of
// four players and the server. Both matches must start at the same time. The results must appear
// only when both games are over; then everyone can verify the deal.
func TestTwins(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		n := s.eventNode(t)
		died := errors.New("the node has died")
		failing := true
		dying := s.eventNode(t, func(p *eventPlay) {
			p.after = func() error { return died }
			p.before = func() error {
				if failing {
					failing = false
					return died
				}
				return nil
			}
		})
		dying.run(t)
		id := dealt(t, n, time.Minute, true)
		_, err := n.Pair(t.Context(), boss, id, 1)
		check(t, err)
		boards := n.boards(t, id)
		if len(boards) != 2 || boards[0].Twin != 2 || boards[1].Twin != 1 {
			t.Fatalf("the boards are %+v", boards)
		}
		seats := commit(t, n, boards)
		open(t, n, seats[:3]...)
		if most, _ := playing(t, n); most != 0 {
			t.Errorf("%d matches before all four have opened", most)
		}
		open(t, n, seats[3])
		if most, least := playing(t, n); most != 1 || least != 1 {
			t.Fatalf("between %d and %d matches of each player", least, most)
		}
		// The match at the first table ends; the match at the second table continues.
		_, err = n.play.Do(t.Context(), seats[0].player, boards[0].Match, play.Command{Kind: play.Resign})
		check(t, err)
		time.Sleep(1500 * time.Millisecond) // longer than the server needs to store a result
		if b := n.boards(t, id)[0]; b.Result.Result != "" {
			t.Errorf("the result of the first table is shown: %+v", b)
		}
		snap, side, err := n.play.Look(t.Context(), seats[1].player, boards[0].Match)
		check(t, err)
		if tr := snap.Transcript(side); !snap.Over || snap.Open() || tr.Secret != nil {
			t.Error("the deal is told to the first table while the second one plays")
		}
		if _, err := snap.Truth(); code(err) != play.Sealed {
			t.Errorf("the truth of the first table: %v", err)
		}
		for _, who := range []play.Player{seats[2].player, {ID: "boss"}, {}} {
			if _, _, err := n.play.Look(t.Context(), who, boards[0].Match); code(err) != play.Sealed {
				t.Errorf("%q looks at the first table: %v", who.ID, err)
			}
			if _, err := n.play.Watch(t.Context(), who, boards[0].Match, &told{}); code(err) != play.Sealed {
				t.Errorf("%q watches the first table: %v", who.ID, err)
			}
		}
		waits := &told{}
		watch, err := n.play.Watch(t.Context(), seats[0].player, boards[0].Match, waits)
		check(t, err)
		defer watch.Close()
		_, err = n.play.Do(t.Context(), seats[2].player, boards[1].Match, play.Command{Kind: play.Resign})
		check(t, err)
		eventually(t, 10*time.Second, func() bool { last := waits.last(); return last != nil && last.Open() })
		got := n.done(t, id, 10*time.Second)
		if got[0].Result.Result != events.SecondWins || got[1].Result.Result != events.SecondWins {
			t.Errorf("the results are %+v", got)
		}
		r, _ := rules("jieqi")
		key, _ := n.play.Deals().Key()
		var secrets []game.Secret
		for i, b := range boards {
			snap, _, err := n.play.Look(t.Context(), play.Player{}, b.Match)
			check(t, err)
			truth, err := snap.Truth()
			check(t, err)
			e := fair.Evidence{Match: b.Match, Keys: []fair.Key{key}, Rules: r, Setup: truth.Setup(), Codes: truth.Codes(), Over: true}
			if report := fair.Verify(*snap.Transcript(game.NoSide), e); !report.Sound() {
				t.Errorf("table %d: %+v", i+1, report)
			}
			secrets = append(secrets, truth.Setup().Secret)
		}
		if secrets[0] != secrets[1] {
			t.Error("the two tables have two deals")
		}
		if teams, _ := n.event(t, id).Teams(0); len(teams) != 2 || teams[0].Boards != teams[1].Boards {
			t.Errorf("a win each: the teams are %+v", teams)
		}
	})
}

// TestTwinsWithoutOne checks a deal for two boards if one of the four players does not reveal a
// secret number. The players of the other board must get a deal of their own, and their match must
// not be sealed (shown only to its own players).
func TestTwinsWithoutOne(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		n := s.eventNode(t)
		n.run(t)
		id := dealt(t, n, 10*time.Second, true)
		_, err := n.Pair(t.Context(), boss, id, 1)
		check(t, err)
		boards := n.boards(t, id)
		seats := commit(t, n, boards)
		open(t, n, slices.Delete(slices.Clone(seats), 1, 2)...)
		eventually(t, 20*time.Second, func() bool { return n.boards(t, id)[0].Source == events.ByDeal })
		if b := n.boards(t, id)[0]; b.Result.Result != events.FirstWins || !b.Forfeit {
			t.Errorf("the first board is %+v", b)
		}
		var again []seat
		eventually(t, 5*time.Second, func() bool {
			d, err := n.play.Deals().Dealing(t.Context(), seats[2].player, boards[1].Match)
			return err == nil && d.Transcript.Version == 1
		})
		again = commit(t, n, boards[1:])
		open(t, n, again...)
		snap, _, err := n.play.Look(t.Context(), play.Player{}, boards[1].Match)
		check(t, err)
		if snap.Sealed() {
			t.Error("a match without a twin is sealed")
		}
	})
}
