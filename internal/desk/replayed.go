package desk

import (
	"strconv"

	"kydai/game"
)

// replayed caches the game of the last request: the start and the game after each of its moves. A
// page that reviews a game requests every position of it. Without the cache, each request would
// replay the whole game, which would take longer than the first searches.
type replayed struct {
	of    Request
	lines []*game.Line
}

// line returns the game of a request after its moves. It replays only the moves after the first
// difference from the cached game.
func (r *replayed) line(q Request, rules game.Rules, s game.Setup) (*game.Line, error) {
	n := 0
	if r.sameStart(&q) {
		for n < len(q.Moves) && n < len(r.of.Moves) && q.Moves[n] == r.of.Moves[n] {
			n++
		}
		if n == len(q.Moves) {
			return r.lines[n].Clone(), nil
		}
		r.lines = r.lines[:n+1]
	} else {
		start, err := game.NewLine(rules, s)
		if err != nil {
			return nil, err
		}
		r.lines = []*game.Line{start}
	}
	r.of = q
	for i := n; i < len(q.Moves); i++ {
		next := r.lines[i].Clone()
		if err := next.Replay(q.Moves[i]); err != nil {
			r.of.Moves = q.Moves[:i]
			return nil, err
		}
		r.lines = append(r.lines, next)
	}
	return r.lines[len(q.Moves)].Clone(), nil
}

// sameStart reports whether the request q has the same game, start position, options and deal of
// hidden pieces as the cached game.
func (r *replayed) sameStart(q *Request) bool {
	o := &r.of
	if len(r.lines) == 0 || o.Game != q.Game || o.Start != q.Start || o.Seed != q.Seed || o.Deal != q.Deal || len(o.Options) != len(q.Options) {
		return false
	}
	for name, value := range q.Options {
		if v, ok := o.Options[name]; !ok || v != value {
			return false
		}
	}
	return true
}

// ways lists the possible outcomes of the last move, as the player who made the move saw the game
// before it. The first entry is the move without a revealed piece. Then follows one entry for each
// piece that the move could have revealed: the move with this piece, and its weight. The piece that
// was really revealed comes first among them. ways returns nil if the move has only one outcome.
func (d *Desk) ways(q Request) ([]string, error) {
	line, err := d.line(q)
	if err != nil || len(q.Moves) == 0 {
		return nil, err
	}
	last := line.Ply() - 1
	if !line.Setup().Secret.Empty() {
		line = line.View(line.At(last).Turn())
	}
	p, came := line.At(last), line.Move(last)
	for _, m := range p.Legal() {
		out := []string{p.Encode(m)}
		found := false
		for _, w := range game.CompletionsOf(p, m) {
			out = append(out, p.Encode(w.Move)+" "+strconv.Itoa(w.Weight))
			if w.Move == came {
				out[1], out[len(out)-1] = out[len(out)-1], out[1]
				found = true
			}
		}
		if found && len(out) > 2 {
			return out, nil
		}
	}
	return nil, nil
}
