package main

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
)

// programWait is how long an external engine program may take to start and to answer a request for
// a first move.
const programWait = 5 * time.Second

// programs lists, for each game, the external programs that play the game, sorted by name. The
// protocols do not say which games a program knows. So programs requests a first move in each game
// from each program, and lists the program if the move is legal. All requests run at once, so a
// program that hangs delays the list by programWait in total, not per game.
func (m *machines) programs(ctx context.Context, log *slog.Logger) map[string][]string {
	type try struct{ game, name string }
	var (
		wait  sync.WaitGroup
		lock  sync.Mutex
		plays = map[try]bool{}
	)
	for name := range m.named {
		for _, r := range games.All() {
			wait.Go(func() {
				err := m.tried(ctx, r, name)
				lock.Lock()
				defer lock.Unlock()
				plays[try{r.Info().Name, name}] = err == nil
			})
		}
	}
	wait.Wait()
	all := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(m.named)) {
		known := 0
		for _, r := range games.All() {
			if g := r.Info().Name; plays[try{g, name}] {
				all[g] = append(all[g], name)
				known++
			}
		}
		if known == 0 {
			log.Warn("an engine program plays no game and is not offered on the pages", "engine", name)
		}
	}
	return all
}

// tried requests a first move in a game from an external program. It returns an error unless the
// move is legal.
func (m *machines) tried(ctx context.Context, r game.Rules, name string) error {
	ctx, cancel := context.WithTimeout(ctx, programWait)
	defer cancel()
	p, err := m.kinds.Make(r, m.named[name])
	if err != nil {
		return err
	}
	e, err := p.New(1)
	if err != nil {
		return err
	}
	defer e.Close() //nolint:errcheck // the result is already known, so an error of Close has no effect
	var setup game.Setup
	if dealer, ok := r.(game.Dealer); ok {
		setup.Secret = deal(dealer, 1)
	}
	line, err := game.NewLine(r, setup)
	if err != nil {
		return err
	}
	t, err := e.Think(ctx, line.View(line.Position().Turn()), engine.Limits{Depth: 1, MoveTime: time.Second}, nil)
	if err != nil {
		return err
	}
	return line.Play(t.Best())
}
