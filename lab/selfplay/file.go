package selfplay

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"strconv"

	"kydai/game"
)

// Error codes of this package.
const (
	BadData = "bad-data" // the file is not a file of games, or it is corrupt
	CutData = "cut-data" // the file ends within a game, because the run was interrupted
)

// magic is the text at the start of every file. The number in it is the version of the format.
const magic = "kydai games 1\n"

// IsFile reports whether the next bytes are the start of a file of games. It does not consume them.
func IsFile(r *bufio.Reader) bool {
	b, err := r.Peek(len(magic))
	return err == nil && string(b) == magic
}

// A file consists of the magic, a frame with the header as JSON, and one frame for each game. A
// frame consists of the length of its content, the content, and the CRC of the content. The
// constants limit the size of the content.
const (
	mostHeader = 1 << 16
	mostGame   = 1 << 16
	mostPlies  = 4096
	crcLength  = 4
)

func badGame(number int, what string) error {
	return game.Err(BadData, "game ", strconv.Itoa(number), " ", what)
}

// writeFrame writes a frame: the length of the content, the content and the CRC of the content.
func writeFrame(w io.Writer, content []byte) error {
	b := binary.AppendUvarint(nil, uint64(len(content)))
	b = append(b, content...)
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(content))
	_, err := w.Write(b)
	return err
}

// WriteHeader writes the magic and the header of a file.
func WriteHeader(w io.Writer, h Header) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, magic); err != nil {
		return err
	}
	return writeFrame(w, text)
}

// Write writes the game as a frame. The number of the game is not stored, because it is the
// position of the game in the file.
func (g *Game) Write(w io.Writer) error {
	b := binary.AppendUvarint(nil, uint64(g.Opening)) //nolint:gosec // Opening is never negative
	b = binary.AppendUvarint(b, uint64(len(g.Moves)))
	b = append(b, byte(g.Result))
	b = binary.AppendUvarint(b, uint64(g.Quiet)) //nolint:gosec // Quiet is never negative
	for ply, m := range g.Moves {
		b = binary.AppendUvarint(b, uint64(m))
		if ply >= g.Opening {
			b = binary.LittleEndian.AppendUint16(b, uint16(g.Points[ply-g.Opening])) //nolint:gosec // the conversion to uint16 keeps all bits
		}
	}
	return writeFrame(w, binary.LittleEndian.AppendUint32(b, g.End))
}

// Reader reads a file of games.
type Reader struct {
	Header Header
	in     *bufio.Reader
	offset int64
	next   int
}

// NewReader reads the header of a file.
func NewReader(r io.Reader) (*Reader, error) {
	f := &Reader{in: bufio.NewReaderSize(r, 1<<16)}
	start := make([]byte, len(magic))
	if _, err := io.ReadFull(f.in, start); err != nil || string(start) != magic {
		return nil, game.Err(BadData, "this is not a file of training games, or of another version")
	}
	f.offset = int64(len(magic))
	text, err := f.frame(mostHeader)
	if err == nil {
		err = json.Unmarshal(text, &f.Header)
	}
	if err != nil {
		return nil, game.Err(BadData, "the header of the file is broken")
	}
	return f, nil
}

// Offset is the length of the file, in bytes, up to the end of the last game that was read.
func (f *Reader) Offset() int64 { return f.offset }

// Games is the number of games that were read so far.
func (f *Reader) Games() int { return f.next }

var errCut = game.Err(CutData, "the file ends within a game")

// frame reads the content of the next frame. It returns io.EOF at the end of the file.
func (f *Reader) frame(most uint64) ([]byte, error) {
	n, err := binary.ReadUvarint(f.in)
	switch {
	case errors.Is(err, io.EOF):
		return nil, io.EOF
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errCut
	case err != nil || n > most:
		return nil, badGame(f.next, "is longer than a game can be")
	}
	b := make([]byte, n+crcLength)
	if _, err := io.ReadFull(f.in, b); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errCut
		}
		return nil, err
	}
	content := b[:n]
	if crc32.ChecksumIEEE(content) != binary.LittleEndian.Uint32(b[n:]) {
		return nil, badGame(f.next, "is broken: its checksum is another one")
	}
	f.offset += int64(len(binary.AppendUvarint(nil, n)) + len(b))
	return content, nil
}

// Next reads the next game. It returns io.EOF at the end of the file. An error with the code
// CutData means that the file ends within a game.
func (f *Reader) Next() (*Game, error) {
	before := f.offset
	b, err := f.frame(mostGame)
	if err != nil {
		return nil, err
	}
	g, ok := parseGame(b)
	if !ok {
		f.offset = before
		return nil, badGame(f.next, "is broken")
	}
	g.Number = f.next
	f.next++
	return g, nil
}

// parseGame decodes the content of a frame. It returns false if the content is invalid.
func parseGame(b []byte) (*Game, bool) {
	ok := true
	number := func(most int) int {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > uint64(most) { //nolint:gosec // the parameter most is never negative
			ok, b = false, nil
			return 0
		}
		b = b[size:]
		return int(n) //nolint:gosec // n is not larger than most, so it fits an int
	}
	g := &Game{Opening: number(mostPlies)}
	plies := number(mostPlies)
	if len(b) == 0 || b[0] > byte(Won) || g.Opening > plies {
		return nil, false
	}
	g.Result, b = Result(b[0]), b[1:]
	g.Quiet = number(plies)
	g.Moves = make([]uint16, plies)
	g.Points = make([]int16, plies-g.Opening)
	for ply := range g.Moves {
		g.Moves[ply] = uint16(number(1<<16 - 1)) //nolint:gosec // number returns at most the given limit, which fits uint16
		if ply < g.Opening {
			continue
		}
		if len(b) < 2 {
			return nil, false
		}
		g.Points[ply-g.Opening] = int16(binary.LittleEndian.Uint16(b)) //nolint:gosec // the conversion to int16 keeps all bits
		b = b[2:]
	}
	if !ok || len(b) != 4 {
		return nil, false
	}
	g.End = binary.LittleEndian.Uint32(b)
	return g, true
}
