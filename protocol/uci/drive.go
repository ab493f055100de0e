package uci

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
	Variant Variant // game and its options; the field New is not used, and an empty Name sends no UCI_Variant
	Options []protocol.Setting
	Startup time.Duration // time limit for uciok and readyok
	Grace   time.Duration // extra time to answer after the time for a move; granted once more after the command stop
}

// Engine is an external program that speaks UCI. A program that exits is restarted, at most
// once per move. A program that does not answer in time is killed, and that move fails.
type Engine struct {
	program Program
	link    protocol.Link
	script  protocol.Script
	known   []engine.Option
	set     map[string]string // values of options sent to the running program
	forget  bool              // announce a new game before the next search
}

var (
	_ engine.Engine     = (*Engine)(nil)
	_ engine.Forgetful  = (*Engine)(nil)
	_ engine.Adjustable = (*Engine)(nil)
)

// New creates an engine and starts its program, so that a wrong path or option is reported
// immediately.
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
	e.known, e.set, e.forget = nil, map[string]string{}, true
	if err := p.Send("uci"); err != nil {
		return err
	}
	_, err := p.Until(ctx, e.link.Startup, protocol.First("uciok"), func(line string) {
		if o, ok := readOption(line); ok {
			e.known = append(e.known, o)
		}
	})
	if err == nil {
		err = e.checkOptions()
	}
	if err != nil {
		return err
	}
	if name := e.program.Variant.Name; name != "" && e.has(optVariant) {
		if err := e.tell(p, optVariant, name); err != nil {
			return err
		}
	}
	for _, o := range e.program.Options {
		if err := e.tell(p, o.Name, o.Value); err != nil {
			return err
		}
	}
	return e.ready(ctx, p)
}

// ready waits until the program has processed all commands (isready).
func (e *Engine) ready(ctx context.Context, p *protocol.Peer) error {
	if err := p.Send("isready"); err != nil {
		return err
	}
	_, err := p.Until(ctx, e.link.Startup, protocol.First("readyok"), nil)
	return err
}

func (e *Engine) has(name string) bool {
	for _, o := range e.known {
		if strings.EqualFold(o.Name, name) {
			return true
		}
	}
	return false
}

// checkOptions returns an error if the program lacks one of the options in Program.Options.
func (e *Engine) checkOptions() error {
	for _, o := range e.program.Options {
		if !e.has(o.Name) {
			return game.Err(game.BadOption, "the program has no option ", o.Name)
		}
	}
	return nil
}

// tell sends an option if its value has changed.
func (e *Engine) tell(p *protocol.Peer, name, value string) error {
	if old, ok := e.set[name]; ok && old == value {
		return nil
	}
	e.set[name] = value
	if value == "" {
		return p.Send("setoption name " + name)
	}
	return p.Send("setoption name " + name + " value " + value)
}

// Options lists the options that the program announced in its greeting.
func (e *Engine) Options() []engine.Option { return e.known }

// SetOption sets an option, also after a restart of the program. It returns an error if the program
// does not have the option.
func (e *Engine) SetOption(name, value string) error {
	if !e.has(name) {
		return game.Err(game.BadOption, "the program has no option ", name)
	}
	e.program.Options = append(e.program.Options, protocol.Setting{Name: name, Value: value})
	ctx := context.Background()
	return e.link.Talk(ctx, func(p *protocol.Peer) error {
		if err := e.tell(p, name, value); err != nil {
			return err
		}
		return e.ready(ctx, p)
	})
}

// NewGame makes the next search announce a new game.
func (e *Engine) NewGame() { e.forget = true }

// Close stops the program.
func (e *Engine) Close() error {
	e.link.Close()
	return nil
}

// Prepare sends, before the first move, all commands that do not depend on the search. So these
// commands do not take time from the first move.
func (e *Engine) Prepare(ctx context.Context, line *game.Line) error {
	return e.link.Talk(ctx, func(p *protocol.Peer) error { return e.prepare(ctx, p, line, engine.Limits{}) })
}

// Think makes the program search the position of the line.
func (e *Engine) Think(ctx context.Context, line *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	var info engine.Thought
	err := e.link.Talk(ctx, func(p *protocol.Peer) error {
		if err := e.prepare(ctx, p, line, lim); err != nil {
			return err
		}
		var err error
		info, err = e.ask(ctx, p, line, lim, report)
		return err
	})
	return info, err
}

// prepare sends the options and settings that have changed since the last move.
func (e *Engine) prepare(ctx context.Context, p *protocol.Peer, line *game.Line, lim engine.Limits) error {
	for _, w := range e.program.Variant.Switches {
		on := "false"
		if within(w.Options, line.Setup().Options) {
			on = "true"
		}
		if _, told := e.set[w.Name]; e.has(w.Name) && (told || on == "true") {
			if err := e.tell(p, w.Name, on); err != nil {
				return err
			}
		}
	}
	if multi := max(lim.MultiPV, 1); e.has(optMulti) && (multi > 1 || e.set[optMulti] != "") {
		if err := e.tell(p, optMulti, strconv.Itoa(multi)); err != nil {
			return err
		}
	}
	if !e.forget {
		return nil
	}
	e.forget = false
	if err := p.Send("ucinewgame"); err != nil {
		return err
	}
	return e.ready(ctx, p)
}

// within reports whether every option in a has the same value in b.
func within(a, b map[string]string) bool {
	for name, value := range a {
		if b[name] != value {
			return false
		}
	}
	return true
}

// ask sends the position and waits for the answer.
func (e *Engine) ask(ctx context.Context, p *protocol.Peer, line *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	codes := e.program.Variant.Codes
	began := time.Now()
	if err := p.Send(e.positionText(line), goText(lim, codes)); err != nil {
		return engine.Thought{}, err
	}
	heard := protocol.Gathered{Codes: codes}
	see := func(line string) {
		if heard.Add(line) && report != nil {
			report(heard.Info())
		}
	}
	last, err := e.link.Answer(ctx, p, lim.Most(line.Position().Turn().Index()), "stop", protocol.First("bestmove"), see)
	if err != nil {
		return engine.Thought{}, err
	}
	words := strings.Fields(last)
	if len(words) < 2 || words[1] == noMove || words[1] == "0000" {
		return engine.Thought{}, game.Err(game.GameOver, "the program has no move here")
	}
	ponder := ""
	if len(words) >= 4 && words[2] == "ponder" {
		ponder = codes.From(words[3])
	}
	return heard.Answer(codes.From(words[1]), ponder, time.Since(began)), nil
}

func (e *Engine) positionText(line *game.Line) string {
	text := "position startpos"
	if s := line.Setup(); s.Start != "" || len(s.Options) > 0 {
		text = "position fen " + line.Start().String()
	}
	if moves := e.script.Codes(line); len(moves) > 0 {
		text += " moves " + strings.Join(e.program.Variant.Codes.AllTo(moves), " ")
	}
	return text
}

func goText(lim engine.Limits, codes protocol.Codes) string {
	text := "go"
	add := func(name, value string) { text += " " + name + " " + value }
	if lim.Depth > 0 {
		add("depth", strconv.Itoa(lim.Depth))
	}
	if lim.Nodes > 0 {
		add("nodes", strconv.FormatUint(lim.Nodes, 10))
	}
	if lim.Mate > 0 {
		add("mate", strconv.Itoa(lim.Mate))
	}
	if lim.MoveTime > 0 {
		add("movetime", protocol.ToMillis(lim.MoveTime))
	}
	if lim.Left != [2]time.Duration{} {
		add("wtime", protocol.ToMillis(lim.Left[0]))
		add("btime", protocol.ToMillis(lim.Left[1]))
		for i, name := range []string{"winc", "binc"} {
			if lim.Inc[i] > 0 {
				add(name, protocol.ToMillis(lim.Inc[i]))
			}
		}
		if lim.MovesToGo > 0 {
			add("movestogo", strconv.Itoa(lim.MovesToGo))
		}
	}
	if text == "go" {
		text += " infinite"
	}
	if len(lim.Only) > 0 {
		text += " searchmoves " + strings.Join(codes.AllTo(lim.Only), " ")
	}
	return text
}

// readOption parses: option name N type T [default D] [min A] [max B] [var V]…
func readOption(line string) (engine.Option, bool) {
	rest, ok := strings.CutPrefix(line, "option name ")
	if !ok {
		return engine.Option{}, false
	}
	name, rest, ok := strings.Cut(rest, " type ")
	words := strings.Fields(rest)
	if !ok || len(words) == 0 {
		return engine.Option{}, false
	}
	o := engine.Option{Name: strings.TrimSpace(name), Kind: words[0]}
	for i := 1; i+1 < len(words); i++ {
		switch words[i] {
		case "default":
			o.Default = words[i+1]
		case "min":
			o.Least, _ = protocol.Number(words[i+1], -maxCount, maxCount)
		case "max":
			o.Most, _ = protocol.Number(words[i+1], -maxCount, maxCount)
		}
	}
	return o, true
}
