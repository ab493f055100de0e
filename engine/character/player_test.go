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

// steady is an engine that notes with which evaluation it searches.
type steady struct {
	fixed
	on    bool
	notes []bool
}

func (s *steady) Calibrate(on bool) { s.on = on }

func (s *steady) Think(ctx context.Context, line *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	s.notes = append(s.notes, s.on)
	return s.fixed.Think(ctx, line, lim, report)
}

// TestCharactersKeepTheirEvaluation checks that the search for a taste uses the evaluation with which
// the levels are calibrated, except at the highest level.
func TestCharactersKeepTheirEvaluation(t *testing.T) {
	r, _ := games.Find("chess")
	line, err := game.NewLine(r, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	lines := fixed{{Codes: []string{"g1f3"}}, {Codes: []string{"e2e4"}}}
	for _, level := range []int{1, engine.Levels} {
		plain := &steady{fixed: lines}
		set := Set{Characters: []Character{{Name: "taker", Taste: Taste{Take: 1}, Trait: "take", Nodes: 1}}}
		for len(set.Characters) < level {
			set.Characters = append(set.Characters, set.Characters[0])
		}
		p := New(plain, lines, Options{Set: set, Level: level, Scale: 100})
		if _, err := p.Think(t.Context(), line, engine.Limits{}, nil); err != nil {
			t.Fatal(err)
		}
		if want := level < engine.Levels; len(plain.notes) != 1 || plain.notes[0] != want || plain.on {
			t.Errorf("level %d: calibrated %v, want %v; afterwards %v", level, plain.notes, want, plain.on)
		}
	}
}
