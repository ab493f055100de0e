package main

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"kydai/game"
	"kydai/lab/selfplay"
)

// gamesAtOnce is the number of games that several threads process together.
const gamesAtOnce = 128

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
