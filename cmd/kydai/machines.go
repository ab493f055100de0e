package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kydai/engine"
	"kydai/engine/engines"
	"kydai/engine/player"
	"kydai/game"
	"kydai/games"
	"kydai/match"
)

// Most that a stranger may ask a server's machines for. What thinks longer is
// stopped there and plays the best it has.
const (
	levelHash   = 16 // MiB of an engine that plays for people
	longestMove = 10 * time.Second
)

// machines are the players that a server and its workers have: levels, the
// algorithms of the lab, and the programs that the operator has named.
type machines struct {
	kinds player.Kinds
	named map[string]string // programs by the name that a seat says
}

// newMachines reads the programs of the operator, NAME=SPEC each.
func newMachines(programs []string) (*machines, error) {
	m := &machines{kinds: player.Usual(), named: map[string]string{}}
	for _, text := range programs {
		name, spec, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, game.Err(player.BadSpec, "a program is given as NAME=SPEC, such as fish=uci:stockfish")
		}
		if s, err := player.ParseSpec(spec); err != nil {
			return nil, err
		} else if _, ok := m.kinds[s.Kind]; !ok {
			return nil, game.Err(player.BadSpec, "there is no kind of player ", s.Kind)
		}
		m.named[name] = spec
	}
	return m, nil
}

// homely are the kinds that start no program and read no file: the only ones
// that a stranger may write himself.
var homely = map[string]bool{"random": true, "greedy": true, "classic": true}

// player finds the machine for a seat.
func (m *machines) player(gameName string, s match.Seat) (player.Player, error) {
	r, ok := games.Find(gameName)
	if !ok {
		return player.Player{}, game.Err(player.BadSpec, "there is no game ", gameName)
	}
	switch s.Kind {
	case match.Level:
		return m.kinds.Make(r, fmt.Sprintf("kydai:level=%d,hash=%d", s.Level, levelHash))
	case match.Algorithm:
		spec, err := player.ParseSpec(s.Spec)
		if err != nil {
			return player.Player{}, err
		}
		if !homely[spec.Kind] {
			return player.Player{}, game.Err(player.BadSpec, "there is no algorithm ", spec.Kind, "; there are classic, greedy and random")
		}
		return m.kinds.Make(r, s.Spec)
	case match.Engine:
		spec, ok := m.named[s.Spec]
		if !ok {
			return player.Player{}, game.Err(player.BadSpec, "there is no program ", s.Spec, " here")
		}
		return m.kinds.Make(r, spec)
	}
	return player.Player{}, game.Err(player.BadSpec, "nobody has to think for this seat")
}

// check says what is wrong with a machine's seat.
func (m *machines) check(gameName string, s match.Seat) error {
	_, err := m.player(gameName, s)
	return err
}

// engine makes the engine of a seat, bound to the seat's own limits. A seat
// without a kind is the full engine, for hints.
func (m *machines) engine(gameName string, s match.Seat, seed uint64) (engine.Engine, error) {
	if s.Kind == 0 {
		e, err := engines.New(gameName)
		if err != nil {
			return nil, err
		}
		return &bound{inner: e}, nil
	}
	p, err := m.player(gameName, s)
	if err != nil {
		return nil, err
	}
	e, err := p.New(seed)
	if err != nil {
		return nil, err
	}
	return &bound{inner: e, limits: p.Limits}, nil
}

// bound is an engine that keeps to limits of its own besides the caller's.
type bound struct {
	inner  engine.Engine
	limits engine.Limits
}

// Think thinks within both limits.
func (b *bound) Think(ctx context.Context, line *game.Line, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	lim = lim.Within(b.limits.Depth, b.limits.Nodes, b.limits.MoveTime).Within(0, 0, longestMove)
	return b.inner.Think(ctx, line, lim, report)
}

// NewGame tells the engine inside, if it can be told.
func (b *bound) NewGame() {
	if f, ok := b.inner.(engine.Forgetful); ok {
		f.NewGame()
	}
}

// Close closes the engine inside.
func (b *bound) Close() error { return b.inner.Close() }
