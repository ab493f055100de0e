package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"io"

	"kydai/game"
)

// Fixed-point scales: the integer clipAt represents 1 in the first layer, outScale represents
// 1 in the second.
const (
	clipAt   = 255
	outScale = 64
	// mostOut is the largest absolute weight of the second layer. It is so small that the product
	// of a clipped sum and a weight fits into 16 bits.
	mostOut = 127
	// mostIn is the largest absolute weight of the first layer. It is so small that the sum of the
	// weights of mostThings pieces, the most on a board, fits into 16 bits.
	mostIn     = 500
	mostThings = 64
)

// lane is the number of sums that the kernels process at a time.
const lane = 16

// Limits on the header of a net file, so that a corrupt file cannot allocate much memory.
const (
	mostFeatures = 1 << 14
	mostWidth    = 1024
	mostBuckets  = 64
	mostHeader   = 1 << 16
)

// BadNet is the error code for an invalid net file.
const BadNet = "bad-net"

// magic is the start of every net file. The number is the version of the format.
const magic = "kydai net 1\n"

// Header describes a net: its shape and how it was trained.
type Header struct {
	Game     string  `json:"game"`
	Set      string  `json:"set"` // name of the feature set
	Features int     `json:"features"`
	Width    int     `json:"width"` // number of first-layer sums for each point of view
	Buckets  int     `json:"buckets"`
	Scale    float64 `json:"scale"` // evaluation in points that an output of 1 means
	// Corrects tells that the value of the net is added to the hand-crafted evaluation. Otherwise the net
	// replaces it.
	Corrects bool `json:"corrects,omitempty"`

	Data      []string `json:"data,omitempty"`   // hashes of the game files used for training
	Games     int      `json:"games"`            // number of training games
	Positions int      `json:"positions"`        // number of training positions
	Asides    int      `json:"asides,omitempty"` // number of positions aside from the games for each position of a game, at most
	Held      int      `json:"held"`             // number of positions held out for validation
	Epochs    int      `json:"epochs"`           // number of passes over the training positions
	Lambda    float64  `json:"lambda"`           // share of the search score in the training target, from 0 to 1
	Loss      float64  `json:"loss"`             // loss on the validation positions
	Seed      uint64   `json:"seed"`             // seed of the random numbers in training
	Version   string   `json:"version"`          // version of the program that trained the net
	Parent    string   `json:"parent,omitempty"` // hash of the net from which training started
}

// Net is a neural network of two layers. It is immutable after creation.
type Net struct {
	Header  Header
	Hash    string  // SHA-256 of the file, in hexadecimal
	bias    []int16 // first layer, Width numbers
	in      []int16 // first layer, Features × Width
	out     []int16 // second layer, Buckets × 2 × Width; weights of the side to move come first
	outBias []int32 // second layer, one per bucket, in units of clipAt·outScale
}

// check returns an error if the package does not support the shape of the net.
func (h *Header) check() error {
	switch {
	case h.Features < 1 || h.Features > mostFeatures, h.Width < lane || h.Width > mostWidth || h.Width%lane != 0,
		h.Buckets < 1 || h.Buckets > mostBuckets, !(h.Scale > 0 && h.Scale < 1e6):
		return game.Err(BadNet, "the net has a shape that this program cannot use")
	}
	return nil
}

// New creates a net from real-valued weights. The first two lists are the biases and the weights of
// the first layer, the weights of one feature after another. The other two are the weights and the
// biases of the second layer, one bucket after another.
func New(h Header, bias, in, out, outBias []float32) (*Net, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	if len(bias) != h.Width || len(in) != h.Features*h.Width || len(out) != h.Buckets*2*h.Width || len(outBias) != h.Buckets {
		return nil, game.Err(BadNet, "the net has too many or too few weights")
	}
	n := &Net{Header: h, bias: rounded(bias, clipAt, mostIn), in: rounded(in, clipAt, mostIn), out: rounded(out, outScale, mostOut)}
	for _, b := range outBias {
		n.outBias = append(n.outBias, int32(round(b, clipAt*outScale, 1<<30)))
	}
	n.Hash = hashOf(n.bytes())
	return n, nil
}

// Most returns the largest absolute weights of the first and the second layer as real numbers.
// Training clips weights to this range.
func Most() (in, out float32) { return mostIn / float32(clipAt), mostOut / float32(outScale) }

// Floats returns the rounded weights in the form that New accepts.
func (n *Net) Floats() (bias, in, out, outBias []float32) {
	asReal := func(from []int16, scale float32) []float32 {
		to := make([]float32, len(from))
		for i, v := range from {
			to[i] = float32(v) / scale
		}
		return to
	}
	for _, b := range n.outBias {
		outBias = append(outBias, float32(b)/(clipAt*outScale))
	}
	return asReal(n.bias, clipAt), asReal(n.in, clipAt), asReal(n.out, outScale), outBias
}

func rounded(from []float32, scale, most float32) []int16 {
	to := make([]int16, len(from))
	for i, f := range from {
		to[i] = int16(round(f, scale, most))
	}
	return to
}

func round(f, scale, most float32) int {
	f = min(max(float32(f*scale), -most), most)
	if f < 0 {
		return -int(-f + 0.5)
	}
	return int(f + 0.5)
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// bytes encodes the net as a file: the magic, the length of the header, the header, and the
// numbers of both layers in little-endian order.
func (n *Net) bytes() []byte {
	text, err := json.Marshal(n.Header)
	if err != nil {
		panic(err) // cannot fail: the header contains only numbers and strings
	}
	b := append([]byte(magic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(b[len(magic):], uint32(len(text))) //nolint:gosec // the header is short, so its length fits
	b = append(b, text...)
	for _, list := range [][]int16{n.bias, n.in, n.out} {
		for _, v := range list {
			b = binary.LittleEndian.AppendUint16(b, uint16(v)) //nolint:gosec // the conversion keeps the bits
		}
	}
	for _, v := range n.outBias {
		b = binary.LittleEndian.AppendUint32(b, uint32(v)) //nolint:gosec // the conversion keeps the bits
	}
	return b
}

// WriteTo writes the net in the file format that Read accepts.
func (n *Net) WriteTo(w io.Writer) (int64, error) {
	k, err := w.Write(n.bytes())
	return int64(k), err
}

// Read reads a net file.
func Read(r io.Reader) (*Net, error) {
	const most = len(magic) + 4 + mostHeader + 2*(mostWidth*(1+mostFeatures+2*mostBuckets)+2*mostBuckets)
	b, err := io.ReadAll(io.LimitReader(r, int64(most)))
	if err != nil {
		return nil, err
	}
	return Parse(b)
}

// Parse decodes the bytes of a net file.
func Parse(b []byte) (*Net, error) {
	whole := b
	b, ok := bytes.CutPrefix(b, []byte(magic))
	if !ok || len(b) < 4 {
		return nil, game.Err(BadNet, "this is not the file of a net, or of another version")
	}
	length := binary.LittleEndian.Uint32(b)
	b = b[4:]
	if length > mostHeader || int(length) > len(b) {
		return nil, game.Err(BadNet, "the net has a broken header")
	}
	n := &Net{}
	if json.Unmarshal(b[:length], &n.Header) != nil {
		return nil, game.Err(BadNet, "the net has a broken header")
	}
	b = b[length:]
	h := &n.Header
	if err := h.check(); err != nil {
		return nil, err
	}
	if len(b) != 2*h.Width*(1+h.Features+2*h.Buckets)+4*h.Buckets {
		return nil, game.Err(BadNet, "the net has too many or too few bytes")
	}
	take := func(count int, most int16) []int16 {
		to := make([]int16, count)
		for i := range to {
			to[i] = int16(binary.LittleEndian.Uint16(b[2*i:])) //nolint:gosec // the conversion keeps the bits
			if to[i] > most || to[i] < -most {
				ok = false
			}
		}
		b = b[2*count:]
		return to
	}
	n.bias, n.in, n.out = take(h.Width, mostIn), take(h.Features*h.Width, mostIn), take(h.Buckets*2*h.Width, mostOut)
	n.outBias = make([]int32, h.Buckets)
	for i := range n.outBias {
		n.outBias[i] = int32(binary.LittleEndian.Uint32(b[4*i:])) //nolint:gosec // the conversion keeps the bits
	}
	if !ok {
		return nil, game.Err(BadNet, "the net has a weight that is too large")
	}
	n.Hash = hashOf(whole)
	return n, nil
}

// Fits returns an error if the net was trained for another game, another feature set or another
// number of buckets.
func (n *Net) Fits(name string, s *Set, buckets int) error {
	h := &n.Header
	if h.Game != name || h.Set != s.Name || h.Features != s.Features || h.Buckets != buckets {
		return game.Err(BadNet, "the net is of ", h.Game, " with the features ", h.Set, ", not of ", name, " with ", s.Name)
	}
	return nil
}

// row returns the Width first-layer weights of a feature.
func (n *Net) row(feature uint16) []int16 {
	w := n.Header.Width
	return n.in[int(feature)*w:][:w]
}
