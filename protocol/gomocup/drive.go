package gomocup

import (
	"context"
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
	Open func() (*protocol.Peer, error)
	// Rule returns the INFO rule number for the rules of a line, or an error if the protocol has no
	// number for them.
	Rule func(line *game.Line) (int, error)
	// Swap2 describes the game's swap2 opening. If it is empty, SWAP2BOARD is never sent.
	Swap2   Swap2
	Memory  int           // memory limit that INFO max_memory tells the program, in MiB; 0 means no limit
	Startup time.Duration // time limit for the answer to START
	Grace   time.Duration // how long after the end of a move's time the program is killed
}

// Engine is an external program that speaks the protocol. A program that exits is restarted,
// at most once per move. A program that does not answer in time is killed, and that move
// fails. The protocol has only time limits: if the limits contain no time, the program gets
// one second.
type Engine struct {
	program Program
	link    protocol.Link
	size    string   // size of the board that the program has started; "" if it has started none
	codes   []string // moves of the line up to the program's last answer; nil if the program must get the whole board next
	told    map[string]string
	plan    plan
	script  protocol.Script
}

var (
	_ engine.Engine    = (*Engine)(nil)
	_ engine.Forgetful = (*Engine)(nil)
)

// New creates an engine and starts its program.
func New(p Program) (*Engine, error) {
	e := &Engine{program: p}
	e.link = protocol.Link{Open: p.Open, Startup: p.Startup, Grace: p.Grace, Greet: e.greet, Goodbye: "END"}
	if err := e.link.Start(); err != nil {
		return nil, err
	}
	return e, nil
}

// greet only resets the state, because a program sends nothing before START.
func (e *Engine) greet(context.Context, *protocol.Peer) error {
	e.size, e.codes, e.told = "", nil, map[string]string{}
	return nil
}

// NewGame makes the next search start with an empty board.
func (e *Engine) NewGame() { e.size, e.plan = "", plan{} }

// Close stops the program.
func (e *Engine) Close() error {
	e.link.Close()
	return nil
}

// Prepare sends START in advance, so that it does not delay the first move.
func (e *Engine) Prepare(ctx context.Context, line *game.Line) error {
	grid, _ := game.GridOf(line.Position())
	return e.link.Talk(ctx, func(p *protocol.Peer) error { return e.startBoard(ctx, p, grid) })
}

// Think makes the program search the position of the line.
func (e *Engine) Think(ctx context.Context, line *game.Line, lim engine.Limits, _ func(engine.Thought)) (engine.Thought, error) {
	grid, ok := game.GridOf(line.Position())
	if !ok {
		return engine.Thought{}, game.Err(game.BadPosition, "the game has no board")
	}
	codes := e.script.Codes(line)
	if code, ok := e.plan.next(codes); ok {
		return answered(code, 0), nil
	}
	opens, err := e.program.Swap2.asks(line, grid)
	if err != nil {
		return engine.Thought{}, err
	}
	rule, err := e.program.Rule(line)
	if err != nil {
		return engine.Thought{}, err
	}
	var info engine.Thought
	err = e.link.Talk(ctx, func(p *protocol.Peer) error {
		if err := e.startBoard(ctx, p, grid); err != nil {
			return err
		}
		told := e.tell(rule, lim, line.Position().Turn().Index())
		var err error
		if opens {
			info, err = e.askSwap2(ctx, p, line, grid, lim, told)
		} else {
			info, err = e.ask(ctx, p, line, grid, lim, told)
		}
		return err
	})
	return info, err
}

// tell returns the INFO commands for the rule and the times that have changed since tell last sent
// them.
func (e *Engine) tell(rule int, lim engine.Limits, own int) []string {
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
	var text []string
	for _, o := range info {
		if e.told[o.Name] != o.Value {
			e.told[o.Name] = o.Value
			text = append(text, "INFO "+o.Name+" "+o.Value)
		}
	}
	return text
}

// startBoard sends START for an empty board of the grid's size, unless the program already has one.
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
	answer, err := p.Until(ctx, e.link.Startup, func(s string) bool {
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

// turnPause is the pause before TURN, because a program that has just answered may not be
// reading yet. Rapfi drops a TURN that arrives within a millisecond of its move.
const turnPause = 3 * time.Millisecond

// turnTime returns the program's time limit for this move.
func turnTime(lim engine.Limits, own int) time.Duration {
	if most := lim.Most(own); most > 0 {
		return most
	}
	return time.Second
}

// ask sends the shortest command that describes the line: BEGIN for an empty board, TURN if the
// line has one stone more than the program's board, otherwise BOARD.
func (e *Engine) ask(ctx context.Context, p *protocol.Peer, line *game.Line, g game.Grid, lim engine.Limits, told []string) (engine.Thought, error) {
	began := time.Now()
	codes := e.script.Codes(line)
	answer, err := e.hear(ctx, p, append(told, e.question(line, g, codes)...), turnTime(lim, line.Position().Turn().Index()))
	if err != nil {
		return engine.Thought{}, err
	}
	at, ok := readPoint(answer)
	if !ok {
		return engine.Thought{}, game.Err(game.BadMove, "unexpected answer of the program: ", answer)
	}
	code := cellCode(line, g, at)
	e.codes = append(slices.Clone(codes), code)
	return answered(code, time.Since(began)), nil
}

// hear sends a command and waits for the answer. The protocol has no stop command, so a program
// that is too slow is killed and restarted.
func (e *Engine) hear(ctx context.Context, p *protocol.Peer, question []string, most time.Duration) (string, error) {
	if err := p.Send(question...); err != nil {
		return "", err
	}
	return e.link.Answer(ctx, p, most, "", func(s string) bool {
		_, ok := readAnswer(s)
		return ok || protocol.First("ERROR", "UNKNOWN")(s)
	}, nil)
}

func answered(code string, took time.Duration) engine.Thought {
	return engine.Thought{Elapsed: took, Lines: []engine.Variation{{Codes: []string{code}}}}
}

// cellCode returns the code of a stone on a cell. For an invalid cell it returns the coordinates as
// text; playing this text then gives an error.
func cellCode(line *game.Line, g game.Grid, at Point) string {
	if at.X >= 0 && at.Y >= 0 && at.X < g.Width && at.Y < g.Height {
		if code := codeAt(line, squareOf(at, g.Width, g.Height)); code != "" {
			return code
		}
	}
	return cellsText([]Point{at})
}

func (e *Engine) question(line *game.Line, g game.Grid, codes []string) []string {
	cell := func(sq game.Square) string { return cellsText([]Point{pointOf(sq, g.Width, g.Height)}) }
	n := len(codes)
	if e.codes != nil && n == len(e.codes)+1 && slices.Equal(codes[:n-1], e.codes) {
		time.Sleep(turnPause)
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

// stones lists the squares with stones: first those of the start position, then the others in
// order of play.
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

// letter reports whether the next stone belongs to the side that moved first. The stones of this
// side have upper-case letters. The function assumes that the colours alternate.
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

// upper reports whether a stone has the colour that moved first.
func upper(cell string) bool { return cell != "" && cell == strings.ToUpper(cell) }
