package xiangqi

import (
	"strconv"

	"kydai/game"
)

// Rules implements the rules of Chinese chess.
type Rules struct{}

var (
	_ game.Rules      = Rules{}
	_ game.Judge      = Rules{}
	_ game.Restrainer = Rules{}
	_ game.Explainer  = Rules{}
	_ game.Noted      = Rules{}
)

// Info describes the game.
func (Rules) Info() game.Info {
	return game.Info{
		Name:     "xiangqi",
		Sides:    [2]string{"red", "black"},
		Width:    Files,
		Height:   Ranks,
		Points:   true,
		RankZero: true,
		Options:  []game.Option{ChooseLaw()},
		Tags:     map[string]string{"Game": "Chinese Chess"},
		Formats:  []string{"pgn", "wxf", "dhtmlxq", "xqf", "json"},
		Moves:    50,
	}
}

// New creates the position of a setup. It returns an error if the setup or the position is invalid.
func (r Rules) New(s game.Setup) (game.Position, error) {
	if err := r.Info().CheckOptions(s); err != nil {
		return nil, err
	}
	text := s.Start
	if text == "" {
		text = Start
	}
	p, err := readFEN(text)
	if err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	b := p.Board()
	p.key, p.inCheck = b.key, b.InCheck()
	return p, nil
}

// most holds the number of pieces of each kind that a side has at the start.
var most = [...]int{King: 1, Adviser: 2, Elephant: 2, Horse: 2, Rook: 2, Cannon: 2, Soldier: 5}

var sideNames = [2]string{"red", "black"}

var kindNames = [...]string{King: "general", Adviser: "adviser", Elephant: "elephant",
	Horse: "horse", Rook: "rook", Cannon: "cannon", Soldier: "soldier"}

// check returns an error if a position cannot occur in a game: it has too many pieces, pieces on
// points that they cannot reach, or a general that could be captured immediately.
func (p *Position) check() error {
	var count [2][len(most)]int
	for sq, piece := range p.cells {
		if piece == 0 {
			continue
		}
		kind, side := piece.Kind(), piece.Side().Index()
		count[side][kind]++
		if !belongs(kind, side, sq) {
			return game.Fault(bad(sideNames[side], " has a ", kindNames[kind], " on ", pointName(sq), ", where it can never stand"),
				game.FaultPlace, string(rune(piece.Letter())), pointName(sq))
		}
	}
	for side := range count {
		if count[side][King] == 0 {
			return game.Fault(bad(sideNames[side], " has no general"), game.FaultOne, "Kk"[side:side+1])
		}
		for kind, n := range count[side] {
			if n > most[kind] {
				letter := NewPiece(Kind(kind), game.First+game.Side(side)).Letter()
				return game.Fault(bad(sideNames[side], " has ", strconv.Itoa(n), " pieces of the kind ", kindNames[kind],
					"; the game has ", strconv.Itoa(most[kind])),
					game.FaultMost, string(rune(letter)), strconv.Itoa(n), strconv.Itoa(most[kind]))
			}
		}
	}
	b := p.Board()
	waiting := p.turn.Other()
	if facing(b) {
		return game.Fault(bad("the generals face each other on an open file"), game.FaultFacing)
	}
	if b.attacksKing(uint8(waiting.Index())) {
		return game.Fault(bad(sideNames[waiting.Index()], " is in check, but it is ", sideNames[p.turn.Index()], "'s turn"),
			game.FaultCheck, sideNames[waiting.Index()])
	}
	return nil
}

func facing(b *Board) bool {
	red, black := int(b.king[0]), int(b.king[1])
	return fileOf[red] == fileOf[black] &&
		between[castle[red]][black].And(b.occ[0].Or(b.occ[1])).Empty()
}

// belongs reports whether a piece of the given kind and side can ever reach the point sq.
func belongs(k Kind, side, sq int) bool {
	rank, file := int(rankOf[sq]), int(fileOf[sq])
	if side == 1 {
		rank = Ranks - 1 - rank
	}
	switch k {
	case King:
		return palace[side].Has(sq)
	case Adviser:
		return palace[side].Has(sq) && (rank+file)%2 == 1
	case Elephant:
		return rank <= 4 && rank%2 == 0 && file%2 == 0 && (rank+file)%4 == 2
	case Soldier:
		return rank >= 5 || (rank >= 3 && file%2 == 0)
	}
	return true
}

// pointName returns the name of a point in move codes: a0 to i9.
func pointName(sq int) string {
	return string([]byte{'a' + fileOf[sq], '0' + rankOf[sq]})
}
