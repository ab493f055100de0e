package play

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/cluster"
	"kydai/match"
)

// lateNews is the longest delay of a turn notification that is not compensated. A longer delay is
// credited to the player's clock in full.
const lateNews = 250 * time.Millisecond

// compensation credits players with clock time that they lost to failures of the server.
type compensation struct {
	log     *slog.Logger
	gate    *gate
	time    *timekeeper
	cluster *cluster.Cluster
	tables  *tables
}

// makeGood credits the side to move with the clock time that it lost to outages. It returns an
// error if no side is to move or no time is to be credited.
func (c *compensation) makeGood(m *match.Match, now time.Time) error {
	turn := m.Turn()
	if turn == game.NoSide {
		return errNotDue
	}
	terms := m.Terms()
	return m.MakeGood(c.time.lost(terms.Seat(turn).Player, now), now)
}

// returned credits a player who has reconnected and is to move with the time lost to outages. It
// first asks the nodes to which the player was recently connected whether they are still processing
// a move of the player.
func (c *compensation) returned(by Player, id string) {
	ctx, cancel := context.WithTimeout(context.Background(), catchUp)
	defer cancel()
	own := c.askPlayerNodes(ctx, by.ID, id)
	if len(own)+len(c.time.lost(by.ID, c.time.Now())) == 0 {
		return
	}
	_, err := c.tables.change(ctx, id, c.gift(by.ID, own))
	c.notGiven(id, err)
}

// gift returns a function that changes a match. If the player is to move, the function credits the
// player with the time lost to outages and with the given additional time spans. Otherwise the
// function returns an error.
func (c *compensation) gift(player string, own []match.Span) func(*match.Match) error {
	return func(m *match.Match) error {
		terms, now := m.Terms(), c.time.Now()
		if turn := m.Turn(); turn == game.NoSide || terms.Seat(turn).Player != player {
			return errNotDue
		}
		return m.MakeGood(cluster.Apart(append(c.time.lost(player, now), own...)), now)
	}
}

func (c *compensation) notGiven(id string, err error) {
	if err != nil && !errors.Is(err, errNotDue) && codeOf(err) != match.NotDue && codeOf(err) != Draining {
		c.log.Debug("clock time could not be given back", "match", id, "err", err)
	}
}

// toldLate credits the player to move if this player learnt of the turn too late because a
// notification was lost. The credit is the time until the player was notified. The table must be
// locked. The parameter before is the state that the player had seen until then.
func (c *compensation) toldLate(ctx context.Context, t *table, before *Snapshot) {
	cur := t.cur.Load()
	if before == nil || cur == before || cur.match.Turn() == before.match.Turn() || cur.match.Turn() == game.NoSide {
		return
	}
	terms, now := cur.match.Terms(), c.time.Now()
	player := terms.Seat(cur.match.Turn()).Player
	since := cur.View(game.NoSide).Clock.Since
	if since.IsZero() || now.Sub(since) < lateNews || !t.players.has(player) || c.cluster.Elsewhere(player) || c.gate.enter() != nil {
		return
	}
	defer c.gate.leave()
	_, err := c.tables.changeTable(ctx, t, c.gift(player, []match.Span{{From: since, To: now}}))
	c.notGiven(t.id, err)
}

// askPlayerNodes queries the nodes to which a player was recently connected. A node that no longer
// exists is recorded as lost. If a node is still processing a move of the player, the result
// contains the time span since the node received the move.
func (c *compensation) askPlayerNodes(ctx context.Context, player, id string) (own []match.Span) {
	now := c.time.Now()
	for _, node := range c.cluster.PeersOf(player) {
		first, err := c.cluster.Queries().FirstMove(ctx, node, id, now)
		switch {
		case errors.Is(err, bus.ErrNobody):
			c.cluster.Gone(ctx, node)
		case err == nil && !first.IsZero():
			own = append(own, match.Span{From: first, To: now})
		}
	}
	return own
}
