package jieqi

import (
	"strconv"
	"strings"

	"kydai/game"
	"kydai/games/xiangqi"
)

// Start is the text of the default start position.
const Start = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1"

const maxCounter = 9999

// poolOrder is the order of kinds in a pool's text.
var poolOrder = [...]xiangqi.Kind{
	xiangqi.Rook, xiangqi.Adviser, xiangqi.Cannon, xiangqi.Soldier, xiangqi.Horse, xiangqi.Elephant,
}

func bad(parts ...string) error { return game.Err(game.BadPosition, parts...) }

// String returns the position text: the board with X and x for face-down pieces, the side to move,
// the pool of kinds not revealed, the plies without a capture and the move number. In a view, a
// slash after the pool is followed by the pieces that the view's owner captured face down: …n2b2/r1
// means that the opponent is known to have lost a rook.
func (p *Position) String() string {
	pool := poolText(p.pool[0], game.First) + poolText(p.pool[1], game.Second)
	if pool == "" {
		pool = "-"
	}
	if !p.truth && p.viewer != game.NoSide {
		if known := poolText(p.captured[p.viewer.Index()], p.viewer.Other()); known != "" {
			pool += "/" + known
		}
	}
	return xiangqi.BoardText(p.letter) + " " + xiangqi.TurnText(p.turn) + " " + pool +
		" " + strconv.Itoa(int(p.plies)) + " " + strconv.Itoa(int(p.number))
}

func poolText(c counts, side game.Side) string {
	var b strings.Builder
	for _, k := range poolOrder {
		if c[k] > 0 {
			b.WriteByte(xiangqi.NewPiece(k, side).Letter())
			b.WriteString(strconv.Itoa(int(c[k])))
		}
	}
	return b.String()
}

// readPool parses the text of both sides' pools, which poolText writes.
func readPool(text string) (pool [2]counts, err error) {
	if text == "-" {
		return pool, nil
	}
	if len(text)%2 != 0 {
		return pool, bad("the pool ", text, " must be letters, each followed by a number")
	}
	for i := 0; i < len(text); i += 2 {
		piece, ok := xiangqi.PieceOf(text[i])
		n := int8(text[i+1]) - '0'
		if !ok || piece.Kind() == xiangqi.King || n < 0 || n > fullPool[piece.Kind()] {
			return pool, bad("the pool cannot contain ", text[i:i+2])
		}
		pool[piece.Side().Index()][piece.Kind()] = n
	}
	return pool, nil
}

// read parses a position text without checking whether the position is playable. The two counters
// at the end may be missing.
func read(text string) (*Position, error) {
	fields := strings.Fields(text)
	if len(fields) < 3 || len(fields) > 5 {
		return nil, bad("a position has a board, a side to move, a pool and two counters")
	}
	p := &Position{number: 1}
	if err := xiangqi.EachPoint(fields[0], p.put); err != nil {
		return nil, err
	}
	var err error
	if p.turn, err = xiangqi.TurnOf(fields[1]); err != nil {
		return nil, err
	}
	pool, known, _ := strings.Cut(fields[2], "/")
	if p.pool, err = readPool(pool); err != nil {
		return nil, err
	}
	if known != "" {
		lost, err := readPool(known)
		if err != nil {
			return nil, err
		}
		// The text lists lost pieces by their owner; captured lists them by the capturing side.
		p.captured = [2]counts{lost[1], lost[0]}
	}
	counters := [2]int{0, 1}
	for i, field := range fields[3:] {
		if counters[i], err = xiangqi.CounterOf(field); err != nil {
			return nil, err
		}
	}
	p.plies, p.number = uint16(counters[0]), uint16(max(counters[1], 1))
	return p, nil
}

// put places a piece on a point, from the piece's letter in a position text.
func (p *Position) put(sq game.Square, letter byte) error {
	side := game.Second
	switch letter {
	case 'X':
		side = game.First
		fallthrough
	case 'x':
		k := xiangqi.Home(sq)
		if k == xiangqi.None || k == xiangqi.King || (sq < xiangqi.Points/2) != (side == game.First) {
			return game.Fault(bad("a face-down piece cannot be on ", pointName(sq)), game.FaultPlace, string(rune(letter)), pointName(sq))
		}
		p.cells[sq], p.down[sq] = xiangqi.NewPiece(k, side), true
		return nil
	}
	piece, ok := xiangqi.PieceOf(letter)
	if !ok {
		return game.Fault(bad("there is no piece ", strconv.QuoteRune(rune(letter))), game.FaultLetter, string(rune(letter)))
	}
	p.cells[sq] = xiangqi.NewPiece(faceUp(piece.Kind()), piece.Side())
	return nil
}

func pointName(sq game.Square) string {
	return string([]byte{byte('a' + sq%xiangqi.Files), byte('0' + sq/xiangqi.Files)})
}

// check returns an error if the position cannot occur in a game.
func (p *Position) check() error {
	var up [2]counts
	var kings [2]int
	for sq, piece := range p.cells {
		if piece == 0 || p.down[sq] {
			continue
		}
		side := piece.Side().Index()
		if piece.Kind() != xiangqi.King {
			up[side][trueKind(piece.Kind())]++
			continue
		}
		kings[side]++
		rank, file := sq/xiangqi.Files, sq%xiangqi.Files
		if side == 1 {
			rank = xiangqi.Ranks - 1 - rank
		}
		if rank > 2 || file < 3 || file > 5 {
			return game.Fault(bad(sideNames[side], "'s general is outside its palace"),
				game.FaultPlace, "Kk"[side:side+1], pointName(game.Square(sq)))
		}
	}
	for i, side := range []game.Side{game.First, game.Second} {
		if kings[i] != 1 {
			return game.Fault(bad(sideNames[i], " needs one general, not ", strconv.Itoa(kings[i])), game.FaultOne, "Kk"[i:i+1])
		}
		if err := p.checkPool(side, up[i]); err != nil {
			return err
		}
	}
	b := p.Board()
	b.SetTurn(p.turn.Other())
	if b.InCheck() {
		return game.Fault(bad(sideNames[p.turn.Other().Index()], " is in check, but it is ", sideNames[p.turn.Index()], "'s turn"),
			game.FaultCheck, sideNames[p.turn.Other().Index()])
	}
	return nil
}

var sideNames = [2]string{"red", "black"}

// checkPool returns an error if the pool of a side and the side's pieces on the board together do
// not fit the full set of pieces.
func (p *Position) checkPool(side game.Side, up counts) error {
	i, other := side.Index(), side.Other().Index()
	for k, n := range p.pool[i].plus(up) {
		if n > fullPool[k] {
			return game.Fault(bad(sideNames[i], " has more pieces of one kind, face up and face down, than the set has"),
				game.FaultHidden, sideNames[i])
		}
		if p.captured[other][k] > p.pool[i][k] {
			return bad("more of ", sideNames[i], "'s pieces were captured face down than the pool contains")
		}
	}
	if p.viewer != side.Other() && p.captured[other] != (counts{}) {
		return bad("only ", sideNames[other], "'s view may contain the pieces it captured face down")
	}
	if p.unseen(side).sum() < p.faceDown(side) {
		return game.Fault(bad(sideNames[i], " has more face-down pieces than the pool contains"), game.FaultHidden, sideNames[i])
	}
	return nil
}
