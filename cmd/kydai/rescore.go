package main

import (
	"bufio"
	"errors"
	"time"

	"kydai/engine/nnue"
	"kydai/game"
	"kydai/games/engines"
	"kydai/lab/selfplay"
)

// rescored is a game with new scores, or the error that scoring it gave.
type rescored struct {
	game *selfplay.Game
	err  error
}

// rescore writes the games of a file again, with scores of searches of a fixed depth that prune no late
// moves. Positions whose best move is not quiet are marked as forced, so that they are not learnt.
func (a *app) rescore(r game.Rules, f *datagenFlags) error {
	name := r.Info().Name
	kind, ok := engines.Net(name)
	if !ok {
		return usage("datagen", "%s has no nets yet; there are nets of %s", name, listed(engines.WithNets(), "and"))
	}
	in, games, err := a.openGames(f.rescore, name)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // read-only
	h := games.Header
	h.Depth = f.depth
	out, err := a.createOutput(f.out)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	trees := make([]nnue.Tree, f.threads)
	for i := range trees {
		trees[i] = kind.Tree(nil)
	}
	choose := chooser(name)
	began, told, positions, done := time.Now(), time.Time{}, 0, 0
	tell := func() {
		told = time.Now()
		a.notef("%s, %s to train on, %.0f per second\n", plural(done, "game"), plural(positions, "position"), float64(positions)/time.Since(began).Seconds())
	}
	if err = selfplay.WriteHeader(w, h); err == nil {
		err = eachGame(a, f.rescore, games, f.threads, func(thread int, g *selfplay.Game) rescored {
			return rescored{g, rescoreGame(r, &games.Header, g, trees[thread], choose, f.depth)}
		}, func(s rescored) (bool, error) {
			if s.err != nil {
				return false, s.err
			}
			positions += s.game.Quiet
			if done++; time.Since(told) >= tellEvery {
				tell()
			}
			return true, s.game.Write(w)
		})
	}
	if err = errors.Join(err, w.Flush()); err != nil {
		out.discard()
		return err
	}
	tell()
	return out.commit()
}

func rescoreGame(r game.Rules, h *selfplay.Header, g *selfplay.Game, tree nnue.Tree, choose selfplay.Chooser, depth int) error {
	tree.NewGame()
	g.Quiet = 0
	var inner error
	err := h.Steps(r, g, func(s selfplay.Step) bool {
		at := &g.Points[s.Ply-g.Opening]
		if !choose.Accepts(s) {
			*at = selfplay.Forced
			return true
		}
		var line *game.Line
		if line, inner = lineAt(r, h, s); inner != nil {
			return false
		}
		points, ok, err := tree.Score(line, depth)
		if inner = err; err != nil {
			return false
		}
		if *at = selfplay.Forced; ok {
			*at = int16(points) //nolint:gosec // the scores of unforced results fit into 16 bits
			g.Quiet++
		}
		return true
	})
	return errors.Join(err, inner)
}
