package gametest

import (
	"strings"
	"testing"

	"kydai/game"
)

var plan = Plan{Games: 40, Plies: 20, Seed: 1}

var cardPlan = Plan{Games: 40, Plies: 20, Seed: 1, Setups: []game.Setup{
	{}, {Options: map[string]string{game.ViewOption: "first"}}, {Options: map[string]string{game.ViewOption: "second"}},
}}

// TestSoundGamesPass checks that the suite accepts the test games without a fault. Otherwise
// TestMutantsAreCaught would prove nothing.
func TestSoundGamesPass(t *testing.T) {
	Run(t, tic{}, plan)
	Run(t, cards{}, cardPlan)
}

// TestMutantsAreCaught runs the suite on variants of the test games, each with one deliberate
// fault. The suite must report the fault with the check that the table names.
func TestMutantsAreCaught(t *testing.T) {
	mutants := []struct {
		rules func(fault string) (game.Rules, Plan)
		fault string
		check string
	}{
		{open, "turn-nobody", "turn"},
		{open, "legal-when-over", "over"},
		{open, "legal-unordered", "order"},
		{open, "legal-shared", "owner"},
		{open, "legal-twice", "legal"},
		{open, "legal-off-board", "premoves"},
		{open, "winner-missing", "over"},
		{open, "play-mutates", "immutable"},
		{open, "key-square", "key"},
		{open, "key-colour", "key"},
		{open, "key-right", "key"},
		{open, "key-fickle", "play"},
		{open, "key-route", "transposition"},
		{open, "text-right", "text"},
		{open, "code-ambiguous", "code"},
		{open, "decode-anything", "decode"},
		{open, "decode-taken", "decode"},
		{open, "premove-missing", "premoves"},
		{open, "notation-ambiguous", "notation"},
		{open, "grid-short", "grid"},
		{open, "reason-missing", "reasons"},
		{open, "reason-off-board", "reasons"},
		{open, "reason-for-legal", "reasons"},
		{hidden, "legal-leaks", "view"},
		{hidden, "view-keeps-secret", "commute"},
		{hidden, "view-shows-card", "view"},
		{hidden, "view-forgets", "commute"},
		{hidden, "seen-leaks", "completions"},
		{hidden, "text-leaks", "text"},
		{hidden, "key-leaks", "text"},
		{hidden, "weights-wrong", "weights"},
		{hidden, "completion-missing", "view"},
		{hidden, "guess-biased", "weights"},
	}
	for _, m := range mutants {
		t.Run(m.fault, func(t *testing.T) {
			rules, plan := m.rules(m.fault)
			err := Check(rules, plan)
			if err == nil {
				t.Fatal("the fault was not noticed")
			}
			if !strings.Contains(err.Error(), `check "`+m.check+`"`) {
				t.Errorf("want check %q to notice it, got %v", m.check, err)
			}
		})
	}
}

func open(fault string) (game.Rules, Plan)   { return tic{fault}, plan }
func hidden(fault string) (game.Rules, Plan) { return cards{fault}, cardPlan }

func TestPerftFileRefusesNonsense(t *testing.T) {
	if _, err := ReadPerftFile("no-such-file"); err == nil {
		t.Error("a missing file was read")
	}
}

func TestPerftOfToy(t *testing.T) {
	p, _ := tic{}.New(game.Setup{})
	// After a stone on one of 9 squares, the next move is a stone on one of 8 squares or a pass:
	// 9*9. After a pass, it is a stone on one of 9 squares or a pass: 10.
	if got := Perft(p, 2); got != 9*9+10 {
		t.Errorf("perft 2 = %d", got)
	}
}
