package consumertest

import (
	"fmt"
	"testing"

	"kydai/internal/store"
)

// hooks is SQL that creates the webhooks of the test: a webhook of a player, one of an account with
// a guest, one that is switched off, one for other events, one whose token was deleted, and one
// that is newer than the first matches.
const hooks = accounts + `;
	INSERT INTO webhooks (id, player, address, secret, events, token, ends, created, failing, off) VALUES
		('h1', 'p1', 'https://example.org/1', '', 'turn ended', '', 0, 1, 0, 0),
		('h2', 'p18', 'https://example.org/2', '', 'ended', '', 0, 1, 0, 0),
		('h3', 'p2', 'https://example.org/3', '', 'ended', '', 0, 1, 0, 5),
		('h4', 'p3', 'https://example.org/4', '', 'turn', '', 0, 1, 0, 0),
		('h5', 'p4', 'https://example.org/5', '', 'ended', 'x', 0, 1, 0, 0),
		('h6', 'p5', 'https://example.org/6', '', 'ended', '', 0, 1772420000000000, 0, 0)`

func TestWebhooks(t *testing.T) {
	t.Parallel()
	Run(t, Subject{
		Setup: hooks,
		New:   func() store.Consumer { return store.Webhooks },
		State: `SELECT id, hook, event, body, at, state, attempts FROM webhook_deliveries ORDER BY hook, at, id`,
	})
}

// TestWebhooksChosen checks that only webhooks that are switched on, valid and subscribed to the
// event "ended" get deliveries: for the matches of their player and of the guests who belong to the
// player.
func TestWebhooksChosen(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{sqlite, postgres} {
		w := newWorld(t, kind, Subject{
			Setup: hooks, New: func() store.Consumer { return store.Webhooks },
			State: `SELECT hook, COUNT(*) FROM webhook_deliveries GROUP BY hook ORDER BY hook`,
		})
		all := matches()
		if err := w.end(all...); err != nil {
			t.Fatal(err)
		}
		if err := w.pass(); err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for _, e := range all {
			for _, player := range e.Players {
				switch {
				case player == "p1":
					counts["h1"]++
				case player == "p12" || player == "p18":
					counts["h2"]++
				case player == "p5" && e.At.UnixMicro() > 1772420000000000:
					counts["h6"]++
				}
			}
		}
		want := fmt.Sprintf("h1 %d \nh2 %d \nh6 %d \n", counts["h1"], counts["h2"], counts["h6"])
		if got, err := w.state(); err != nil || got != want || counts["h2"] == 0 || counts["h6"] == 0 {
			t.Errorf("%s: messages of\n%swant\n%s%v", kind, got, want, err)
		}
	}
}
