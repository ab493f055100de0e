package train

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"

	"kydai/engine/nnue"
	"kydai/game"
)

// positionsMagic is the text at the start of every file of positions. The number in it is the
// version of the format.
const positionsMagic = "kydai positions 1\n"

// BadPositions is the error code for an invalid file of positions.
const BadPositions = "bad-positions"

// PositionsHeader describes the positions of a file and how they were scored.
type PositionsHeader struct {
	Game    string `json:"game"`
	Set     string `json:"set"`           // name of the feature set
	Data    string `json:"data"`          // hash of the file of games whose positions were searched
	Net     string `json:"net,omitempty"` // hash of the net that evaluated; empty: by hand
	Every   int    `json:"every"`         // one position of so many was searched
	Count   int    `json:"count"`         // number of positions drawn from each search, at most
	Nodes   uint64 `json:"nodes"`         // number of nodes of the search that drew the positions
	Depth   int    `json:"depth"`         // depth of the search that scored a position
	Version string `json:"version"`       // version of the program
}

// mostPositionsHeader is the largest length of a header in bytes.
const mostPositionsHeader = 1 << 16

// WritePositionsHeader writes the start of a file of positions.
func WritePositionsHeader(w io.Writer, h PositionsHeader) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	b := binary.LittleEndian.AppendUint32([]byte(positionsMagic), uint32(len(text))) //nolint:gosec // the header is short
	_, err = w.Write(append(b, text...))
	return err
}

// symmetricFlag marks in a file a sample whose field Symmetric is set.
const symmetricFlag = 1

// AppendPosition appends a position and its score for the side to move to b, in the form of the
// file: the numbers of features of both sides, the bucket, flags, the score, the hand-crafted evaluation, and the features, those
// of the side to move first.
func AppendPosition(b []byte, s *nnue.Sample, points int) []byte {
	own, by := s.Features[s.Turn&1], s.Features[s.Turn&1^1]
	flags := byte(0)
	if s.Symmetric {
		flags = symmetricFlag
	}
	b = append(b, byte(len(own)), byte(len(by)), byte(s.Bucket), flags)
	b = binary.LittleEndian.AppendUint16(b, uint16(int16(points))) //nolint:gosec // scores of a search fit into 16 bits
	b = binary.LittleEndian.AppendUint16(b, uint16(int16(s.Hand))) //nolint:gosec // evaluations fit into 16 bits
	for _, list := range [2][]uint16{own, by} {
		for _, f := range list {
			b = binary.LittleEndian.AppendUint16(b, f)
		}
	}
	return b
}

// IsPositions reports whether the next bytes are the start of a file of positions. It does not
// consume them.
func IsPositions(r *bufio.Reader) bool {
	b, err := r.Peek(len(positionsMagic))
	return err == nil && string(b) == positionsMagic
}

var errPositions = game.Err(BadPositions, "this is not a file of positions, or it is broken")

// ReadPositions reads the header of a file and calls add for each of its positions. It stops at an
// incomplete position at the end of the file, which an interrupted run leaves. add must not keep the
// sample.
func ReadPositions(r *bufio.Reader, begin func(PositionsHeader) error, add func(s *nnue.Sample, points int)) error {
	start := make([]byte, len(positionsMagic)+4)
	if _, err := io.ReadFull(r, start); err != nil || string(start[:len(positionsMagic)]) != positionsMagic {
		return errPositions
	}
	n := binary.LittleEndian.Uint32(start[len(positionsMagic):])
	if n > mostPositionsHeader {
		return errPositions
	}
	text := make([]byte, n)
	var h PositionsHeader
	if _, err := io.ReadFull(r, text); err != nil || json.Unmarshal(text, &h) != nil {
		return errPositions
	}
	if err := begin(h); err != nil {
		return err
	}
	s := &nnue.Sample{}
	var fixed [8]byte
	var room [4 * 255]byte
	for {
		if _, err := io.ReadFull(r, fixed[:]); err != nil {
			return ended(err)
		}
		own, by := int(fixed[0]), int(fixed[1])
		list := room[:2*(own+by)]
		if _, err := io.ReadFull(r, list); err != nil {
			return ended(err)
		}
		s.Features[0], s.Features[1] = s.Features[0][:0], s.Features[1][:0]
		for i := 0; i < own+by; i++ {
			side := 0
			if i >= own {
				side = 1
			}
			s.Features[side] = append(s.Features[side], binary.LittleEndian.Uint16(list[2*i:]))
		}
		s.Turn, s.Bucket, s.Symmetric = 0, int(fixed[2]), fixed[3]&symmetricFlag != 0
		s.Hand = int(int16(binary.LittleEndian.Uint16(fixed[6:]))) //nolint:gosec // the conversion keeps the bits
		add(s, int(int16(binary.LittleEndian.Uint16(fixed[4:]))))  //nolint:gosec // the conversion keeps the bits
	}
}

// ended returns nil for the errors of a file that ends.
func ended(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}
