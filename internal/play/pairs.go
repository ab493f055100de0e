package play

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/internal/bus"
	"kydai/internal/cluster"
	"kydai/match"
	"kydai/rating"
)

const (
	ticketSubject = "tickets.new"
	ticketEvery   = time.Second            // interval between pairing rounds
	ticketPause   = 100 * time.Millisecond // shortest interval between two rounds
	pairFirstMove = time.Minute            // time limit for the first move of each side
	pairAtOnce    = 8                      // number of pairs that are stored concurrently
	pairFor       = time.Second            // a round starts no more matches after this time, because the next round must renew tickets
	renewsPerLife = 4                      // a ticket is renewed once 1/4 of its lifetime has passed
)

// pairClocks are the time controls of the pairing pools. There are only a few of them, so that each
// pool has enough players. For other time controls players make offers.
var pairClocks = []string{"3+2", "5+3", "10+5", "15+10"}

// UsualClock returns the default time control of a game for players who choose none: the time
// control of the first pairing pool whose speed is rapid or slower.
func UsualClock(r game.Rules) clock.Control {
	var c clock.Control
	for _, text := range pairClocks {
		c, _ = clock.Parse(text) // Parse cannot fail: a test checks the list
		if rating.SpeedOf(c, r.Info().Moves) >= rating.Rapid {
			break
		}
	}
	return c
}

// pairOptions configure Pairs.
type pairOptions struct {
	Store interface {
		Tickets
		Ratings
		Blocks
	}
	Bus   bus.Bus
	Rules func(name string) (game.Rules, bool)
	Alive time.Duration // see Tunables.TicketAlive
}

// Pairs pairs players who wait for an opponent. A waiting player has a ticket; the tickets for the
// same game and time control form a pool. Each node renews the tickets of the players connected to
// it. Each pool is paired by one node at a time.
type Pairs struct {
	options pairOptions
	log     *slog.Logger
	gate    *gate
	time    *timekeeper
	cluster *cluster.Cluster
	random  *random
	starter starting
	tables  interface {
		tellBegun(player, id string)
	}
	wake chan struct{} // capacity 1; wakes the loop when there is a new ticket

	mu      sync.Mutex
	mine    map[string]bool // players on this node who had an open ticket in the last round
	waiting map[string]int  // number of players with an open ticket in the last round, by game; the map is replaced, never changed
}

// waitingNow returns the numbers of waiting players by game. The caller must not change
// the map.
func (ps *Pairs) waitingNow() map[string]int {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.waiting
}

// Seek lets a player wait for an opponent in a game. An empty control means the default time
// control. Repeating the call changes nothing; a call with another game or control replaces the
// ticket. If the player was paired in the meantime, the returned ticket contains the match.
func (ps *Pairs) Seek(ctx context.Context, by Player, gameName, control string) (Ticket, error) {
	if err := ps.gate.enter(); err != nil {
		return Ticket{}, err
	}
	defer ps.gate.leave()
	if by.ID == "" {
		return Ticket{}, errNobody
	}
	t, err := ps.ticketOf(ctx, by, gameName, control)
	if err != nil {
		return Ticket{}, err
	}
	if err := ps.starter.room(ctx, by); err != nil {
		return Ticket{}, err
	}
	over := ""
	if old, err := ps.options.Store.Ticket(ctx, by.ID); err == nil && old.Match != "" && !ps.starter.underWay(ctx, old.Match) {
		over = old.Match
	}
	err = ps.options.Store.PutTicket(ctx, t, ps.options.Alive, over)
	if err != nil && !errors.Is(err, ErrExists) {
		return Ticket{}, err
	}
	t, err = ps.options.Store.Ticket(ctx, by.ID)
	if err != nil {
		return Ticket{}, ticketError(err)
	}
	ps.mu.Lock()
	ps.mine[by.ID] = t.Match == ""
	ps.mu.Unlock()
	_ = ps.options.Bus.Publish(ticketSubject, []byte(t.pool())) // if the message is lost, the next round finds the ticket
	wake(ps.wake)
	return t, nil
}

// ticketOf creates the ticket for a player, or returns an error if the request is
// invalid.
func (ps *Pairs) ticketOf(ctx context.Context, by Player, gameName, control string) (Ticket, error) {
	r, ok := ps.options.Rules(gameName)
	if !ok {
		return Ticket{}, game.Err(NoSuchGame, "this server does not have this game")
	}
	if by.Bot {
		return Ticket{}, game.Err(NotForYou, "a bot is not paired with people; make an offer")
	}
	c := UsualClock(r)
	if control != "" {
		if !slices.Contains(pairClocks, control) {
			return Ticket{}, game.Err(match.BadTerms, "players are paired with the clocks 3+2, 5+3, 10+5 and 15+10; for another one make an offer")
		}
		c, _ = clock.Parse(control)
	}
	t := Ticket{
		Player: by.ID, Name: by.Name, Account: by.Account, Fair: by.Fair, Game: gameName, Clock: c.String(), Rating: rating.New().Mean,
	}
	speed := rating.SpeedOf(c, r.Info().Moves).String()
	all, err := ps.options.Store.RatingsOf(ctx, by.ID)
	for i := range all {
		if all[i].Game == gameName && all[i].Speed == speed {
			t.Rating = all[i].Mean
		}
	}
	return t, err
}

var errNoTicket = game.Err(NotFound, "you are not waiting for an opponent")

func ticketError(err error) error {
	if errors.Is(err, ErrNotFound) {
		return errNoTicket
	}
	return err
}

// Ticket returns the player's ticket, open or paired.
func (ps *Pairs) Ticket(ctx context.Context, by Player) (Ticket, error) {
	t, err := ps.options.Store.Ticket(ctx, by.ID)
	return t, ticketError(err)
}

// Leave deletes the player's ticket, so that the player no longer waits. It has no effect if the
// player was paired in the meantime.
func (ps *Pairs) Leave(ctx context.Context, by Player) error {
	ps.mu.Lock()
	delete(ps.mine, by.ID)
	ps.mu.Unlock()
	return ticketError(ps.options.Store.DropTicket(ctx, by.ID))
}

// run pairs waiting players until ctx ends.
func (ps *Pairs) run(ctx context.Context) {
	sub, err := ps.options.Bus.Subscribe(ticketSubject, bus.Handler{
		Message: func(string, []byte) { wake(ps.wake) },
		Gap:     func(bus.Gap) { wake(ps.wake) },
	})
	if err == nil {
		defer sub.Cancel()
	}
	repeat(ctx, ticketEvery, ps.wake, func(ctx context.Context) {
		ps.round(ctx)
		select {
		case <-ctx.Done():
		case <-time.After(ticketPause):
		}
	})
}

// round renews the tickets of the players on this node. Then it pairs the players of each pool that
// this node can lease, which means that no other node is pairing the pool.
func (ps *Pairs) round(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, catchUp)
	defer cancel()
	all, err := ps.options.Store.Waiting(ctx)
	if err != nil {
		if ctx.Err() == nil {
			ps.log.WarnContext(ctx, "the players who wait could not be read", "err", err)
		}
		return
	}
	ps.keep(ctx, all)
	waiting := map[string]int{}
	for i := range all {
		waiting[all[i].Game]++
	}
	ps.mu.Lock()
	ps.waiting = waiting
	ps.mu.Unlock()
	until := time.Now().Add(pairFor)
	pools := map[string][]Ticket{}
	for _, t := range all {
		pools[t.pool()] = append(pools[t.pool()], t)
	}
	for name, tickets := range pools {
		if len(tickets) < 2 {
			continue
		}
		if held, err := ps.options.Store.LeasePool(ctx, name, ps.options.Alive/2); err != nil || !held {
			continue
		}
		ps.pair(ctx, tickets, until)
	}
}

// keep renews the tickets of players connected to this node, including tickets that expired because
// no round could run. If another node has paired such a player, keep notifies the player again, in
// case that node's notification was lost.
func (ps *Pairs) keep(ctx context.Context, all []Ticket) {
	now := ps.time.Now()
	waits := map[string]bool{}
	var renew, gone []string
	for _, t := range all {
		waits[t.Player] = true
		if t.Expires.Sub(now) < ps.options.Alive*(renewsPerLife-1)/renewsPerLife && ps.cluster.Here(t.Player) {
			renew = append(renew, t.Player)
		}
	}
	ps.mu.Lock()
	for player, open := range ps.mine {
		if open && !waits[player] {
			gone = append(gone, player)
		}
	}
	clear(ps.mine)
	for player := range waits {
		if ps.cluster.Here(player) {
			ps.mine[player] = true
		}
	}
	ps.mu.Unlock()
	for _, player := range gone {
		if ps.cluster.Here(player) {
			renew = append(renew, player)
		}
	}
	if len(renew) > 0 {
		if err := ps.options.Store.RenewTickets(ctx, renew, ps.options.Alive); err != nil && ctx.Err() == nil {
			ps.log.WarnContext(ctx, "tickets could not be renewed", "err", err)
		}
	}
	for _, player := range gone {
		t, err := ps.options.Store.Ticket(ctx, player)
		switch {
		case errors.Is(err, ErrNotFound):
		case err != nil || t.Match == "": // the next round checks this player again
			ps.mu.Lock()
			ps.mine[player] = true
			ps.mu.Unlock()
		case ps.starter.underWay(ctx, t.Match):
			ps.tables.tellBegun(player, t.Match)
		}
	}
}
