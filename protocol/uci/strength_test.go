package uci_test

import (
	"context"
	"io"
	"strconv"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
	"kydai/protocol/protocoltest"
	"kydai/protocol/uci"
)

// rated is an engine that plays at a rating. It reports the rating as its node count, so that tests
// can read it.
type rated struct {
	engine.Engine
	elo int
}

func (r rated) Think(ctx context.Context, line *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	return r.Engine.Think(ctx, line, lim, func(i engine.Thought) { i.Nodes = uint64(r.elo); report(i) })
}

// TestServeStrength checks UCI_ShowWDL, UCI_LimitStrength with UCI_Elo, and eval. The second
// variant has its own range of ratings; the third variant has no ratings.
func TestServeStrength(t *testing.T) {
	c := config()
	at := func(e engine.Engine, elo int) engine.Engine { return rated{e, elo} }
	c.Variants[0].Outlook = func(s engine.Score) engine.Outlook { return engine.OutlookOf(s, 200, 0.5) }
	c.Variants[0].Strength = uci.Strength{Least: 1000, Most: 2000, At: at}
	c.Variants[1].Strength = uci.Strength{Least: 1100, Most: 1500, At: at}
	c.Variants[0].Terms = func(position string) ([]protocol.Term, error) {
		if position == "" {
			return nil, game.Err(game.BadPosition, "no position")
		}
		return []protocol.Term{{Name: "material", Points: 100.25}, {Name: "tempo", Points: -8}, {Name: strconv.Itoa(len(position))}}, nil
	}
	protocoltest.Serve(t, "testdata/strength-*.txt", func(in io.Reader, out io.Writer) error { return uci.Serve(in, out, c) })
}
