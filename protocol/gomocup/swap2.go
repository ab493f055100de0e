package gomocup

import (
	"context"
	"maps"
	"strconv"
	"strings"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
)

// Swap2 describes a game's swap2 opening: the options that select it and the codes of its choices.
// Swap takes the colour that is not to move, Stay takes the other colour, and More places two
// stones and lets the opponent choose. If Options is empty, the game has no swap2.
type Swap2 struct {
	Options          map[string]string
	Swap, Stay, More string
}

// Numbers of stones on the board when SWAP2BOARD is sent, and what the server then decides.
const (
	none      = 0
	three     = 3 // three stones: the server chooses a colour or places two more stones
	five      = 5 // five stones: the server chooses a colour
	wordSwap  = "SWAP"
	levelling = 30 // two boards count as balanced if the sum of their absolute scores is at most this
)

// swap2 answers SWAP2BOARD. On an empty board it places three stones. Otherwise it takes the better
// colour or places two more stones. To take the colour that is to move it sends a cell; to take the
// other colour it sends SWAP.
func (s *server) swap2(stones []Point) {
	s.board.Stones = nil
	for _, p := range stones {
		s.put(p)
	}
	switch len(stones) {
	case none:
		s.openSwap2()
	case three, five:
		s.chooseColour()
	default:
		s.fail("a swap2 board must have 0, 3 or 5 stones")
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
	cells := make([]Point, 0, three)
	for _, d := range s.config.Openings[i] {
		p := Point{s.board.Width/2 + d.X, s.board.Height/2 + d.Y}
		if !s.board.holds(p) || s.board.at(p) >= 0 {
			s.fail("the opening does not fit the board")
			return
		}
		s.put(p)
		cells = append(cells, p)
	}
	s.out.Line("%s", cellsText(cells))
}

func cellsText(cells []Point) string {
	words := make([]string, 0, len(cells))
	for _, p := range cells {
		words = append(words, strconv.Itoa(p.X)+","+strconv.Itoa(p.Y))
	}
	return strings.Join(words, " ")
}

func (s *server) chooseColour() {
	line, err := s.line(s.board)
	if err != nil {
		s.fail(err.Error())
		return
	}
	s.thinker.Start(protocol.Thought{
		Engine: &colourChooser{s}, Line: line, Limits: s.limits(),
		Answer: func(i engine.Thought, err error) {
			if err != nil {
				s.fail(err.Error())
				return
			}
			if i.Best() == wordSwap {
				s.out.Line(wordSwap)
				return
			}
			var cells []Point
			for _, code := range i.Lines[0].Codes {
				m, err := line.Position().Decode(code)
				if err != nil {
					s.fail(err.Error())
					return
				}
				cells = append(cells, pointOf(m.To(), s.board.Width, s.board.Height))
			}
			for _, p := range cells {
				s.put(p)
			}
			s.out.Line("%s", cellsText(cells))
		},
	})
}

// colourChooser is an engine that answers a SWAP2BOARD command that lists three or five stones: it
// uses the server's engine to choose a colour. The codes of its answer are SWAP, a stone, or two
// stones.
//
// A player who chooses a colour gets the better colour. A player who places two more stones lets
// the opponent choose, and so gets the worse colour of the new board. So placing two stones never
// gains anything if only the scores count. The engine does it only if both boards are balanced: it
// then loses almost nothing, and the opponent has to judge a board that the engine prepared.
type colourChooser struct{ server *server }

// Close does nothing, because the server owns the engine.
func (*colourChooser) Close() error { return nil }

// Think evaluates the board with half of the time. If the board is balanced, Think uses the other
// half to evaluate a board with two more stones.
func (c *colourChooser) Think(ctx context.Context, line *game.Line, lim engine.Limits, _ func(engine.Thought)) (engine.Thought, error) {
	lim.MoveTime /= 2
	info, err := c.server.engine.Think(ctx, line, lim, nil)
	if err != nil || len(info.Lines) == 0 || len(info.Lines[0].Codes) == 0 {
		return info, err
	}
	best := &info.Lines[0]
	best.Codes = best.Codes[:1]
	away := distance(best.Score)
	if (engine.Score{}).Better(best.Score) {
		best.Codes = []string{wordSwap}
	}
	if len(c.server.board.Stones) != three || c.server.config.Swap2.Options == nil || away > levelling {
		return info, nil
	}
	lim.MoveTime /= 3
	// If no two stones are suitable, best still holds the choice of a colour.
	if two, after, err := c.twoMore(ctx, lim); err == nil && away+after <= levelling {
		best.Codes = two
	}
	return info, nil
}

// distance returns the absolute value of a score in points. A forced win or loss counts as
// unbalanced.
func distance(s engine.Score) int {
	if s.Mate != 0 {
		return levelling + 1
	}
	return max(s.Points, -s.Points)
}

// twoMore lets the engine place two stones. It returns the codes of the stones and the absolute
// score of the resulting board.
func (c *colourChooser) twoMore(ctx context.Context, lim engine.Limits) (codes []string, away int, err error) {
	line, err := c.server.offered()
	if err != nil {
		return nil, 0, err
	}
	if err := line.Play(c.server.config.Swap2.More); err != nil {
		return nil, 0, err
	}
	b := c.server.board
	b.Stones = append([]Stone(nil), b.Stones...)
	for range five - three {
		info, err := c.server.engine.Think(ctx, line, lim, nil)
		if err != nil {
			return nil, 0, err
		}
		if err := line.Play(info.Best()); err != nil {
			return nil, 0, err
		}
		codes = append(codes, info.Best())
		b.Stones = append(b.Stones, Stone{pointOf(line.Move(line.Ply()-1).To(), b.Width, b.Height), b.firstToMove()})
	}
	plain, err := c.server.line(b)
	if err != nil {
		return nil, 0, err
	}
	if plain.Outcome().Over() {
		return nil, 0, game.Err(game.GameOver, "the two stones end the game")
	}
	info, err := c.server.engine.Think(ctx, plain, lim, nil)
	if err != nil || len(info.Lines) == 0 {
		return nil, 0, game.Err(game.BadMove, "there is no value of the two stones")
	}
	return codes, distance(info.Lines[0].Score), nil
}

// offered returns the server's board as a game that started with the swap2 opening.
func (s *server) offered() (*game.Line, error) {
	empty := s.board
	empty.Stones = nil
	setup, err := s.config.Setup(empty)
	if err != nil {
		return nil, err
	}
	options := maps.Clone(setup.Options)
	maps.Copy(options, s.config.Swap2.Options)
	line, err := game.NewLine(s.config.Rules, game.Setup{Start: setup.Start, Options: options})
	if err != nil {
		return nil, err
	}
	for _, st := range s.board.Stones {
		if err := line.Play(codeAt(line, squareOf(st.Point, s.board.Width, s.board.Height))); err != nil {
			return nil, err
		}
	}
	return line, nil
}

// codeAt returns the code of a stone on a square; "" if the move is illegal.
func codeAt(line *game.Line, sq game.Square) string {
	for _, m := range line.Legal() {
		if m.OnBoard() && m.To() == sq {
			return line.Position().Encode(m)
		}
	}
	return ""
}
