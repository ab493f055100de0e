package ucci

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
)

// Program describes the engine program. Zero durations mean the defaults.
type Program struct {
	Open    func() (*protocol.Peer, error)
	Options []protocol.Setting
	Minor   int           // value of a minor piece in points, as in Config
	Startup time.Duration // time limit for ucciok and readyok
	Grace   time.Duration // how long the program may answer after the end of the time for a move, and again after stop
}

// Engine is an external program that speaks UCCI. A program that exits is restarted, at most
// once per move. A program that does not answer in time is killed, and that move fails.
type Engine struct {
	program Program
	link    protocol.Link
	script  protocol.Script
	known   []string
	millis  bool
	forget  bool
}

var (
	_ engine.Engine    = (*Engine)(nil)
	_ engine.Forgetful = (*Engine)(nil)
)

// New creates an engine and starts its program.
func New(p Program) (*Engine, error) {
	e := &Engine{program: p}
	e.link = protocol.Link{Open: p.Open, Startup: p.Startup, Grace: p.Grace, Greet: e.greet, Goodbye: "quit"}
	if err := e.link.Start(); err != nil {
		return nil, err
	}
	return e, nil
}

// greet runs the handshake and sets the options.
func (e *Engine) greet(ctx context.Context, p *protocol.Peer) error {
	e.known, e.millis, e.forget = nil, false, false
	if err := p.Send("ucci"); err != nil {
		return err
	}
	_, err := p.Until(ctx, e.link.Startup, protocol.First("ucciok"), func(line string) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "option" {
			e.known = append(e.known, words[1])
			e.millis = e.millis || words[1] == optMillis
		}
	})
	if err != nil {
		return err
	}
	if e.millis {
		if err := p.Send("setoption " + optMillis + " true"); err != nil {
			return err
		}
	}
	for _, o := range e.program.Options {
		if err := p.Send(strings.TrimSpace("setoption " + o.Name + " " + o.Value)); err != nil {
			return err
		}
	}
	if err := p.Send("isready"); err != nil {
		return err
	}
	_, err = p.Until(ctx, e.link.Startup, protocol.First("readyok"), nil)
	return err
}

// NewGame makes the next search announce a new game, if the program supports this command.
func (e *Engine) NewGame() { e.forget = true }

// Close stops the program.
func (e *Engine) Close() error {
	e.link.Close()
	return nil
}

// newGame announces a new game to a program that supports it.
func (e *Engine) newGame(ctx context.Context, p *protocol.Peer) error {
	if !e.forget {
		return nil
	}
	e.forget = false
	if !has(e.known, "newgame") {
		return nil
	}
	if err := p.Send("setoption newgame", "isready"); err != nil {
		return err
	}
	_, err := p.Until(ctx, e.link.Startup, protocol.First("readyok"), nil)
	return err
}

// Prepare announces a new game in advance, so that the announcement does not delay the first move.
func (e *Engine) Prepare(ctx context.Context, _ *game.Line) error {
	return e.link.Talk(ctx, func(p *protocol.Peer) error { return e.newGame(ctx, p) })
}

// Think makes the program search the position of the line.
func (e *Engine) Think(ctx context.Context, line *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	var info engine.Thought
	err := e.link.Talk(ctx, func(p *protocol.Peer) error {
		if err := e.newGame(ctx, p); err != nil {
			return err
		}
		var err error
		info, err = e.ask(ctx, p, line, lim, report)
		return err
	})
	return info, err
}

// ask sends the position and waits for the answer. The protocol has no time limit per move, so ask
// sends such a limit as a clock period of one move.
func (e *Engine) ask(ctx context.Context, p *protocol.Peer, line *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	began := time.Now()
	question := []string{e.positionText(line)}
	if len(lim.Only) > 0 {
		if banned := protocol.Only(line, func(code string) bool { return !has(lim.Only, code) }); len(banned) > 0 {
			question = append(question, "banmoves "+strings.Join(banned, " "))
		}
	}
	turn := line.Position().Turn()
	if err := p.Send(append(question, e.goText(lim, turn))...); err != nil {
		return engine.Thought{}, err
	}
	heard := protocol.Gathered{Plain: func(n int) engine.Score { return fromPoints(n, e.program.Minor) }}
	see := func(line string) {
		if heard.Add(line) && report != nil {
			report(heard.Info())
		}
	}
	last, err := e.link.Answer(ctx, p, lim.Most(turn.Index()), "stop", protocol.First("bestmove", noMove), see)
	if err != nil {
		return engine.Thought{}, err
	}
	words := strings.Fields(last)
	if len(words) < 2 {
		return engine.Thought{}, game.Err(game.GameOver, "the program has no move here")
	}
	ponder := ""
	if len(words) >= 4 && words[2] == "ponder" {
		ponder = words[3]
	}
	return heard.Answer(words[1], ponder, time.Since(began)), nil
}

func has(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

func (e *Engine) positionText(line *game.Line) string {
	text := "position fen " + line.Start().String()
	if moves := e.script.Codes(line); len(moves) > 0 {
		text += " moves " + strings.Join(moves, " ")
	}
	return text
}

func (e *Engine) goText(lim engine.Limits, turn game.Side) string {
	own, other := turn.Index(), turn.Other().Index()
	switch {
	case lim.MoveTime > 0:
		return "go time " + e.clock(lim.MoveTime) + " movestogo 1"
	case lim.Left[own] > 0:
		text := "go time " + e.clock(lim.Left[own])
		if lim.MovesToGo > 0 {
			text += " movestogo " + strconv.Itoa(lim.MovesToGo)
		} else {
			text += " increment " + e.clockOrZero(lim.Inc[own])
		}
		return text + " opptime " + e.clock(lim.Left[other]) + " oppincrement " + e.clockOrZero(lim.Inc[other])
	case lim.Depth > 0:
		return "go depth " + strconv.Itoa(lim.Depth)
	case lim.Nodes > 0:
		return "go nodes " + strconv.FormatUint(lim.Nodes, 10)
	}
	return "go infinite"
}

func (e *Engine) clock(d time.Duration) string {
	if e.millis {
		return protocol.ToMillis(d)
	}
	return strconv.FormatInt(max(int64(d/time.Second), 1), 10)
}

func (e *Engine) clockOrZero(d time.Duration) string {
	if d <= 0 {
		return "0"
	}
	return e.clock(d)
}
