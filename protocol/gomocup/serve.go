// Package gomocup implements both halves of the protocol of the Gomocup tournament and the Piskvork
// manager: Serve offers our engine to managers, and Engine runs external programs ("brains").
//
// The package has no code for particular games: the caller provides functions that convert a board,
// its stones and a rule number to a setup. Coordinates are x,y, counted from 0 at the upper left.
package gomocup

import (
	"cmp"
	"context"
	"io"
	"strconv"
	"strings"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
)

// Point is a cell, counted from the upper left.
type Point struct{ X, Y int }

// Board is a board of stones in the form of the protocol. The list alternates between the two
// colours and begins with the colour marked First. BOARD commands give the order of the stones only
// within each colour.
type Board struct {
	Width, Height int
	Rule          int // rule number from INFO rule
	Stones        []Stone
}

// Stone is a stone on a board.
type Stone struct {
	Point
	First bool // whether the stone has the colour that moved first
}

// Config configures a server.
type Config struct {
	Name, Version, Author string
	Rules                 game.Rules
	New                   func() (engine.Engine, error)
	// Setup converts a board to a setup. It returns an error for boards and rules that the game
	// does not support.
	Setup func(b Board) (game.Setup, error)
	// Openings are balanced openings of three stones for SWAP2BOARD, as offsets
	// from the centre.
	Openings [][3]Point
	// Swap2 describes the game's swap2 opening. If it is empty, the server never answers SWAP2BOARD
	// with two stones.
	Swap2 Swap2
	// Number returns a random number from 0 to n-1, for choosing an opening.
	Number func(n int) int
}

// Default times, used if the manager sends none.
const (
	usualTurn = 5 * time.Second
	// overhead is subtracted from the time for a turn. Managers start counting when they send the
	// command, so the way of the command and of the answer takes part of the time.
	overhead = 20 * time.Millisecond
)

// server is one session with a manager.
type server struct {
	config  Config
	out     *protocol.Out
	thinker protocol.Thinker
	engine  engine.Engine
	board   Board
	started bool
	list    *listing

	turn, match, left time.Duration
	hasLeft           bool
}

// listing holds the stones of a BOARD or SWAP2BOARD command until DONE arrives.
type listing struct {
	swap  bool
	own   []Point
	other []Point
	all   []Point
	fault string
}

// Serve handles commands until END or the end of the input. It returns an error only if the
// engine cannot be created or the output fails; invalid commands are answered with an error
// message.
func Serve(in io.Reader, out io.Writer, c Config) error {
	e, err := c.New()
	if err != nil {
		return err
	}
	s := &server{config: c, out: protocol.NewOut(out), engine: e, turn: usualTurn}
	_, err = protocol.ReadCommands(in, s.out, &s.thinker, s.command)
	return cmp.Or(err, s.engine.Close(), s.out.Err())
}

// command handles one line. It returns false if the session must end.
func (s *server) command(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	word, rest = strings.ToUpper(word), strings.TrimSpace(rest)
	if word == "END" {
		return false
	}
	s.thinker.Stop() // only one search may run at a time, so end the current one
	if s.list != nil {
		s.listed(line)
		return true
	}
	switch word {
	case "":
	case "START":
		s.start(rest, rest)
	case "RECTSTART":
		w, h, _ := strings.Cut(rest, ",")
		s.start(strings.TrimSpace(w), strings.TrimSpace(h))
	case "INFO":
		s.info(rest)
	case "ABOUT":
		s.out.Line("name=%q, version=%q, author=%q", s.config.Name, s.config.Version, s.config.Author)
	case "BEGIN", "TURN", "BOARD", "SWAP2BOARD", "TAKEBACK", "RESTART", "PLAY":
		if !s.started {
			s.fail("the game has not been started")
			break
		}
		s.play(word, rest)
	default:
		s.out.Line("UNKNOWN %s", word)
	}
	return true
}

func (s *server) fail(text string) { s.out.Line("ERROR %s", text) }

// start creates an empty board if the game supports the size.
func (s *server) start(width, height string) {
	w, err := strconv.Atoi(width)
	h, err2 := strconv.Atoi(height)
	if err != nil || err2 != nil {
		s.fail("the size of the board is not a number")
		return
	}
	board := Board{Width: w, Height: h, Rule: s.board.Rule}
	if _, err := s.config.Setup(board); err != nil {
		s.started = false
		s.fail(err.Error())
		return
	}
	s.board, s.started = board, true
	s.forget()
	s.prepare()
	s.out.Line("OK")
}

// prepare lets the engine compute the tables for the rules of the game before the clock of the
// first turn runs.
func (s *server) prepare() {
	e, ok := s.engine.(engine.Preparer)
	if !ok || !s.started {
		return
	}
	setup, err := s.config.Setup(Board{Width: s.board.Width, Height: s.board.Height, Rule: s.board.Rule})
	if err != nil {
		return // the search of the first turn reports the error
	}
	if line, err := game.NewLine(s.config.Rules, setup); err == nil {
		_ = e.Prepare(context.Background(), line) // the search of the first turn reports an error
	}
}

func (s *server) forget() {
	if f, ok := s.engine.(engine.Forgetful); ok {
		f.NewGame()
	}
}

func (s *server) play(word, rest string) {
	switch word {
	case "RESTART":
		s.board.Stones = nil
		s.forget()
		s.out.Line("OK")
	case "BEGIN":
		if len(s.board.Stones) > 0 {
			s.fail("BEGIN needs an empty board")
			return
		}
		s.think()
	case "TURN":
		if p, ok := s.point(rest); ok {
			s.put(p)
			s.think()
		}
	case "PLAY": // the manager chooses a move for our side
		if p, ok := s.point(rest); ok {
			s.put(p)
			s.out.Line("%d,%d", p.X, p.Y)
		}
	case "TAKEBACK":
		s.takeBack(rest)
	case "BOARD", "SWAP2BOARD":
		s.list = &listing{swap: word == "SWAP2BOARD"}
	}
}

// put places a stone of the colour that is to move.
func (s *server) put(p Point) {
	s.board.Stones = append(s.board.Stones, Stone{Point: p, First: s.board.firstToMove()})
}

func (b *Board) firstToMove() bool {
	n := 0
	for _, st := range b.Stones {
		if st.First {
			n++
		} else {
			n--
		}
	}
	return n <= 0
}

func (b *Board) at(p Point) int {
	for i, st := range b.Stones {
		if st.Point == p {
			return i
		}
	}
	return -1
}

func (b *Board) holds(p Point) bool { return p.X >= 0 && p.Y >= 0 && p.X < b.Width && p.Y < b.Height }

// point parses the coordinates of an empty cell.
func (s *server) point(text string) (Point, bool) {
	p, ok := readPoint(text)
	switch {
	case !ok:
		s.fail("a cell must be x,y, not " + strconv.Quote(text))
	case !s.board.holds(p):
		s.fail("there is no cell " + text)
	case s.board.at(p) >= 0:
		s.fail("there is already a stone on " + text)
	default:
		return p, true
	}
	return Point{}, false
}

func readPoint(text string) (Point, bool) {
	a, b, ok := strings.Cut(text, ",")
	x, err := strconv.Atoi(strings.TrimSpace(a))
	y, err2 := strconv.Atoi(strings.TrimSpace(b))
	return Point{x, y}, ok && err == nil && err2 == nil
}

func (s *server) takeBack(text string) {
	p, ok := readPoint(text)
	i := -1
	if ok {
		i = s.board.at(p)
	}
	if i < 0 {
		s.fail("there is no stone on " + strconv.Quote(text))
		return
	}
	s.board.Stones = append(s.board.Stones[:i:i], s.board.Stones[i+1:]...)
	s.out.Line("OK")
}

// info stores the values that the server uses. The server does not answer INFO.
func (s *server) info(text string) {
	name, value, _ := strings.Cut(text, " ")
	n, err := protocol.Number(strings.TrimSpace(value), -1, 1<<31-1)
	if err != nil {
		return // the server ignores folder, evaluate and unknown keys
	}
	d := time.Duration(n) * time.Millisecond
	switch strings.ToLower(name) {
	case "timeout_turn":
		s.turn = d // 0 means that the engine must move as fast as possible
	case "timeout_match":
		s.match = d
	case "time_left":
		s.left, s.hasLeft = d, true
	case "rule":
		s.board.Rule = n
		s.prepare()
	case "max_memory":
		s.limitMemory(n)
	case "thread_num":
		s.adjust("Threads", n)
	}
}

// limitMemory sets the hash table to half of the memory limit, which is in bytes. 0 means no limit.
func (s *server) limitMemory(bytes int) {
	const most = 256
	if bytes > 0 {
		s.adjust("Hash", min(max(bytes>>21, 1), most))
	}
}

func (s *server) adjust(name string, n int) {
	if a, ok := s.engine.(engine.Adjustable); ok {
		_ = a.SetOption(name, strconv.Itoa(n)) // errors are ignored, because INFO is only advice
	}
}

// limits returns the time limits for the next search.
func (s *server) limits() engine.Limits {
	lim := engine.Limits{MoveTime: max(s.turn-overhead, s.turn/2, time.Millisecond)}
	if s.hasLeft && s.match > 0 {
		// The protocol gives no number of moves, so the time left for the match must last for the
		// rest of the game.
		left := max(s.left, time.Millisecond)
		lim.Left = [2]time.Duration{left, left}
	}
	return lim
}
