package live

import (
	"context"
	"sync"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
)

// TestTalk checks that a draw offered on one node can be accepted on the other node. It also checks
// that a rematch can be accepted on the other node and starts with the sides swapped.
func TestTalk(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		a, b := s.node(t), s.node(t)
		id := between(t, a, b, play.Deal{Game: "jieqi", Clock: control("5+3")})
		clients := []*watching{watch(t, a, anna, id), watch(t, b, bao, id)}
		for ply := range 4 {
			i := ply % 2
			snap := clients[i].until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.Ply == ply })
			_, err := []*play.Service{a, b}[i].Move(t.Context(), []play.Player{anna, bao}[i], id, play.Move{Ply: ply, Code: anyMove(snap.View(game.Side(i + 1)))})
			check(t, err)
		}
		do := func(n *play.Service, by play.Player, c play.Command) play.Ack {
			t.Helper()
			ack, err := n.Do(t.Context(), by, id, c)
			check(t, err)
			return ack
		}
		do(a, anna, play.Command{Kind: play.Propose, What: match.Draw})
		do(b, bao, play.Command{Kind: play.Accept, What: match.Draw})
		do(b, bao, play.Command{Kind: play.Propose, What: match.Rematch})
		next := do(a, anna, play.Command{Kind: play.Accept, What: match.Rematch}).Next
		if next == "" || next == id {
			t.Fatalf("the rematch is %q", next)
		}
		for _, c := range clients {
			snap := c.until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.View(game.NoSide).Next != "" })
			if v := snap.View(game.NoSide); v.Next != next || v.Outcome != game.Draw(game.ByAgreement) {
				t.Errorf("%s sees %v, then %s", c.player, v.Outcome, v.Next)
			}
		}
		snap, side, err := b.Look(t.Context(), bao, next)
		check(t, err)
		if side != game.First || snap.Over {
			t.Errorf("in the rematch Bảo is %v", side)
		}
		if _, err := a.Do(t.Context(), anna, id, play.Command{Kind: play.Accept, What: match.Rematch}); code(err) != match.NoOffer {
			t.Errorf("the rematch is accepted again: %v", err)
		}
		if _, err := a.Do(t.Context(), anna, id, play.Command{Kind: "sing"}); code(err) != play.NoSuchAct {
			t.Errorf("singing is answered with %v", err)
		}
	})
}

// TestRematchOfMachine checks that an engine accepts a rematch at once.
func TestRematchOfMachine(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	n := s.node(t)
	id, err := n.Start(t.Context(), anna, play.NewMatch{Deal: play.Deal{Game: "chess"}, Seats: [2]match.Seat{person, robot(1)}})
	check(t, err)
	_, err = n.Do(t.Context(), anna, id, play.Command{Kind: play.Resign})
	check(t, err)
	ack, err := n.Do(t.Context(), anna, id, play.Command{Kind: play.Propose, What: match.Rematch})
	check(t, err)
	_, side, err := n.Look(t.Context(), anna, ack.Next)
	check(t, err)
	if side != game.Second {
		t.Errorf("in the rematch Anna is %v", side)
	}
}

// TestAlone checks that one player can move for both sides.
func TestAlone(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	n := s.node(t)
	id, err := n.Start(t.Context(), anna, play.NewMatch{Deal: play.Deal{Game: "chess", Takebacks: match.Unlimited}, Seats: [2]match.Seat{person, person}})
	check(t, err)
	for ply, c := range []string{"e2e4", "e7e5", "g1f3"} {
		_, err := n.Move(t.Context(), anna, id, play.Move{Ply: ply, Code: c})
		check(t, err)
	}
	_, err = n.Do(t.Context(), anna, id, play.Command{Kind: play.Propose, What: match.Takeback, Count: 1, Side: game.First})
	check(t, err)
	_, err = n.Do(t.Context(), anna, id, play.Command{Kind: play.Resign, Side: game.Second})
	check(t, err)
	snap, _, err := n.Look(t.Context(), anna, id)
	check(t, err)
	if out := snap.View(game.NoSide).Outcome; out != game.Win(game.First, game.ByResignation) || snap.Ply != 2 {
		t.Errorf("%v after %d plies", out, snap.Ply)
	}
}

// TestLobby checks that an offer is visible on all nodes, and that if many players accept it,
// exactly one of them gets the match.
func TestLobby(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		a, b := s.node(t), s.node(t, func(o *play.Options) { o.MaxOffers, o.MaxLive = 2, 2 })
		var mu sync.Mutex
		var seen []play.Seek
		cancel := b.Lobby().Watch(func(all []play.Seek) { mu.Lock(); seen = all; mu.Unlock() })
		defer cancel()
		listed := func() int { mu.Lock(); defer mu.Unlock(); return len(seen) }
		begun := make(chan string, 4)
		stop, err := b.WatchPlayer(anna.ID, func(id string) { begun <- id }, func() {})
		check(t, err)
		defer stop()

		deal := play.Deal{Game: "caro", Clock: control("3+2"), Rated: true}
		seek, err := a.Lobby().Propose(t.Context(), anna, play.Proposal{Deal: deal, Open: true})
		check(t, err)
		eventually(t, 5*time.Second, func() bool { return listed() == 1 })
		if _, err := b.Lobby().Accept(t.Context(), anna, seek.ID); code(err) != play.NotForYou {
			t.Errorf("one's own offer: %v", err)
		}
		won := make(chan string, 8)
		var wg sync.WaitGroup
		for i, by := range []play.Player{bao, chi, {ID: "dung", Account: true}, {ID: "em", Account: true}} {
			wg.Go(func() {
				id, err := []*play.Service{a, b}[i%2].Lobby().Accept(t.Context(), by, seek.ID)
				if err == nil {
					won <- id
					if again, err := a.Lobby().Accept(t.Context(), by, seek.ID); again != id || err != nil {
						t.Errorf("accepted again: %s, %v", again, err)
					}
				} else if code(err) != play.NotFound {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if len(won) != 1 {
			t.Fatalf("%d have the game", len(won))
		}
		if id := <-won; id != <-begun {
			t.Error("the owner was told of another match")
		}
		eventually(t, 5*time.Second, func() bool { return listed() == 0 })

		challenge, err := b.Lobby().Propose(t.Context(), chi, play.Proposal{Deal: deal, To: bao.ID})
		check(t, err)
		if _, err := a.Lobby().Accept(t.Context(), anna, challenge.ID); code(err) != play.NotForYou {
			t.Errorf("somebody else's challenge: %v", err)
		}
		check(t, b.Lobby().Withdraw(t.Context(), chi, challenge.ID))
		if _, err := a.Lobby().Accept(t.Context(), bao, challenge.ID); code(err) != play.NotFound {
			t.Errorf("a challenge that was withdrawn: %v", err)
		}
		for i, open := range []bool{true, true, true, false, false, false} {
			_, err := b.Lobby().Propose(t.Context(), chi, play.Proposal{Deal: deal, Open: open})
			if (code(err) == play.TooMany) != (i%3 == 2) {
				t.Errorf("offer %d: %v", i, err)
			}
		}
		// A challenge that was accepted must no longer count towards the player's limit of open
		// challenges, on any node.
		mine := play.Player{ID: "hoa", Account: true}
		for range 5 {
			c, err := b.Lobby().Propose(t.Context(), mine, play.Proposal{Deal: deal})
			check(t, err)
			id, err := a.Lobby().Accept(t.Context(), play.Player{ID: "khoa", Account: true}, c.ID)
			check(t, err)
			_, err = a.Do(t.Context(), mine, id, play.Command{Kind: play.Abort})
			check(t, err)
		}
		for i := range 4 {
			_, err := b.Start(t.Context(), play.Player{ID: "gia"}, play.NewMatch{Deal: play.Deal{Game: "chess"}, Seats: [2]match.Seat{person, robot(1)}})
			if (code(err) == play.TooMany) != (i >= 2) {
				t.Errorf("match %d: %v", i, err)
			}
		}
	})
}

// TestPresence checks that a node knows which players are connected to other nodes.
func TestPresence(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	soon := func(o *play.Options) { o.Beat = 200 * time.Millisecond }
	a, b := s.node(t, soon), s.node(t, soon)
	leave, again := a.Enter("anna"), a.Enter("anna")
	defer b.Enter("bao")()
	eventually(t, 5*time.Second, func() bool { return b.Online([]string{"anna"})["anna"] && b.Presence().Nodes == 2 })
	leave()
	leave()
	eventually(t, 5*time.Second, func() bool {
		p := a.Presence()
		return p.Nodes == 2 && p.Players == 2 && p.Matches == 0 && len(p.Waiting) == 0
	})
	again()
	eventually(t, 5*time.Second, func() bool { return !b.Online([]string{"anna"})["anna"] && a.Presence().Players == 1 })
}

// TestDrain checks that a node that shuts down refuses new commands, and that its matches
// continue on another node.
func TestDrain(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	a, b := s.node(t), s.node(t)
	id := between(t, a, b, play.Deal{Game: "chess", Clock: control("5+0")})
	check(t, a.Ready())
	_, err := a.Move(t.Context(), anna, id, play.Move{Ply: 0, Code: "e2e4"})
	check(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	check(t, a.Drain(ctx))
	if _, err := a.Move(t.Context(), bao, id, play.Move{Ply: 1, Code: "e7e5"}); code(err) != play.Draining {
		t.Errorf("a node that drains answers %v", err)
	}
	if code(a.Ready()) != play.Draining {
		t.Error("a node that drains is ready")
	}
	client := watch(t, b, bao, id)
	if client.now().Ply != 1 {
		t.Errorf("the other node shows ply %d", client.now().Ply)
	}
	_, err = b.Move(t.Context(), bao, id, play.Move{Ply: 1, Code: "e7e5"})
	check(t, err)
}
