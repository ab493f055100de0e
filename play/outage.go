package play

import (
	"context"
	"encoding/json"
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
	alivePattern   = "alive.*"
	pulses         = 4 // signs of life on the bus in the time of one heartbeat
	silentPulses   = 3 // after so many without a sign a node is taken for dead
)

// outage is a time in which players could not play.
type outage struct {
	who   map[uint32]bool      // hashes of the players; nil is everybody
	from  time.Time            // the last sign of life
	until time.Time            // so long the server was away for sure
	back  map[uint32]time.Time // when those came back of whom it is known
}

// alive is a sign of life of a node.
type alive struct {
	Born    int64 `json:"born"`              // when it was started, in microseconds: another one is another process
	Leaving int64 `json:"leaving,omitempty"` // since when it does nothing more for its players
}

func (s *Service) pulseEvery() time.Duration { return max(s.o.Beat/pulses, time.Millisecond) }

// pulse gives a sign of life, and looks who gives none.
func (s *Service) pulse(context.Context) {
	c := &s.crowd
	now := s.Now()
	c.mu.Lock()
	if before := c.pulsed; !before.IsZero() && now.Sub(before) > silentPulses*s.pulseEvery() {
		// This process stood still: nobody here could play.
		c.add(outage{who: c.hashes(), from: before, until: now}, "")
	}
	c.pulsed = now
	sign := alive{Born: c.born.UnixMicro()}
	if !c.leaving.IsZero() {
		sign.Leaving = c.leaving.UnixMicro()
	}
	if now.Sub(c.echo) < silentPulses*s.pulseEvery() { // we hear ourselves, so we hear others
		for id, n := range c.nodes {
			if !n.sign.IsZero() && now.Sub(n.sign) > silentPulses*s.pulseEvery() {
				c.lose(id, n.sign)
			}
		}
	}
	c.outages = slices.DeleteFunc(c.outages, func(o outage) bool { return now.Sub(o.until) > rememberOutage })
	c.mu.Unlock()
	data, err := json.Marshal(sign)
	if err == nil {
		_ = s.o.Bus.Publish("alive."+s.o.Node, data) // it comes again
	}
}

// hearAlive takes a sign of life.
func (s *Service) hearAlive(subject string, data []byte) {
	var sign alive
	if json.Unmarshal(data, &sign) != nil {
		return
	}
	node, now := subject[len("alive."):], s.Now()
	c := &s.crowd
	c.mu.Lock()
	defer c.mu.Unlock()
	if node == s.o.Node {
		if sign.Born == c.born.UnixMicro() {
			c.echo = now
		}
		return
	}
	c.meet(node, sign.Born)
	if sign.Leaving != 0 {
		c.lose(node, time.UnixMicro(sign.Leaving))
	}
	n := c.nodes[node]
	n.sign, n.lost = now, sign.Leaving != 0
	c.nodes[node] = n
}

// meet hears of a process. If the node was another one before, that one has
// died. The crowd is locked.
func (c *crowd) meet(node string, born int64) {
	n := c.nodes[node]
	if n.born == born {
		return
	}
	if n.born != 0 {
		c.lose(node, n.sign)
	}
	c.nodes[node] = neighbour{beat: n.beat, last: c.service.Now(), born: born}
}

// lose notes that a node does nothing for its players since a moment. The crowd
// is locked.
func (c *crowd) lose(node string, from time.Time) {
	n := c.nodes[node]
	if n.lost || from.IsZero() {
		return
	}
	n.lost = true
	c.nodes[node] = n
	if len(n.who) > 0 {
		c.add(outage{who: n.who, from: from, until: from}, node)
		c.service.log.Warn("a node is away; its players get their time back", "lost", node, "players", len(n.who))
	}
}

// add notes an outage, of a node if one is named. Who was somewhere else all
// along has lost nothing. The crowd is locked.
func (c *crowd) add(o outage, node string) {
	o.back = map[uint32]time.Time{}
	for p, a := range c.here {
		if h := hashOf(p); o.touches(h) {
			o.back[h] = a.since
		}
	}
	for id, n := range c.nodes {
		if id == node || n.lost {
			continue
		}
		for h := range n.whoAt(o.from) {
			if o.touches(h) {
				o.back[h] = o.from
			}
		}
	}
	c.outages = append(c.outages, o)
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
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.outages) == 0 || player == "" {
		return nil
	}
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
	_, err := s.change(ctx, id, func(m *match.Match) error {
		terms, now := m.Terms(), s.Now()
		if turn := m.Turn(); turn == game.NoSide || terms.Seat(turn).Player != by.ID {
			return errNotDue
		}
		return m.MakeGood(apart(append(s.crowd.lostTo(by.ID, now), own...)), now)
	})
	if err != nil && !errors.Is(err, errNotDue) && codeOf(err) != match.NotDue && codeOf(err) != Draining {
		s.log.Debug("time was not given back", "match", id, "err", err)
	}
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
			s.crowd.lost(node)
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

// lost notes that a node has gone from the bus.
func (c *crowd) lost(node string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lose(node, c.nodes[node].sign)
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
	c.add(outage{from: last, until: s.Now()}, "")
	s.log.Info("nobody was there before; players get their time back", "since", last)
}
