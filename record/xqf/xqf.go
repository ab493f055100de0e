// Package xqf reads XQF, the binary files of a Chinese program for studying games.
package xqf

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io"

	"kydai/game"
	"kydai/record"
	"kydai/record/charset"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

// Constants of the XQF format. All versions begin with a header of 1024 bytes. From version 1.1 on,
// the header contains keys: they are added to the points of the pieces, and the data after the
// header are encrypted with a repeated mask made from the keys.
const (
	formatName  = "xqf"
	magic       = "XQ"
	headerSize  = 1024
	lastPlain   = 10 // version 1.0: the last version without keys
	firstTurned = 12 // version 1.2: the first version that also rotates the list of pieces
	absent      = 90 // pieces with this or a higher point number are not on the board
	fromShift   = 24 // offset added to the source square of a move
	toShift     = 32 // offset added to the target square of a move
	seed        = "[(C) Copyright Mr. Dong Shiwei.]"
	maxText     = 1 << 20 // maximum size of a comment, in bytes
)

// Offsets in the header, in bytes.
const (
	versionAt = 2
	maskAt    = 3
	orAt      = 8  // four bytes that are combined with the key bytes by OR to make the mask
	keysAt    = 12 // bytes for the keys of comments, piece list, origins and destinations
	piecesAt  = 16 // points of the 32 pieces, in the order of build.Pieces
	turnAt    = 50
	resultAt  = 51
)

// headerTags are the texts in the header. Each has a length byte, followed by the bytes of the
// text.
var headerTags = []struct {
	at, size int
	tag      string
}{
	{80, 63, "Title"}, {208, 63, "Event"}, {272, 15, "Date"}, {288, 15, "Site"},
	{304, 15, "Red"}, {320, 15, "Black"}, {336, 63, "TimeControl"}, {400, 15, "RedTime"},
	{416, 15, "BlackTime"}, {464, 15, "Annotator"}, {480, 15, "Author"},
}

// Flags of a move. flagNext means that another move follows this move; flagOther means that there
// is an alternative to this move. Before version 1.1, any of the upper four bits means flagNext and
// any of the lower four bits means flagOther.
const (
	flagNext    = 0x80
	flagOther   = 0x40
	flagComment = 0x20
)

// reader reads the only game of a file.
type reader struct {
	in      io.Reader
	rules   game.Rules
	done    bool
	data    []byte
	at      int
	key     keys
	builder build.Builder
	game    *record.Game
}

func newReader(in io.Reader, o record.ReadOptions) (record.Reader, error) {
	if err := o.NeedFormat(formatName); err != nil {
		return nil, err
	}
	return &reader{in: in, rules: o.Rules}, nil
}

// Next implements Reader.
func (r *reader) Next() (*record.Game, error) {
	if r.done {
		return nil, io.EOF
	}
	r.done = true
	data, err := io.ReadAll(io.LimitReader(r.in, record.MaxGame+1))
	r.data = data
	switch {
	case len(data) == 0 && err == nil:
		return nil, io.EOF
	case len(data) > record.MaxGame:
		return nil, r.fail("", game.Err(record.TooBig, "the game is too long to be one"))
	case len(data) < headerSize || string(data[:len(magic)]) != magic:
		return nil, r.fail("", cmp.Or(err, build.Bad("this is no XQF file")))
	}
	r.key = keysOf(data)
	r.at = headerSize
	r.game = &record.Game{Rules: r.rules, Result: record.Unknown}
	if gameErr := r.readTree(); gameErr != nil {
		err = gameErr
	} else if err != nil {
		err = r.fail("", err)
	}
	return r.game, err
}

func (r *reader) fail(token string, err error) error {
	return r.builder.Fail(1, token, scan.Place{Offset: int64(r.at)}, err)
}

// keys holds the values with which a file is encrypted. They are subtracted from the points of the
// pieces and moves, from the lengths of comments, and from the bytes after the header.
type keys struct {
	plain            bool // true if nothing is shifted or masked
	turned           bool // true if the list of pieces is rotated as well
	pieces, from, to byte
	comment          int
	mask             [32]byte
}

func keysOf(head []byte) keys {
	k := keys{plain: head[versionAt] <= lastPlain, turned: head[versionAt] >= firstTurned}
	if k.plain {
		return k
	}
	given := head[keysAt : keysAt+4]
	mix := func(given, by byte) byte { return (54*given*given + 221) * by }
	k.pieces = mix(given[1], given[1])
	k.from = mix(given[2], k.pieces)
	k.to = mix(given[3], k.from)
	k.comment = (int(given[0])<<8|int(given[1]))%32000 + 767
	for i := range k.mask {
		k.mask[i] = seed[i] & (given[i%4]&head[maskAt] | head[orAt+i%4])
	}
	return k
}

// board reads the points of the pieces.
func (r *reader) board() ([]byte, error) {
	var places [len(build.Pieces)]byte
	for i, place := range r.data[piecesAt : piecesAt+len(build.Pieces)] {
		if r.key.turned {
			i = (i + int(r.key.pieces) + 1) % len(build.Pieces)
		}
		places[i] = place - r.key.pieces
	}
	cells := make([]byte, build.Width*build.Height)
	for i, place := range places {
		if place >= absent {
			continue
		}
		sq := pointOf(place)
		if cells[sq] != 0 {
			return nil, build.Bad("two pieces stand on one point")
		}
		cells[sq] = build.Pieces[i]
	}
	return cells, nil
}

// pointOf decodes a point: ten times the file, counted from the left, plus the rank, counted
// from red's side.
func pointOf(place byte) game.Square {
	return game.Square(place%10)*build.Width + game.Square(place/10)
}

func (r *reader) tags() error {
	for _, t := range headerTags {
		text := r.data[t.at+1 : t.at+1+min(int(r.data[t.at]), t.size)]
		if value := scan.Clean(charset.Decode(text)); value != "" {
			if err := build.TakeTag(r.game, record.Tag{Name: t.tag, Value: value}); err != nil {
				return r.fail(value, err)
			}
		}
	}
	if by := int(r.data[resultAt]); by > 0 && by <= 3 {
		r.game.Result = []record.Result{record.FirstWins, record.SecondWins, record.Drawn}[by-1]
	}
	return nil
}

// step is one move record.
type step struct {
	from, to    byte
	next, other bool
	comment     string
}

// step reads the next move record.
func (r *reader) step() (s step, err error) {
	head, ok := r.take(4)
	if !ok {
		return s, build.Bad("the file ends among the moves")
	}
	s.from, s.to = head[0]-fromShift-r.key.from, head[1]-toShift-r.key.to
	flags := head[2]
	s.next, s.other = flags&flagNext != 0, flags&flagOther != 0
	size := 0
	if r.key.plain {
		s.next, s.other = flags&0xf0 != 0, flags&0x0f != 0
	}
	if r.key.plain || flags&flagComment != 0 {
		length, ok := r.take(4)
		if !ok {
			return s, build.Bad("the file ends among the moves")
		}
		size = int(int32(binary.LittleEndian.Uint32(length))) - r.key.comment
	}
	if size < 0 || size > maxText {
		return s, build.Bad("a comment cannot have that length")
	}
	text, ok := r.take(size)
	s.comment = scan.Clean(charset.Decode(text))
	if !ok {
		return s, build.Bad("the file ends in a comment")
	}
	return s, nil
}

// take returns the next n bytes with the mask removed, or fewer at the end of the file.
func (r *reader) take(n int) ([]byte, bool) {
	end := min(r.at+n, len(r.data))
	out := make([]byte, end-r.at)
	for i := range out {
		out[i] = r.data[r.at] - r.key.mask[r.at%len(r.key.mask)]
		r.at++
	}
	return out, len(out) == n
}

// waitingBranch is a place in the tree at which an alternative move will be added later.
type waitingBranch struct {
	from  build.Branch
	depth int // number of variations around this place
}

// readTree reads the tree. In the file, a move is followed by its continuation, and then by its
// alternatives. If a move of a variation cannot be played, readTree leaves out the rest of that
// variation and returns an error at the end.
func (r *reader) readTree() error {
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
	r.builder.Remark(root.comment)
	if rootErr != nil {
		return r.fail("", rootErr)
	}
	var waiting []waitingBranch
	var fault error // the first error in a variation
	depth := 0
	for more := root.next; more; {
		at := r.at
		s, err := r.step()
		if err != nil {
			return r.fail("", err)
		}
		before := r.builder.Cur
		if before.Pos != nil {
			if err := r.play(s, at); err != nil {
				fault = cmp.Or(fault, err)
				if len(before.At.Next) == 0 {
					return fault
				}
				r.builder.Cur.Pos = nil
			}
		}
		if s.other {
			waiting = append(waiting, waitingBranch{before, depth + 1})
		}
		more = s.next
		if last := len(waiting) - 1; !more && last >= 0 {
			r.builder.Cur, depth = waiting[last].from, waiting[last].depth
			waiting, more = waiting[:last], true
		}
		if depth > record.MaxDepth {
			return r.fail("", game.Err(record.TooBig, "too many variations within variations"))
		}
	}
	return fault
}

// start creates the start position. The side to move is the side of the first moved piece, because
// this is more reliable than the side in the header. If there is no move, start uses the header.
func (r *reader) start(cells []byte, moves bool) error {
	turn := game.First
	if r.data[turnAt] == 1 {
		turn = game.Second
	}
	if moves {
		at := r.at
		if head, ok := r.take(1); ok {
			if from := head[0] - fromShift - r.key.from; from < absent {
				switch c := cells[pointOf(from)]; {
				case c >= 'a':
					turn = game.Second
				case c > 0:
					turn = game.First
				}
			}
		}
		r.at = at
	}
	if err := build.SetBoard(r.game, cells, build.Width, turn); err != nil {
		return r.fail("", err)
	}
	return r.fail(r.game.Setup.Start, r.builder.Start(r.game, build.MoveReader{}))
}

// play plays the move of the move record s. The parameter at is the offset in the file, in bytes,
// at which the record begins. play returns an error if the move is not legal.
func (r *reader) play(s step, at int) error {
	err := game.Err(game.BadMove, "the move leaves the board")
	if s.from < absent && s.to < absent {
		err = r.builder.Step(pointOf(s.from), pointOf(s.to))
	}
	if err != nil {
		end := r.at
		defer func() { r.at = end }()
		r.at = at
		return r.fail(moveToken(s), err)
	}
	r.builder.Remark(s.comment)
	return nil
}

// moveToken formats the points of a move, for error messages.
func moveToken(s step) string {
	point := func(p byte) string {
		if p >= absent {
			return "?"
		}
		return string([]byte{'a' + p/10, '0' + p%10})
	}
	return point(s.from) + point(s.to)
}

// Format describes the format.
func Format() record.Format {
	return record.Format{Name: formatName, Suffixes: []string{"xqf"}, Tree: true, Binary: true, ReadOnly: true,
		NewReader: newReader,
		Detect: func(h record.Head) bool {
			b := h.Bytes
			return bytes.HasPrefix(b, []byte(magic)) && len(b) > versionAt && b[versionAt] > 0 && bytes.IndexByte(b, 0) >= 0
		},
	}
}
