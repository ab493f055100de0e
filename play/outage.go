package play

import (
	"context"
	"errors"
	"slices"
	"time"

	"kydai/bus"
	"kydai/game"
	"kydai/match"
)

// Nobody's clock pays for a node that dies, stands still or leaves. What a node
// knows of it are outages: which players could not play, and since when. They
// end when a player is back, but no later than maxAway after the last moment
// that the server itself is known to have been away. What a player says of it
// counts for nothing.
const (
	maxAway        = 10 * time.Second
	rememberOutage = time.Hour // a turn may last
	// lateNews is from when on it is made good that a player was told late of
	// his turn.
	lateNews = 250 * time.Millisecond
)

// outage is a time in which players could not play.
type outage struct {
	node  string               // that was lost; "": this one, or all of them
	who   map[uint32]bool      // hashes of the players; nil is everybody
	from  time.Time            // the last sign of life
	until time.Time            // so long the server was away for sure
	back  map[uint32]time.Time // when those came back of whom it is known
}

// lose notes that a node does nothing for its players since a moment. The crowd
// is locked.
func (c *crowd) lose(node string, from time.Time) {
	n := c.nodes[node]
	if n.lost || from.IsZero() {
		return
	}
	n.lost = true
	c.know(node, n)
	if len(n.who) > 0 {
		c.add(outage{node: node, who: n.who, from: from, until: from})
		c.service.log.Warn("a node is away; its players get their time back", "lost", node, "players", len(n.who))
	}
}

// add notes an outage. Who was somewhere else all along has lost nothing. The
// crowd is locked.
func (c *crowd) add(o outage) {
	o.back = map[uint32]time.Time{}
	for p, a := range c.here {
		if h := hashOf(p); o.touches(h) {
			o.back[h] = a.since
		}
	}
	for id, n := range c.nodes {
		if id == o.node || n.lost {
			continue
		}
		for h := range n.whoAt(o.from) {
			if o.touches(h) {
				o.back[h] = o.from
			}
		}
	}
	c.outages = append(c.outages, o)
	c.upset.Store(true)
}

// forget removes outages. The crowd is locked.
func (c *crowd) forget(which func(outage) bool) {
	c.outages = slices.DeleteFunc(c.outages, which)
	c.upset.Store(len(c.outages) > 0)
}

func (o *outage) touches(h uint32) bool { return o.who == nil || o.who[h] }

// whoAt is who was on a node at a moment, as far as is known.
func (n *neighbour) whoAt(at time.Time) map[uint32]bool {
	if n.heard.After(at) {
		return n.before
	}
	return n.who
}

// cameBack notes that players are there again. The crowd is locked.
func (c *crowd) cameBack(now time.Time, players func(yield func(uint32) bool)) {
	for _, o := range c.outages {
		for h := range players {
			if _, known := o.back[h]; !known && o.touches(h) {
				o.back[h] = now
			}
		}
	}
}

// lostTo are the times in which a player could not play.
func (c *crowd) lostTo(player string, now time.Time) []match.Span {
	if player == "" || !c.upset.Load() { // every move asks: mostly nothing has happened, and nobody waits for a lock
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	h := hashOf(player)
	var spans []match.Span
	for _, o := range c.outages {
		if !o.touches(h) {
			continue
		}
		end, known := o.back[h]
		if !known {
			end = now
		}
		if end.Before(o.until) {
			end = o.until
		}
		if latest := o.until.Add(maxAway); end.After(latest) {
			end = latest
		}
		spans = append(spans, match.Span{From: o.from, To: end})
	}
	return apart(spans)
}

// apart makes spans that do not overlap of any.
func apart(spans []match.Span) []match.Span {
	slices.SortFunc(spans, func(a, b match.Span) int { return a.From.Compare(b.From) })
	for i := 1; i < len(spans); i++ {
		if last := spans[i-1].To; spans[i].From.Before(last) {
			spans[i].From = last
		}
		if spans[i].To.Before(spans[i].From) {
			spans[i].To = spans[i].From
		}
	}
	return spans
}

// makeGood gives the side to move what it lost to outages. match.NotDue: it
// lost nothing, or was given it before.
func (s *Service) makeGood(m *match.Match, now time.Time) error {
	turn := m.Turn()
	if turn == game.NoSide {
		return errNotDue
	}
	terms := m.Terms()
	return m.MakeGood(s.crowd.lostTo(terms.Seat(turn).Player, now), now)
}

// returned gives a player who is back what he has lost in a match where he has
// the turn. If he was on another node, that one is asked what became of it, and
// of a move of his that it may have.
func (s *Service) returned(by Player, id string) {
	ctx, cancel := context.WithTimeout(context.Background(), catchUp)
	defer cancel()
	own := s.askHis(ctx, by.ID, id)
	if len(own)+len(s.crowd.lostTo(by.ID, s.Now())) == 0 {
		return
	}
	_, err := s.change(ctx, id, s.gift(by.ID, own))
	s.notGiven(id, err)
}

// gift gives a player whose turn it is what he lost to outages, and to what
// else is known of.
func (s *Service) gift(player string, own []match.Span) func(*match.Match) error {
	return func(m *match.Match) error {
		terms, now := m.Terms(), s.Now()
		if turn := m.Turn(); turn == game.NoSide || terms.Seat(turn).Player != player {
			return errNotDue
		}
		return m.MakeGood(apart(append(s.crowd.lostTo(player, now), own...)), now)
	}
}

func (s *Service) notGiven(id string, err error) {
	if err != nil && !errors.Is(err, errNotDue) && codeOf(err) != match.NotDue && codeOf(err) != Draining {
		s.log.Debug("time was not given back", "match", id, "err", err)
	}
}

// toldLate gives the side to move what passed of its turn before its player
// was told of it, by this node and so by none: the news of it was lost. The
// table is locked; before is what he was shown until now.
func (s *Service) toldLate(ctx context.Context, t *table, before *Snapshot) {
	cur := t.cur.Load()
	if before == nil || cur == before || cur.m.Turn() == before.m.Turn() || cur.m.Turn() == game.NoSide {
		return
	}
	terms, now := cur.m.Terms(), s.Now()
	player := terms.Seat(cur.m.Turn()).Player
	since := cur.View(game.NoSide).Clock.Since
	if since.IsZero() || now.Sub(since) < lateNews || !t.players.has(player) || s.crowd.elsewhere(player) || s.gate.enter() != nil {
		return
	}
	defer s.gate.leave()
	_, err := s.changeTable(ctx, t, s.gift(player, []match.Span{{From: since, To: now}}))
	s.notGiven(t.id, err)
}

// askHis asks the nodes on which a player was lately. One that is not there any
// more is lost; one that has a move of his under way has had it since a moment,
// from which on his time does not count.
func (s *Service) askHis(ctx context.Context, player, id string) (own []match.Span) {
	now := s.Now()
	for _, node := range s.crowd.nodesOf(player) {
		a, err := s.inquire(ctx, node, inquiry{Match: id, Before: now.UnixMicro(), Sure: true})
		switch {
		case errors.Is(err, bus.ErrNobody):
			s.gone(ctx, node)
		case err == nil && a.First != 0:
			own = append(own, match.Span{From: time.UnixMicro(a.First), To: now})
		}
	}
	return own
}

// nodesOf lists the other nodes on which a player is or was lately.
func (c *crowd) nodesOf(player string) (list []string) {
	h := hashOf(player)
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, n := range c.nodes {
		if !n.lost && (n.who[h] || n.before[h]) {
			list = append(list, id)
		}
	}
	return list
}

// elsewhere reports whether a player is on another node too, by what was heard
// of it lately.
func (c *crowd) elsewhere(player string) bool {
	h, lately := hashOf(player), c.service.Now().Add(-silentBeats*c.service.o.Beat)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.nodes {
		if n.who[h] && n.heard.After(lately) {
			return true
		}
	}
	return false
}

// lookBack finds out whether all nodes were away before this one was started:
// then nobody could play since the last sign of life.
func (s *Service) lookBack(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, catchUp)
	defer cancel()
	nodes, err := s.o.Store.Alive(ctx, rememberOutage)
	if err != nil {
		s.log.Warn("it is not known who was there before", "err", err)
		return
	}
	var last time.Time
	for _, n := range nodes {
		if n.ID != s.o.Node {
			_, err := s.inquire(ctx, n.ID, inquiry{Before: s.Now().UnixMicro(), Sure: true})
			if !errors.Is(err, bus.ErrNobody) {
				return // it is there, or may be
			}
		}
		if n.Beat.After(last) {
			last = n.Beat
		}
	}
	if last.IsZero() {
		return
	}
	c := &s.crowd
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(outage{from: last, until: s.Now()})
	s.log.Info("nobody was there before; players get their time back", "since", last)
}
