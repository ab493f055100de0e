package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	texts "kydai"
	"kydai/engine"
	"kydai/engine/character"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/lab/player"
	"kydai/match"
)

// Limits for engines that a user of a server may choose. A search that reaches a limit stops and
// plays the best move found so far.
const (
	levelHash   = 16 // size in MiB of the hash table of an engine that plays against people
	longestMove = 10 * time.Second

	// Limits for search algorithms that users choose with parameters. The server rejects larger
	// values, because a tree search stores a position in memory for each simulation. Engines that
	// run in the browser have no such limits.
	seatTime  = time.Second
	seatSims  = 15_000
	seatNodes = 5_000_000
	seatDepth = 20
)

// capped returns an error if the parameters that a user chose for an algorithm exceed the server's
// limits.
func capped(s player.Spec, p player.Player) error {
	if p.Limits.MoveTime > seatTime || p.Base > 0 || p.Inc > 0 {
		return tooMuch("time", "1s")
	}
	if p.Limits.Nodes > seatNodes {
		return tooMuch("nodes", strconv.Itoa(seatNodes))
	}
	for _, set := range s.Set {
		if d, err := time.ParseDuration(set.Value); set.Name == "time" && err == nil && d > seatTime {
			return tooMuch("time", "1s")
		}
		n, err := strconv.Atoi(set.Value)
		switch {
		case err != nil:
		case set.Name == "sims" && n > seatSims:
			return tooMuch("sims", strconv.Itoa(seatSims))
		case set.Name == "depth" && n > seatDepth:
			return tooMuch("depth", strconv.Itoa(seatDepth))
		case set.Name == "threads" && n > 1:
			return tooMuch("threads", "1")
		}
	}
	return nil
}

func tooMuch(name, most string) error {
	return game.Err(player.BadSpec, name, " must be at most ", most, " on a server; in the browser there is no limit")
}

// machines creates the engines that a server and its workers offer: the engine levels, the
// algorithms of the lab, and external programs that the operator configured.
type machines struct {
	kinds player.Kinds
	named map[string]string // specs of external programs, by the name that a seat of a match refers to
}

// newMachines parses the list of external programs that the operator configured. Each entry has the
// form NAME=SPEC.
func newMachines(programs []string) (*machines, error) {
	m := &machines{kinds: player.DefaultKinds(), named: map[string]string{}}
	for _, text := range programs {
		name, spec, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, game.Err(player.BadSpec, "--engine must be NAME=SPEC, such as fish=uci:stockfish")
		}
		if s, err := player.ParseSpec(spec); err != nil {
			return nil, err
		} else if _, ok := m.kinds[s.Kind]; !ok {
			return nil, game.Err(player.BadSpec, "unknown kind of player: ", s.Kind)
		}
		m.named[name] = spec
	}
	return m, nil
}

// safeKinds lists the player kinds that start no program and read no file. User requests may use
// only these kinds.
var safeKinds = map[string]bool{"random": true, "greedy": true, "classic": true}

// player returns the engine player that a seat of a match describes.
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
		if !safeKinds[spec.Kind] {
			return player.Player{}, game.Err(player.BadSpec, "there is no algorithm ", spec.Kind, "; there are classic, greedy and random")
		}
		p, err := m.kinds.Make(r, s.Spec)
		if err == nil && p.Limits.Nodes == 0 && slices.Contains(spec.Words, "mcts") {
			p.Limits.Nodes = seatSims // a stored match was not checked against today's limits: limit its simulations here
		}
		return p, err
	case match.Engine:
		spec, ok := m.named[s.Spec]
		if !ok {
			return player.Player{}, game.Err(player.BadSpec, "this server has no engine program ", s.Spec)
		}
		return m.kinds.Make(r, spec)
	}
	return player.Player{}, game.Err(player.BadSpec, "the seat belongs to a person, not to an engine")
}

// check returns an error if the description of an engine's seat is invalid, for example if the
// parameters of an algorithm exceed the server's limits.
func (m *machines) check(gameName string, s match.Seat) error {
	p, err := m.player(gameName, s)
	if err == nil && s.Opening != "" {
		err = hasOpening(gameName, s.Opening)
	}
	if err != nil || s.Kind != match.Algorithm {
		return err
	}
	spec, err := player.ParseSpec(s.Spec)
	if err != nil {
		return err
	}
	return capped(spec, p)
}

// hasOpening returns an error that lists the openings of a game if the given one is not among them.
func hasOpening(gameName, opening string) error {
	set, _, err := character.Of(texts.Texts, gameName)
	if err != nil {
		return err
	}
	if _, ok := set.Opening(opening); ok {
		return nil
	}
	var names []string
	for _, o := range set.Openings {
		names = append(names, o.Name)
	}
	return game.Err(player.BadSpec, "the opponents of ", gameName, " know no opening ", opening, "; they know: ", strings.Join(names, ", "))
}

// engine creates the engine for a seat and applies the seat's limits. For a seat without a kind it
// creates the engine at full strength, which is used for hints.
func (m *machines) engine(gameName string, s match.Seat, seed uint64) (engine.Engine, error) {
	if s.Kind == 0 {
		return m.full(gameName, seed)
	}
	if s.Kind == match.Level {
		return opponent(gameName, s, seed)
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

// opponent creates the engine for a seat with an engine level. The engine has the playing style of
// the level.
func opponent(gameName string, s match.Seat, seed uint64) (engine.Engine, error) {
	entry, ok := engines.Find(gameName)
	if !ok {
		return nil, game.Err(player.BadSpec, "there is no engine for ", gameName)
	}
	set, book, err := character.Of(texts.Texts, gameName)
	if err != nil {
		return nil, err
	}
	plain := entry.New()
	if a, ok := plain.(engine.Adjustable); ok {
		if err := a.SetOption("Hash", strconv.Itoa(levelHash)); err != nil {
			return nil, err
		}
	}
	levelled, err := set.Weaken(entry, s.Level).AtLevel(plain, s.Level, seed)
	if err != nil {
		return nil, err
	}
	o := character.Options{Set: set, Book: book, Level: s.Level, Scale: entry.Scale, Opening: s.Opening, Seed: seed}
	return &bound{inner: character.New(plain, levelled, o)}, nil
}

// full creates the engine at full strength. Its hash table has the size levelHash, like the hash
// tables of all engines that play against people.
func (m *machines) full(gameName string, seed uint64) (engine.Engine, error) {
	r, ok := games.Find(gameName)
	if !ok {
		return nil, game.Err(player.BadSpec, "there is no game ", gameName)
	}
	p, err := m.kinds.Make(r, fmt.Sprintf("kydai:hash=%d", levelHash))
	if err != nil {
		return nil, err
	}
	e, err := p.New(seed)
	if err != nil {
		return nil, err
	}
	return &bound{inner: e}, nil
}

// bound is an engine with limits around another engine. For each search, the stricter one of these
// limits and the caller's limits applies.
type bound struct {
	inner  engine.Engine
	limits engine.Limits
}

// Think searches within both the wrapper's limits and the caller's, and never longer than
// longestMove.
func (b *bound) Think(ctx context.Context, line *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	lim = lim.Within(b.limits.Depth, b.limits.Nodes, b.limits.MoveTime).Within(0, 0, longestMove)
	return b.inner.Think(ctx, line, lim, report)
}

// NewGame calls NewGame of the wrapped engine if it has that method.
func (b *bound) NewGame() {
	if f, ok := b.inner.(engine.Forgetful); ok {
		f.NewGame()
	}
}

// Close closes the wrapped engine.
func (b *bound) Close() error { return b.inner.Close() }
