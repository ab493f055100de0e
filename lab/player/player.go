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

// Player describes an engine player with its time and search limits.
type Player struct {
	Name   string
	Limits engine.Limits // limits of the search for every move
	Base   time.Duration // time on the player's clock at the start; 0 means no clock, so only Limits apply
	Inc    time.Duration // increment of the clock per move
	// New creates the engine. Engines with equal seeds play the same moves.
	New func(seed uint64) (engine.Engine, error)
}

// Kind creates players of one kind, such as "uci". It removes the settings that it uses from the
// spec.
type Kind func(r game.Rules, s Spec) (Player, error)

// Kinds maps the names of player kinds to the functions that create players.
type Kinds map[string]Kind

// DefaultKinds returns a new map with the kinds of this package. A caller may add more kinds.
func DefaultKinds() Kinds {
	return Kinds{
		"kydai":   ours,
		"random":  chooser(classic.Random),
		"greedy":  historic,
		"classic": historic,
		"learnt":  learnt,
		"uci":     external,
		"ucci":    external,
		"gomocup": external,
		"cecp":    external,
	}
}

// Make creates a player from its text form, which Spec describes.
func (k Kinds) Make(r game.Rules, text string) (Player, error) {
	s, err := ParseSpec(text)
	if err != nil {
		return Player{}, err
	}
	kind, ok := k[s.Kind]
	if !ok {
		return Player{}, bad("unknown kind of player: ", s.Kind)
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

// ours creates a player with this project's own engine for a game.
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
	net, _ := s.take("net")
	params, err := s.params(name)
	if err != nil {
		return Player{}, err
	}
	if err := s.nothingLeft("level", "time", "nodes", "depth", "clock", "hash", "threads", "net", "name", "the numbers of the search (see 'kydai tune spsa')"); err != nil {
		return Player{}, err
	}
	if _, ok := engines.Find(name); !ok {
		return Player{}, bad("there is no engine for ", name)
	}
	if level > engine.Levels {
		return Player{}, bad("the level must be from 1 to ", strconv.Itoa(engine.Levels))
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
		if err := useNet(e, net); err != nil {
			return nil, err
		}
		if err := setParams(e, params); err != nil {
			return nil, err
		}
		if level > 0 {
			return engines.AtLevel(e, name, level, seed)
		}
		return e, nil
	}
	return p, nil
}

// usualTime is the default time per move of a player without limits.
const usualTime = 100 * time.Millisecond

// adjust sets an engine option to n. It does nothing if n is 0.
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

// useNet makes an engine evaluate with the neural net in a file. It does nothing if file is "".
func useNet(e engine.Engine, file string) error {
	if file == "" {
		return nil
	}
	a, ok := e.(engine.Adjustable)
	if !ok {
		return bad("the engine has no nets")
	}
	return a.SetOption("EvalFile", file)
}

// choose is a function that selects one of the moves in only, or one of all legal moves if only is
// empty.
type choose func(p game.Position, rng *rand.Rand, only []game.Move) classic.Result

func chooser(f choose) Kind {
	return func(_ game.Rules, s Spec) (Player, error) {
		if err := s.nothingLeft("name"); err != nil {
			return Player{}, err
		}
		return Player{New: func(seed uint64) (engine.Engine, error) { return &simple{f, seed}, nil }}, nil
	}
}

// simple is an engine without a search. Its random choices depend only on its seed and on the line
// of moves, so a game can be repeated exactly.
type simple struct {
	choose choose
	seed   uint64
}

// Think selects a move immediately.
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
		_, _ = h.Write(b[:]) // Write of a hash never fails
	}
	r := e.choose(p, rand.New(rand.NewPCG(e.seed, h.Sum64())), only)
	if r.Best() == game.NoMove {
		return engine.Thought{}, game.Err(game.GameOver, "there is no legal move to choose from")
	}
	return engine.Thought{Lines: []engine.Variation{{Codes: []string{p.Encode(r.Best())}}}}, nil
}

// Close does nothing: the player holds no resources.
func (*simple) Close() error { return nil }
