package train

import (
	"bufio"
	"bytes"
	"errors"
	"reflect"
	"testing"

	"kydai/engine/nnue"
)

// TestPositions checks that a file of positions gives back what was written, up to the last whole
// position of a file that ends early.
func TestPositions(t *testing.T) {
	type position struct {
		sample nnue.Sample
		points int
	}
	want := []position{
		{nnue.Sample{Features: [2][]uint16{{1, 2, 700}, {3}}, Bucket: 2}, -31},
		{nnue.Sample{Features: [2][]uint16{{5}, {6, 7}}, Bucket: 7, Symmetric: true}, 1200},
	}
	var b bytes.Buffer
	if err := WritePositionsHeader(&b, PositionsHeader{Game: "some", Set: "toy", Count: 9}); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	for _, p := range want {
		file = AppendPosition(file, &p.sample, p.points)
	}
	// The same position with the other side to move has its features in the other order.
	turned := nnue.Sample{Features: [2][]uint16{want[0].sample.Features[1], want[0].sample.Features[0]}, Turn: 1, Bucket: 2}
	if one, two := AppendPosition(nil, &want[0].sample, 4), AppendPosition(nil, &turned, 4); !bytes.Equal(one, two) {
		t.Errorf("%v and %v", one, two)
	}
	read := func(file []byte) (h PositionsHeader, got []position, err error) {
		err = ReadPositions(bufio.NewReader(bytes.NewReader(file)), func(head PositionsHeader) error { h = head; return nil }, func(s *nnue.Sample, points int) {
			c := *s
			for i, list := range s.Features {
				c.Features[i] = append([]uint16(nil), list...)
			}
			got = append(got, position{c, points})
		})
		return h, got, err
	}
	h, got, err := read(file)
	if err != nil || h.Count != 9 || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v %+v %v", h, got, err)
	}
	if _, got, err = read(file[:len(file)-1]); err != nil || !reflect.DeepEqual(got, want[:1]) {
		t.Errorf("a file that ends early: %+v %v", got, err)
	}
	if _, _, err = read([]byte("something else, longer than the magic")); !errors.Is(err, errPositions) {
		t.Errorf("another file: %v", err)
	}
	if !IsPositions(bufio.NewReader(bytes.NewReader(file))) || IsPositions(bufio.NewReader(bytes.NewReader([]byte("kydai games 1\n some")))) {
		t.Error("IsPositions is wrong")
	}
}
