package web

import (
	"slices"
	"testing"

	"kydai/internal/play"
)

// TestOwners checks that connections are found by the id of their player and by the ids of the
// guests who belong to the player, and that closed connections leave no entry.
func TestOwners(t *testing.T) {
	guest := &conn{who: visitor{Player: play.Player{ID: "guest"}}}
	account := &conn{who: visitor{Player: play.Player{ID: "account", Also: []string{"guest", "other"}}}}
	var p owners
	p.add(guest)
	p.add(account)
	for id, want := range map[string][]*conn{"guest": {guest, account}, "other": {account}, "account": {account}, "nobody": nil} {
		if got := p.of(id); !slices.Equal(got, want) {
			t.Errorf("%s has %d connections, want %d", id, len(got), len(want))
		}
	}
	p.remove(account)
	if got := p.of("guest"); !slices.Equal(got, []*conn{guest}) {
		t.Errorf("%d connections are left, want that of the guest", len(got))
	}
	p.remove(guest)
	if len(p.conns) != 0 {
		t.Errorf("%d players are kept after all have gone", len(p.conns))
	}
}
