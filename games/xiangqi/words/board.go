package words

import (
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/reason/pieces"
)

// Board adapts the cells of a xiangqi board to package reason/pieces, which finds motifs for
// several games. For face-down pieces, Value and Letter may differ from those of the kind in Cells.
type Board struct {
	Cells  [xiangqi.Points]xiangqi.Piece
	Value  func(sq game.Square, p xiangqi.Piece) int
	Letter func(sq game.Square, p xiangqi.Piece) string
}

// values holds the piece values by kind, in hundredths of a soldier before the river.
var values = [...]int{
	xiangqi.King: 10000, xiangqi.Adviser: 200, xiangqi.Elephant: 200, xiangqi.Horse: 400, xiangqi.Rook: 900,
	xiangqi.Cannon: 450, xiangqi.Soldier: 100, xiangqi.FreeAdviser: 200, xiangqi.FreeElephant: 220,
}

// Value returns the value of a piece on a point. A soldier beyond the river has twice its value.
func Value(sq game.Square, p xiangqi.Piece) int {
	v := values[p.Kind()]
	if p.Kind() == xiangqi.Soldier && beyond(sq, p.Side()) {
		v *= 2
	}
	return v
}

func letter(_ game.Square, p xiangqi.Piece) string { return string(rune(p.Letter() | 0x20)) }

// beyond reports whether a point is beyond the river, as seen by side s.
func beyond(sq game.Square, s game.Side) bool { return (sq >= xiangqi.Points/2) == (s == game.First) }

// BoardOf converts a position to the board that package reason/pieces uses.
func BoardOf(p game.Position) *Board {
	b := &Board{Value: Value, Letter: letter}
	for sq := range game.Square(xiangqi.Points) {
		b.Cells[sq] = p.(*xiangqi.Position).At(sq) //nolint:errcheck // cannot fail: every position of this game has this type
	}
	return b
}

// Squares returns the number of points on the board.
func (b *Board) Squares() int { return xiangqi.Points }

// At returns the piece on a point.
func (b *Board) At(sq game.Square) pieces.Piece {
	p := b.Cells[sq]
	if p == 0 {
		return pieces.Piece{}
	}
	return pieces.Piece{Side: p.Side(), Letter: b.Letter(sq, p), Value: b.Value(sq, p), Royal: p.Kind() == xiangqi.King}
}

// Attackers lists the points of the pieces that attack the point sq. The pieces on the points in
// the parameter gone are treated as removed. Generals attack each other along an open file.
func (b *Board) Attackers(sq game.Square, gone ...game.Square) (list []game.Square) {
	cells := b.Cells
	for _, g := range gone {
		cells[g] = 0
	}
	for at, p := range cells {
		if p != 0 && at != int(sq) && strikes(&cells, at, int(sq)) {
			list = append(list, game.Square(at))
		}
	}
	return list
}

// strikes reports whether the piece on the first point could capture the piece on the second point.
func strikes(cells *[xiangqi.Points]xiangqi.Piece, from, to int) bool {
	p := cells[from]
	df, dr := to%xiangqi.Files-from%xiangqi.Files, to/xiangqi.Files-from/xiangqi.Files
	af, ar := max(df, -df), max(dr, -dr)
	switch p.Kind() {
	case xiangqi.King:
		if cells[to].Kind() == xiangqi.King && df == 0 {
			return screens(cells, from, to) == 0
		}
		return af+ar == 1 && inPalace(to, p.Side())
	case xiangqi.Adviser:
		return af == 1 && ar == 1 && inPalace(to, p.Side())
	case xiangqi.FreeAdviser:
		return af == 1 && ar == 1
	case xiangqi.Elephant, xiangqi.FreeElephant:
		home := p.Kind() == xiangqi.FreeElephant || !beyond(game.Square(to), p.Side())
		return af == 2 && ar == 2 && home && cells[(from+to)/2] == 0
	case xiangqi.Horse:
		return af*ar == 2 && cells[leg(from, df, dr)] == 0
	case xiangqi.Rook:
		return (df == 0) != (dr == 0) && screens(cells, from, to) == 0
	case xiangqi.Cannon:
		return (df == 0) != (dr == 0) && screens(cells, from, to) == 1
	case xiangqi.Soldier:
		ahead := 1
		if p.Side() == game.Second {
			ahead = -1
		}
		return df == 0 && dr == ahead || dr == 0 && af == 1 && beyond(game.Square(from), p.Side())
	}
	return false
}

// leg returns the point on which a piece blocks a horse's move; df and dr are the changes of file
// and rank.
func leg(from, df, dr int) int {
	switch {
	case df == 2:
		return from + 1
	case df == -2:
		return from - 1
	case dr == 2:
		return from + xiangqi.Files
	}
	return from - xiangqi.Files
}

// screens counts the pieces strictly between two points of one line.
func screens(cells *[xiangqi.Points]xiangqi.Piece, from, to int) int {
	n := 0
	for _, sq := range between(from, to) {
		if cells[sq] != 0 {
			n++
		}
	}
	return n
}

// between lists the points strictly between two points of one line.
func between(from, to int) (list []game.Square) {
	step := xiangqi.Files
	if from/xiangqi.Files == to/xiangqi.Files {
		step = 1
	}
	for sq := min(from, to) + step; sq < max(from, to); sq += step {
		list = append(list, game.Square(sq))
	}
	return list
}

func inPalace(sq int, s game.Side) bool {
	f, r := sq%xiangqi.Files, sq/xiangqi.Files
	if s == game.Second {
		r = 9 - r
	}
	return f >= 3 && f <= 5 && r <= 2
}
