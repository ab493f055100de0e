package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"kydai/game"
)

// stream writes random games, one position per line, until it has written the given number of
// different positions. The fields, separated by tabs, are: game, variant, position, sorted codes of
// the legal moves, 1 if in check, outcome as reason/winner or "-", and the code of the move that
// led from the previous line to this position ("-" at the start of a game).
func stream(out io.Writer, w *walker, count int, f *fault) error {
	seen := make(map[uint64]struct{}, count)
	lines, idle := 0, 0
	args := map[int]int{}
	var werr error
	for len(seen) < count && werr == nil {
		before := len(seen)
		err := w.play(func(p game.Position, legal []game.Move, code string) bool {
			if p.Outcome().Why != game.Material { // do not count positions drawn by insufficient material, whose moves are not compared
				seen[p.Key()] = struct{}{}
			}
			lines++
			for _, m := range legal {
				args[m.Arg()]++
			}
			werr = writeLine(out, w.campaign, f.spoil(describe(p, legal, code)))
			return werr == nil && len(seen) < count
		})
		if err != nil {
			return err
		}
		idle++
		if len(seen) > before {
			idle = 0
		}
		if idle > patience {
			return fmt.Errorf("only %d different positions found", len(seen))
		}
	}
	fmt.Fprintf(os.Stderr, "%s %s: wrote %d positions, %d of them different, of %d games; %d made-up starts were no positions; %d faults seeded; moves by Arg %v\n",
		w.campaign.game, w.campaign.variant, lines, len(seen), w.games-w.refused, w.refused, f.made, args)
	return werr
}

// report is kydai's description of one position.
type report struct {
	position string
	codes    []string
	check    bool
	outcome  string
	code     string
}

func describe(p game.Position, legal []game.Move, code string) report {
	codes := make([]string, len(legal))
	for i, m := range legal {
		codes[i] = p.Encode(m)
	}
	slices.Sort(codes)
	if code == "" {
		code = "-"
	}
	return report{position: p.String(), codes: codes, check: inCheck(p), outcome: outcomeText(p.Outcome()), code: code}
}

func outcomeText(o game.Outcome) string {
	if !o.Over() {
		return "-"
	}
	return string(o.Why) + "/" + o.Winner.String()
}

func writeLine(out io.Writer, c campaign, r report) error {
	check := "0"
	if r.check {
		check = "1"
	}
	fields := []string{c.game, c.variant, r.position, strings.Join(r.codes, " "), check, r.outcome, r.code}
	_, err := io.WriteString(out, strings.Join(fields, "\t")+"\n")
	return err
}
