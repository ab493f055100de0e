package play

import (
	"context"
	"time"

	"kydai/game"
	"kydai/internal/bus"
	"kydai/match"
)

// draft is a new match that is not stored yet.
type draft struct {
	row   Row
	match *match.Match
	deal  *deal // nil if the game has no verifiable deal
}

// stored returns the row that the store inserts for the draft.
func (d *draft) stored() *Row { return &d.row }

// draftOf creates a match from its terms and deal, and encodes it for the
// store.
func (ts *tables) draftOf(id string, r game.Rules, terms match.Terms, d *deal) (*draft, error) {
	m, err := match.New(r, terms, ts.time.Now())
	if err != nil {
		return nil, err
	}
	body, names, err := encodeTerms(terms)
	if err != nil {
		return nil, err
	}
	row := Row{
		ID: id, Game: terms.Game, Players: [2]string{terms.Seats[0].Player, terms.Seats[1].Player},
		Seq: m.Seq(), Ply: m.Ply(), CheckAt: ts.flags.checkAt(m), Terms: body, Names: names, Secret: terms.Setup.Secret,
		Started: people(terms.Seats),
	}
	for _, e := range m.Since(0) {
		row.Events = append(row.Events, Event{Body: e.Encode()})
	}
	return &draft{row: row, match: m, deal: d}, nil
}

// pays records which IP address pays for the engine time of a new match. The caller must call the
// returned function free once the match has started.
func (ts *tables) pays(id, address string) (free func()) {
	t, err := ts.open(id)
	if err != nil {
		return func() {}
	}
	t.lock <- struct{}{}
	t.payer = address
	t.unlock()
	return func() { ts.release(t) }
}

// begun publishes a match that was just stored, starts the engine if it is to move, and
// notifies the players.
func (ts *tables) begun(ctx context.Context, d *draft, began time.Time) {
	id, m := d.row.ID, d.match
	stamp(m, 0, began)
	t, err := ts.open(id)
	if err != nil {
		return
	}
	defer ts.release(t)
	t.lock <- struct{}{}
	if t.cur.Load() == nil {
		t.deal, t.dealt = d.deal, true
		ts.show(t, t.snapshot(m))
	}
	ts.turns.think(ctx, t)
	t.unlock()
	ts.tellPlayers(id, m)
	for _, player := range d.row.Started {
		TellNotice(ts.options.Bus, player, id)
	}
}

func playerSubject(player string) (string, error) { return bus.Subject("u", player, "new") }

// tellPlayers notifies the players of a new match, on every node to which they are connected.
func (ts *tables) tellPlayers(id string, m *match.Match) {
	terms := m.Terms()
	for i, seat := range terms.Seats {
		if seat.Player == "" || i == 1 && seat.Player == terms.Seats[0].Player {
			continue
		}
		ts.tellBegun(seat.Player, id)
	}
}

// tellBegun notifies one player on all nodes that a match has begun.
func (ts *tables) tellBegun(player, id string) {
	if subject, err := playerSubject(player); err == nil {
		_ = ts.options.Bus.Publish(subject, []byte(id)) // if the message is lost, Playing still lists the match
	}
}

// WatchPlayer calls f with the id of every match of the player that starts on any node, until the
// caller calls the returned function cancel. It calls the function gap if messages may have been
// lost. The caller should then call Playing, which lists the matches from the store.
func (ts *tables) WatchPlayer(player string, f func(matchID string), gap func()) (cancel func(), err error) {
	subject, err := playerSubject(player)
	if err != nil {
		return nil, err
	}
	sub, err := ts.options.Bus.Subscribe(subject, bus.Handler{
		Message: func(_ string, data []byte) { f(string(data)) },
		Gap:     func(bus.Gap) { gap() },
	})
	if err != nil {
		return nil, err
	}
	return sub.Cancel, nil
}
