package gomocup

import (
	"strconv"
	"strings"

	"kydai/engine"
	"kydai/engine/protocol"
	"kydai/game"
)

// think begins to think about the board and answers with a cell.
func (s *server) think() {
	line, err := s.line(s.board)
	if err != nil {
		s.fail(err.Error())
		return
	}
	if line.Outcome().Over() {
		s.fail("the game is over: " + string(line.Outcome().Why))
		return
	}
	s.thinker.Start(protocol.Thought{
		Engine: s.engine, Line: line, Limits: s.limits(),
		Answer: func(i engine.Info, err error) {
			p, err := s.chosen(line, i, err)
			if err != nil {
				s.fail(err.Error())
				return
			}
			s.put(p)
			s.message(i)
			s.out.Line("%d,%d", p.X, p.Y)
		},
	})
}

func (s *server) line(b Board) (*game.Line, error) {
	setup, err := s.config.Setup(b)
	if err != nil {
		return nil, err
	}
	return game.NewLine(s.config.Rules, setup)
}

// chosen is the cell of an engine's answer.
func (s *server) chosen(line *game.Line, i engine.Info, err error) (Point, error) {
	if err != nil {
		return Point{}, err
	}
	m, err := line.Position().Decode(i.Best())
	if err != nil {
		return Point{}, err
	}
	return pointOf(m.To(), s.board.Width, s.board.Height), nil
}

// message says what the engine thought, for people.
func (s *server) message(i engine.Info) {
	if i.Depth == 0 || len(i.Lines) == 0 {
		return
	}
	value := strconv.Itoa(i.Lines[0].Score.Points)
	if n := i.Lines[0].Score.Mate; n != 0 {
		value = "mate " + strconv.Itoa(n)
	}
	s.out.Line("MESSAGE depth %d score %s nodes %d speed %d pv %s", i.Depth, value, i.Nodes, protocol.Speed(i), strings.Join(i.Lines[0].Codes, " "))
}

// pointOf turns a square into a cell; squareOf is its inverse.
func pointOf(sq game.Square, width, height int) Point {
	return Point{int(sq) % width, height - 1 - int(sq)/width}
}

func squareOf(p Point, width, height int) game.Square {
	return game.Square((height-1-p.Y)*width + p.X)
}

// listed reads one line of a BOARD.
func (s *server) listed(line string) {
	l := s.list
	if strings.EqualFold(line, "DONE") {
		s.list = nil
		switch {
		case l.fault != "":
			s.fail(l.fault)
		case l.swap:
			s.swap2(l.all)
		default:
			s.setBoard(l)
		}
		return
	}
	parts := strings.Split(line, ",")
	who := "1"
	if len(parts) == 3 {
		who = strings.TrimSpace(parts[2])
		line = parts[0] + "," + parts[1]
	}
	p, ok := readPoint(line)
	switch {
	case line == "":
	case !ok || len(parts) > 3:
		l.fault = "a line of a board is x,y or x,y,who, not " + strconv.Quote(line)
	case !s.board.holds(p):
		l.fault = "there is no cell " + line
	case hasPoint(l.all, p):
		l.fault = "the cell " + line + " is listed twice"
	case who == "2":
		l.other = append(l.other, p)
		l.all = append(l.all, p)
	default: // 3 marks a winning row of a continuous game
		l.own = append(l.own, p)
		l.all = append(l.all, p)
	}
}

func hasPoint(list []Point, p Point) bool {
	for _, q := range list {
		if q == p {
			return true
		}
	}
	return false
}

// setBoard takes over a listed board. With as many stones each we began;
// with one less the other side did.
func (s *server) setBoard(l *listing) {
	if d := len(l.other) - len(l.own); d < 0 || d > 1 {
		s.fail("it is not our turn: " + strconv.Itoa(len(l.own)) + " stones of ours, " + strconv.Itoa(len(l.other)) + " of theirs")
		return
	}
	weFirst := len(l.own) == len(l.other)
	begins, follows := l.other, l.own
	if weFirst {
		begins, follows = l.own, l.other
	}
	s.board.Stones = nil
	for i := range begins {
		s.board.Stones = append(s.board.Stones, Stone{begins[i], true})
		if i < len(follows) {
			s.board.Stones = append(s.board.Stones, Stone{follows[i], false})
		}
	}
	s.think()
}

// swap2 answers SWAP2BOARD: three stones on an empty board; else the colour
// that the engine would rather have, by a cell if that is the one to move and
// by SWAP if it is the other. Asking for two more is left to others.
func (s *server) swap2(stones []Point) {
	s.board.Stones = nil
	for _, p := range stones {
		s.put(p)
	}
	switch len(stones) {
	case 0:
		s.openSwap2()
	case 3, 5:
		s.chooseColour()
	default:
		s.fail("a swap2 board has 0, 3 or 5 stones")
	}
}

func (s *server) openSwap2() {
	if len(s.config.Openings) == 0 {
		s.fail("there is no opening to offer")
		return
	}
	i := 0
	if s.config.Number != nil {
		i = s.config.Number(len(s.config.Openings))
	}
	cells := make([]string, 0, 3)
	for _, d := range s.config.Openings[i] {
		p := Point{s.board.Width/2 + d.X, s.board.Height/2 + d.Y}
		if !s.board.holds(p) || s.board.at(p) >= 0 {
			s.fail("the opening does not fit the board")
			return
		}
		s.put(p)
		cells = append(cells, strconv.Itoa(p.X)+","+strconv.Itoa(p.Y))
	}
	s.out.Line("%s", strings.Join(cells, " "))
}

func (s *server) chooseColour() {
	line, err := s.line(s.board)
	if err != nil {
		s.fail(err.Error())
		return
	}
	s.thinker.Start(protocol.Thought{
		Engine: s.engine, Line: line, Limits: s.limits(),
		Answer: func(i engine.Info, err error) {
			p, err := s.chosen(line, i, err)
			switch {
			case err != nil:
				s.fail(err.Error())
			case (engine.Score{}).Better(i.Lines[0].Score):
				s.out.Line("SWAP")
			default:
				s.put(p)
				s.out.Line("%d,%d", p.X, p.Y)
			}
		},
	})
}
