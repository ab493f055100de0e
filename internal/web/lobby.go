package web

import (
	"context"
	"sync"
	"time"

	"kydai/internal/play"
	"kydai/internal/wire"
)

// lobbyLane is the id of the work queue (lane) for the lobby. No match has this id.
const lobbyLane = ""

// inLobby starts or ends a client's subscription to three things: the lobby, presence, and the
// starts of the player's matches.
func (c *conn) inLobby(m wire.LobbyAsk) error {
	c.mu.Lock()
	old := c.lobby
	c.lobby, c.changes, c.board, c.boardAt = nil, m.Changes, -1, time.Time{}
	c.mu.Unlock()
	if old != nil {
		old()
	}
	if !m.On {
		return nil
	}
	if err := c.hearFair(); err != nil {
		return err
	}
	cancel, err := c.server.beginnings(c.who.Player, func(id string) {
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
	c.challenges()
	return nil
}

// challenges sends the client the open challenges to its player.
func (c *conn) challenges() {
	ctx, cancel := context.WithTimeout(context.Background(), askWithin)
	defer cancel()
	seeks, err := c.server.opts.Play.Lobby().Challenges(ctx, c.who.Player)
	if err != nil {
		c.server.log.WarnContext(ctx, "challenges could not be read", "err", err)
		return
	}
	for _, seek := range seeks {
		c.reply(challengeOf(play.Challenge{Seek: seek}))
	}
}

// beginnings calls f once for every match of a player that starts from now on. If the message that
// announces a match is lost, beginnings still finds the match by looking in the store.
func (s *Server) beginnings(p play.Player, f func(id string)) (cancel func(), err error) {
	since := s.opts.Play.Now()
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
	return s.opts.Play.WatchPlayer(p.ID, tell, func() {
		ctx, cancel := context.WithTimeout(s.ending, askWithin)
		defer cancel()
		list, err := s.opts.Play.Playing(ctx, p)
		if err != nil {
			s.log.WarnContext(ctx, "started matches could not be read", "err", err)
			return
		}
		for _, m := range list {
			if m.Created.After(since.Add(-time.Second)) {
				tell(m.ID)
			}
		}
	})
}
