package main

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"kydai/game"
	"kydai/lab/selfplay"
)

// gamesAtOnce is the number of games that several threads process together.
const gamesAtOnce = 128

// openGames opens a file of training games and reads its header. The parameter name is the game that
// the file must be of. The caller closes the file.
func (a *app) openGames(file, name string) (io.ReadCloser, *selfplay.Reader, error) {
	in, err := a.openInput(file)
	if err != nil {
		return nil, nil, err
	}
	games, err := selfplay.NewReader(in)
	if err == nil && games.Header.Game != name {
		err = game.Err(selfplay.BadData, "the file has games of ", games.Header.Game)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, errors.Join(err, in.Close()))
	}
	return in, games, nil
}

// lineAt returns a line that begins at a position of a game, as the side to move sees it.
func lineAt(r game.Rules, h *selfplay.Header, s selfplay.Step) (*game.Line, error) {
	line, err := game.NewLine(r, game.Setup{Start: s.Position.String(), Options: h.Options})
	if err != nil {
		return nil, err
	}
	return line.View(s.Position.Turn()), nil
}

// eachGame reads the games of a file. Several threads call process for the games; thread is the
// number of the thread, from 0. eachGame calls take for the results in the order of the games, and
// ends when take returns false or an error.
func eachGame[T any](a *app, name string, r *selfplay.Reader, threads int, process func(thread int, g *selfplay.Game) T, take func(T) (more bool, err error)) error {
	for more := true; more; {
		games := make([]*selfplay.Game, 0, gamesAtOnce)
		for more && len(games) < gamesAtOnce {
			g, err := r.Next()
			if hasCode(err, selfplay.CutData) {
				a.notef("%s ends within a game; the games before it are used\n", name)
			} else if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			if more = err == nil; more {
				games = append(games, g)
			}
		}
		for _, result := range processAll(threads, games, process) {
			if ok, err := take(result); !ok || err != nil {
				return err
			}
		}
	}
	if r.Games() == 0 {
		return game.Err(codeNoSamples, "the file has no games")
	}
	return nil
}

// processAll calls process for all games in several threads. It returns the results in the order of the
// games.
func processAll[T any](threads int, games []*selfplay.Game, process func(int, *selfplay.Game) T) []T {
	results := make([]T, len(games))
	var next atomic.Int64
	var wait sync.WaitGroup
	for thread := range threads {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(games) {
					return
				}
				results[i] = process(thread, games[i])
			}
		})
	}
	wait.Wait()
	return results
}
