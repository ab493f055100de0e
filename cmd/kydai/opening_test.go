package main

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	texts "kydai"
	"kydai/engine/character"
	"kydai/game"
	"kydai/games"
)

// TestAskedOpening requests each opening of each game from an engine level of a real server. It
// checks that the level's first move belongs to the opening, and that the opening is still stored
// after a restart. The server must refuse an unknown opening, and an opening for an opponent that
// is not a level.
func TestAskedOpening(t *testing.T) {
	data := t.TempDir()
	url, stop := startServer(t, data, "--answer-at-once", "--unlimited")
	type seat = map[string]any
	var last string // id of the last match
	asked := ""
	for _, r := range games.All() {
		name := r.Info().Name
		set, _, err := character.Of(texts.Texts, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range set.Openings {
			v := newVisitor(t, url) // a new visitor for each opening, because one player may have only a few games at a time
			level, person := seat{"kind": "level", "level": 1, "opening": o.Name}, seat{"kind": "human"}
			second := o.Side == game.Second.String()
			seats := []seat{level, person}
			if second {
				seats = []seat{person, level}
			}
			var made struct{ ID string }
			v.ask(http.MethodPost, "/api/matches", map[string]any{"game": name, "seats": seats}, &made)
			ply := 0
			if second {
				line, err := game.NewLine(r, game.Setup{})
				first := ""
				if len(o.To) > 0 {
					first = o.To[0][0]
				} else if err == nil {
					first = line.Position().Encode(line.Legal()[0])
				}
				v.ask(http.MethodPost, "/api/matches/"+made.ID+"/moves", map[string]any{"ply": 0, "code": first}, nil)
				ply = 1
			}
			var codes []string
			for deadline := time.Now().Add(time.Minute); len(codes) <= ply; time.Sleep(20 * time.Millisecond) {
				if codes = v.codes(made.ID); time.Now().After(deadline) {
					t.Fatalf("%s, %s: no answer: %q", name, o.Name, codes)
				}
			}
			if !slices.ContainsFunc(o.Plan[0], func(code string) bool { return strings.HasPrefix(codes[ply], code) }) {
				t.Errorf("%s, %s: plays %s", name, o.Name, codes[ply])
			}
			last, asked = made.ID, o.Name
		}
		if len(set.Openings) == 0 {
			continue
		}
		v := newVisitor(t, url)
		for _, wrong := range []seat{
			{"kind": "level", "level": 1, "opening": "no-such"}, {"kind": "human", "opening": set.Openings[0].Name},
			{"kind": "algorithm", "spec": "classic:random", "opening": set.Openings[0].Name},
		} {
			status, answer := v.send(http.MethodPost, "/api/matches", map[string]any{"game": name, "seats": []seat{{"kind": "human"}, wrong}})
			if wrong["kind"] == "human" && status == http.StatusOK {
				continue // allowed: the server fills a person's seat with the sender and ignores the opening
			}
			if status < 400 || status >= 500 || wrong["kind"] == "level" && !strings.Contains(string(answer), set.Openings[0].Name) {
				t.Errorf("%v: %d %s", wrong, status, answer)
			}
		}
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	url, stop = startServer(t, data)
	var m struct{ Seats []struct{ Opening string } }
	newVisitor(t, url).ask(http.MethodGet, "/api/matches/"+last, nil, &m)
	if len(m.Seats) != 2 || m.Seats[0].Opening+m.Seats[1].Opening != asked {
		t.Errorf("after a restart the seats are %+v, want %s", m.Seats, asked)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
}
