package player

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/search/classic"
)

// Player is a machine with the limits it plays by.
type Player struct {
	Name   string
	Limits engine.Limits // for every move
	Base   time.Duration // on its clock; 0 means that Limits are all
	Inc    time.Duration // per move
	// New makes its engine. Engines that are made with different seeds may
	// play differently, those with the same seed never do.
	New func(seed uint64) (engine.Engine, error)
}

// Kind makes a player of a spec for a game. The spec is its own to consume.
type Kind func(r game.Rules, s Spec) (Player, error)

// Kinds lists the kinds of players by name.
type Kinds map[string]Kind

// Usual are the kinds that this package knows. Whoever has more adds them.
func Usual() Kinds {
	return Kinds{
		"kydai":   ours,
		"random":  chooser(classic.Random),
		"greedy":  historic,
		"classic": historic,
		"uci":     external,
		"ucci":    external,
		"gomocup": external,
		"cecp":    external,
	}
}

// Make makes a player of its text.
func (k Kinds) Make(r game.Rules, text string) (Player, error) {
	s, err := ParseSpec(text)
	if err != nil {
		return Player{}, err
	}
	kind, ok := k[s.Kind]
	if !ok {
		return Player{}, bad("there is no kind of player ", s.Kind)
	}
	name, named := s.take("name")
	p, err := kind(r, s)
	if err != nil {
		return Player{}, err
	}
	p.Name = text
	if named {
		p.Name = name
	}
	return p, nil
}

// ours is the engine of kydai for a game.
func ours(r game.Rules, s Spec) (Player, error) {
	name := r.Info().Name
	lim, err := s.limits()
	if err != nil {
		return Player{}, err
	}
	p := Player{Limits: lim}
	if p.Base, p.Inc, err = s.clock(); err != nil {
		return Player{}, err
	}
	level, err := s.number("level")
	if err != nil {
		return Player{}, err
	}
	hash, err := s.number("hash")
	if err != nil {
		return Player{}, err
	}
	threads, err := s.number("threads")
	if err != nil {
		return Player{}, err
	}
	if err := s.nothingLeft("level", "time", "nodes", "depth", "clock", "hash", "threads", "name"); err != nil {
		return Player{}, err
	}
	if _, ok := engines.Find(name); !ok {
		return Player{}, bad("there is no engine for ", name)
	}
	if level > engine.Levels {
		return Player{}, bad("levels go from 1 to ", strconv.Itoa(engine.Levels))
	}
	if level == 0 && p.Base == 0 && lim.MoveTime == 0 && lim.Nodes == 0 && lim.Depth == 0 {
		p.Limits.MoveTime = usualTime
	}
	p.New = func(seed uint64) (engine.Engine, error) {
		e, err := engines.New(name)
		if err != nil {
			return nil, err
		}
		if err := adjust(e, "Hash", hash); err != nil {
			return nil, err
		}
		if err := adjust(e, "Threads", threads); err != nil {
			return nil, err
		}
		if level > 0 {
			return engines.AtLevel(e, name, level, seed)
		}
		return e, nil
	}
	return p, nil
}

// usualTime is for a player of whom no limit is known.
const usualTime = 100 * time.Millisecond

// adjust sets a number unless it is 0.
func adjust(e engine.Engine, option string, n int) error {
	if n == 0 {
		return nil
	}
	a, ok := e.(engine.Adjustable)
	if !ok {
		return bad("the engine has no option ", option)
	}
	return a.SetOption(option, strconv.Itoa(n))
}

// choose picks a move.
type choose func(p game.Position, rng *rand.Rand, only []game.Move) classic.Result

func chooser(f choose) Kind {
	return func(_ game.Rules, s Spec) (Player, error) {
		if err := s.nothingLeft("name"); err != nil {
			return Player{}, err
		}
		return Player{New: func(seed uint64) (engine.Engine, error) { return &simple{f, seed}, nil }}, nil
	}
}

// simple is a player that does not think. What it draws depends on its seed
// and on the line, so that the same game goes the same way again.
type simple struct {
	choose choose
	seed   uint64
}

// Think chooses at once.
func (e *simple) Think(_ context.Context, line *game.Line, lim engine.Limits, _ func(engine.Thought)) (engine.Thought, error) {
	p := line.Position()
	if line.Outcome().Over() {
		return engine.Thought{}, game.Err(game.GameOver, "the game is over")
	}
	var only []game.Move
	for _, code := range lim.Only {
		m, err := p.Decode(code)
		if err != nil {
			return engine.Thought{}, err
		}
		only = append(only, m)
	}
	h := fnv.New64a()
	for i := range line.Ply() + 1 {
		var b [8]byte
		for j, k := 0, line.Key(i); j < len(b); j, k = j+1, k>>8 {
			b[j] = byte(k)
		}
		_, _ = h.Write(b[:]) // a hash cannot fail
	}
	r := e.choose(p, rand.New(rand.NewPCG(e.seed, h.Sum64())), only)
	if r.Best() == game.NoMove {
		return engine.Thought{}, game.Err(game.GameOver, "there is no move to choose from")
	}
	return engine.Thought{Lines: []engine.Variation{{Codes: []string{p.Encode(r.Best())}}}}, nil
}

// Close frees nothing.
func (*simple) Close() error { return nil }
