package load

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/games"
	"kydai/internal/wire"
)

// checkAtOnce is the maximum number of records read in parallel.
const checkAtOnce = 16

// check reads the record of every match as each of its players sees it. It compares the record with
// the messages that the clients received.
func (r *run) check(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	var wg sync.WaitGroup
	slots := make(chan struct{}, checkAtOnce)
	for _, b := range r.bouts {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			b.check(ctx)
		})
	}
	wg.Wait()
}

func (b *bout) broken(invariant, format string, args ...any) {
	b.run.broken(invariant, b.id, fmt.Sprintf(format, args...))
}

func (b *bout) check(ctx context.Context) {
	rnd := b.run.rand()
	for _, s := range b.seats {
		if len(s.clients) == 0 {
			continue
		}
		view, err := s.visitor.look(ctx, rnd, b.id)
		if err != nil {
			b.broken("I1", "its record cannot be read: %v", err)
			return
		}
		b.checkRecord(view)
		for _, k := range b.known {
			if k.side.String() == view.Viewer {
				b.checkClient(k, view)
			}
		}
		b.note(view, s)
	}
	b.checkTwice()
}

// note adds a match to the statistics. It is called for both seats but counts the match only for
// the first seat.
func (b *bout) note(view *wire.View, s *seat) {
	if s != b.seats[0] {
		return
	}
	r := b.run
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Checked++
	if view.Result != nil {
		r.report.Over++
	}
	if r.opts.Frames && b.hidden {
		if r.report.Frames == nil {
			r.report.Frames = map[string][][]byte{}
		}
		for _, k := range b.known {
			r.report.Frames[b.id] = append(r.report.Frames[b.id], k.frames...)
		}
	}
}

// checkClient compares the messages that one client received with the record.
func (b *bout) checkClient(k *told, view *wire.View) {
	for _, a := range k.acks {
		if a.ply >= len(view.Codes) || !b.same(view.Codes[a.ply], a.code) {
			b.broken("I1", "client %d: move %d, %s, was acknowledged and is not in the record", k.client, a.ply, a.code)
		}
	}
	n := len(k.codes)
	if n > len(view.Codes) || !slices.Equal(k.codes, view.Codes[:n]) {
		b.broken("I4", "client %d was told moves that are not in the record", k.client)
	}
	if k.seq > view.Seq {
		b.broken("I9", "client %d was told of %d events, and there are %d", k.client, k.seq, view.Seq)
	}
	switch {
	case k.result != nil && (view.Result == nil || *view.Result != *k.result):
		b.broken("I6", "client %d was told of an end that is not in the record", k.client)
	case k.seq < view.Seq && !b.goesOn(k, view):
		b.broken("I4", "client %d knows %d of %d events, long after the last; now the match has %d moves and the result %v", k.client, k.seq, view.Seq, view.Ply, view.Result)
	}
}

// goesOn reports whether the match may have changed after the clients stopped listening, so that a
// client need not know the whole record: a player lost on time or got time back, or an engine
// moved.
func (b *bout) goesOn(k *told, view *wire.View) bool {
	switch b.kind {
	case sleeper:
		return view.Ply == len(k.codes) && (view.Result == nil || view.Result.Why == fallen(view.Ply))
	case machine:
		return view.Ply == len(k.codes)+1 && k.turn != k.side
	default:
		return false
	}
}

// fallen returns the reason for the end of a match if a player's time runs out after ply moves: an
// abort before both sides have moved, otherwise a loss on time.
func fallen(ply int) string {
	if ply < 2 {
		return string(game.ByAbort)
	}
	return string(game.ByTime)
}

// checkTwice checks that no two different moves were acknowledged for the same ply.
func (b *bout) checkTwice() {
	codes := map[int]string{}
	for _, k := range b.known {
		for _, a := range k.acks {
			if old, ok := codes[a.ply]; ok && old != a.code {
				b.broken("I2", "ply %d was acknowledged twice, as %s and as %s", a.ply, old, a.code)
			}
			codes[a.ply] = a.code
		}
	}
}

// checkRecord replays a record. Every move must be legal and made by the side to move, and the
// clocks must match the times of the moves.
func (b *bout) checkRecord(view *wire.View) {
	rules, ok := games.Find(view.Game)
	if !ok {
		return // this program does not know the server's game, so it cannot check the moves
	}
	line, err := game.NewLine(rules, game.Setup{Start: view.Start, Options: view.Options})
	if err != nil {
		b.broken("I2", "the record cannot be set up: %v", err)
		return
	}
	var movers []game.Side
	for ply, code := range view.Codes {
		movers = append(movers, line.Position().Turn())
		if err := line.Replay(code); err != nil {
			b.broken("I2", "move %d, %s, is not legal: %v", ply, code, err)
			return
		}
	}
	for _, k := range b.known {
		for _, a := range k.acks {
			if a.ply < len(movers) && movers[a.ply] != k.side {
				b.broken("I2", "move %d was acknowledged to the side that had not the turn", a.ply)
			}
		}
	}
	if pos := line.Position(); pos.String() != view.Position {
		b.broken("I8", "the moves lead to %s, but what is shown is %s", pos, view.Position)
	} else if g, ok := game.GridOf(pos); ok && !slices.Equal(g.Cells, view.Cells) {
		b.broken("I8", "the board shows %s, but what is told is %s", strings.Join(g.Cells, ","), strings.Join(view.Cells, ","))
	}
	b.checkTime(view, movers)
}

// checkTime checks that the recorded clocks equal the sums computed from the times of the
// moves.
func (b *bout) checkTime(view *wire.View, movers []game.Side) {
	control, err := clock.Parse(view.Control)
	if err != nil || control.Kind != clock.Fischer || view.Clock == nil {
		return
	}
	if len(view.Spent) != len(view.Codes)-view.Opening {
		b.broken("I5", "%d moves, but the times of %d", len(view.Codes), len(view.Spent))
		return
	}
	left := [2]int64{control.Base.Milliseconds(), control.Base.Milliseconds()}
	moved := [2]bool{}
	for i, spent := range view.Spent {
		if spent < 0 {
			b.broken("I5", "a move took %d ms", spent)
		}
		mover := movers[i+view.Opening].Index()
		if first := !moved[mover]; first && view.First > 0 {
			moved[mover] = true
			continue // the clock does not run before a side's first move
		}
		left[movers[i+view.Opening].Index()] += control.Increment.Milliseconds() - spent
	}
	given := false
	for _, k := range b.known {
		given = given || k.given
	}
	for i, l := range view.Clock.Left {
		if l < 0 {
			b.broken("I5", "%d ms are left", l)
		}
		// When the game ends during a side's turn, that side may have less time than its moves
		// alone leave, because the unfinished turn is charged as well.
		if over := view.Result != nil && l < left[i]; !given && l != left[i] && !over {
			b.broken("I5", "%d ms are left to side %d, and the moves leave %d", l, i, left[i])
		}
	}
	if view.Result != nil && view.Result.Why == string(game.ByTime) {
		loser := wire.SideOf(view.Result.Winner).Other()
		if l := view.Clock.Left[loser.Index()]; l != 0 {
			b.broken("I5", "the flag fell with %v left", time.Duration(l)*time.Millisecond)
		}
	}
}
