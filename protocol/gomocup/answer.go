package gomocup

import (
	"strconv"
	"strings"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
)

// think starts a search of the board. When the search ends, the server sends the cell of the
// engine's move.
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
		Answer: func(i engine.Thought, err error) {
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

// chosen converts the engine's answer to a cell. The parameter err is the error of the search.
func (s *server) chosen(line *game.Line, i engine.Thought, err error) (Point, error) {
	if err != nil {
		return Point{}, err
	}
	m, err := line.Position().Decode(i.Best())
	if err != nil {
		return Point{}, err
	}
	return pointOf(m.To(), s.board.Width, s.board.Height), nil
}

// message sends the engine's analysis as a message for people.
func (s *server) message(i engine.Thought) {
	if i.Depth == 0 || len(i.Lines) == 0 {
		return
	}
	value := strconv.Itoa(i.Lines[0].Score.Points)
	if n := i.Lines[0].Score.Mate; n != 0 {
		value = "mate " + strconv.Itoa(n)
	}
	s.out.Line("MESSAGE depth %d score %s nodes %d speed %d pv %s", i.Depth, value, i.Nodes, protocol.Speed(i), strings.Join(i.Lines[0].Codes, " "))
}

// pointOf converts a square to a cell. squareOf does the opposite.
func pointOf(sq game.Square, width, height int) Point {
	return Point{int(sq) % width, height - 1 - int(sq)/width}
}

func squareOf(p Point, width, height int) game.Square {
	return game.Square((height-1-p.Y)*width + p.X)
}

// listed parses one line of a BOARD command.
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
	default: // 1 is an own stone; 3 is a stone of a winning row in a continuous game, also taken as own
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

// setBoard sets the board that the manager listed after BOARD. If both colours have the same number
// of stones, our stones have the colour that moved first; otherwise the opponent's stones have that
// colour.
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
