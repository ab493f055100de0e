package web

import (
	"slices"
	"time"

	"kydai/internal/play"
	"kydai/internal/wire"
)

const (
	// lobbyShown is the maximum number of lobby offers that a client is shown. The client also gets
	// the number of all other offers.
	lobbyShown = 100
	// lobbyAdded is the maximum number of offers that one message adds to the
	// lobby of a client.
	lobbyAdded = 20
	// lobbyEvery is the minimum interval between two states of the lobby that are
	// sent to clients.
	lobbyEvery = time.Second
	// lobbyWhole is the minimum interval between full lists of offers. It applies to clients that
	// did not ask for changes only.
	lobbyWhole = 3 * time.Second
)

// board is an immutable state of the lobby as clients see it. It is encoded once for all clients.
// Each board has the number of the previous board plus one.
type board struct {
	number  int
	shown   []play.Seek // offers that are shown, oldest first
	more    int         // number of open offers that are not shown
	whole   []byte
	changes []byte // encoded changes since the previous board
}

func newBoard() *board {
	b := &board{}
	b.whole = wire.Encode(wire.LobbyOf(nil, 0))
	return b
}

// next returns the board (state of the lobby) that follows b. The parameter stands is the new list
// of open offers. Offers that b shows stay as long as they are open. Free places are filled with
// the newest other offers, at most lobbyAdded of them. The second result is true if there are more
// offers for the free places; the caller must then call next again.
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

// setLobby sends the list of open offers to all subscribers of the lobby.
func (h *hub) setLobby(stands []play.Seek) {
	h.boards.Lock()
	defer h.boards.Unlock()
	h.stands = stands
	h.showLobby()
}

// showLobby creates the next board (state of the lobby) and tells clients about it, at most once
// per lobbyEvery. Offers that do not fit into this board follow with the next board. The caller
// holds h.boards.
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

// showLater calls showLobby after the given duration, unless such a call is already scheduled. The
// caller holds h.boards.
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

// takeLobby returns a message with the current lobby or with its changes. It returns nil if the
// client is up to date, or if its next full list must wait. The caller holds the connection's lock.
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
