//go:build !js

package nnue

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"io"

	"kydai/game"
)

// This file creates and writes nets. The browser modules only read them, without the packages that
// this file imports.

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

func readHeader(text string, h *Header) bool { return json.Unmarshal([]byte(text), h) == nil }
