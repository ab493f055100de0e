package web

import (
	"context"

	"kydai/internal/wire"
)

// demoLane is the id of the work queue (lane) for demo boards. No match has this id.
const demoLane = "demo"

// demoFollowed is the demo board of a class that a connection follows. The connection's lock
// protects it.
type demoFollowed struct {
	cancel  func()
	version int // version of the board that was sent last
}

// followDemo starts or stops sending the content of a class's demo board to the client. A
// connection follows at most one demo board.
func (c *conn) followDemo(ctx context.Context, m wire.DemoAsk) error {
	c.mu.Lock()
	old := c.demo
	c.demo = nil
	c.mu.Unlock()
	if old != nil {
		old.cancel()
	}
	if !m.On {
		return nil
	}
	all, err := c.server.classes()
	if err != nil {
		return err
	}
	class, _, err := all.DemoOf(ctx, c.who.ID, m.ID) // DemoOf returns an error if the client is not in the class
	if err != nil {
		return err
	}
	f := &demoFollowed{version: -1}
	f.cancel, err = all.Follow(class, func() {
		c.do(demoLane, wire.Error{Re: m.T, ID: m.ID}, func(ctx context.Context) error { return c.tellDemo(ctx, m.ID, f) })
	})
	if err != nil {
		return err
	}
	c.mu.Lock()
	gone := c.gone
	if !gone {
		c.demo = f
	}
	c.mu.Unlock()
	if gone {
		f.cancel()
		return nil
	}
	return c.tellDemo(ctx, m.ID, f)
}

// tellDemo sends the current content of the demo board, unless the client already has this version.
func (c *conn) tellDemo(ctx context.Context, id string, f *demoFollowed) error {
	_, shown, err := c.server.opts.Classes.DemoOf(ctx, c.who.ID, id)
	if err != nil {
		return err
	}
	c.mu.Lock()
	known := c.demo != f || f.version >= shown.Version
	f.version = max(f.version, shown.Version)
	c.mu.Unlock()
	if known {
		return nil
	}
	told := wire.DemoTold{T: wire.TellDemo, ID: id, Version: shown.Version}
	if shown.Demo != nil {
		d := wire.Demo(*shown.Demo)
		told.Demo = &d
	}
	c.reply(told)
	return nil
}
