package web

import (
	"context"

	"kydai/internal/wire"
	"kydai/play"
)

// fair does what a client says in the ceremony of a deal, and answers with how
// far it is. From then on the client hears of its ceremonies.
func (c *conn) fair(id, t string, f func(context.Context) (*play.Dealing, error)) {
	re := wire.Error{Re: t, ID: id}
	if !c.moves.Allow() {
		c.fail(errTooFast, re)
		return
	}
	c.do(id, re, func(ctx context.Context) error {
		if err := c.hearFair(); err != nil {
			return err
		}
		d, err := f(ctx)
		if err != nil {
			return err
		}
		c.reply(wire.FairOf(d))
		return nil
	})
}

// hearFair sees to it that the client is told how the deals of its matches go
// on. What the bus loses the client asks for again.
func (c *conn) hearFair() error {
	c.mu.Lock()
	hears := c.ceremonies != nil || c.gone
	c.mu.Unlock()
	if hears {
		return nil
	}
	cancel, err := c.s.o.Play.WatchCeremonies(c.who.ID, c.tellFair)
	if err != nil {
		return err
	}
	c.mu.Lock()
	late := c.ceremonies != nil || c.gone
	if !late {
		c.ceremonies = cancel
	}
	c.mu.Unlock()
	if late {
		cancel()
	}
	return nil
}

// tellFair tells the client how far a deal is.
func (c *conn) tellFair(id string) {
	c.do(id, wire.Error{Re: wire.AskFair, ID: id}, func(ctx context.Context) error {
		d, err := c.s.o.Play.Dealing(ctx, c.who.Player, id)
		if err != nil {
			return err
		}
		c.reply(wire.FairOf(d))
		return nil
	})
}
