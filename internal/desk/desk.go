package desk

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/search/classic"
)

// Game is a game that the session server offers: its rules, its engine if it has one, and the
// evaluators that the lab can use.
type Game struct {
	Rules  game.Rules
	Engine engine.Entry
	Family func() classic.Family
}

// Operation answers a request about line, the game that the request describes. tell receives
// intermediate results of a search; it may be nil.
type Operation func(line *game.Line, q Request, tell func(engine.Thought)) (Reply, error)

// Desk is a session server, which normally runs in a Web Worker of the browser: it holds the
// sessions and the engines, and handles one request at a time.
type Desk struct {
	games    []Game
	sessions map[int]*game.Line
	last     int
	engines  map[string]engine.Engine
	nets     map[string][]byte // files of nets, by the game whose engine uses them
	replayed replayed
	extension
}

// maxSessions limits the number of sessions open at a time.
const maxSessions = 64

// NewDesk creates a session server for the given games.
func NewDesk(games ...Game) *Desk {
	return &Desk{games: games, sessions: map[int]*game.Line{}, engines: map[string]engine.Engine{}}
}

// Serve creates a session server for some games and runs it; see Desk.Serve.
func Serve(games ...Game) { NewDesk(games...).Serve() }

// Answer handles one request. The request and the reply are JSON. progress receives the
// intermediate results of a search as JSON; it may be nil.
func (d *Desk) Answer(request []byte, progress func(reply []byte)) []byte {
	q, ok := readRequest(string(request))
	if !ok {
		return writeReply(Reply{Error: &Problem{Code: "bad-request", Text: "the request is not valid JSON of this API"}})
	}
	var tell func(engine.Thought)
	if progress != nil {
		tell = func(t engine.Thought) { progress(writeReply(Reply{ID: q.ID, Thought: &t})) }
	}
	r := d.safely(q, tell)
	r.ID = q.ID
	return writeReply(r)
}

// safely executes one request. A panic would end the whole module with all its sessions, so safely
// turns it into an error. It then drops the caches and engines that the request may have left in
// an invalid state.
func (d *Desk) safely(q Request, tell func(engine.Thought)) (r Reply) {
	defer func() {
		if fault := recover(); fault != nil {
			d.replayed, d.engines = replayed{}, map[string]engine.Engine{}
			r = Reply{Error: &Problem{Code: "internal", Text: "the operation " + q.Op + " failed"}}
		}
	}()
	r, err := d.do(q, tell)
	if err != nil {
		r = Reply{Error: problem(err)}
	}
	return r
}

func problem(err error) *Problem {
	var e *game.Error
	if errors.As(err, &e) {
		return &Problem{Code: e.Code, Text: e.Text, Why: e.Why, Values: e.Values}
	}
	return &Problem{Code: "internal", Text: err.Error()}
}

// do executes one request.
func (d *Desk) do(q Request, tell func(engine.Thought)) (Reply, error) {
	switch q.Op {
	case "games":
		return Reply{Games: d.list()}, nil
	case "new":
		return d.open(q)
	case "think":
		t, err := d.think(q, tell)
		return Reply{Thought: &t}, err
	case "ways":
		texts, err := d.ways(q)
		return Reply{Texts: texts}, err
	}
	if r, done, err := d.further(q, tell); done {
		return r, err
	}
	line, ok := d.sessions[q.Session]
	if !ok {
		return Reply{}, game.Err("no-session", "this session does not exist")
	}
	switch q.Op {
	case "state":
	case "play":
		if err := line.Play(q.Code); err != nil {
			return Reply{}, err
		}
	case "replay":
		next, err := replay(line, q.Count, q.Moves)
		if err != nil {
			return Reply{}, err
		}
		line = next
		d.sessions[q.Session] = line
	case "undo":
		if err := line.MayUndo(max(q.Count, 1)); err != nil {
			return Reply{}, err
		}
		line.Undo(max(q.Count, 1))
	case "redo":
		line.Redo(max(q.Count, 1))
	case "at":
		st, err := showAt(line, q)
		return Reply{Session: q.Session, State: st}, err
	case "shown":
		return Reply{Session: q.Session, Packs: packs(line), Shown: shown(eyes(line, q.View))}, nil
	case "refuse":
		r, err := refuse(line, q)
		return Reply{Session: q.Session, Refusal: r}, err
	case "write":
		texts, err := write(line, q.Notation, q.Moves)
		return Reply{Session: q.Session, Texts: texts}, err
	case "texts":
		return Reply{Session: q.Session, Texts: writeAll(line, q)}, nil
	case "read":
		code, err := read(line, q.Text)
		return Reply{Session: q.Session, Code: code}, err
	case "count":
		c, err := count(d.find(line.Rules().Info().Name), line, q)
		return Reply{Session: q.Session, Counted: c}, err
	case "tree":
		b, c, err := tree(d.find(line.Rules().Info().Name), line, q)
		return Reply{Session: q.Session, Tree: b, Counted: c}, err
	case "lab":
		texts, err := labTexts(d, line, q)
		return Reply{Session: q.Session, Texts: texts}, err
	case "drop":
		delete(d.sessions, q.Session)
		return Reply{Session: q.Session}, nil
	default:
		return Reply{}, game.Err("bad-request", "there is no operation ", q.Op)
	}
	return Reply{Session: q.Session, State: show(line, q)}, nil
}

// replay returns a copy of the line that keeps a given number of first moves (the parameter keep)
// and continues with other moves. The other moves are given as codes, as in a record.
func replay(line *game.Line, keep int, codes []string) (*game.Line, error) {
	if keep < 0 || keep > line.Ply() {
		return nil, game.Err("bad-request", "the game does not have this many moves")
	}
	next := line.Clone()
	next.Undo(next.Ply() - keep)
	for _, code := range codes {
		if err := next.Replay(code); err != nil {
			return nil, err
		}
	}
	return next, nil
}

func (d *Desk) list() []Listed {
	var out []Listed
	for _, g := range d.games {
		in := g.Rules.Info()
		l := Listed{Name: in.Name, Sides: in.Sides, Width: in.Width, Height: in.Height, Points: in.Points, Formats: in.Formats}
		if n, ok := g.Rules.(game.Noted); ok {
			for _, notation := range n.Notations() {
				l.Notations = append(l.Notations, notation.Name())
			}
		}
		for _, o := range in.Options {
			l.Options = append(l.Options, Choice(o))
		}
		if g.Engine.New != nil {
			l.Levels, l.Scale = engine.Levels, int(g.Engine.Scale)
		}
		out = append(out, l)
	}
	return out
}

// open starts a session for the game of a request.
func (d *Desk) open(q Request) (Reply, error) {
	if len(d.sessions) >= maxSessions {
		return Reply{}, game.Err("too-many", "too many sessions are open; drop one first")
	}
	line, err := d.line(q)
	if err != nil {
		return Reply{}, err
	}
	d.last++
	d.sessions[d.last] = line
	return Reply{Session: d.last, State: show(line, q)}, nil
}

// line creates the game that a request describes and plays its moves. Hidden pieces lie as in the
// request's deal. Without a deal they are dealt from the seed, unless the request has a position or
// a view.
func (d *Desk) line(q Request) (*game.Line, error) {
	r := d.find(q.Game).Rules
	if r == nil {
		return nil, game.Err("no-game", "there is no game ", q.Game)
	}
	s := game.Setup{Start: q.Start, Options: q.Options}
	if dealer, ok := r.(game.Dealer); ok && q.Deal != "" {
		s.Secret = game.NewSecret([]byte(q.Deal))
		delete(s.Options, game.ViewOption) // with the deal, the line is the whole game and no longer one viewer's view
	} else if ok && q.Start == "" && q.Options[game.ViewOption] == "" {
		s.Secret = dealer.Deal(rand.New(rand.NewPCG(q.Seed, 0)).IntN)
	}
	return d.replayed.line(q, r, s)
}

// find returns the game with a name. For an unknown name it returns a Game without rules.
func (d *Desk) find(name string) Game {
	for _, g := range d.games {
		if g.Rules.Info().Name == name {
			return g
		}
	}
	return Game{}
}

// Teach gives the engine of a game the file of a net, with which it evaluates at full strength from
// now on. It returns an error if the engine cannot use the net; it then goes on as before.
func (d *Desk) Teach(name string, file []byte) error {
	g := d.find(name)
	if g.Engine.New == nil {
		return game.Err("no-engine", "there is no engine for ", name)
	}
	e := g.Engine.New()
	t, ok := e.(engine.Teachable)
	if !ok {
		return game.Err("no-nets", "the engine of ", name, " has no nets")
	}
	if err := t.Teach(file); err != nil {
		return err
	}
	if d.nets == nil {
		d.nets = map[string][]byte{}
	}
	d.nets[name], d.engines[name] = file, e
	return nil
}

func side(name string) game.Side {
	for _, s := range []game.Side{game.First, game.Second} {
		if s.String() == name {
			return s
		}
	}
	return game.NoSide
}

// think runs the engine on the game of the request, which contains all its moves. The engine gets
// the view of the side to move; a game that is already a view stays as it is.
func (d *Desk) think(q Request, tell func(engine.Thought)) (engine.Thought, error) {
	line, err := d.line(q)
	if err != nil {
		return engine.Thought{}, err
	}
	e, err := d.engine(line, q)
	if err != nil {
		return engine.Thought{}, err
	}
	lim := q.Limits
	if q.Algorithm != "" {
		lim = engine.Limits{Nodes: q.Limits.Nodes}
	} else if q.Level == 0 && lim.Depth == 0 && lim.Nodes == 0 && lim.MoveTime == 0 {
		lim.MoveTime = time.Second
	}
	if !line.Setup().Secret.Empty() {
		line = line.View(line.Position().Turn())
	}
	return e.Think(context.Background(), line, lim, tell)
}

// engine returns the engine for a request. If the request names an algorithm of the lab, engine
// returns this algorithm; otherwise the game's own engine, which is cached, at the requested level.
func (d *Desk) engine(line *game.Line, q Request) (engine.Engine, error) {
	name := line.Rules().Info().Name
	g := d.find(name)
	if q.Algorithm != "" {
		return byAlgorithm(d, line, q)
	}
	e, ok := d.engines[name]
	if !ok {
		if g.Engine.New == nil {
			return nil, game.Err("no-engine", "there is no engine for ", name)
		}
		e = g.Engine.New()
		if t, ok := e.(engine.Teachable); ok && d.nets[name] != nil {
			_ = t.Teach(d.nets[name]) // Teach has accepted this file before
		}
		d.engines[name] = e
	}
	if q.Level > 0 {
		return g.Engine.With(q.Weak).AtLevel(e, q.Level, q.Seed+uint64(line.Ply()))
	}
	return e, nil
}
