package protocoltest

import (
	"context"
	"strconv"
	"time"

	"kydai/engine"
	"kydai/game"
)

// Stub is an engine for tests that plays the first legal move. It uses all the time of its limits;
// without limits it runs until its context ends.
type Stub struct {
	Games int    // how often NewGame was called
	Hash  string // the last value of the option Hash
	// Points is the score of the first move; each further line scores one point less.
	Points int
}

var (
	_ engine.Engine     = (*Stub)(nil)
	_ engine.Forgetful  = (*Stub)(nil)
	_ engine.Adjustable = (*Stub)(nil)
)

// NewGame increments Games.
func (s *Stub) NewGame() { s.Games++ }

// Close does nothing, because a Stub holds no resources.
func (*Stub) Close() error { return nil }

// Options returns one option of each type, for tests of their text form.
func (*Stub) Options() []engine.Option {
	return []engine.Option{
		{Name: "Hash", Kind: "spin", Default: "16", Least: 1, Most: 1024},
		{Name: "Clear Hash", Kind: "button"},
		{Name: "Book", Kind: "string"},
	}
}

// SetOption stores the value of Hash. It returns an error if the value is not a number.
func (s *Stub) SetOption(name, value string) error {
	if name == "Hash" {
		if _, err := strconv.Atoi(value); err != nil {
			return game.Err("bad-option", "the option Hash cannot be ", value)
		}
		s.Hash = value
	}
	return nil
}

// Think reports a depth, waits until its limits are used up, and answers with the requested number
// of lines.
func (s *Stub) Think(ctx context.Context, line *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	p := line.Position()
	var codes []string
	for _, m := range line.Legal() {
		codes = append(codes, p.Encode(m))
	}
	if len(lim.Only) > 0 {
		codes = lim.Only
	}
	if len(codes) == 0 {
		return engine.Thought{}, game.Err(game.GameOver, "there is no legal move to choose from")
	}
	info := engine.Thought{Depth: 1, Deepest: 2, Nodes: 100, Elapsed: time.Millisecond, Full: 3}
	for i := range min(max(lim.MultiPV, 1), len(codes)) {
		v := engine.Variation{Score: engine.Score{Points: s.Points - i}, Codes: []string{codes[i]}}
		if m, err := p.Decode(codes[i]); err == nil && i == 0 {
			if done := game.CompletionsOf(p, m); len(done) == 1 {
				next := p.Play(done[0].Move)
				if replies := next.Legal(); len(replies) > 0 {
					v.Codes = append(v.Codes, next.Encode(replies[0]))
				}
			}
		}
		info.Lines = append(info.Lines, v)
	}
	if lim.Mate > 0 {
		info.Lines[0].Score = engine.Score{Mate: lim.Mate}
	}
	if report != nil {
		report(info)
	}
	if lim.Depth == 0 && lim.Nodes == 0 && lim.Mate == 0 {
		if b := lim.Allot(p.Turn().Index()); b.Hard > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, b.Hard)
			defer cancel()
		}
		<-ctx.Done()
	}
	return info, nil
}
