package live

import (
	"crypto/rand"
	"slices"
	"sync"
	"testing"
	"time"

	"kydai/engine"
	"kydai/fair"
	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
)

var fairKey = make([]byte, 32)

// signing configures a node to sign its deals, so that players can verify them. Before a deal,
// players exchange secret numbers; the parameter step is the time limit for each step of this
// exchange.
func signing(step time.Duration) func(*play.Options) {
	return func(o *play.Options) { o.Key, o.Ceremony = fairKey, step }
}

// number returns a player's secret number for a deal and the commitment to this number.
func number(t testing.TB, id string, side game.Side) (commitment, opening fair.Hash) {
	t.Helper()
	r, _ := rules("jieqi")
	m, err := fair.MatchOf(r, id)
	check(t, err)
	n, err := fair.NewNonce(rand.Reader)
	check(t, err)
	return fair.Commitment(m.Hash(), fair.RoleOf(side), n.Open()), n.Open()
}

func sworn(p play.Player) play.Player {
	p.Fair = true
	return p
}

// settling lets two players start a match that begins with a deal to which both contribute a secret
// number. It returns the id of the match; the deal is not complete yet.
func settling(t testing.TB, a, b *play.Service) string {
	t.Helper()
	seek, err := a.Lobby().Propose(t.Context(), sworn(anna), play.Proposal{Deal: play.Deal{Game: "jieqi"}, Side: game.First})
	check(t, err)
	id, err := b.Lobby().Accept(t.Context(), sworn(bao), seek.ID)
	check(t, err)
	if again, err := b.Lobby().Accept(t.Context(), sworn(bao), seek.ID); err != nil || again != id {
		t.Fatalf("accepted again it is %q: %v", again, err)
	}
	return id
}

// TestLateInCeremony checks that a deal fails if a player sends the commitment or the secret number
// too late. No match may start, and the transcript must name the late player.
func TestLateInCeremony(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		n := s.node(t, signing(3*time.Second)) // long enough that the players who are not late succeed even on a slow machine
		for _, late := range []string{"commit", "open"} {
			id := settling(t, n, n)
			c1, o1 := number(t, id, game.First)
			c2, _ := number(t, id, game.Second)
			_, err := n.Deals().Commit(t.Context(), anna, id, c1)
			check(t, err)
			if late == "open" {
				_, err = n.Deals().Commit(t.Context(), bao, id, c2)
				check(t, err)
				_, err = n.Deals().Open(t.Context(), anna, id, o1)
				check(t, err)
			}
			var d *play.Dealing
			eventually(t, 5*time.Second, func() bool {
				d, err = n.Deals().Dealing(t.Context(), anna, id)
				check(t, err)
				return len(d.Transcript.Aborted) > 0
			})
			if !slices.Equal(d.Transcript.Aborted, []fair.Role{fair.Second}) || d.Begun || !d.Deadline.IsZero() || d.Waiting != nil {
				t.Errorf("%s: it ended with %+v", late, d)
			}
			if _, err := n.Deals().Commit(t.Context(), bao, id, c2); code(err) != fair.NotNow {
				t.Errorf("%s: after the end: %v", late, err)
			}
			if _, _, err := n.Look(t.Context(), anna, id); code(err) != play.NotFound {
				t.Errorf("%s: there is a match: %v", late, err)
			}
		}
	})
}

// TestCeremonyOnTwoNodes sends all messages of a commit-and-reveal exchange (ceremony) at the same
// time, to two nodes, and several times. It checks that the pieces of each match are dealt exactly
// once and that both nodes create the same reveals.
func TestCeremonyOnTwoNodes(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		nodes := []*play.Service{s.node(t, signing(0)), s.node(t, signing(0))}
		for range 5 {
			id := settling(t, nodes[0], nodes[1])
			c1, o1 := number(t, id, game.First)
			c2, o2 := number(t, id, game.Second)
			all := func(say func(i int, n *play.Service) error) {
				var wg sync.WaitGroup
				for i := range 4 {
					wg.Go(func() {
						if err := say(i%2, nodes[i/2]); err != nil {
							t.Error(err)
						}
					})
				}
				wg.Wait()
			}
			who, commits, opens := []play.Player{anna, bao}, []fair.Hash{c1, c2}, []fair.Hash{o1, o2}
			all(func(i int, n *play.Service) error {
				_, err := n.Deals().Commit(t.Context(), who[i], id, commits[i])
				return err
			})
			all(func(i int, n *play.Service) error {
				_, err := n.Deals().Open(t.Context(), who[i], id, opens[i])
				return err
			})
			_, err := nodes[1].Move(t.Context(), anna, id, play.Move{Code: "b2b9"})
			check(t, err)
			var shown [2][]play.Reveal
			for i, n := range nodes {
				snap, _, err := n.Look(t.Context(), anna, id)
				check(t, err)
				shown[i] = snap.Reveals(game.First, 0)
				if other := snap.Reveals(game.Second, 0); len(shown[i]) != 2 || len(other) != 1 {
					t.Errorf("%d reveals for the capturer, %d for the other", len(shown[i]), len(other))
				}
				if tr := snap.Transcript(game.NoSide); tr.Secret != nil || len(tr.Reveals) != 1 {
					t.Errorf("a spectator gets %+v", tr)
				}
			}
			if len(shown[0]) != len(shown[1]) || shown[0][0].Salt != shown[1][0].Salt {
				t.Error("two nodes reveal differently")
			}
		}
	})
}

// TestMachineAfterCeremony checks that if an engine has the first move, its move is requested when
// the deal is complete. It also checks that a rematch gets a new deal, which is also signed.
func TestMachineAfterCeremony(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	n := s.node(t, signing(0))
	s.worker(t, func(name string, seat match.Seat, seed uint64) (engine.Engine, error) {
		e, err := level(name, seat, seed)
		return quick{e}, err
	})
	id, err := n.Start(t.Context(), sworn(anna), play.NewMatch{Deal: play.Deal{Game: "jieqi"}, Seats: [2]match.Seat{robot(1), person}})
	check(t, err)
	commit, open := number(t, id, game.Second)
	_, err = n.Deals().Commit(t.Context(), anna, id, commit)
	check(t, err)
	d, err := n.Deals().Open(t.Context(), anna, id, open)
	check(t, err)
	if !d.Begun {
		t.Fatalf("after both have opened it is %+v", d)
	}
	watch(t, n, anna, id).until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.Ply == 1 })
	_, err = n.Do(t.Context(), anna, id, play.Command{Kind: play.Resign})
	check(t, err)
	ack, err := n.Do(t.Context(), anna, id, play.Command{Kind: play.Propose, What: match.Rematch})
	check(t, err)
	commit, open = number(t, ack.Next, game.First) // Anna has the first side now, because a rematch swaps the sides
	_, err = n.Deals().Commit(t.Context(), anna, ack.Next, commit)
	check(t, err)
	_, err = n.Deals().Open(t.Context(), anna, ack.Next, open)
	check(t, err)
	snap, side, err := n.Look(t.Context(), anna, ack.Next)
	check(t, err)
	if tr := snap.Transcript(side); tr == nil || tr.Root == nil || tr.Match != ack.Next || side != game.First {
		t.Errorf("the rematch was dealt by %+v", tr)
	}
}

// TestRematchByCeremony checks rematches of two players who contributed secret numbers to the first
// deal. The deal of the rematch must also need a new number of each player, and the sides are
// swapped. Both players request the rematch on different nodes at the same time. If the players
// contributed no numbers to the first deal, the rematch must start at once.
func TestRematchByCeremony(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		a, b := s.node(t, signing(0)), s.node(t, signing(0))
		speak := func(id string, first, second play.Player) {
			t.Helper()
			c1, o1 := number(t, id, game.First)
			c2, o2 := number(t, id, game.Second)
			for _, say := range []func() (*play.Dealing, error){
				func() (*play.Dealing, error) { return a.Deals().Commit(t.Context(), first, id, c1) },
				func() (*play.Dealing, error) { return b.Deals().Commit(t.Context(), second, id, c2) },
				func() (*play.Dealing, error) { return a.Deals().Open(t.Context(), first, id, o1) },
				func() (*play.Dealing, error) { return b.Deals().Open(t.Context(), second, id, o2) },
			} {
				_, err := say()
				check(t, err)
			}
		}
		rematch := func(id string) string {
			t.Helper()
			_, err := a.Do(t.Context(), anna, id, play.Command{Kind: play.Resign})
			check(t, err)
			var wg sync.WaitGroup
			for n, who := range map[*play.Service]play.Player{a: anna, b: bao} {
				wg.Go(func() {
					if _, err := n.Do(t.Context(), who, id, play.Command{Kind: play.Propose, What: match.Rematch}); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			snap, _, err := a.Look(t.Context(), anna, id)
			check(t, err)
			next := snap.View(game.NoSide).Next
			if next == "" {
				t.Fatal("there is no rematch")
			}
			return next
		}
		id := settling(t, a, b)
		speak(id, anna, bao)
		first, _, err := a.Look(t.Context(), anna, id)
		check(t, err)
		for range 2 { // check a rematch, and a rematch of that rematch
			next := rematch(id)
			if _, _, err := b.Look(t.Context(), anna, next); code(err) != play.NotFound {
				t.Fatalf("before its deal is settled the match is there: %v", err)
			}
			d, err := b.Deals().Dealing(t.Context(), anna, next)
			check(t, err)
			if len(d.Waiting) != 2 || d.Begun || d.Transcript.Server == first.Transcript(game.NoSide).Server {
				t.Fatalf("the ceremony begins with %+v", d)
			}
			if d.Side == game.Second {
				speak(next, bao, anna)
			} else {
				speak(next, anna, bao)
			}
			snap, side, err := a.Look(t.Context(), anna, next)
			check(t, err)
			if tr := snap.Transcript(side); tr.Players[0].Public || tr.Players[1].Public || tr.Match != next || side != d.Side {
				t.Errorf("the rematch was dealt by %+v", tr)
			}
			id = next
		}
		// Neither player contributes a number, so the server deals at once.
		plain := between(t, a, b, play.Deal{Game: "jieqi"})
		_, _, err = a.Look(t.Context(), anna, rematch(plain))
		check(t, err)
	})
}
