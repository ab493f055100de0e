package duel_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/lab/duel"
	"kydai/lab/player"
)

// tuning returns a tuning of two numbers. The player with the larger first number wins; the second
// number has no effect.
func tuning(t *testing.T, pairs int) (*duel.Tuning, *duel.Progress) {
	t.Helper()
	values := map[string]int{}
	p := &duel.Progress{}
	for _, name := range []string{"strength", "noise"} {
		p.Numbers = append(p.Numbers, duel.Number{Param: engine.Param{Name: name, Value: 60, Least: 0, Most: 100}, Step: 10, Now: 60})
	}
	return &duel.Tuning{
		Rules: rules(t, "chess"), Openings: duel.List{{}}, Seed: 1, Rate: 0.02, Pairs: pairs,
		New: func(name string, now []int) (player.Player, error) {
			values[name] = now[0]
			return playerOf(name, func(ctx context.Context, line *game.Line) (engine.Thought, error) {
				if values[name] < max(values["a"], values["b"]) {
					return engine.Thought{}, errors.New("no")
				}
				return legal(0)(ctx, line)
			}, engine.Limits{}), nil
		},
	}, p
}

func TestTuning(t *testing.T) {
	const pairs = 200
	run, p := tuning(t, pairs)
	if err := run.Run(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	strength, noise := p.Numbers[0], p.Numbers[1]
	if p.Pairs != pairs || strength.Now != 100 || strength.Effect.Pairs != [5]int{4: pairs} {
		t.Errorf("the number that wins every game: %+v", strength)
	}
	if won := noise.Effect.Pairs[4]; won < pairs/3 || won > 2*pairs/3 || noise.Now < 40 || noise.Now > 80 {
		t.Errorf("the number without effect: %+v", noise)
	}

	// With a rate of 0 the numbers stay, and the effects are measured all the same.
	run, p = tuning(t, 20)
	run.Rate = 0
	if err := run.Run(t.Context(), p); err != nil || p.Numbers[0].Now != 60 || p.Numbers[0].Effect.Pairs[4] != 20 {
		t.Errorf("measured only: %+v, %v", p, err)
	}
}

// TestTuningGoesOn checks that a run that was interrupted and continued equals a run without a break.
func TestTuningGoesOn(t *testing.T) {
	run, want := tuning(t, 30)
	if err := run.Run(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	run, got := tuning(t, 30)
	ctx, stop := context.WithCancel(t.Context())
	run.Finished = func(p *duel.Progress) {
		if p.Pairs == 11 {
			stop()
		}
	}
	if err := run.Run(ctx, got); err != nil || got.Pairs != 11 {
		t.Fatalf("%d pairs, %v", got.Pairs, err)
	}
	if err := run.Run(t.Context(), got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("continued: %+v\nwhole: %+v, %v", got, want, err)
	}
}
