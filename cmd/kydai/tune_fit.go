package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"go/format"
	"io"
	"os"

	"kydai/game"
	"kydai/lab/selfplay"
	"kydai/lab/tune"
)

// tuneFit reads training positions and writes fitted weights.
func (a *app) tuneFit(ctx context.Context, r game.Rules, t tune.Tuner, files []string, f *tuneFlags) error {
	if err := beginWith(f.from, r, t); err != nil {
		return err
	}
	var fitted, held []tune.Sample
	for _, name := range files {
		samples, err := a.readSamples(name, r, t, f)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		// The last part of each file is held out for validation and not used for training. The
		// positions of one game are next to each other in the file, so at most one game is in both
		// parts.
		from := len(samples) - int(f.held*float64(len(samples)))
		fitted, held = append(fitted, samples[:from]...), append(held, samples[from:]...)
	}
	if len(fitted) == 0 {
		return game.Err(codeNoSamples, "the files contain no position")
	}
	before := t.Vector()
	k := tune.FitScale(fitted, before)
	tune.Mix(fitted, f.lambda, k)
	tune.Mix(held, f.lambda, k)
	a.notef("%s to fit, %d held out, %d weights, scale %.5f\n", plural(len(fitted), "position"), len(held), len(before), k)
	after := tune.Fit(ctx, fitted, before, tune.Options{
		Epochs: f.epochs, Pull: f.pull, Scale: k, Seed: f.seed.value,
		Report: func(epoch int, loss float64) {
			if epoch%10 == 0 || epoch == f.epochs {
				a.notef("epoch %d: error %.6f\n", epoch, loss)
			}
		},
	})
	tune.Round(t, after)
	a.notef("error on the training positions: %.6f before, %.6f after\n", tune.Loss(fitted, before, k), tune.Loss(fitted, after, k))
	if len(held) > 0 {
		was, is := tune.Loss(held, before, k), tune.Loss(held, after, k)
		a.notef("error on the held-out positions: %.6f before, %.6f after\n", was, is)
		if is >= was {
			a.notef("the new weights are no better than the old ones: more positions or a stronger --pull may help\n")
		}
	}
	source, err := format.Source([]byte(t.Source(after)))
	if err != nil {
		return err
	}
	out, err := a.createOutput(f.out)
	if err != nil {
		return err
	}
	if _, err := out.Write(source); err != nil {
		out.discard()
		return err
	}
	return out.commit()
}

// beginWith makes a tuner begin with the weights in a file of fit, or with hand-made weights. It does
// nothing if from is "".
func beginWith(from string, r game.Rules, t tune.Tuner) error {
	if from == "" {
		return nil
	}
	b, ok := t.(tune.Beginner)
	if !ok {
		return usage("tune", "--from is not possible with %s", r.Info().Name)
	}
	var file []byte
	if from != "hand" {
		var err error
		if file, err = os.ReadFile(from); err != nil {
			return err
		}
	}
	return b.Begin(file)
}

// readSamples reads a file of training positions: lines of selfplay, or games of datagen.
func (a *app) readSamples(name string, r game.Rules, t tune.Tuner, f *tuneFlags) ([]tune.Sample, error) {
	in, err := a.openInput(name)
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // read-only
	text := bufio.NewReader(in)
	if !selfplay.IsFile(text) {
		return tune.Read(text, t)
	}
	var out []tune.Sample
	seen := 0
	choose := chooser(r.Info().Name)
	games, err := selfplay.NewReader(text)
	if err != nil {
		return nil, err
	}
	for {
		g, err := games.Next()
		if errors.Is(err, io.EOF) || hasCode(err, selfplay.CutData) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		var failed error
		err = games.Header.Steps(r, g, func(s selfplay.Step) bool {
			if !choose.Accepts(s) {
				return true
			}
			if seen++; seen%f.every != 0 {
				return true
			}
			points := s.Points
			if s.Position.Turn() == game.Second {
				points = -points
			}
			var sample tune.Sample
			if sample, failed = tune.NewSearched(t, s.Position.String(), g.Result.Chance(), float64(points)); failed != nil {
				return false
			}
			out = append(out, sample)
			return true
		})
		if err = errors.Join(err, failed); err != nil {
			return nil, err
		}
	}
}
