package engine

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

// TestJSON checks the JSON form of Limits and Thought. This form must not change, because it is
// exchanged by cluster nodes and workers of different versions, the API, and the browser.
func TestJSON(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{&Limits{}, `{}`},
		{&Limits{
			Depth: 1, Nodes: 1 << 63, Mate: 2, MoveTime: 3 * time.Second, MovesToGo: 4, MultiPV: 5, Only: []string{"a"},
			Left: [2]time.Duration{time.Second, 0}, Inc: [2]time.Duration{0, time.Millisecond},
		}, `{"depth":1,"nodes":9223372036854775808,"mate":2,"time":3000,"left":[1000,0],"inc":[0,1],"movesToGo":4,"lines":5,"only":["a"]}`},
		{&Thought{Lines: []Variation{}}, `{"depth":0,"nodes":0,"took":0,"lines":[]}`},
		{&Thought{Depth: 1, Deepest: 2, Nodes: 3, Elapsed: 4 * time.Millisecond, Full: 5, Lines: []Variation{
			{Score{Points: -6}, []string{"a", "b"}}, {Score{Mate: -7}, []string{"c"}},
		}}, `{"depth":1,"deepest":2,"nodes":3,"took":4,"full":5,"lines":[{"points":-6,"codes":["a","b"]},{"points":0,"mate":-7,"codes":["c"]}]}`},
	} {
		got, err := json.Marshal(c.value)
		if err != nil || string(got) != c.want {
			t.Errorf("%+v is written as %s, %v; want %s", c.value, got, err, c.want)
		}
		back := reflect.New(reflect.TypeOf(c.value).Elem()).Interface()
		if err := json.Unmarshal(got, back); err != nil || !reflect.DeepEqual(back, c.value) {
			t.Errorf("%s is read as %+v, %v", got, back, err)
		}
	}
	if got, err := json.Marshal(Thought{}); err != nil || string(got) != `{"depth":0,"nodes":0,"took":0,"lines":[]}` {
		t.Errorf("an empty thought is written as %s, %v", got, err)
	}
	l, th := Limits{MoveTime: time.Second}, Thought{Elapsed: time.Second}
	if json.Unmarshal([]byte(`{}`), &l) != nil || json.Unmarshal([]byte(`{}`), &th) != nil || l.MoveTime != 0 || th.Elapsed != 0 {
		t.Errorf("%+v and %+v keep what was in them", l, th)
	}
}

// TestJSONRange checks that UnmarshalJSON rejects times that are negative or would overflow.
func TestJSONRange(t *testing.T) {
	for _, text := range []string{`{"time":-1}`, `{"time":1e3}`, `{"left":[0,1099511627777]}`, `{"inc":[9223372036854775807,0]}`} {
		var l Limits
		if json.Unmarshal([]byte(text), &l) == nil {
			t.Errorf("%s is read as %+v", text, l)
		}
	}
	var th Thought
	if json.Unmarshal([]byte(`{"took":-1}`), &th) == nil {
		t.Error("a negative time is read")
	}
	if json.Unmarshal([]byte(`{"took":1099511627776}`), &th) != nil || th.Elapsed != MaxMillis*time.Millisecond {
		t.Errorf("the longest time is read as %v", th.Elapsed)
	}
}
