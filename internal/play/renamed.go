package play

import (
	"context"
	"errors"
	"maps"
	"slices"

	"kydai/internal/bus"
	"kydai/match"
)

// namesAtOnce is the maximum number of names that one query looks up.
const namesAtOnce = 1000

// NamedSubject is the bus subject of notifications that a player's name has changed. The message is
// the player id.
const NamedSubject = "people.named"

// listenNames keeps the names in cached matches up to date until the caller calls the returned
// function cancel. If messages may have been lost, it compares all names with the store.
func (ts *tables) listenNames() (cancel func(), err error) {
	all := func() { ts.renamed("") }
	sub, err := ts.options.Bus.Subscribe(NamedSubject, bus.Handler{
		Message: func(_ string, data []byte) { ts.renamed(string(data)) },
		Gap:     func(bus.Gap) { all() },
	})
	if err != nil {
		return nil, err
	}
	back := ts.options.Bus.OnReconnect(func() { go all() })
	return func() {
		sub.Cancel()
		back()
	}, nil
}

// renamed reloads the cached matches of a player whose name has changed; player "" means all
// players. Clients that already watch a match see the new name only when they open the match again.
func (ts *tables) renamed(player string) {
	ctx, cancel := context.WithTimeout(context.Background(), catchUp)
	defer cancel()
	var held []*table
	players := map[string]bool{}
	for t := range ts.each {
		cur := t.cur.Load()
		if cur == nil {
			continue
		}
		seats := cur.match.Terms().Seats
		if player != "" && seats[0].Player != player && seats[1].Player != player {
			continue
		}
		held = append(held, t)
		players[seats[0].Player], players[seats[1].Player] = true, true
	}
	delete(players, "")
	names := make(map[string][]Called, len(players))
	for some := range slices.Chunk(slices.Collect(maps.Keys(players)), namesAtOnce) {
		list, err := ts.options.Store.Called(ctx, some)
		if err != nil {
			ts.log.WarnContext(ctx, "matches in memory may keep the former names of players", "err", err)
			return
		}
		for _, c := range list {
			names[c.Player] = append(names[c.Player], c)
		}
	}
	for _, t := range held {
		if err := ts.renameTable(ctx, t, names); err != nil && !errors.Is(err, ErrNotFound) {
			ts.log.WarnContext(ctx, "a match in memory keeps the former name of a player", "match", t.id, "err", err)
		}
	}
}

// renameTable reloads a match if the stored name of one of its players differs from the player's
// current name. The parameter names contains the current names.
func (ts *tables) renameTable(ctx context.Context, t *table, names map[string][]Called) error {
	if err := t.acquire(ctx); err != nil {
		return err
	}
	defer t.unlock()
	cur := t.cur.Load()
	before := cur.match.Terms()
	body, _, err := encodeTerms(before)
	if err != nil {
		return err
	}
	now, err := match.DecodeTerms(body)
	if err != nil {
		return err
	}
	for _, seat := range before.Seats {
		rename(&now.Seats, names[seat.Player])
	}
	if now.Seats == before.Seats {
		return nil
	}
	row, err := ts.options.Store.Load(ctx, t.id)
	if err != nil {
		return err
	}
	m, err := Replay(ts.options.Rules, row)
	switch {
	case err != nil:
	case m.Seq() == cur.Seq:
		t.cur.Store(t.snapshot(m))
	default:
		ts.show(t, t.snapshot(m))
	}
	return err
}
