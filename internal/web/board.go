package web

import (
	"slices"
	"time"

	"kydai/internal/play"
	"kydai/internal/wire"
)

const (
	// lobbyShown is the number of offers shown to a client; of the rest only
	// the number is sent.
	lobbyShown = 100
	// lobbyAdded is the limit of added offers per frame.
	lobbyAdded = 20
	// lobbyEvery is the shortest interval between two boards.
	lobbyEvery = time.Second
	// lobbyWhole is the shortest interval between full lists, for clients that
	// do not follow changes.
	lobbyWhole = 3 * time.Second
)

// board is an immutable state of the lobby as shown to clients, encoded once
// for all. The next one has the next number.
type board struct {
	number  int
	shown   []play.Seek // the oldest first
	more    int         // open offers that are not shown
	whole   []byte
	changes []byte // changes since the previous board
}

func newBoard() *board {
	b := &board{}
	b.whole = wire.Encode(wire.LobbyOf(nil, 0))
	return b
}

// next returns the board for a new list of open offers. Shown offers stay as
// long as they are open; the newest of the rest fill the free places, limited
// per frame. The second result is true if places are left for waiting offers:
// call it again.
func (b *board) next(stands []play.Seek) (*board, bool) {
	ids := make(map[string]bool, len(stands))
	for i := range stands {
		ids[stands[i].ID] = true
	}
	was := make(map[string]bool, len(b.shown))
	n := &board{number: b.number + 1}
	var removed []string
	for i := range b.shown {
		id := b.shown[i].ID
		was[id] = true
		if ids[id] {
			n.shown = append(n.shown, b.shown[i])
		} else {
			removed = append(removed, id)
		}
	}
	var added []play.Seek
	waits := false
	for i := len(stands) - 1; i >= 0 && len(n.shown)+len(added) < lobbyShown; i-- {
		if was[stands[i].ID] {
			continue
		}
		if waits = len(added) == lobbyAdded; waits {
			break
		}
		added = append(added, stands[i])
	}
	slices.Reverse(added)
	n.shown = append(n.shown, added...)
	n.more = len(stands) - len(n.shown)
	if len(added)+len(removed) == 0 && n.more == b.more {
		return b, waits
	}
	n.whole = wire.Encode(wire.LobbyOf(n.shown, n.more))
	n.changes = wire.Encode(wire.LobbyChangesOf(added, removed, n.more))
	return n, waits
}

// setLobby shows the open offers to all subscribers of the lobby.
func (h *hub) setLobby(stands []play.Seek) {
	h.boards.Lock()
	defer h.boards.Unlock()
	h.stands = stands
	h.showLobby()
}

// showLobby creates the next board, at most one in lobbyEvery. Offers that do not
// fit in one frame follow in the next. The boards are locked.
func (h *hub) showLobby() {
	if wait := lobbyEvery - time.Since(h.shown); wait > 0 {
		h.showLater(wait)
		return
	}
	old := h.lobby.Load()
	now, waits := old.next(h.stands)
	if now != old {
		h.shown = time.Now()
		h.lobby.Store(now)
		h.each(func(c *conn) { c.mark(dirtyLobby) })
	}
	if waits {
		h.showLater(lobbyEvery)
	}
}

// showLater shows the board after a time, once. The boards are locked.
func (h *hub) showLater(wait time.Duration) {
	if h.showing {
		return
	}
	h.showing = true
	time.AfterFunc(wait, func() {
		h.boards.Lock()
		defer h.boards.Unlock()
		h.showing = false
		h.showLobby()
	})
}

// takeLobby returns the frame that brings the client up to date with the lobby;
// nil if it is up to date or must wait. The connection is locked.
func (c *conn) takeLobby() []byte {
	b := c.server.hub.lobby.Load()
	if c.board == b.number {
		return nil
	}
	if c.changes && c.board == b.number-1 && b.changes != nil {
		c.board = b.number
		return b.changes
	}
	if now := time.Now(); !c.changes {
		if wait := lobbyWhole - now.Sub(c.boardAt); wait > 0 {
			time.AfterFunc(wait, func() { c.mark(dirtyLobby) })
			return nil
		}
		c.boardAt = now
	}
	c.board = b.number
	return b.whole
}
