package offline

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"kydai/engine"
	"kydai/engine/engines"
	"kydai/game"
	"kydai/games"
)

// Desk holds the sessions and the engines. It answers one request at a time.
type Desk struct {
	sessions map[int]*game.Line
	last     int
	engines  map[string]engine.Engine
}

// maxSessions bounds what a page can make a desk remember.
const maxSessions = 64

// NewDesk returns an empty desk.
func NewDesk() *Desk {
	return &Desk{sessions: map[int]*game.Line{}, engines: map[string]engine.Engine{}}
}

// Answer reads a request and returns the reply, both as JSON. progress, which
// may be nil, is given replies with what an engine thinks so far.
func (d *Desk) Answer(request []byte, progress func(reply []byte)) []byte {
	q, ok := readRequest(string(request))
	if !ok {
		return writeReply(Reply{Error: &Problem{Code: "bad-request", Text: "the request is no JSON of the right form"}})
	}
	var tell func(Thought)
	if progress != nil {
		tell = func(t Thought) { progress(writeReply(Reply{ID: q.ID, Session: q.Session, Thought: &t})) }
	}
	r, err := d.do(q, tell)
	if err != nil {
		r = Reply{Error: problem(err)}
	}
	r.ID = q.ID
	return writeReply(r)
}

func problem(err error) *Problem {
	var e *game.Error
	if errors.As(err, &e) {
		return &Problem{Code: e.Code, Text: e.Text}
	}
	return &Problem{Code: "internal", Text: err.Error()}
}

// do carries out one request.
func (d *Desk) do(q Request, tell func(Thought)) (Reply, error) {
	switch q.Op {
	case "games":
		return Reply{Games: list()}, nil
	case "new":
		return d.open(q)
	}
	line, ok := d.sessions[q.Session]
	if !ok {
		return Reply{}, game.Err("no-session", "there is no such session")
	}
	switch q.Op {
	case "state":
	case "play":
		if err := line.Play(q.Code); err != nil {
			return Reply{}, err
		}
	case "undo":
		if err := line.MayUndo(max(q.Count, 1)); err != nil {
			return Reply{}, err
		}
		line.Undo(max(q.Count, 1))
	case "redo":
		line.Redo(max(q.Count, 1))
	case "think":
		t, err := d.think(line, q, tell)
		return Reply{Session: q.Session, Thought: &t}, err
	case "at":
		st, err := showAt(line, q)
		return Reply{Session: q.Session, State: st}, err
	case "shown":
		return Reply{Session: q.Session, Packs: packs(line), Shown: shown(eyes(line, q.View))}, nil
	case "write":
		texts, err := write(line, q.Notation, q.Moves)
		return Reply{Session: q.Session, Texts: texts}, err
	case "read":
		code, err := read(line, q.Text)
		return Reply{Session: q.Session, Code: code}, err
	case "count":
		c, err := count(line, q)
		return Reply{Session: q.Session, Counted: c}, err
	case "tree":
		b, c, err := tree(line, q)
		return Reply{Session: q.Session, Tree: b, Counted: c}, err
	case "drop":
		delete(d.sessions, q.Session)
		return Reply{Session: q.Session}, nil
	default:
		return Reply{}, game.Err("bad-request", "there is no operation ", q.Op)
	}
	return Reply{Session: q.Session, State: show(line, q)}, nil
}

func list() []Listed {
	var out []Listed
	for _, r := range games.All() {
		in := r.Info()
		l := Listed{Name: in.Name, Sides: in.Sides, Width: in.Width, Height: in.Height, Points: in.Points, Formats: in.Formats}
		if n, ok := r.(game.Noted); ok {
			for _, notation := range n.Notations() {
				l.Notations = append(l.Notations, notation.Name())
			}
		}
		for _, o := range in.Options {
			l.Options = append(l.Options, Choice(o))
		}
		if e, ok := engines.Find(in.Name); ok {
			l.Levels, l.Scale = engine.Levels, int(e.Scale)
		}
		out = append(out, l)
	}
	return out
}

// open starts a session. A game that deals is dealt as the request says or
// by the seed, unless a position says how things stand or the options say whose
// view it is.
func (d *Desk) open(q Request) (Reply, error) {
	r, ok := find(q.Game)
	if !ok {
		return Reply{}, game.Err("no-game", "there is no game ", q.Game)
	}
	if len(d.sessions) >= maxSessions {
		return Reply{}, game.Err("too-many", "too many sessions are open; drop one first")
	}
	s := game.Setup{Start: q.Start, Options: q.Options}
	if dealer, ok := r.(game.Dealer); ok && q.Deal != "" {
		s.Secret = game.NewSecret([]byte(q.Deal))
		delete(s.Options, game.ViewOption) // of one who did not know the deal
	} else if ok && q.Start == "" && q.Options[game.ViewOption] == "" {
		s.Secret = dealer.Deal(rand.New(rand.NewPCG(q.Seed, 0)).IntN)
	}
	line, err := game.NewLine(r, s)
	if err != nil {
		return Reply{}, err
	}
	for _, code := range q.Moves {
		if err := line.Replay(code); err != nil {
			return Reply{}, err
		}
	}
	d.last++
	d.sessions[d.last] = line
	return Reply{Session: d.last, State: show(line, q)}, nil
}

// find returns a game that people play. The examples of package games would
// only make the module larger.
func find(name string) (game.Rules, bool) {
	for _, r := range games.All() {
		if r.Info().Name == name {
			return r, true
		}
	}
	return nil, false
}

func side(name string) game.Side {
	for _, s := range []game.Side{game.First, game.Second} {
		if s.String() == name {
			return s
		}
	}
	return game.NoSide
}

// think asks the game's engine, which is shown what the side to move may know.
func (d *Desk) think(line *game.Line, q Request, tell func(Thought)) (Thought, error) {
	e, err := d.engine(line, q)
	if err != nil {
		return Thought{}, err
	}
	lim := engine.Limits{}
	if q.Limits != nil {
		lim = engine.Limits{
			Depth: q.Limits.Depth, Nodes: q.Limits.Nodes, MultiPV: q.Limits.Lines,
			MoveTime: time.Duration(q.Limits.Ms) * time.Millisecond,
		}
	}
	if q.Algorithm != "" {
		lim = engine.Limits{Nodes: labNodes}
	} else if q.Level == 0 && lim.Depth == 0 && lim.Nodes == 0 && lim.MoveTime == 0 {
		lim.MoveTime = time.Second
	}
	var report func(engine.Info)
	if tell != nil {
		report = func(i engine.Info) { tell(thought(i)) }
	}
	info, err := e.Think(context.Background(), line.View(line.Position().Turn()), lim, report)
	return thought(info), err
}

// engine is who thinks: the game's own, which is kept, perhaps at a level, or
// an algorithm of the lab.
func (d *Desk) engine(line *game.Line, q Request) (engine.Engine, error) {
	if q.Algorithm != "" {
		return byAlgorithm(line, q)
	}
	name := line.Rules().Info().Name
	e, ok := d.engines[name]
	if !ok {
		var err error
		if e, err = engines.New(name); err != nil {
			return nil, err
		}
		d.engines[name] = e
	}
	if q.Level > 0 {
		return engines.AtLevel(e, name, q.Level, q.Seed+uint64(line.Ply()))
	}
	return e, nil
}

func thought(i engine.Info) Thought {
	t := Thought{Best: i.Best(), Depth: i.Depth, Nodes: i.Nodes, Ms: i.Elapsed.Milliseconds()}
	for _, l := range i.Lines {
		t.Lines = append(t.Lines, Expected{Points: l.Score.Points, Mate: l.Score.Mate, Codes: l.Codes})
	}
	return t
}
