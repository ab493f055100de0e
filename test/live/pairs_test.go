package live

import (
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/match"
)

// TestPairs checks that players on two nodes are paired after one call each, that a game
// between accounts is rated, and that both are notified of the match.
func TestPairs(t *testing.T) {
	everywhere(t, func(t *testing.T, s site) {
		a, b := s.node(t), s.node(t)
		defer a.Enter(anna.ID)()
		defer b.Enter(bao.ID)()
		begun := make(chan string, 4)
		for _, n := range []struct {
			node *play.Service
			by   play.Player
		}{{a, anna}, {b, bao}} {
			stop, err := n.node.WatchPlayer(n.by.ID, func(id string) { begun <- id }, func() {})
			check(t, err)
			t.Cleanup(stop)
		}
		if _, err := a.Pairs().Seek(t.Context(), anna, "chess", "1+0"); code(err) != match.BadTerms {
			t.Errorf("a clock without a pool: %v", err)
		}
		if _, err := a.Pairs().Seek(t.Context(), play.Player{ID: "robot", Bot: true}, "chess", ""); code(err) != play.NotForYou {
			t.Errorf("a bot: %v", err)
		}
		first, err := a.Pairs().Seek(t.Context(), anna, "chess", "")
		check(t, err)
		if first.Clock != "10+5" || first.Match != "" || first.Rating != 1500 {
			t.Errorf("the ticket is %+v", first)
		}
		_, err = b.Pairs().Seek(t.Context(), bao, "chess", "")
		check(t, err)
		one, two := <-begun, <-begun
		if one != two {
			t.Fatalf("the players hear of %s and %s", one, two)
		}
		snap, _, err := b.Look(t.Context(), anna, one)
		check(t, err)
		if m := snap.View(1); !m.Rated {
			t.Error("two accounts play unrated")
		}
		again, err := a.Pairs().Seek(t.Context(), anna, "chess", "")
		check(t, err)
		if again.Match != one {
			t.Errorf("a repeated press gives %+v", again)
		}
		_, err = a.Do(t.Context(), anna, one, play.Command{Kind: play.Abort})
		check(t, err)
		again, err = a.Pairs().Seek(t.Context(), anna, "chess", "")
		check(t, err)
		if again.Match != "" {
			t.Errorf("after the match is over, a press gives %+v", again)
		}
		check(t, a.Pairs().Leave(t.Context(), anna))
		if _, err := a.Pairs().Ticket(t.Context(), anna); code(err) != play.NotFound {
			t.Errorf("after leaving: %v", err)
		}
	})
}

// TestPairsGuest checks that a guest and a player with an account can be paired, and that their
// game is unrated.
func TestPairsGuest(t *testing.T) {
	t.Parallel()
	a := laptop(t).node(t)
	guest := play.Player{ID: "guest", Name: "Guest"}
	defer a.Enter(anna.ID)()
	defer a.Enter(guest.ID)()
	for _, by := range []play.Player{anna, guest} {
		_, err := a.Pairs().Seek(t.Context(), by, "caro", "")
		check(t, err)
	}
	id := ""
	eventually(t, 10*time.Second, func() bool {
		tk, err := a.Pairs().Ticket(t.Context(), guest)
		id = tk.Match
		return err == nil && id != ""
	})
	snap, _, err := a.Look(t.Context(), guest, id)
	check(t, err)
	if snap.View(1).Rated {
		t.Error("a guest plays a rated game")
	}
	if _, err := a.Lobby().Propose(t.Context(), guest, play.Proposal{Deal: play.Deal{Game: "chess", Clock: control("3+2"), Rated: true}, Open: true}); code(err) != play.NeedAccount {
		t.Errorf("a rated offer of a guest: %v", err)
	}
	seek, err := a.Lobby().Propose(t.Context(), anna, play.Proposal{Deal: play.Deal{Game: "chess", Clock: control("3+2"), Rated: true}, Open: true})
	check(t, err)
	if _, err := a.Lobby().Accept(t.Context(), guest, seek.ID); code(err) != play.NeedAccount {
		t.Errorf("a guest accepts a rated offer: %v", err)
	}
}

// TestTicketsEndWithTheirOwner checks that a player stops waiting to be paired after disconnecting,
// or after the player's node has died.
func TestTicketsEndWithTheirOwner(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	const alive = 4 * time.Second
	quick := func(o *play.Options) { o.TicketAlive = alive }
	a, _ := mortal(t, s, quick)
	b, kill := mortal(t, s, quick)
	leave := a.Enter(anna.ID)
	defer b.Enter(bao.ID)()
	_, err := a.Pairs().Seek(t.Context(), anna, "chess", "")
	check(t, err)
	_, err = b.Pairs().Seek(t.Context(), bao, "caro", "")
	check(t, err)
	waits := func(by play.Player) bool {
		_, err := a.Pairs().Ticket(t.Context(), by)
		return err == nil
	}
	time.Sleep(2 * alive)
	if !waits(anna) || !waits(bao) {
		t.Fatal("a ticket ends though its owner is there")
	}
	kill()
	eventually(t, 5*alive, func() bool { return !waits(bao) })
	if !waits(anna) {
		t.Error("a ticket ends with a node that has nothing to do with it")
	}
	leave()
	eventually(t, 5*alive, func() bool { return !waits(anna) })
}

// TestTicketsOutliveRounds lets the stored request of a connected player to be paired (the ticket)
// expire before the server can renew it. The player must still be paired.
func TestTicketsOutliveRounds(t *testing.T) {
	t.Parallel()
	a, _ := mortal(t, laptop(t), func(o *play.Options) { o.TicketAlive = 300 * time.Millisecond })
	defer a.Enter(anna.ID)()
	defer a.Enter(bao.ID)()
	_, err := a.Pairs().Seek(t.Context(), anna, "chess", "")
	check(t, err)
	time.Sleep(4 * time.Second)
	eventually(t, 20*time.Second, func() bool {
		// NotFound is accepted, because the ticket may expire before Seek reads it
		if _, err := a.Pairs().Seek(t.Context(), bao, "chess", ""); err != nil && code(err) != play.NotFound {
			t.Fatal(err)
		}
		live, err := a.Playing(t.Context(), anna)
		return err == nil && len(live) == 1
	})
}
