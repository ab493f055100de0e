package store

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"kydai/internal/play"
)

func ticket(player, gameName string) play.Ticket {
	return play.Ticket{Player: player, Name: "Name of " + player, Game: gameName, Clock: "10+5", Rating: 1500.25, Account: true}
}

func TestTickets(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		_, err := s.Ticket(ctx, "anna")
		want(t, err, play.ErrNotFound)
		want(t, s.PutTicket(ctx, ticket("anna", "chess"), time.Minute, ""), nil)
		first := must(s.Ticket(ctx, "anna"))(t)
		if first.Rating != 1500.25 || !first.Account || first.Fair || first.Lead != 0 || first.Match != "" || first.Since.IsZero() {
			t.Errorf("%+v", first)
		}
		want(t, s.PutTicket(ctx, ticket("anna", "chess"), time.Minute, ""), nil)
		if again := must(s.Ticket(ctx, "anna"))(t); !again.Since.Equal(first.Since) {
			t.Error("a repeated press waits from the start")
		}
		want(t, s.PutTicket(ctx, ticket("anna", "caro"), time.Minute, ""), nil)
		if other := must(s.Ticket(ctx, "anna"))(t); other.Game != "caro" || other.Since.Equal(first.Since) {
			t.Errorf("another game: %+v", other)
		}
		want(t, s.PutTicket(ctx, ticket("bao", "caro"), time.Minute, ""), nil)
		if all := must(s.Waiting(ctx))(t); len(all) != 2 {
			t.Errorf("%+v", all)
		}
		want(t, s.DropTicket(ctx, "bao"), nil)
		want(t, s.DropTicket(ctx, "bao"), play.ErrNotFound)
		want(t, s.PutTicket(ctx, ticket("chi", "caro"), time.Millisecond, ""), nil)
		time.Sleep(5 * time.Millisecond)
		if all := must(s.Waiting(ctx))(t); len(all) != 1 || all[0].Player != "anna" {
			t.Errorf("an expired ticket: %+v", all)
		}
		must(s.Expire(ctx))(t)
		want(t, s.RenewTickets(ctx, []string{"chi", "bao", "anna"}, time.Minute), nil)
		if all := must(s.Waiting(ctx))(t); len(all) != 2 {
			t.Errorf("a ticket that has just expired cannot be renewed: %+v", all)
		}
	})
}

// TestPairOnce checks that each ticket either becomes part of exactly one match or stays open,
// regardless of the node that pairs, and that the side of each player is counted.
func TestPairOnce(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		a, b, ctx := p.open(t), p.open(t), t.Context()
		for _, player := range []string{"anna", "bao", "chi"} {
			want(t, a.PutTicket(ctx, ticket(player, "chess"), time.Minute, ""), nil)
		}
		since := map[string]time.Time{}
		for _, w := range must(a.Waiting(ctx))(t) {
			since[w.Player] = w.Since
		}
		pair := func(first, second string) play.Pair {
			return play.Pair{Players: [2]string{first, second}, Since: [2]time.Time{since[first], since[second]}, Game: "chess"}
		}
		var wg sync.WaitGroup
		var mu sync.Mutex
		made := 0
		for i, pr := range []play.Pair{pair("anna", "bao"), pair("bao", "anna"), pair("chi", "anna"), pair("bao", "chi")} {
			wg.Go(func() {
				r := play.Row{ID: fmt.Sprint("m", i), Game: "chess", Players: pr.Players, Terms: []byte("{}")}
				_, err := []*Store{a, b}[i%2].Pair(ctx, pr, r)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					made++
				} else {
					want(t, err, play.ErrNotFound)
				}
			})
		}
		wg.Wait()
		left := must(a.Waiting(ctx))(t)
		if made != 1 || len(left) != 1 {
			t.Fatalf("%d matches, and %d players wait", made, len(left))
		}
		lead := 0
		for _, player := range []string{"anna", "bao", "chi"} {
			tk := must(a.Ticket(ctx, player))(t)
			if (tk.Match == "") != (player == left[0].Player) || (tk.Match == "") != (tk.Lead == 0) {
				t.Errorf("%+v", tk)
			}
			lead += tk.Lead
			if tk.Match != "" {
				if r := must(a.Load(ctx, tk.Match))(t); r.Players[0] != player && r.Players[1] != player {
					t.Errorf("%s was paired into %v", player, r.Players)
				}
				want(t, a.PutTicket(ctx, ticket(player, "chess"), time.Minute, ""), play.ErrExists)
				want(t, a.PutTicket(ctx, ticket(player, "chess"), time.Minute, tk.Match), nil)
			}
		}
		if lead != 0 {
			t.Errorf("the leads add up to %d", lead)
		}
	})
}

func TestLeasePool(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		a, b, ctx := p.open(t), p.open(t), t.Context()
		if !must(a.LeasePool(ctx, "chess 10+5", time.Minute))(t) || must(b.LeasePool(ctx, "chess 10+5", time.Minute))(t) {
			t.Error("a pool has two nodes or none")
		}
		if !must(b.LeasePool(ctx, "caro 5+3", 50*time.Millisecond))(t) || !must(a.LeasePool(ctx, "chess 10+5", time.Minute))(t) {
			t.Error("a lease cannot be taken or renewed")
		}
		eventually(t, "another node takes over", func() bool { return must(a.LeasePool(ctx, "caro 5+3", time.Minute))(t) })
	})
}
