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

// programWait is how long an external program may take for its first move when
// the server starts.
const programWait = 5 * time.Second

// programs lists the external programs that play each game, sorted by name.
// Protocols do not tell which games a program knows, so each program is asked
// for a first move of each game, and is listed where the move is legal. All are
// asked at once: one that hangs delays the start by programWait, not by that for
// each game.
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

// tried asks a program for the first move of a game.
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
	defer e.Close() //nolint:errcheck // the answer is known: an error has no effect
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
