package record

import (
	"cmp"
	"encoding/binary"
	"io"

	"kydai/game"
	"kydai/record/charset"
)

// Facts of XQF, the files of a Chinese studio program. All versions begin
// with a header; from 1.1 on places are shifted by keys that the header holds,
// and what follows it is masked.
const (
	xqfFormat  = "xqf"
	xqfMagic   = "XQ"
	xqfHeader  = 1024
	xqfPlain   = 10 // the last version without keys
	xqfTurned  = 12 // the first version that also turns the list of pieces
	xqfAbsent  = 90 // and above: not on the board
	xqfFrom    = 24 // added to where a move begins
	xqfTo      = 32 // offset added to the target square of a move
	xqfSeed    = "[(C) Copyright Mr. Dong Shiwei.]"
	xqfMaxText = 1 << 20 // bytes of a comment
)

// Bytes of the header.
const (
	xqfVersionAt = 2
	xqfMaskAt    = 3
	xqfOrAt      = 8  // four
	xqfKeysAt    = 12 // sum, pieces, from, to
	xqfPiecesAt  = 16 // 32, in the order of dhtmlPieces
	xqfTurnAt    = 50
	xqfResultAt  = 51
)

// xqfTags are the texts of the header: a length, then the bytes.
var xqfTags = []struct {
	at, size int
	tag      string
}{
	{80, 63, "Title"}, {208, 63, "Event"}, {272, 15, "Date"}, {288, 15, "Site"},
	{304, 15, "Red"}, {320, 15, "Black"}, {336, 63, "TimeControl"}, {400, 15, "RedTime"},
	{416, 15, "BlackTime"}, {464, 15, "Annotator"}, {480, 15, "Author"},
}

// Flags of a move. Before 1.1 the upper half says that a move follows and the
// lower half that there is another way to play this one.
const (
	xqfNext    = 0x80
	xqfOther   = 0x40
	xqfComment = 0x20
)

// xqfReader reads the one game of a file.
type xqfReader struct {
	in    io.Reader
	rules game.Rules
	done  bool
	data  []byte
	at    int
	key   xqfKeys
	b     builder
	g     *Game
}

func newXQFReader(in io.Reader, o ReadOptions) (Reader, error) {
	if err := o.needFormat(xqfFormat); err != nil {
		return nil, err
	}
	return &xqfReader{in: in, rules: o.Rules}, nil
}

// Next implements Reader.
func (r *xqfReader) Next() (*Game, error) {
	if r.done {
		return nil, io.EOF
	}
	r.done = true
	data, err := io.ReadAll(io.LimitReader(r.in, MaxGame+1))
	r.data = data
	switch {
	case len(data) == 0 && err == nil:
		return nil, io.EOF
	case len(data) > MaxGame:
		return nil, r.fail("", game.Err(TooBig, "the game is too long to be one"))
	case len(data) < xqfHeader || string(data[:len(xqfMagic)]) != xqfMagic:
		return nil, r.fail("", cmp.Or(err, badRecord("this is no XQF file")))
	}
	r.key = newXQFKeys(data)
	r.at = xqfHeader
	r.g = &Game{Rules: r.rules, Result: Unknown}
	if gameErr := r.game(); gameErr != nil {
		err = gameErr
	} else if err != nil {
		err = r.fail("", err)
	}
	return r.g, err
}

func (r *xqfReader) fail(token string, err error) error {
	if err == nil {
		return nil
	}
	e := &Error{Game: 1, Offset: int64(r.at), Token: shorten(token), Text: err.Error(), Err: err}
	r.b.blame(e)
	return e
}

// xqfKeys are what the places and the bytes of a file are shifted by.
type xqfKeys struct {
	plain            bool // nothing is shifted
	turned           bool // the list of pieces is, too
	pieces, from, to byte
	comment          int
	mask             [32]byte
}

func newXQFKeys(head []byte) xqfKeys {
	k := xqfKeys{plain: head[xqfVersionAt] <= xqfPlain, turned: head[xqfVersionAt] >= xqfTurned}
	if k.plain {
		return k
	}
	given := head[xqfKeysAt : xqfKeysAt+4]
	mix := func(given, by byte) byte { return (54*given*given + 221) * by }
	k.pieces = mix(given[1], given[1])
	k.from = mix(given[2], k.pieces)
	k.to = mix(given[3], k.from)
	k.comment = (int(given[0])<<8|int(given[1]))%32000 + 767
	for i := range k.mask {
		k.mask[i] = xqfSeed[i] & (given[i%4]&head[xqfMaskAt] | head[xqfOrAt+i%4])
	}
	return k
}

// board reads where the pieces stand.
func (r *xqfReader) board() ([]byte, error) {
	var places [len(dhtmlPieces)]byte
	for i, place := range r.data[xqfPiecesAt : xqfPiecesAt+len(dhtmlPieces)] {
		if r.key.turned {
			i = (i + int(r.key.pieces) + 1) % len(dhtmlPieces)
		}
		places[i] = place - r.key.pieces
	}
	cells := make([]byte, dhtmlWidth*dhtmlHeight)
	for i, place := range places {
		if place >= xqfAbsent {
			continue
		}
		sq := xqfPoint(place)
		if cells[sq] != 0 {
			return nil, badRecord("two pieces stand on one point")
		}
		cells[sq] = dhtmlPieces[i]
	}
	return cells, nil
}

// xqfPoint reads a place: ten times the file from the left and the rank from
// red's side.
func xqfPoint(place byte) game.Square {
	return game.Square(place%10)*dhtmlWidth + game.Square(place/10)
}

func (r *xqfReader) tags() error {
	for _, t := range xqfTags {
		text := r.data[t.at+1 : t.at+1+min(int(r.data[t.at]), t.size)]
		if value := clean(charset.Decode(text)); value != "" {
			if err := takeTag(r.g, Tag{t.tag, value}); err != nil {
				return r.fail(value, err)
			}
		}
	}
	if by := int(r.data[xqfResultAt]); by > 0 && by <= 3 {
		r.g.Result = []Result{FirstWins, SecondWins, Drawn}[by-1]
	}
	return nil
}

// xqfStep is one record of the moves.
type xqfStep struct {
	from, to    byte
	next, other bool
	comment     string
}

// step takes the next record.
func (r *xqfReader) step() (s xqfStep, err error) {
	head, ok := r.take(4)
	if !ok {
		return s, badRecord("the file ends among the moves")
	}
	s.from, s.to = head[0]-xqfFrom-r.key.from, head[1]-xqfTo-r.key.to
	flags := head[2]
	s.next, s.other = flags&xqfNext != 0, flags&xqfOther != 0
	size := 0
	if r.key.plain {
		s.next, s.other = flags&0xf0 != 0, flags&0x0f != 0
	}
	if r.key.plain || flags&xqfComment != 0 {
		length, ok := r.take(4)
		if !ok {
			return s, badRecord("the file ends among the moves")
		}
		size = int(int32(binary.LittleEndian.Uint32(length))) - r.key.comment
	}
	if size < 0 || size > xqfMaxText {
		return s, badRecord("a comment cannot have that length")
	}
	text, ok := r.take(size)
	s.comment = clean(charset.Decode(text))
	if !ok {
		return s, badRecord("the file ends in a comment")
	}
	return s, nil
}

// take returns the next n bytes without their mask, or what is left of them.
func (r *xqfReader) take(n int) ([]byte, bool) {
	end := min(r.at+n, len(r.data))
	out := make([]byte, end-r.at)
	for i := range out {
		out[i] = r.data[r.at] - r.key.mask[r.at%len(r.key.mask)]
		r.at++
	}
	return out, len(out) == n
}

// xqfBranch is a place in the tree from which another move will be read.
type xqfBranch struct {
	from  branch
	depth int // variations it is within
}

// game reads the tree: after a move what follows it, then the other ways to
// play it. A variation that cannot be played is left out from there on.
func (r *xqfReader) game() error {
	if err := r.tags(); err != nil {
		return err
	}
	cells, err := r.board()
	if err != nil {
		return r.fail("", err)
	}
	root, rootErr := r.step()
	if err := r.start(cells, root.next && rootErr == nil); err != nil {
		return err
	}
	r.b.remark(root.comment)
	if rootErr != nil {
		return r.fail("", rootErr)
	}
	var waiting []xqfBranch
	var fault error // the first one
	depth := 0
	for more := root.next; more; {
		at := r.at
		s, err := r.step()
		if err != nil {
			return r.fail("", err)
		}
		before := r.b.cur
		if before.pos != nil {
			if err := r.play(s, at); err != nil {
				fault = cmp.Or(fault, err)
				if len(before.at.Next) == 0 {
					return fault
				}
				r.b.cur.pos = nil
			}
		}
		if s.other {
			waiting = append(waiting, xqfBranch{before, depth + 1})
		}
		more = s.next
		if last := len(waiting) - 1; !more && last >= 0 {
			r.b.cur, depth = waiting[last].from, waiting[last].depth
			waiting, more = waiting[:last], true
		}
		if depth > MaxDepth {
			return r.fail("", game.Err(TooBig, "too many variations within variations"))
		}
	}
	return fault
}

// start sets up the board. The first move tells whose turn it is better than
// the header does.
func (r *xqfReader) start(cells []byte, moves bool) error {
	turn := game.First
	if r.data[xqfTurnAt] == 1 {
		turn = game.Second
	}
	if moves {
		at := r.at
		if head, ok := r.take(1); ok {
			if from := head[0] - xqfFrom - r.key.from; from < xqfAbsent {
				switch c := cells[xqfPoint(from)]; {
				case c >= 'a':
					turn = game.Second
				case c > 0:
					turn = game.First
				}
			}
		}
		r.at = at
	}
	if err := setBoard(r.g, cells, dhtmlWidth, turn); err != nil {
		return r.fail("", err)
	}
	return r.fail(r.g.Setup.Start, r.b.start(r.g, moveReader{}))
}

// play appends the move of a record that began at a byte.
func (r *xqfReader) play(s xqfStep, at int) error {
	err := game.Err(game.BadMove, "the move leaves the board")
	if s.from < xqfAbsent && s.to < xqfAbsent {
		err = r.b.step(xqfPoint(s.from), xqfPoint(s.to))
	}
	if err != nil {
		end := r.at
		defer func() { r.at = end }()
		r.at = at
		return r.fail(xqfToken(s), err)
	}
	r.b.remark(s.comment)
	return nil
}

// xqfToken is a move as people write its points.
func xqfToken(s xqfStep) string {
	point := func(p byte) string {
		if p >= xqfAbsent {
			return "?"
		}
		return string([]byte{'a' + p/10, '0' + p%10})
	}
	return point(s.from) + point(s.to)
}
