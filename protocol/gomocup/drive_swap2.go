package gomocup

import (
	"context"
	"slices"
	"strings"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
)

// plan holds the moves of an answer that are not played yet. During the opening, a program may
// place several stones with one answer.
type plan struct {
	at    []string // moves played so far; if the line has exactly these moves, the first of codes is played next
	codes []string
}

// next returns the next code of the plan if line contains exactly the moves for which the code was
// planned.
func (p *plan) next(line []string) (code string, ok bool) {
	if len(p.codes) == 0 || !slices.Equal(line, p.at) {
		return "", false
	}
	code = p.codes[0]
	p.at, p.codes = append(slices.Clone(line), code), p.codes[1:]
	return code, true
}

// asks reports whether SWAP2BOARD must be sent for the line. It returns an error if the colours are
// not settled but the protocol has no command for the position.
func (w Swap2) asks(line *game.Line, g game.Grid) (bool, error) {
	stones := 0
	for _, c := range g.Cells {
		if c != "" {
			stones++
		}
	}
	settled := !chooses(line.Position()) && (stones >= five || w.Options == nil || !w.opens(line.Position()))
	switch {
	case settled:
		return false, nil
	case w.Options == nil:
		return false, game.Err(game.BadPosition, "the protocol has no command for this choice of the opening")
	case stones == none, chooses(line.Position()) && (stones == three || stones == five):
		return true, nil
	}
	return false, game.Err(game.BadPosition, "the protocol has no command for a part of an opening")
}

// chooses reports whether there is a legal move other than placing a stone.
func chooses(p game.Position) bool {
	return slices.ContainsFunc(p.Legal(), func(m game.Move) bool { return !m.OnBoard() })
}

// opens reports whether the game is in the first part of the swap2 opening: the side to move places
// up to three stones, and then a colour is chosen.
func (w Swap2) opens(p game.Position) bool {
	turn := p.Turn()
	for range three {
		legal := p.Legal()
		if len(legal) == 0 || p.Turn() != turn {
			return false
		}
		if p = p.Play(legal[0]); chooses(p) {
			return true
		}
	}
	return false
}

// askSwap2 sends SWAP2BOARD. It returns the first move of the answer and keeps the others for the
// following moves.
func (e *Engine) askSwap2(ctx context.Context, p *protocol.Peer, line *game.Line, g game.Grid, lim engine.Limits, told []string) (engine.Thought, error) {
	began := time.Now()
	question := append(slices.Clone(told), "SWAP2BOARD")
	for _, sq := range alternating(stones(line, g), g) {
		question = append(question, cellsText([]Point{pointOf(sq, g.Width, g.Height)}))
	}
	answer, err := e.hear(ctx, p, append(question, "DONE"), turnTime(lim, line.Position().Turn().Index()))
	if err != nil {
		return engine.Thought{}, err
	}
	codes, ok := e.program.Swap2.meaning(line, g, answer)
	if !ok {
		return engine.Thought{}, game.Err(game.BadMove, "unexpected answer of the program: ", answer)
	}
	e.codes = nil // forces the next search to send the whole board
	e.plan = plan{at: slices.Clone(e.script.Codes(line)), codes: codes}
	code, _ := e.plan.next(e.plan.at)
	return answered(code, time.Since(began)), nil
}

// alternating orders stones so that the colours alternate.
func alternating(squares []game.Square, g game.Grid) []game.Square {
	var byColour [2][]game.Square
	for _, sq := range squares {
		i := 1
		if upper(g.Cells[sq]) {
			i = 0
		}
		byColour[i] = append(byColour[i], sq)
	}
	var order []game.Square
	for i := range squares {
		for _, list := range byColour {
			if i < len(list) {
				order = append(order, list[i])
			}
		}
	}
	return order
}

// meaning converts the program's answer to SWAP2BOARD to move codes, in the order of play. It
// returns false if the answer is invalid.
func (w Swap2) meaning(line *game.Line, g game.Grid, answer string) ([]string, bool) {
	cells, ok := readAnswer(answer)
	first, stones := chooses(line.Position()), len(cells)
	may := func(code string) bool {
		m, err := line.Position().Decode(code)
		return err == nil && slices.Contains(line.Legal(), m)
	}
	var codes []string
	switch {
	case !ok:
		return nil, false
	case first && stones == 0 && may(w.Swap):
		return []string{w.Swap}, true
	case first && stones == 2 && may(w.More):
		codes = []string{w.More}
	case first && stones == 1 && may(w.Stay):
		codes = []string{w.Stay}
	case first && stones == 1, !first && stones == three:
	default:
		return nil, false
	}
	after := line.Clone()
	for _, c := range codes {
		if err := after.Play(c); err != nil {
			return nil, false
		}
	}
	for _, at := range cells {
		code := cellCode(after, g, at)
		codes = append(codes, code)
		if err := after.Play(code); err != nil {
			break // the code is invalid; the caller gets the error when it plays the code
		}
	}
	return codes, true
}

// readAnswer parses cells separated by spaces. For the word SWAP it returns no cells and true.
func readAnswer(text string) (cells []Point, ok bool) {
	if strings.EqualFold(strings.TrimSpace(text), wordSwap) {
		return nil, true
	}
	if p, ok := readPoint(text); ok {
		return []Point{p}, true
	}
	for _, word := range strings.Fields(text) {
		p, ok := readPoint(word)
		if !ok {
			return nil, false
		}
		cells = append(cells, p)
	}
	return cells, len(cells) > 0
}
