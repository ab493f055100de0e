package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/lab/duel"
	"kydai/lab/player"
)

// spsaConditions end hopeless games of tune spsa early. The score units are those of the engines.
var spsaConditions = duel.Conditions{
	Resign: duel.Rule{Points: 900, Moves: 4}, Draw: duel.Rule{Points: 10, Moves: 10, From: 80},
}

// spsaPlies is the default number of plies after which a game of tune spsa is drawn.
const spsaPlies = 320

// tuneSPSA tunes numbers of a search by pairs of games.
func (a *app) tuneSPSA(r game.Rules, names []string, f *tuneFlags) error {
	if f.games < 2 || f.nodes < 1 || !(f.rate >= 0 && f.rate <= 1) {
		return usage("tune", "--games must be at least 2, --nodes at least 1, --rate from 0 to 1")
	}
	numbers, err := spsaNumbers(r.Info().Name, names)
	if err != nil {
		return err
	}
	p := &duel.Progress{Numbers: numbers}
	if f.out != "-" {
		if err := continueSPSA(f.out, p); err != nil {
			return err
		}
	}
	openings, err := a.matchOpenings(r, &matchFlags{plies: -1, balance: fairOpening, seed: f.seed})
	if err != nil {
		return err
	}
	defer closeJudge(openings)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	conditions := spsaConditions
	conditions.Plies = cmp.Or(f.plies, spsaPlies)
	t := duel.Tuning{
		Rules: r, Openings: openings, Conditions: conditions, Seed: f.seed.value, Rate: f.rate, Pairs: (f.games + 1) / 2,
		New: func(name string, values []int) (player.Player, error) {
			var spec strings.Builder
			spec.WriteString("kydai:hash=8,name=" + name + ",nodes=" + strconv.FormatUint(f.nodes, 10))
			for i, n := range numbers {
				spec.WriteString("," + n.Name + "=" + strconv.Itoa(values[i]))
			}
			return player.DefaultKinds().Make(r, spec.String())
		},
		Finished: func(p *duel.Progress) {
			if p.Pairs%50 == 0 {
				a.notef("%d of %d games\n", 2*p.Pairs, f.games)
				a.keepSPSA(f.out, p)
			}
		},
	}
	if err := t.Run(ctx, p); err != nil {
		return err
	}
	a.keepSPSA(f.out, p)
	a.showSPSA(p)
	return nil
}

// spsaNumbers returns the numbers with the given names, or all numbers if there are no names. A name
// may be followed by a colon and a step.
func spsaNumbers(name string, names []string) ([]duel.Number, error) {
	e, err := engines.New(name)
	if err != nil {
		return nil, usage("tune", "%v", err)
	}
	defer e.Close() //nolint:errcheck // the engine has not searched
	t, ok := e.(engine.Tunable)
	if !ok {
		return nil, usage("tune", "the search of %s has no numbers", name)
	}
	var known []string
	var all, chosen []duel.Number
	for _, p := range t.Params() {
		known = append(known, p.Name)
		all = append(all, duel.Number{Param: p, Step: duel.Step(p), Now: float64(p.Value)})
	}
	if len(names) == 0 {
		return all, nil
	}
	for _, text := range names {
		name, step, stepped := strings.Cut(text, ":")
		found := false
		for _, n := range all {
			if n.Name != name {
				continue
			}
			found = true
			if stepped {
				if n.Step, err = strconv.ParseFloat(step, 64); err != nil || !(n.Step > 0) {
					return nil, usage("tune", "the step of %s must be a number above 0, not %q", name, step)
				}
			}
			chosen = append(chosen, n)
		}
		if !found {
			return nil, usage("tune", "the search has no number %q; there are %s", name, listed(known, "and"))
		}
	}
	return chosen, nil
}

// continueSPSA reads the state of an earlier run. It changes nothing if there is no file.
func continueSPSA(file string, p *duel.Progress) error {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var before duel.Progress
	if err := json.Unmarshal(text, &before); err != nil {
		return game.Err("bad-state", file, ": ", err.Error())
	}
	same := slices.EqualFunc(before.Numbers, p.Numbers, func(a, b duel.Number) bool { return a.Name == b.Name })
	if !same {
		return game.Err("bad-state", file, " is of a run with other numbers")
	}
	*p = before
	return nil
}

// keepSPSA writes the state of a run. A fault does not end the run, because its games are costly.
func (a *app) keepSPSA(file string, p *duel.Progress) {
	if file == "-" {
		return
	}
	text, err := json.MarshalIndent(p, "", "\t")
	if err == nil {
		err = os.WriteFile(file, append(text, '\n'), 0o600)
	}
	if err != nil {
		a.notef("the state was not kept: %v\n", err)
	}
}

// showSPSA prints the numbers of a run and the effect of each.
func (a *app) showSPSA(p *duel.Progress) {
	test := duel.SPRT{Elo0: 0, Elo1: 10}
	a.printf("%-22s  start    now  step  larger against smaller, %s\n", "number", plural(2*p.Pairs, "game"))
	for i := range p.Numbers {
		n := &p.Numbers[i]
		a.printf("%-22s  %5d  %5.1f  %4.1f  %s  LLR %.2f\n", n.Name, n.Value, n.Now, n.Step, eloText(n.Effect), test.LLR(n.Effect))
	}
}
