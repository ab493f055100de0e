package nnue

import (
	"strings"

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
	Hash    string  // SHA-256 of the file, in hexadecimal; empty in a browser
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

// Parse decodes the bytes of a net file. In a browser it reads only the part of the header that
// evaluating needs.
func Parse(b []byte) (*Net, error) {
	text, weights, err := cut(b)
	if err != nil {
		return nil, err
	}
	n := &Net{}
	h := &n.Header
	if !readHeader(text, h) {
		return nil, game.Err(BadNet, "the net has a broken header")
	}
	if err := h.check(); err != nil {
		return nil, err
	}
	if len(weights) != 2*h.Width*(1+h.Features+2*h.Buckets)+4*h.Buckets {
		return nil, game.Err(BadNet, "the net has too many or too few bytes")
	}
	ok := true
	take := func(count int, most int16) []int16 {
		to := make([]int16, count)
		for i := range to {
			to[i] = int16(weights[2*i]) | int16(weights[2*i+1])<<8
			if to[i] > most || to[i] < -most {
				ok = false
			}
		}
		weights = weights[2*count:]
		return to
	}
	n.bias, n.in, n.out = take(h.Width, mostIn), take(h.Features*h.Width, mostIn), take(h.Buckets*2*h.Width, mostOut)
	n.outBias = make([]int32, h.Buckets)
	for i := range n.outBias {
		n.outBias[i] = int32(uint32At(weights[4*i:])) //nolint:gosec // the conversion keeps the bits
	}
	if !ok {
		return nil, game.Err(BadNet, "the net has a weight that is too large")
	}
	n.Hash = hashOf(b)
	return n, nil
}

// cut splits a net file into the text of its header and the bytes of its weights.
func cut(b []byte) (header string, weights []byte, err error) {
	if !strings.HasPrefix(string(b[:min(len(b), len(magic))]), magic) || len(b) < len(magic)+4 {
		return "", nil, game.Err(BadNet, "this is not the file of a net, or of another version")
	}
	b = b[len(magic):]
	length := uint32At(b)
	b = b[4:]
	if length > mostHeader || int(length) > len(b) {
		return "", nil, game.Err(BadNet, "the net has a broken header")
	}
	return string(b[:length]), b[length:], nil
}

// uint32At returns the number that the first four bytes encode in little-endian order. Package
// encoding/binary would add 20 kB to a browser module.
func uint32At(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
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
