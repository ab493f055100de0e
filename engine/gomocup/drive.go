package gomocup

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"kydai/engine"
	"kydai/engine/protocol"
	"kydai/game"
)

// Program says which program plays and how it is to be treated. Zero times
// are the usual ones.
type Program struct {
	Open func() (*protocol.Peer, error)
	// Rule is the number that INFO rule has for the rules of a line; an error
	// if there is none.
	Rule    func(line *game.Line) (int, error)
	Memory  int           // for INFO max_memory, in MiB; 0 is no limit
	Startup time.Duration // until START is answered
	Grace   time.Duration // beyond the time for the move
}

// Usual times.
const (
	usualStartup = 10 * time.Second
	usualGrace   = 2 * time.Second
)

// Engine is a program that speaks the protocol. A program that dies is
// started again, once for a move; one that does not answer in time is killed,
// and that move is an error. The protocol has no limit but time: without one
// in the limits the program gets a second.
type Engine struct {
	program Program
	link    protocol.Link
	size    string   // of the board that was started; "" if none was
	codes   []string // of the line after the program's last answer
	told    map[string]string
}

var (
	_ engine.Engine    = (*Engine)(nil)
	_ engine.Forgetful = (*Engine)(nil)
)

// New makes an engine of a program and starts it.
func New(p Program) (*Engine, error) {
	if p.Startup == 0 {
		p.Startup = usualStartup
	}
	if p.Grace == 0 {
		p.Grace = usualGrace
	}
	e := &Engine{program: p}
	e.link = protocol.Link{Open: p.Open, Goodbye: "END", Greet: func(context.Context, *protocol.Peer) error {
		e.size, e.codes, e.told = "", nil, map[string]string{}
		return nil
	}}
	if err := e.link.Talk(context.Background(), func(*protocol.Peer) error { return nil }); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// NewGame makes the next move begin with an empty board.
func (e *Engine) NewGame() { e.size = "" }

// Close ends the program.
func (e *Engine) Close() error {
	e.link.Close()
	return nil
}

// Prepare starts the board of a game, so that the first move does not have to
// wait for it.
func (e *Engine) Prepare(ctx context.Context, line *game.Line) error {
	grid, _ := game.GridOf(line.Position())
	return e.link.Talk(ctx, func(p *protocol.Peer) error { return e.startBoard(ctx, p, grid) })
}

// Think asks the program.
func (e *Engine) Think(ctx context.Context, line *game.Line, lim engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	grid, ok := game.GridOf(line.Position())
	if !ok {
		return engine.Info{}, game.Err(game.BadPosition, "the game shows no board")
	}
	for _, m := range line.Legal() {
		if !m.OnBoard() {
			return engine.Info{}, game.Err(game.BadPosition, "the program cannot be asked about choices that are not on the board")
		}
	}
	rule, err := e.program.Rule(line)
	if err != nil {
		return engine.Info{}, err
	}
	var info engine.Info
	err = e.link.Talk(ctx, func(p *protocol.Peer) error {
		if err := e.begin(ctx, p, grid, rule, line, lim); err != nil {
			return err
		}
		var err error
		info, err = e.ask(ctx, p, line, grid, lim)
		return err
	})
	return info, err
}

// begin makes the program's board ready and tells it the rule and the times.
func (e *Engine) begin(ctx context.Context, p *protocol.Peer, g game.Grid, rule int, line *game.Line, lim engine.Limits) error {
	if err := e.startBoard(ctx, p, g); err != nil {
		return err
	}
	own := line.Position().Turn().Index()
	left := lim.Left[own]
	info := []protocol.Setting{
		{Name: "rule", Value: strconv.Itoa(rule)}, {Name: "game_type", Value: "1"},
		{Name: "max_memory", Value: strconv.Itoa(e.program.Memory << 20)},
		{Name: "timeout_turn", Value: protocol.ToMillis(turnTime(lim, own))},
	}
	if left > 0 {
		info = append(info, protocol.Setting{Name: "timeout_match", Value: protocol.ToMillis(left)},
			protocol.Setting{Name: "time_left", Value: protocol.ToMillis(left)})
	} else {
		info = append(info, protocol.Setting{Name: "timeout_match", Value: "0"},
			protocol.Setting{Name: "time_left", Value: "2147483647"})
	}
	for _, o := range info {
		if e.told[o.Name] == o.Value {
			continue
		}
		e.told[o.Name] = o.Value
		if err := p.Send("INFO " + o.Name + " " + o.Value); err != nil {
			return err
		}
	}
	return nil
}

// startBoard makes an empty board of that size, unless there is one.
func (e *Engine) startBoard(ctx context.Context, p *protocol.Peer, g game.Grid) error {
	size := strconv.Itoa(g.Width)
	command := "START " + size
	if g.Width != g.Height {
		size += "," + strconv.Itoa(g.Height)
		command = "RECTSTART " + size
	}
	if e.size == size {
		return nil
	}
	if err := p.Send(command); err != nil {
		return err
	}
	answer, err := p.Until(ctx, e.program.Startup, func(s string) bool {
		return strings.HasPrefix(s, "OK") || strings.HasPrefix(s, "ERROR")
	}, nil)
	if err != nil {
		return err
	}
	if strings.HasPrefix(answer, "ERROR") {
		return game.Err(game.BadPosition, "the program refuses the board: ", answer)
	}
	e.size, e.codes, e.told = size, nil, map[string]string{}
	return nil
}

// turnTime is what the program may use for this move.
func turnTime(lim engine.Limits, own int) time.Duration {
	switch {
	case lim.MoveTime > 0:
		return lim.MoveTime
	case lim.Left[own] > 0:
		return lim.Left[own]
	}
	return time.Second
}

// ask sends the shortest question there is for the line: BEGIN, TURN if it
// continues what the program knows, else BOARD.
func (e *Engine) ask(ctx context.Context, p *protocol.Peer, line *game.Line, g game.Grid, lim engine.Limits) (engine.Info, error) {
	began := time.Now()
	codes := line.Codes()
	if err := p.Send(e.question(line, g, codes)...); err != nil {
		return engine.Info{}, err
	}
	wait := turnTime(lim, line.Position().Turn().Index()) + e.program.Grace
	answer, err := p.Until(ctx, wait, func(s string) bool {
		_, ok := readPoint(s)
		return ok || strings.HasPrefix(s, "ERROR") || strings.HasPrefix(s, "UNKNOWN")
	}, nil)
	if err != nil {
		// There is no way to ask for an answer at once; it is started anew.
		return engine.Info{}, err
	}
	at, ok := readPoint(answer)
	if !ok {
		return engine.Info{}, game.Err(game.BadMove, "the program answers: ", answer)
	}
	code := answer
	if at.X >= 0 && at.Y >= 0 && at.X < g.Width && at.Y < g.Height {
		for _, m := range line.Legal() {
			if m.To() == squareOf(at, g.Width, g.Height) {
				code = line.Position().Encode(m)
			}
		}
	}
	e.codes = append(slices.Clone(codes), code)
	return engine.Info{Elapsed: time.Since(began), Lines: []engine.Variation{{Codes: []string{code}}}}, nil
}

func (e *Engine) question(line *game.Line, g game.Grid, codes []string) []string {
	cell := func(sq game.Square) string {
		p := pointOf(sq, g.Width, g.Height)
		return strconv.Itoa(p.X) + "," + strconv.Itoa(p.Y)
	}
	n := len(codes)
	if e.codes != nil && n == len(e.codes)+1 && slices.Equal(codes[:n-1], e.codes) {
		return []string{"TURN " + cell(line.Move(n-1).To())}
	}
	order := stones(line, g)
	if len(order) == 0 {
		return []string{"BEGIN"}
	}
	text := []string{"BOARD"}
	next := letter(g, order)
	for _, sq := range order {
		who := "2"
		if upper(g.Cells[sq]) == next {
			who = "1"
		}
		text = append(text, cell(sq)+","+who)
	}
	return append(text, "DONE")
}

// stones lists the squares with stones, those of the start first and then as
// they were put.
func stones(line *game.Line, g game.Grid) []game.Square {
	var played, order []game.Square
	for i := range line.Ply() {
		if m := line.Move(i); m.OnBoard() {
			played = append(played, m.To())
		}
	}
	for sq, c := range g.Cells {
		if c != "" && !slices.Contains(played, game.Square(sq)) {
			order = append(order, game.Square(sq))
		}
	}
	return append(order, played...)
}

// letter reports whether the next stone is of the first colour: colours
// alternate and the first one begins.
func letter(g game.Grid, order []game.Square) bool {
	n := 0
	for _, sq := range order {
		if upper(g.Cells[sq]) {
			n++
		} else {
			n--
		}
	}
	return n <= 0
}

// upper reports whether a stone is of the first colour.
func upper(cell string) bool { return cell != "" && cell == strings.ToUpper(cell) }
