package character

import (
	"context"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
)

// fixed is an engine that always finds the same lines.
type fixed []engine.Variation

func (f fixed) Think(context.Context, *game.Line, engine.Limits, func(engine.Thought)) (engine.Thought, error) {
	return engine.Thought{Lines: f}, nil
}

func (fixed) Close() error { return nil }

// TestCharacterSlack checks how much winning chance a taste may cost: at most the slack of the
// character, or the default slack if the character has none.
func TestCharacterSlack(t *testing.T) {
	r, ok := games.Find("chess")
	if !ok {
		t.Fatal("no game with pieces that take")
	}
	line, err := game.NewLine(r, game.Setup{Start: "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"})
	if err != nil {
		t.Fatal(err)
	}
	// The capture e4d5 has a winning chance of 0.44, the move g1f3 has 0.5. So only a slack of at
	// least 0.06 allows the capture.
	lines := fixed{{Codes: []string{"g1f3"}}, {Codes: []string{"e4d5"}, Score: engine.Score{Points: -22}}}
	for slack, want := range map[float64]string{0: "g1f3", 0.05: "g1f3", 0.08: "e4d5"} {
		set := Set{Characters: []Character{{Name: "taker", Taste: Taste{Take: 1}, Trait: "take", Nodes: 1, Slack: slack}}}
		p := New(lines, lines, Options{Set: set, Level: 1, Scale: 100})
		if got, err := p.Think(t.Context(), line, engine.Limits{}, nil); err != nil || got.Best() != want {
			t.Errorf("with a slack of %v: %s, want %s (%v)", slack, got.Best(), want, err)
		}
	}
}
