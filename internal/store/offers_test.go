package store

import (
	"crypto/sha256"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kydai/internal/play"
)

func TestOffers(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		now := must(s.Now(ctx))(t)
		seek := play.Offer{ID: "s1", Owner: "anna", Open: true, Game: "caro", Body: []byte{0, 1}, Expires: now.Add(time.Hour)}
		want(t, s.Propose(ctx, seek), nil)
		want(t, s.Propose(ctx, seek), play.ErrExists)
		want(t, s.Propose(ctx, play.Offer{ID: "link", Owner: "anna", To: "bao", Expires: now.Add(time.Hour)}), nil)
		want(t, s.Propose(ctx, play.Offer{ID: "old", Owner: "anna", Open: true, Expires: now.Add(-time.Second)}), nil)
		lobby := must(s.Lobby(ctx))(t)
		if len(lobby) != 1 || lobby[0].ID != "s1" || string(lobby[0].Body) != "\x00\x01" || !lobby[0].Expires.Equal(seek.Expires) || lobby[0].Created.IsZero() {
			t.Errorf("the lobby holds %+v", lobby)
		}
		if o := must(s.Offer(ctx, "link"))(t); o.To != "bao" || o.Open {
			t.Errorf("the challenge is %+v", o)
		}
		_, err := s.Offer(ctx, "old")
		want(t, err, play.ErrNotFound)
		_, err = s.Accept(ctx, "old", row("never"))
		want(t, err, play.ErrNotFound)
		_, err = s.Load(ctx, "never")
		want(t, err, play.ErrNotFound)

		standing := func(open bool, n int) {
			t.Helper()
			if got := must(s.Standing(ctx, "anna", open))(t); got != n {
				t.Errorf("%d offers stand (open: %v), want %d", got, open, n)
			}
		}
		standing(true, 1)
		standing(false, 1)

		var wg sync.WaitGroup
		var won atomic.Int32
		for i := range 8 {
			wg.Go(func() {
				switch _, err := s.Accept(ctx, "s1", row(fmt.Sprint("m", i))); err {
				case nil:
					won.Add(1)
				default:
					want(t, err, play.ErrNotFound)
				}
			})
		}
		wg.Wait()
		if n := count(t, s, "live"); won.Load() != 1 || n != 1 {
			t.Errorf("%d accepted it and %d matches came of it", won.Load(), n)
		}
		standing(true, 0) // anna's lobby offer has become a match
		standing(false, 1)
		became := must(s.Offer(ctx, "s1"))(t).Match
		must(s.Load(ctx, became))(t)
		want(t, s.Withdraw(ctx, "s1", "anna"), play.ErrNotFound)
		want(t, s.Withdraw(ctx, "link", "bao"), play.ErrNotFound)
		// If the id of the new match is already in use, the offer stays open.
		_, err = s.Accept(ctx, "link", row(became))
		want(t, err, play.ErrExists)
		want(t, s.Withdraw(ctx, "link", "anna"), nil)
		if n := must(s.Expire(ctx))(t); n != 1 {
			t.Errorf("%d expired, want 1", n)
		}
	})
}

func TestNodesAndTokens(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		want(t, s.Beat(ctx, "n1", nil), nil)
		want(t, s.Beat(ctx, "n2", []byte("x")), nil)
		want(t, s.Beat(ctx, "n1", []byte("y")), nil)
		for id, age := range map[string]time.Duration{"late": time.Minute, "gone": 25 * time.Hour} {
			want(t, s.Beat(ctx, id, nil), nil)
			if _, err := s.db.ExecContext(ctx, `UPDATE nodes SET beat = beat - $1 WHERE id = $2`, age.Microseconds(), id); err != nil {
				t.Fatal(err)
			}
		}
		alive := must(s.Alive(ctx, 30*time.Second))(t)
		if len(alive) != 2 || alive[0].ID != "n1" || string(alive[0].Body) != "y" || alive[1].Beat.IsZero() {
			t.Errorf("alive: %+v", alive)
		}
		if n := count(t, s, "nodes"); n != 3 {
			t.Errorf("%d nodes are remembered, want 3", n)
		}

		tok := play.Token{Hash: sha256.Sum256([]byte("token")), Player: "bot", Name: "mine"}
		want(t, s.AddToken(ctx, tok), nil)
		want(t, s.AddToken(ctx, tok), play.ErrExists)
		if got := must(s.FindToken(ctx, tok.Hash))(t); got.Hash != tok.Hash || got.Player != "bot" || got.Name != "mine" || got.Created.IsZero() {
			t.Errorf("found %+v", got)
		}
		_, err := s.FindToken(ctx, sha256.Sum256(nil))
		want(t, err, play.ErrNotFound)
		if all := must(s.Tokens(ctx, "bot"))(t); len(all) != 1 {
			t.Errorf("the bot has %d tokens", len(all))
		}
		want(t, s.DropToken(ctx, "other", tok.Hash), play.ErrNotFound)
		want(t, s.DropToken(ctx, "bot", tok.Hash), nil)
		want(t, s.DropToken(ctx, "bot", tok.Hash), play.ErrNotFound)
	})
}
