package web

import (
	"context"

	"kydai/internal/play"
	"kydai/internal/wire"
)

// fair passes a client's message to a fair-deal exchange by calling f, and replies with the new
// state of the exchange. The client also gets a message about each later change of its fair-deal
// exchanges.
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

// hearFair subscribes the client to messages about its fair-deal exchanges. If a message is lost,
// the client requests the state again.
func (c *conn) hearFair() error {
	c.mu.Lock()
	hears := c.ceremonies != nil || c.gone
	c.mu.Unlock()
	if hears {
		return nil
	}
	cancel, err := c.server.opts.Play.Deals().Watch(c.who.ID, c.tellFair)
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

// tellFair sends the client the state of the fair-deal protocol of a match.
func (c *conn) tellFair(id string) {
	c.do(id, wire.Error{Re: wire.AskFair, ID: id}, func(ctx context.Context) error {
		d, err := c.server.opts.Play.Deals().Dealing(ctx, c.who.Player, id)
		if err != nil {
			return err
		}
		c.reply(wire.FairOf(d))
		return nil
	})
}
