package play

import (
	"context"
	"time"
)

// keepOffers renews the open offers of players connected to this node. Offers that no
// node renews expire, for example after their node has died.
func (l *Lobby) keepOffers(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, catchUp)
	defer cancel()
	seeks, known := l.open.now()
	if !known {
		var err error
		if seeks, err = l.List(ctx); err != nil {
			return
		}
	}
	until := l.time.Now().Add(l.options.OfferAlive)
	var ids []string
	for i := range seeks {
		o := &seeks[i]
		switch {
		case !o.Alive.Before(o.Expires) || !l.cluster.Here(o.Owner):
		case o.Expires.After(until):
			ids = append(ids, o.ID)
		default:
			l.renew(ctx, []string{o.ID}, o.Expires) // the last renewal ends with the offer's lifetime
		}
	}
	if len(ids) > 0 {
		l.renew(ctx, ids, until)
	}
}

// renew extends the lifetime of open offers to the given time. It does not change withdrawn offers.
func (l *Lobby) renew(ctx context.Context, ids []string, until time.Time) {
	if err := l.options.Store.Renew(ctx, ids, until); err != nil {
		if ctx.Err() == nil {
			l.log.WarnContext(ctx, "offers could not be renewed", "err", err)
		}
		return
	}
	l.open.changed(lobbyNews{Renewed: ids, Until: until.UnixMicro()})
}

// expire deletes expired offers.
func (l *Lobby) expire(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, catchUp)
	defer cancel()
	_, err := l.options.Store.Expire(ctx)
	if err != nil && ctx.Err() == nil {
		l.log.WarnContext(ctx, "expired offers could not be deleted", "err", err)
	}
}

// known returns the number of open offers that this node has loaded.
func (l *Lobby) known() int {
	offers, _ := l.open.now()
	return len(offers)
}

// check reloads the open offers if a reload is due.
func (l *Lobby) check(ctx context.Context) { l.open.check(ctx) }
