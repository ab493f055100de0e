package web

import (
	"context"

	"kydai/internal/wire"
)

// hearing is a subscription to the chat lines of a match. The connection's lock protects both
// fields.
type hearing struct {
	cancel func()
	after  int // number of the last line that was sent to the client
}

// hear starts or stops sending the client the chat lines of a match.
func (c *conn) hear(ctx context.Context, m wire.Hear) error {
	c.mu.Lock()
	old := c.hearings[m.ID]
	delete(c.hearings, m.ID)
	full := len(c.hearings) >= c.server.opts.Limits.Watches
	c.mu.Unlock()
	if old != nil {
		old.cancel()
	}
	if !m.On {
		return nil
	}
	if full {
		return errTooMany
	}
	t, err := c.server.talk()
	if err != nil {
		return err
	}
	// Lines also checks that the client is a player of this match.
	lines, err := t.Lines(ctx, c.who.Player, m.ID, m.After)
	if err != nil {
		return err
	}
	noTexts, err := t.NoTexts(ctx, c.who.Player, m.ID)
	if err != nil {
		return err
	}
	h := &hearing{after: m.After}
	cancel, err := t.Hear(m.ID, func() {
		c.do(m.ID, wire.Error{Re: m.T, ID: m.ID}, func(ctx context.Context) error { return c.tellLines(ctx, m.ID, h) })
	})
	if err != nil {
		return err
	}
	h.cancel = cancel
	c.mu.Lock()
	gone := c.gone
	if !gone {
		if c.hearings == nil {
			c.hearings = map[string]*hearing{}
		}
		c.hearings[m.ID] = h
		if n := len(lines); n > 0 {
			h.after = lines[n-1].Number
		}
	}
	c.mu.Unlock()
	if gone {
		cancel()
		return nil
	}
	c.reply(wire.Lines{T: wire.TellLines, ID: m.ID, Lines: wire.LinesOf(lines), NoTexts: noTexts})
	return c.tellLines(ctx, m.ID, h) // send the lines that were written before the subscription began
}

// tellLines sends the chat lines that the client does not have yet.
func (c *conn) tellLines(ctx context.Context, id string, h *hearing) error {
	c.mu.Lock()
	after := h.after
	c.mu.Unlock()
	lines, err := c.server.opts.Talk.Lines(ctx, c.who.Player, id, after)
	if err != nil || len(lines) == 0 {
		return err
	}
	c.mu.Lock()
	h.after = lines[len(lines)-1].Number
	c.mu.Unlock()
	c.reply(wire.Lines{T: wire.TellLines, ID: id, Lines: wire.LinesOf(lines)})
	return nil
}
