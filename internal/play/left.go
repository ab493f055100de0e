package play

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"kydai/game"
	"kydai/internal/cluster"
	"kydai/match"
)

// A player may claim a game that the opponent has left. The node of the remaining player counts the
// time in which the opponent has no connection to any node. It counts only time in which it could
// certainly reach the database, the bus and all nodes, and does not count time that the opponent
// lost to an outage. The count is kept in memory: if the node dies, another node starts counting
// from zero.
const (
	// leastAway is the shortest absence after which a game may be claimed, even if less
	// time is left on the player's clock, because reloading a page takes a moment.
	leastAway = 10 * time.Second
	// A player who has left at least leftOften of their last leftAmong games may be away only for a
	// shorter time.
	leftOften = 2
	leftAmong = 10
	// habitsAtOnce is the maximum number of matches per round for which the last games of both
	// players are read, to find players who often leave.
	habitsAtOnce = 200
)

// absences counts how long the opponents of players on this node have been away from
// their matches.
type absences struct {
	options tableOptions
	log     *slog.Logger
	time    *timekeeper
	cluster *cluster.Cluster
	tables  *tables

	mu  sync.Mutex
	all map[string]*absence // the absence in each match, by match id
}

// absence is the record that absences keeps for one match.
type absence struct {
	players [2]string
	limits  [2]time.Duration // allowed absence of each side; zero until it is known
	side    game.Side        // the side that is away; NoSide if no side or both sides are away
	moves   int              // number of moves of the side that is away; if it grows, the player is not away
	own     time.Duration    // clock time that the side had left when it went away
	counted time.Duration
	at      time.Time // time up to which the absence has been counted
}

// Absence says when a player may claim a match because the opponent is away.
type Absence struct {
	// Limits are how long each side may be away, first side first.
	Limits [2]time.Duration
	Away   game.Side // the side that is away; NoSide if no side is away
	Claim  time.Time // when the opponent of the side in Away may claim the match
}

// every returns the interval between two calls of look.
func (as *absences) every() time.Duration {
	return min(max(as.options.LeftAgain/20, 20*time.Millisecond), time.Second)
}

// gap returns the longest interval that can count as absence. Such an interval lies between two
// times at which the node reached the database, the bus and all nodes (sound times). The gap is one
// and a half heartbeats, because a heartbeat may be late on a busy machine.
func (as *absences) gap() time.Duration { return as.cluster.Rhythm() * 3 / 2 }

// atTable reports whether a player watches a match on this node.
func (ts *tables) atTable(id, player string) bool {
	t, err := ts.open(id)
	if err != nil {
		return false
	}
	defer ts.release(t)
	return t.players.has(player)
}

// presence describes a match that a player may leave: its players, and which of them are connected
// or watching.
type presence struct {
	id      string
	snap    *Snapshot
	players [2]string
	here    [2]bool // whether each player watches the match on this node
}

// look updates the absence counts of all matches that one of their players watches on this node.
func (as *absences) look(ctx context.Context) {
	var list []presence
	var players []string
	for t := range as.tables.each {
		cur := t.cur.Load()
		if cur == nil || cur.Over || t.players.size() == 0 {
			continue
		}
		who, ok := cur.leavable()
		if !ok {
			continue
		}
		list = append(list, presence{t.id, cur, who, [2]bool{t.players.has(who[0]), t.players.has(who[1])}})
		players = append(players, who[:]...)
	}
	online := as.cluster.Online(players)
	now, sound := as.time.Now(), as.cluster.Sound()
	as.mu.Lock()
	before := as.all
	as.all = make(map[string]*absence, len(list))
	unknown := []*absence{}
	for i := range list {
		p := &list[i]
		a := before[p.id]
		if a == nil {
			a = &absence{players: p.players}
		}
		as.all[p.id] = a
		if side := p.away(online); side == game.NoSide {
			a.side = side
		} else {
			if moves := p.snap.moves()[side.Index()]; side != a.side || moves != a.moves {
				own, _ := p.snap.clockOf(side, now)
				*a = absence{players: a.players, limits: a.limits, side: side, moves: moves, own: own, at: now}
			}
			a.count(sound, as.gap(), as.time.lost(a.players[side.Index()], now))
		}
		if a.limits[0] == 0 && len(unknown) < habitsAtOnce {
			unknown = append(unknown, a)
		}
	}
	as.mu.Unlock()
	for _, a := range unknown {
		limits := [2]time.Duration{as.limitOf(ctx, a.players[0]), as.limitOf(ctx, a.players[1])}
		as.mu.Lock()
		a.limits = limits
		as.mu.Unlock()
	}
}

// away returns the side whose player is not connected while the other side's player watches the
// match on this node. It returns NoSide if there is no such side.
func (p *presence) away(online map[string]bool) game.Side {
	for i, side := range []game.Side{game.First, game.Second} {
		if p.here[1-i] && !p.here[i] && !online[p.players[i]] {
			return side
		}
	}
	return game.NoSide
}

// count adds the time from the last call up to the time sound to the player's absence. If this
// interval is longer than gap, count adds nothing. The parameter lost contains the spans in which
// the player could not connect because of an outage; they are not counted.
func (a *absence) count(sound time.Time, gap time.Duration, lost []match.Span) {
	from := a.at
	if !sound.After(from) {
		return
	}
	a.at = sound
	if sound.Sub(from) > gap {
		return
	}
	a.counted += sound.Sub(from)
	for _, s := range lost {
		start, end := s.From, s.To
		if start.Before(from) {
			start = from
		}
		if end.After(sound) {
			end = sound
		}
		a.counted -= max(end.Sub(start), 0)
	}
}

// claim returns the time from which the opponent may claim the match, if the player stays away and
// this node always reaches the database, the bus and the other nodes.
func (a *absence) claim(now time.Time, gap time.Duration) time.Time {
	rest := min(a.limits[a.side.Index()], max(a.own, leastAway)) - a.counted
	if now.Sub(a.at) > gap {
		return now.Add(max(rest, 0)) // counting is interrupted, and can continue from now at the earliest
	}
	return a.at.Add(rest)
}

// limitOf returns how long a player may be away, depending on the player's last games.
func (as *absences) limitOf(ctx context.Context, player string) time.Duration {
	games, err := as.options.Store.Played(ctx, player, Cursor{}, leftAmong)
	if err != nil {
		as.log.DebugContext(ctx, "the last games of a player could not be read", "err", err)
		return as.options.Left
	}
	left := 0
	for i := range games {
		g := &games[i]
		for s, side := range []game.Side{game.First, game.Second} {
			if g.Players[s] == player && g.Result == resultText(game.Win(side.Other(), match.Left)) {
				left++
			}
		}
	}
	if left >= leftOften {
		return min(as.options.LeftAgain, as.options.Left)
	}
	return as.options.Left
}

// of returns the absence in a match that a player watches on this node. The result ok is false if
// this node does not count absences in this match or does not know their limits yet.
func (as *absences) of(id string) (Absence, bool) {
	now, gap := as.time.Now(), as.gap()
	as.mu.Lock()
	defer as.mu.Unlock()
	a := as.all[id]
	if a == nil || a.limits[0] == 0 {
		return Absence{}, false
	}
	out := Absence{Limits: a.limits, Away: a.side}
	if a.side != game.NoSide {
		out.Claim = a.claim(now, gap)
	}
	return out, true
}

var (
	errNotLeft   = game.Err(NotLeft, "your opponent is connected, or has not been away for long enough")
	errNotSure   = game.Err(NotLeft, "a part of the server cannot be reached, so it is not known whether your opponent is away; please try again")
	errNotAtHand = game.Err(NotLeft, "only a player who is at the table can claim a game that the opponent has left")
)

// check returns an error if a player may not claim a match: the opponent has not been
// away long enough, is connected to a node, or may be connected to a node that does not
// respond.
func (as *absences) check(ctx context.Context, by Player, id string) error {
	snap, side, err := as.tables.Look(ctx, by, id)
	if err != nil {
		return err
	}
	if _, ok := snap.leavable(); !ok {
		return nil // do not refuse here: the match itself refuses the claim and says why
	}
	if side == game.NoSide || !as.tables.atTable(id, by.ID) {
		return errNotAtHand
	}
	now := as.time.Now()
	a, ok := as.of(id)
	switch {
	case !ok || a.Away != side.Other() || now.Before(a.Claim):
		return errNotLeft
	case now.Sub(as.cluster.Sound()) > as.gap():
		return errNotSure
	}
	switch as.cluster.Queries().Present(ctx, id, snap.playerOf(side.Other())) {
	case cluster.Connected:
		return errNotLeft
	case cluster.Unsure:
		return errNotSure
	case cluster.Away:
	}
	return nil
}

// Absence says whether a player of the match is away, as far as this node knows. ok is false if no
// player watches the match on this node, or if players cannot leave this match.
func (w *Watch) Absence() (Absence, bool) { return w.tables.absences.of(w.table.id) }
