package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/match"
)

// Games lists the games.
func (s *Service) Games() []game.Rules { return s.options.Games() }

// Now returns the site's time as this node knows it. Moves are stamped with this time on
// arrival.
func (s *Service) Now() time.Time { return s.base.time.Now() }

// Lobby returns the lobby.
func (s *Service) Lobby() *Lobby { return s.lobby }

// Pairs returns the service that pairs waiting players.
func (s *Service) Pairs() *Pairs { return s.pairs }

// Deals returns the service that deals hidden pieces, with random numbers from the server and the
// players.
func (s *Service) Deals() *Deals { return s.deals }

// Plans returns the service that stores moves which players of correspondence games have planned
// in advance.
func (s *Service) Plans() *Plans { return s.plans }

// Reviews returns the service that lets workers review finished matches.
func (s *Service) Reviews() *Reviews { return s.reviews }

// Start starts a match that needs no other player's consent: against an engine, between
// engines, or with one player on both sides.
func (s *Service) Start(ctx context.Context, by Player, n NewMatch) (id string, err error) {
	return s.starter.Start(ctx, by, n)
}

// Arrive records the arrival of a message for a match, or for an unknown match if matchID
// is empty. Call Done on the result when the message has been processed.
func (s *Service) Arrive(matchID string) *Arrival { return s.arrivals.arrive(matchID) }

// Move plays a move and returns when the move is stored. Repeating a move that was already played
// returns the same result. ErrUnknown means that it is not known whether the move was played: the
// client should send it again. A move that comes too late also gets ErrUnknown until the player has
// lost on time, because an earlier copy of the move may still be in flight on this or another node.
func (s *Service) Move(ctx context.Context, by Player, id string, mv Move) (Ack, error) {
	return s.commands.move(ctx, s.tables.inSeat(ctx, by, id), id, mv)
}

// Do executes a command other than a move: resign, offer, accept, takeback.
func (s *Service) Do(ctx context.Context, by Player, id string, c Command) (Ack, error) {
	return s.commands.do(ctx, s.tables.inSeat(ctx, by, id), id, c)
}

// Abort ends a match without a result, by a decision of the site and not of a player. If the hidden
// pieces of the match are still being dealt, Abort ends the dealing instead.
func (s *Service) Abort(ctx context.Context, id string) error {
	_, err := s.tables.change(ctx, id, func(m *match.Match) error {
		return m.Adjudicate(game.Draw(game.ByAbort), s.base.time.Now())
	})
	if codeOf(err) == NotFound { // the match may not have started yet, because its pieces are still being dealt
		return s.deals.shut(ctx, id)
	}
	return err
}

// Look returns the current state of a match, and the side from which the player views it.
func (s *Service) Look(ctx context.Context, by Player, id string) (*Snapshot, game.Side, error) {
	return s.tables.Look(ctx, by, id)
}

// Watch notifies w of the states of a match until the returned Watch is closed. Players
// are notified before spectators.
func (s *Service) Watch(ctx context.Context, by Player, id string, w Watcher) (*Watch, error) {
	return s.tables.Watch(ctx, by, id, w)
}

// WatchPlayer calls f with the id of every match of the player that starts on any node, until the
// caller calls the returned function cancel. If messages may have been lost, it calls the function
// gap; the caller should then call Playing.
func (s *Service) WatchPlayer(player string, f func(matchID string), gap func()) (cancel func(), err error) {
	return s.tables.WatchPlayer(player, f, gap)
}

// Hint returns an engine's analysis of a match in the player's view. It is allowed in
// unrated games against an engine or against oneself, and after a game is over.
func (s *Service) Hint(ctx context.Context, by Player, id string, q Question) (engine.Thought, error) {
	return s.machines.Hint(ctx, s.tables.inSeat(ctx, by, id), id, q)
}

// Tokens returns the service for access tokens of bots.
func (s *Service) Tokens() *AccessTokens { return s.tokens }

// Figures returns the counters and gauges of this node.
func (s *Service) Figures() Figures {
	nodes := s.base.cluster.Figures()
	at, _ := s.base.cluster.Written()
	f := Figures{
		Machines: s.machines.stats(), OldestTurn: s.machines.oldestTurn(), Bus: s.options.Bus.Stats(), Connected: s.options.Bus.Connected(),
		Nodes: nodes.Alive, NodesLost: nodes.Lost, Outages: nodes.Outages, HeartbeatAge: s.options.Clock().Sub(at),
		Offers: s.lobby.known(), Matches: s.tables.countWatched(), Repairs: s.tables.repaired(), Clock: s.base.time.measured(),
	}
	f.Reviewed, f.ReviewsCut = s.reviews.counts()
	for _, n := range s.pairs.waitingNow() {
		f.Waiting += n
	}
	return f
}

// Enter records one more connection of a player to this node, until leave is
// called.
func (s *Service) Enter(player string) (leave func()) { return s.base.cluster.Enter(player) }

// Dismiss announces that this node is about to close a player's connection. Until the player
// reconnects, to this node or another one, the player's clock is compensated. A player with
// another connection to this node is not affected.
func (s *Service) Dismiss(player string) { s.base.cluster.Dismiss(player) }

// Online reports which of the players are connected to any node. For players on
// other nodes it may rarely be wrong.
func (s *Service) Online(players []string) map[string]bool { return s.base.cluster.Online(players) }

// Presence returns the numbers of nodes, connected players, watched matches and waiting
// players.
func (s *Service) Presence() Presence {
	nodes, players, matches := s.base.cluster.Count()
	return Presence{Node: s.options.Node, Nodes: nodes, Players: players, Matches: matches, Waiting: s.pairs.waitingNow()}
}

// Ready returns an error if this node should receive no traffic. It is cheap, because it
// uses the result of the last heartbeat. A node that is disconnected from the bus still
// serves its players and is ready; see Figures.
func (s *Service) Ready() error {
	if s.base.gate.closed() {
		return errDraining
	}
	if h, ok := s.options.Store.(interface{ Health() error }); ok {
		if err := h.Health(); err != nil {
			return errors.Join(ErrUnavailable, err)
		}
	}
	at, err := s.base.cluster.Written()
	if err != nil {
		return err
	}
	if late := s.options.Clock().Sub(at); late > s.base.cluster.Silent() {
		return game.Err(Unavailable, "the database has not answered for ", late.Round(time.Second).String())
	}
	return nil
}

// Playing lists a player's matches in progress, newest first.
func (s *Service) Playing(ctx context.Context, by Player) ([]Summary, error) {
	if by.ID == "" {
		return nil, nil
	}
	list, err := s.options.Store.Playing(ctx, by.ID)
	for _, id := range by.Also {
		more, also := s.options.Store.Playing(ctx, id)
		list, err = append(list, more...), errors.Join(err, also)
	}
	if len(by.Also) > 0 {
		list = ordered(list, func(m *Summary) time.Time { return m.Created })
	}
	return list, errors.Join(err, withSeats(ctx, s.options.Store, list))
}

// Played lists up to n finished matches of a player that pass the filter f, latest first. The list
// begins after the cursor. The result next is the cursor of the next page; it is zero if there are
// no more matches.
func (s *Service) Played(ctx context.Context, by Player, f Filter, after Cursor, n int) (list []Summary, next Cursor, err error) {
	const most = 200
	if by.ID == "" {
		return nil, Cursor{}, nil
	}
	n = min(max(n, 1), most)
	if f != (Filter{}) {
		list, err = s.options.Store.Find(ctx, append([]string{by.ID}, by.Also...), f, after, n+1)
	} else {
		list, err = allPlayed(ctx, s.options.Store, by, after, n+1)
	}
	if len(list) > n {
		list = list[:n]
		next = Cursor{Ended: list[n-1].Ended, ID: list[n-1].ID}
	}
	return list, next, errors.Join(err, withSeats(ctx, s.options.Store, list))
}

func allPlayed(ctx context.Context, store Matches, by Player, after Cursor, n int) ([]Summary, error) {
	list, err := store.Played(ctx, by.ID, after, n)
	for _, id := range by.Also {
		more, also := store.Played(ctx, id, after, n)
		list, err = append(list, more...), errors.Join(err, also)
	}
	if len(by.Also) > 0 {
		list = ordered(list, func(m *Summary) time.Time { return m.Ended })
	}
	return list, err
}

// ordered sorts matches by the time that the given function returns, latest first, then by id. It
// removes duplicates: a match is listed twice if two ids of one person have played each other.
func ordered(list []Summary, at func(*Summary) time.Time) []Summary {
	slices.SortFunc(list, func(a, b Summary) int { return cmp.Or(at(&b).Compare(at(&a)), cmp.Compare(a.ID, b.ID)) })
	return slices.CompactFunc(list, func(a, b Summary) bool { return a.ID == b.ID })
}
