package play

import (
	"context"
	"errors"
	"sync"
	"time"

	"kydai/game/clock"
	"kydai/pairing"
)

// pair creates matches from the tickets of a pool. After the given deadline, it starts no more
// matches and wakes the loop, so that the next round starts the remaining matches at once.
func (ps *Pairs) pair(ctx context.Context, tickets []Ticket, until time.Time) {
	list := make([]pairing.Ticket, len(tickets))
	players := make([]string, len(tickets))
	for i, t := range tickets {
		list[i] = pairing.Ticket{Player: t.Player, Rating: t.Rating, Rated: t.Account, Since: t.Since, Lead: t.Lead}
		players[i] = t.Player
	}
	if err := ps.avoid(ctx, list, players); err != nil {
		if ctx.Err() == nil {
			ps.log.WarnContext(ctx, "who has blocked whom could not be read; nobody is paired in this round", "err", err)
		}
		return
	}
	coin := func() bool {
		n, err := ps.random.below(2)
		return err == nil && n == 0
	}
	var wg sync.WaitGroup
	slots := make(chan struct{}, pairAtOnce)
	for _, p := range pairing.Pairs(list, ps.time.Now(), coin) {
		slots <- struct{}{}
		if time.Now().After(until) {
			wake(ps.wake)
			break
		}
		wg.Go(func() {
			defer func() { <-slots }()
			if err := ps.begin(ctx, tickets[p.First], tickets[p.Second]); err != nil && !errors.Is(err, ErrNotFound) && ctx.Err() == nil {
				ps.log.WarnContext(ctx, "two players could not be paired; the next round tries again", "err", err)
			}
		})
	}
	wg.Wait()
}

// avoid stores in each ticket the players with whom the ticket's player must not be paired, because
// one of the two has blocked the other.
func (ps *Pairs) avoid(ctx context.Context, list []pairing.Ticket, players []string) error {
	blocked, err := ps.options.Store.Blocked(ctx, players)
	if err != nil || len(blocked) == 0 {
		return err
	}
	of := map[string][]string{}
	for _, pair := range blocked {
		of[pair[0]] = append(of[pair[0]], pair[1])
	}
	for i := range list {
		list[i].Avoid = of[list[i].Player]
	}
	return nil
}

// begin creates a match from two tickets.
func (ps *Pairs) begin(ctx context.Context, first, second Ticket) error {
	if err := ps.gate.enter(); err != nil {
		return err
	}
	defer ps.gate.leave()
	c, err := clock.Parse(first.Clock)
	if err != nil {
		return err
	}
	id, err := ps.random.matchID()
	if err != nil {
		return err
	}
	terms := ps.starter.termsOf(Deal{Game: first.Game, Clock: c, FirstMove: pairFirstMove, Rated: first.Account && second.Account})
	fairs := map[string]bool{}
	pair := &Pair{Game: first.Game}
	for i, t := range []Ticket{first, second} {
		terms.Seats[i] = seatOf(Player{ID: t.Player, Name: t.Name})
		fairs[t.Player] = t.Fair
		pair.Players[i], pair.Since[i] = t.Player, t.Since
	}
	return ps.starter.settle(ctx, id, claim{pair: pair}, terms, fairs)
}
