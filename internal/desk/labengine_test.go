package desk

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

// TestVisits checks that op "lab" lists the visits of a tree search by move. If the search keeps
// its tree, a second search of the same position must add visits, and the other side must start a
// new tree.
func TestVisits(t *testing.T) {
	for _, name := range []string{"chess", "jieqi"} {
		d := newDesk()
		ask(t, d, `{"op":"new","game":"`+name+`","seed":4}`)
		total := func(algorithm string) (sum int, best string) {
			r := ask(t, d, `{"op":"lab","session":1,"code":"visits","algorithm":"`+algorithm+`","sims":300,"seed":4}`)
			if r.Error != nil || len(r.Texts) == 0 {
				t.Fatalf("%s: %+v", name, r)
			}
			for i, text := range r.Texts {
				fields := strings.Fields(text)
				n, err := strconv.Atoi(fields[1])
				if err != nil || len(fields) != 3 {
					t.Fatalf("%s: %q", name, text)
				}
				if sum += n; i == 0 {
					best = fields[0]
				}
			}
			return sum, best
		}
		if n, _ := total("mcts"); n != 300 {
			t.Errorf("%s: %d visits", name, n)
		}
		if n, _ := total("mcts,keep=yes"); n != 300 {
			t.Errorf("%s: %d visits of a new tree", name, n)
		}
		n, best := total("mcts,keep=yes")
		if n != 600 {
			t.Errorf("%s: %d visits in the same position again", name, n)
		}
		if r := ask(t, d, `{"op":"play","session":1,"code":"`+best+`"}`); r.Error != nil {
			t.Fatalf("%s: %s: %+v", name, best, r.Error)
		}
		if n, _ := total("mcts,keep=yes"); n != 300 {
			t.Errorf("%s: the other side begins with %d visits", name, n)
		}
	}
}

// TestLearn checks that learnt weights are returned as a file, that learning continues from this
// file, and that the weights can be used as an evaluator by their name.
func TestLearn(t *testing.T) {
	d := newDesk()
	ask(t, d, `{"op":"new","game":"chess"}`)
	request := func(more string) Reply {
		return ask(t, d, `{"op":"lab","session":1,"code":"learn","seed":1,"count":2,"width":1`+more+`}`)
	}
	r := request(`,"algorithm":"lambda=0.5,rate=0.3"`)
	if r.Error != nil || len(r.Texts) != 7 || r.Texts[1] != "games 2" {
		t.Fatalf("%+v", r)
	}
	file, _ := json.Marshal(strings.Replace(r.Texts[0], `"games"`, `"name":"mine","games"`, 1))
	r = request(`,"text":` + string(file))
	if r.Error != nil || r.Texts[1] != "games 4" {
		t.Fatalf("%+v", r)
	}
	for _, op := range []string{
		`"op":"think","game":"chess","algorithm":"ordered,eval=mine"`, `"op":"count","session":1,"algorithm":"ordered,eval=mine"`,
		`"op":"think","game":"chess","sims":30,"algorithm":"mcts,keep=yes,eval=mine"`,
	} {
		if r := ask(t, d, `{`+op+`,"limits":{"depth":2},"text":`+string(file)+`}`); r.Error != nil {
			t.Errorf("%s: %+v", op, r.Error)
		}
		if r := ask(t, d, `{`+op+`,"limits":{"depth":2}}`); r.Error == nil {
			t.Errorf("%s: an evaluator that nobody sent", op)
		}
	}
	for _, bad := range []string{`,"algorithm":"lambda=2"`, `,"text":"{}"`} {
		if r := request(bad); r.Error == nil || r.Error.Code != "bad-weights" {
			t.Errorf("%s: %+v", bad, r)
		}
	}
}
