package web

import (
	"context"
	"sync"
	"time"

	"kydai/internal/wire"
	"kydai/play"
)

// lobbyLane is where work about the lobby is done in order; no match is called
// so.
const lobbyLane = ""

// inLobby begins or ends to tell the lobby, who is there, and which matches
// begin for this player.
func (c *conn) inLobby(on bool) error {
	c.mu.Lock()
	old := c.lobby
	c.lobby = nil
	c.mu.Unlock()
	if old != nil {
		old()
	}
	if !on {
		return nil
	}
	if err := c.hearFair(); err != nil {
		return err
	}
	cancel, err := c.s.beginnings(c.who.Player, func(id string) {
		c.reply(wire.Started{T: wire.TellStarted, ID: id})
	})
	if err != nil {
		return err
	}
	c.mu.Lock()
	gone := c.gone
	if !gone {
		c.lobby = cancel
	}
	c.mu.Unlock()
	if gone {
		cancel()
		return nil
	}
	c.mark(dirtyLobby | dirtyPresence)
	return nil
}

// beginnings calls f once for every match that begins for a player from now on.
// What the bus loses is read from the store.
func (s *Server) beginnings(p play.Player, f func(id string)) (cancel func(), err error) {
	since := s.o.Play.Now()
	var mu sync.Mutex
	told := map[string]bool{}
	tell := func(id string) {
		mu.Lock()
		first := !told[id]
		told[id] = true
		mu.Unlock()
		if first {
			f(id)
		}
	}
	return s.o.Play.WatchPlayer(p.ID, tell, func() {
		ctx, cancel := context.WithTimeout(s.ending, askWithin)
		defer cancel()
		list, err := s.o.Play.Playing(ctx, p)
		if err != nil {
			s.log.Warn("matches that have begun could not be read", "err", err)
			return
		}
		for _, m := range list {
			if m.Created.After(since.Add(-time.Second)) {
				tell(m.ID)
			}
		}
	})
}
