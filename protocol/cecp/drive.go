// Package cecp runs external engines that speak the XBoard protocol (CECP, version 2). There is no
// server for this protocol, because today's front ends support UCI. The package has no code for
// particular games.
package cecp

import (
	"context"
	"errors"
	"slices"
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
	Codes   protocol.Codes
	Start   func(position string) string // converts a position to the program's format; nil if the program uses ours
	Options []protocol.Setting
	Startup time.Duration // time limit for the feature list
	Grace   time.Duration // how long after the end of a move's time the program is killed
}

// noFeatures is the time limit for receiving the feature list. Programs of version 1 send no list.
const noFeatures = 2 * time.Second

// Engine is an external program that speaks CECP. A program that exits is restarted, at most
// once per move. A program that does not answer in time is killed, and that move fails.
//
// The protocol supports only whole seconds per move. If the time per move is shorter, the program
// gets a clock with the time for shareOfClock such moves, and decides itself how to use it.
type Engine struct {
	program Program
	link    protocol.Link
	features
	codes []string // moves on the program's board; nil if its board is unknown
	start string
	pings int
}

// features records which optional commands of the protocol the program supports.
type features struct{ userMove, setBoard, ping bool }

const shareOfClock = 40

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

// greet requests the feature list. If the program sends none, the engine uses only the minimum of
// the protocol.
func (e *Engine) greet(ctx context.Context, p *protocol.Peer) error {
	e.features, e.codes = features{}, nil
	if err := p.Send("xboard", "protover 2"); err != nil {
		return err
	}
	wait := min(noFeatures, e.link.Startup)
	done := func(line string) bool {
		if !strings.HasPrefix(line, "feature ") {
			return false
		}
		e.features.read(line)
		if strings.Contains(line, "done=0") {
			wait = e.link.Startup
		}
		return strings.Contains(line, "done=1")
	}
	_, err := p.Until(ctx, wait, done, nil)
	if errors.Is(err, protocol.ErrSilent) && wait == e.link.Startup {
		_, err = p.Until(ctx, wait, done, nil)
	}
	if err != nil && !errors.Is(err, protocol.ErrSilent) {
		return err
	}
	for _, o := range e.program.Options {
		if err := p.Send("option " + o.Name + "=" + o.Value); err != nil {
			return err
		}
	}
	return nil
}

func (f *features) read(line string) {
	for _, word := range strings.Fields(line) {
		switch word {
		case "usermove=1":
			f.userMove = true
		case "setboard=1":
			f.setBoard = true
		case "ping=1":
			f.ping = true
		}
	}
}

// NewGame makes the next search set up the board from the beginning.
func (e *Engine) NewGame() { e.codes = nil }

// Close stops the program. The engine cannot be used after that.
func (e *Engine) Close() error {
	e.link.Close()
	return nil
}

// Prepare sets up the program's board in advance, so that the first move is not delayed.
func (e *Engine) Prepare(ctx context.Context, line *game.Line) error {
	return e.link.Talk(ctx, func(p *protocol.Peer) error {
		if err := e.show(p, line); err != nil || !e.ping {
			return err
		}
		e.pings++
		pong := "pong " + strconv.Itoa(e.pings)
		if err := p.Send("ping " + strconv.Itoa(e.pings)); err != nil {
			return err
		}
		_, err := p.Until(ctx, e.link.Startup, func(line string) bool { return line == pong }, nil)
		return err
	})
}

// Think makes the program search the position of the line. It returns an error if the program fails
// twice or does not answer in time.
func (e *Engine) Think(ctx context.Context, line *game.Line, lim engine.Limits, _ func(engine.Thought)) (engine.Thought, error) {
	var info engine.Thought
	err := e.link.Talk(ctx, func(p *protocol.Peer) error {
		err := e.show(p, line)
		if err == nil {
			info, err = e.ask(ctx, p, line, lim)
		}
		if err != nil {
			e.codes = nil
		}
		return err
	})
	return info, err
}

// show updates the program's board to match the line: it sends the missing moves, or the whole
// position.
func (e *Engine) show(p *protocol.Peer, line *game.Line) error {
	start := ""
	if s := line.Setup(); s.Start != "" || len(s.Options) > 0 {
		start = line.Start().String()
	}
	codes := line.Codes()
	known := len(e.codes)
	if e.codes == nil || e.start != start || known > len(codes) || !slices.Equal(codes[:known], e.codes) {
		if err := p.Send("new", "force", "easy", "post"); err != nil {
			return err
		}
		if start != "" {
			if !e.setBoard {
				return game.Err(game.BadPosition, "the program cannot set up a position")
			}
			text := start
			if e.program.Start != nil {
				text = e.program.Start(start)
			}
			if err := p.Send("setboard " + text); err != nil {
				return err
			}
		}
		known = 0
	}
	for _, code := range codes[known:] {
		text := e.program.Codes.To(code)
		if e.userMove {
			text = "usermove " + text
		}
		if err := p.Send(text); err != nil {
			return err
		}
	}
	e.codes, e.start = codes, start
	return nil
}

// ask starts the search, waits for the move and then switches the program to force mode, in which
// it does not search by itself.
func (e *Engine) ask(ctx context.Context, p *protocol.Peer, line *game.Line, lim engine.Limits) (engine.Thought, error) {
	began := time.Now()
	own := line.Position().Turn().Index()
	if err := p.Send(append(clockText(lim, own), "go")...); err != nil {
		return engine.Thought{}, err
	}
	heard := &thought{}
	answer, err := e.link.Answer(ctx, p, lim.Most(own), "", heard.answers, heard.see)
	if err != nil {
		return engine.Thought{}, err
	}
	words := strings.Fields(answer)
	if words[0] != "move" || len(words) < 2 {
		return engine.Thought{}, game.Err(game.BadMove, "unexpected answer of the program: ", answer)
	}
	if err := p.Send("force"); err != nil {
		return engine.Thought{}, err
	}
	code := e.program.Codes.From(words[1])
	e.codes = append(e.codes, code)
	info := engine.Thought{Depth: heard.depth, Nodes: heard.nodes, Elapsed: time.Since(began)}
	info.Lines = []engine.Variation{{Score: engine.Score{Points: heard.points}, Codes: []string{code}}}
	return info, nil
}

// clockText returns the commands that set the limits. The parameter own is the index of the side to
// move.
func clockText(lim engine.Limits, own int) []string {
	var text []string
	left, inc := lim.Left[own], lim.Inc[own]
	switch {
	case lim.MoveTime > 0 && lim.MoveTime%time.Second == 0:
		text = append(text, "st "+strconv.FormatInt(int64(lim.MoveTime/time.Second), 10))
		left = 0
	case lim.MoveTime > 0:
		left, inc = lim.MoveTime*shareOfClock, 0
	}
	if left > 0 {
		seconds := int64((left + time.Second - 1) / time.Second)
		base := strconv.FormatInt(seconds/60, 10) + ":" + strconv.FormatInt(100+seconds%60, 10)[1:]
		other := lim.Left[1-own]
		if other == 0 {
			other = left
		}
		text = append(text, "level 0 "+base+" "+strconv.FormatInt(int64(inc/time.Second), 10),
			"time "+centis(left), "otim "+centis(other))
	}
	if lim.Depth > 0 {
		text = append(text, "sd "+strconv.Itoa(lim.Depth))
	}
	return text
}

func centis(d time.Duration) string {
	return strconv.FormatInt(max(d.Milliseconds()/10, 1), 10)
}

// thought is a parsed line of the program's search output: depth, score, time and nodes.
type thought struct {
	depth, points int
	nodes         uint64
}

func (t *thought) answers(line string) bool {
	for _, word := range []string{"move ", "resign", "Illegal move", "Error", "1-0", "0-1", "1/2-1/2", "tellusererror"} {
		if strings.HasPrefix(line, word) {
			return true
		}
	}
	return false
}

func (t *thought) see(line string) {
	words := strings.Fields(line)
	if len(words) < 4 {
		return
	}
	var n [4]int
	for i := range n {
		v, err := strconv.Atoi(words[i])
		if err != nil {
			return
		}
		n[i] = v
	}
	t.depth, t.points, t.nodes = n[0], n[1], uint64(max(n[3], 0))
}
