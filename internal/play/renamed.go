package play

import (
	"context"
	"errors"

	"kydai/internal/bus"
)

// NamedSubject is where nodes hear that the name of a player has changed. The
// message is the id of the player.
const NamedSubject = "people.named"

// listenNames keeps the names of the matches in memory up to date until cancel is
// called. If messages may have been lost, it compares all of them.
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

// renamed reloads the matches of a player whose name has changed; "" means any
// player. Those who watch a match see the name when they open it again.
func (ts *tables) renamed(player string) {
	ctx, cancel := context.WithTimeout(context.Background(), catchUp)
	defer cancel()
	for t := range ts.each {
		cur := t.cur.Load()
		if cur == nil {
			continue
		}
		if terms := cur.match.Terms(); player != "" && terms.Seats[0].Player != player && terms.Seats[1].Player != player {
			continue
		}
		if err := ts.renameTable(ctx, t); err != nil && !errors.Is(err, ErrNotFound) {
			ts.log.Warn("a match in memory keeps the former name of a player", "match", t.id, "err", err)
		}
	}
}

// renameTable reloads a match if a name in it has changed.
func (ts *tables) renameTable(ctx context.Context, t *table) error {
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
	if now, err := readTerms(ctx, ts.options.Store, body); err != nil || now.Seats == before.Seats {
		return err
	}
	row, err := ts.options.Store.Load(ctx, t.id)
	if err != nil {
		return err
	}
	m, err := ts.matchOf(ctx, row)
	switch {
	case err != nil:
	case m.Seq() == cur.Seq:
		t.cur.Store(t.snapshot(m))
	default:
		ts.show(t, t.snapshot(m))
	}
	return err
}
