//go:build !js

package nnue

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"
)

func TestFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	n := random(rng, 40, 32, 3)
	bias, in, out, outBias := n.Floats()
	n, err := New(n.Header, bias, in, out, outBias)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := n.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	again, err := Read(bytes.NewReader(b.Bytes()))
	if err != nil || !reflect.DeepEqual(n, again) {
		t.Errorf("the net is another one after reading it (%v)", err)
	}
	text, _, err := cut(b.Bytes())
	var h Header
	if err != nil || !scanHeader(text, &h) || !reflect.DeepEqual(h, n.Header) {
		t.Errorf("a browser reads the header %+v, want %+v (%v)", h, n.Header, err)
	}
	for _, cut := range []int{0, 5, len(magic) + 2, 40, b.Len() - 1} {
		if _, err := Parse(b.Bytes()[:cut]); err == nil {
			t.Errorf("%d bytes of %d were accepted", cut, b.Len())
		}
	}
}

func FuzzParse(f *testing.F) {
	n := random(rand.New(rand.NewPCG(1, 1)), 4, 16, 1)
	f.Add(n.bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		n, err := Parse(b)
		if err != nil {
			return
		}
		again, err := Parse(n.bytes())
		if err != nil {
			t.Fatal(err)
		}
		again.Hash = n.Hash // Hash is the hash of the file; two files with different header texts can hold the same net
		if !reflect.DeepEqual(n, again) {
			t.Errorf("%+v became %+v", n.Header, again.Header)
		}
	})
}

// TestNewRefuses checks that New rejects headers with an unsupported shape.
func TestNewRefuses(t *testing.T) {
	for _, h := range []Header{
		{Features: 4, Width: 16, Buckets: 1},
		{Features: 4, Width: 17, Buckets: 1, Scale: 1},
		{Features: 0, Width: 16, Buckets: 1, Scale: 1},
		{Features: 4, Width: 16, Buckets: 0, Scale: 1},
		{Features: 4, Width: 16, Buckets: 1, Scale: 1},
	} {
		if _, err := New(h, nil, nil, nil, nil); err == nil {
			t.Errorf("%+v was accepted", h)
		}
	}
}
