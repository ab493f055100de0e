package live

import (
	"sync"
	"testing"
	"time"

	"kydai/game"
	"kydai/games"
	"kydai/internal/play"
	"kydai/match"
)

// TestGames plays complete random games of every kind, with each player on a different
// node. It checks that the events sent to each client are a prefix of the record.
func TestGames(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		a, b := s.node(t), s.node(t)
		var wg sync.WaitGroup
		for _, r := range append(games.All(), games.Examples()...) {
			wg.Go(func() { wholeGame(t, s, a, b, r.Info().Name) })
		}
		wg.Wait()
	})
}

func wholeGame(t *testing.T, s site, a, b *play.Service, name string) {
	const most = 160 // number of plies after which a player resigns
	id := between(t, a, b, play.Deal{Game: name, Clock: control("10+5")})
	nodes := [2]*play.Service{a, b}
	players := [2]play.Player{anna, bao}
	clients := []*watching{watch(t, a, anna, id), watch(t, b, bao, id), watch(t, a, chi, id), watch(t, b, play.Player{}, id)}
	for ply := 0; ; ply++ {
		i := -1
		for k := range 2 {
			snap := clients[k].until(t, 10*time.Second, func(s *play.Snapshot) bool { return s.Over || s.Ply >= ply })
			if snap.Over {
				break
			}
			if snap.View(game.Side(k+1)).Turn == game.Side(k+1) {
				i = k
			}
		}
		if i < 0 {
			break
		}
		var err error
		if ply == most {
			_, err = nodes[i].Do(t.Context(), players[i], id, play.Command{Kind: play.Resign})
		} else {
			v := clients[i].now().View(game.Side(i + 1))
			_, err = nodes[i].Move(t.Context(), players[i], id, play.Move{Ply: ply, Code: anyMove(v)})
		}
		if err != nil {
			t.Errorf("%s, ply %d: %v", name, ply, err)
			return
		}
		if ply%20 == 0 {
			var were []*watching
			for _, c := range clients {
				were = append(were, c.copy())
			}
			record, _, err := a.Look(t.Context(), chi, id)
			check(t, err)
			for _, c := range were {
				c.isPrefix(t, record, false)
			}
		}
	}
	// Check that a node that has never loaded the match reads the same record from the store.
	record, _, err := s.node(t).Look(t.Context(), chi, id)
	check(t, err)
	for _, c := range clients {
		c.until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.Seq == record.Seq })
		c.isPrefix(t, record, true)
	}
	if !record.Over {
		t.Errorf("%s is not over", name)
	}
}

// TestSamePly sends two moves for the same ply through two nodes at the same time and checks that
// exactly one move is played. If the same move is sent twice, both commands succeed and the move is
// played once.
func TestSamePly(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		nodes := [2]*play.Service{s.node(t), s.node(t)}
		id := between(t, nodes[0], nodes[1], play.Deal{Game: "xiangqi"})
		for ply := range 40 {
			by := [2]play.Player{anna, bao}[ply%2]
			snap, side, err := nodes[0].Look(t.Context(), by, id)
			check(t, err)
			if snap.Over {
				break
			}
			moves := [2]string{anyMove(snap.View(side)), anyMove(snap.View(side))}
			var errs [2]error
			var acks [2]play.Ack
			var wg sync.WaitGroup
			for i, n := range nodes {
				wg.Go(func() { acks[i], errs[i] = n.Move(t.Context(), by, id, play.Move{Ply: ply, Code: moves[i]}) })
			}
			wg.Wait()
			record, _, err := nodes[ply%2].Look(t.Context(), by, id)
			check(t, err)
			if record.Ply != ply+1 {
				t.Fatalf("%d plies after two moves for ply %d", record.Ply, ply)
			}
			played := codesOf(record)[ply]
			for i, err := range errs {
				switch {
				case err == nil && moves[i] != played:
					t.Fatalf("%s was acknowledged and %s played", moves[i], played)
				case err != nil && moves[i] == played:
					t.Fatalf("%s was played and refused: %v", played, err)
				case err != nil && code(err) != match.Stale:
					t.Fatalf("the second move is answered with %v", err)
				}
			}
			// If both nodes receive the move in the same millisecond, either acknowledgement may be
			// marked as the repeated one, but not both.
			if acks[0].Repeated && acks[1].Repeated {
				t.Fatal("nobody played the move, both say")
			}
		}
	})
}

// TestRepeated sends a move again, on the same node and on another node, as if its acknowledgement
// had been lost. Every repetition must be accepted. The test also sends wrong moves, which both
// nodes must refuse.
func TestRepeated(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	a, b := s.node(t), s.node(t)
	id := between(t, a, b, play.Deal{Game: "chess"})
	for range 2 {
		for _, n := range []*play.Service{a, b} {
			_, err := n.Move(t.Context(), anna, id, play.Move{Ply: 0, Code: "e2e4"})
			check(t, err)
		}
	}
	ack, err := b.Move(t.Context(), bao, id, play.Move{Ply: 1, Code: "e7e5"})
	check(t, err)
	if ack.Ply != 2 || ack.Seq != 3 {
		t.Errorf("the ack is %+v", ack)
	}
	for _, c := range []struct {
		by   play.Player
		move play.Move
		want string
	}{
		{anna, play.Move{Ply: 0, Code: "d2d4"}, match.Stale},
		{anna, play.Move{Ply: 3, Code: "d2d4"}, match.Ahead},
		{bao, play.Move{Ply: 2, Code: "d7d5"}, match.NotYourTurn},
		{chi, play.Move{Ply: 2, Code: "d2d4"}, match.NotAPlayer},
		{play.Player{}, play.Move{Ply: 2, Code: "d2d4"}, match.NotAPlayer},
		{anna, play.Move{Ply: 2, Code: "d2d5"}, game.IllegalMove},
	} {
		for _, n := range []*play.Service{a, b} {
			if _, err := n.Move(t.Context(), c.by, id, c.move); code(err) != c.want {
				t.Errorf("%s %+v: %v, want %s", c.by.ID, c.move, err, c.want)
			}
		}
	}
	for _, id := range []string{"nothing", "", "a.b", "*"} {
		if _, err := a.Move(t.Context(), anna, id, play.Move{}); code(err) != play.NotFound {
			t.Errorf("a move in match %q: %v", id, err)
		}
		if _, _, err := a.Look(t.Context(), anna, id); code(err) != play.NotFound {
			t.Errorf("a look at match %q: %v", id, err)
		}
	}
}
