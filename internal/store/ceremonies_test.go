package store

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

func ceremony(id string) play.Ceremony {
	return play.Ceremony{
		ID: id, Game: "caro", Players: [4]string{"anna", "bao"}, Body: []byte{0, 1}, Nonce: game.NewSecret([]byte("hush")), Terms: []byte("terms"),
	}
}

// TestCeremonies checks that the steps of a fair-deal exchange are stored by
// compare-and-set, and that its last step and the match are stored together or
// not at all.
func TestCeremonies(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		now := must(s.Now(ctx))(t)
		want(t, s.BeginCeremony(ctx, "no offer", ceremony("c")), play.ErrNotFound)
		_, err := s.Ceremony(ctx, "c")
		want(t, err, play.ErrNotFound)
		want(t, s.Propose(ctx, play.Offer{ID: "o", Owner: "anna", Expires: now.Add(time.Hour)}), nil)
		c := ceremony("c")
		c.CheckAt = now.Add(-time.Second)
		want(t, s.BeginCeremony(ctx, "o", c), nil)
		want(t, s.BeginCeremony(ctx, "", c), play.ErrExists)
		want(t, s.BeginCeremony(ctx, "o", ceremony("other")), play.ErrNotFound)
		if o := must(s.Offer(ctx, "o"))(t); o.Match != "c" {
			t.Errorf("the offer became %q", o.Match)
		}
		have := must(s.Ceremony(ctx, "c"))(t)
		if string(have.Body) != "\x00\x01" || string(have.Nonce.Open()) != "hush" || string(have.Terms) != "terms" || have.Players != c.Players || have.Game != c.Game {
			t.Errorf("it was kept as %q %q", have.Body, have.Terms)
		}
		if text := fmt.Sprintf("%v %+v %#v", have, have, have); strings.Contains(text, "hush") || strings.Contains(text, "104") {
			t.Errorf("a ceremony prints its number: %s", text)
		}

		if ids := must(s.DueCeremonies(ctx, later, 10, time.Minute))(t); len(ids) != 1 || ids[0] != "c" {
			t.Errorf("%v are due", ids)
		}
		if ids := must(s.DueCeremonies(ctx, later, 10, time.Minute))(t); len(ids) != 0 {
			t.Errorf("%v are leased twice", ids)
		}
		c.Seq, c.Body = 1, []byte("one")
		must(s.StepCeremony(ctx, 0, c, nil))(t)
		_, err = s.StepCeremony(ctx, 0, c, nil)
		want(t, err, play.ErrConflict)

		newMatch(t, s, "taken")
		taken := row("taken")
		c.Seq = 2
		_, err = s.StepCeremony(ctx, 1, c, []play.Row{taken})
		want(t, err, play.ErrExists)
		if have := must(s.Ceremony(ctx, "c"))(t); have.Seq != 1 {
			t.Errorf("a step that failed brought it to %d", have.Seq)
		}
		var wg sync.WaitGroup
		var won atomic.Int32
		for range 8 {
			wg.Go(func() {
				r := row("c")
				switch began, err := s.StepCeremony(ctx, 1, c, []play.Row{r}); err {
				case nil:
					won.Add(1)
					if len(began) != 1 || began[0].IsZero() {
						t.Error("a match began at no time")
					}
				default:
					want(t, err, play.ErrConflict)
				}
			})
		}
		wg.Wait()
		must(s.Load(ctx, "c"))(t)
		if won.Load() != 1 {
			t.Errorf("%d took the last step", won.Load())
		}

		// A fair-deal exchange that needs no messages is stored in one step with its match.
		at := row("at once")
		settled := ceremony("at once")
		at.Ceremony = &settled
		must(s.Create(ctx, at))(t)
		must(s.Ceremony(ctx, "at once"))(t)
	})
}
