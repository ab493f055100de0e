package play

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"testing"
)

// TestNews checks that notifications are encoded to the same bytes as by encoding/json, and decoded
// to the original values.
func TestNews(t *testing.T) {
	for _, n := range []news{
		{},
		{From: 3, To: 4},
		{From: 3, To: 5, Began: 1_794_807_576_410_740, Events: [][]byte{[]byte("1 moved 5 e2e4"), []byte("1 ended 6 - draw -")}},
		{From: 3, To: 4, Events: [][]byte{{}}},
		{From: -1, To: math.MaxInt, Began: math.MinInt64, Events: [][]byte{{0, 255, '"'}}},
	} {
		want, err := json.Marshal(n)
		if err != nil {
			t.Fatal(err)
		}
		if got := n.encode(); !bytes.Equal(got, want) {
			t.Errorf("written as %s, want %s", got, want)
		}
		if got, err := decodeNews(want); err != nil || !reflect.DeepEqual(got, n) {
			t.Errorf("%s is read as %v: %v", want, got, err)
		}
	}
	own := news{From: 3, To: 4, Began: 5, Events: [][]byte{[]byte("1 moved 5 e2e4")}}.encode()
	if r := (newsReader{rest: own}); !r.read(&news{}) {
		t.Errorf("%s is left to encoding/json", own)
	}
}

// FuzzNews checks that the decoder gives the same result as encoding/json, or an error, for any
// input.
func FuzzNews(f *testing.F) {
	for _, text := range []string{
		`{"from":3,"to":4,"began":5,"events":["MSBtb3ZlZA==","YQ=="]}`, `{"from":03,"to":4}`, `{"to":4,"from":3}`,
		`{"from":3,"to":4,"events":[]}`, `{"from":3,"to":4,"events":["Y\nQ=="]}`, `{"from":3,"to":4,"events":["\u0059Q=="]}`,
		`{"from":3,"to":4,"events":["YR=="]}`, `{"from":99999999999999999999,"to":4}`, "{\"from\":3,\"to\":4,\"events\":[\"Y\nQ==\"]}", `{"from":3,"to":4}x`, `{`, ``,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want news
		wrong := json.Unmarshal(data, &want)
		got, err := decodeNews(data)
		if (err == nil) != (wrong == nil) || err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %v, %v; want %v, %v", data, got, err, want, wrong)
		}
	})
}
