package play

import (
	"context"
	"log/slog"
	"time"

	"kydai/fair"
	"kydai/game"
	"kydai/internal/bus"
	"kydai/match"
)

// dealOptions configure Deals.
type dealOptions struct {
	Store interface {
		Ceremonies
		Tickets
		Names
	}
	Bus   bus.Bus
	Rules func(name string) (game.Rules, bool)

	Commit, Lease time.Duration // see Tunables.Commit and Tunables.Lease
}

// dealt is the interface through which Deals stores and starts the matches whose deal is complete.
type dealt interface {
	draftOf(id string, r game.Rules, terms match.Terms, d *deal) (*draft, error)
	begun(ctx context.Context, d *draft, began time.Time)
}

// Deals runs the ceremonies: exchanges in which the players and the server contribute random
// numbers to a deal of hidden pieces.
type Deals struct {
	options dealOptions
	log     *slog.Logger
	gate    *gate
	time    *timekeeper
	book    *dealBook
	tables  dealt
}

// Key returns the public key with which this server's deals are verified. ok is false if
// its deals cannot be verified.
func (ds *Deals) Key() (fair.Key, bool) { return ds.book.key() }

func ceremonySubject(player string) (string, error) { return bus.Subject("u", player, "fair") }

// tellCeremony notifies the players, on all nodes, that the exchange of numbers for their deal has
// a new state. A lost notification does no harm, because clients also query the state.
func (ds *Deals) tellCeremony(row Ceremony) {
	tables := row.Tables()
	for i, player := range row.Players {
		if player == "" {
			continue
		}
		if subject, err := ceremonySubject(player); err == nil {
			_ = ds.options.Bus.Publish(subject, []byte(tables[i/2]))
		}
	}
}

// Watch calls f with the match id whenever the deal of one of the player's matches has a new state,
// until the caller calls the returned function cancel.
func (ds *Deals) Watch(player string, f func(matchID string)) (cancel func(), err error) {
	subject, err := ceremonySubject(player)
	if err != nil {
		return nil, err
	}
	sub, err := ds.options.Bus.Subscribe(subject, bus.Handler{
		Message: func(_ string, data []byte) { f(string(data)) },
		Gap:     func(bus.Gap) {},
	})
	if err != nil {
		return nil, err
	}
	return sub.Cancel, nil
}

// sweep aborts exchanges of numbers (ceremonies) whose deadline has passed.
func (ds *Deals) sweep(ctx context.Context) {
	if ds.gate.enter() != nil {
		return
	}
	defer ds.gate.leave()
	ids, err := ds.options.Store.DueCeremonies(ctx, ds.time.Now(), sweepAtOnce, ds.options.Lease)
	if err != nil {
		if ctx.Err() == nil {
			ds.log.WarnContext(ctx, "the deals with a passed deadline could not be read", "err", err)
		}
		return
	}
	for _, id := range ids {
		_, err := ds.step(ctx, Player{}, id, func(_ Ceremony, c *fair.Ceremony) error { return c.Expire(ds.time.Now()) })
		if err != nil && ctx.Err() == nil && codeOf(err) != fair.NotDue && codeOf(err) != fair.NotNow {
			ds.log.WarnContext(ctx, "a deal could not be completed", "match", id, "err", err)
		}
	}
}
