package web_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"kydai/internal/talk"
	"kydai/internal/web"
	"kydai/internal/wire"
)

type say = map[string]any

// TestTalk checks that two players on two nodes can send phrases to each other, and that other
// players do not get them.
func TestTalk(t *testing.T) {
	db, b := newGround(t)
	one, two := newNode(t, db, b), newNode(t, db, b)
	anna, binh, id := one.pair("chess", nil)
	path := "/api/matches/" + id + "/lines"
	there := *binh
	there.s = two

	anna.post(path, say{"phrase": "hello"}, nil)
	hers, his := anna.connect(), there.connect()
	hers.send(wire.Hear{T: wire.AskHear, ID: id, On: true})
	his.send(wire.Hear{T: wire.AskHear, ID: id, On: true})
	heard := func(s *socket, want ...string) {
		t.Helper()
		var got []string
		for len(got) < len(want) {
			var m wire.Lines
			s.next(wire.TellLines, &m)
			for _, l := range m.Lines {
				got = append(got, l.Side+" "+l.Phrase+l.Text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("heard %q; want %q", got, want)
		}
	}
	heard(hers, "first hello")
	heard(his, "first hello")
	there.post(path, say{"phrase": "luck"}, nil)
	heard(hers, "second luck")
	heard(his, "second luck")

	var list []wire.Line
	anna.get(path+"?after=1", &list)
	if len(list) != 1 || list[0].Number != 2 || list[0].Side != "second" || list[0].At == 0 {
		t.Errorf("the lines after the first are %+v", list)
	}
	stranger := one.guest()
	stranger.refused(http.StatusForbidden, "not-a-player", http.MethodGet, path, nil)
	stranger.refused(http.StatusForbidden, "not-a-player", http.MethodPost, path, say{"phrase": "hello"})
	curious := stranger.connect()
	curious.send(wire.Hear{T: wire.AskHear, ID: id, On: true})
	curious.fails("not-a-player")

	hers.send(wire.Hear{T: wire.AskHear, ID: id})
	his.send(wire.Hear{T: wire.AskHear, ID: id, On: true, After: 2})
	anna.post(path, say{"phrase": "good"}, nil)
	var m wire.Lines
	his.next(wire.TellLines, &m)
	if len(m.Lines) == 0 {
		his.next(wire.TellLines, &m)
	}
	if len(m.Lines) != 1 || m.Lines[0].Number != 3 {
		t.Errorf("after the second line came %+v", m.Lines)
	}
}

// TestTalkRefused checks which chat lines are refused, for which players and in which matches.
func TestTalkRefused(t *testing.T) {
	// accounts is a sync.Map because the goroutines of several connections call the function known.
	var accounts sync.Map
	known := func(name string) (bool, error) {
		_, ok := accounts.Load(name)
		return ok, nil
	}
	var s *site
	db, b := newGround(t)
	s = newNode(t, db, b, func(o *web.Options) {
		o.Talk = talk.New(talk.Options{Store: db, Matches: o.Play, Bus: b,
			Registered: func(_ context.Context, player string) (bool, error) { return known(player) },
			Blocks:     func(_ context.Context, player, _ string) (bool, error) { return known("deaf " + player) }})
	})
	anna, binh, id := s.pair("chess", nil)
	path := "/api/matches/" + id + "/lines"
	refused := func(status int, code string, body say) {
		t.Helper()
		anna.refused(status, code, http.MethodPost, path, body)
	}
	refused(http.StatusUnprocessableEntity, talk.BadLine, say{})
	refused(http.StatusUnprocessableEntity, talk.BadLine, say{"phrase": "hello", "text": "x"})
	refused(http.StatusUnprocessableEntity, "bad-request", say{"phrase": "insult"})
	refused(http.StatusForbidden, talk.NoText, say{"text": "chào"})
	whyNot := func(who *guest, id, want string) {
		t.Helper()
		k := who.connect()
		k.send(wire.Hear{T: wire.AskHear, ID: id, On: true})
		var m wire.Lines
		if k.next(wire.TellLines, &m); m.NoTexts != want {
			t.Errorf("there are no texts because of %q, want %q", m.NoTexts, want)
		}
	}
	whyNot(anna, id, talk.ForGuests)
	accounts.Store(anna.id, true)
	refused(http.StatusForbidden, talk.NoText, say{"text": "chào"}) // refused because the opponent is a guest
	accounts.Store(binh.id, true)
	refused(http.StatusUnprocessableEntity, talk.BadLine, say{"text": strings.Repeat("ơ", 141)})
	whyNot(anna, id, "")
	anna.post(path, say{"text": " chào\nbạn "}, nil)
	var list []wire.Line
	binh.get(path, &list)
	if len(list) != 1 || list[0].Text != "chào bạn" {
		t.Errorf("the lines are %+v", list)
	}
	accounts.Store("deaf "+binh.id, true)
	if binh.get(path, &list); len(list) != 0 {
		t.Errorf("a blocked player is heard: %+v", list)
	}
	if anna.get(path, &list); len(list) != 1 {
		t.Errorf("own lines are missing: %+v", list)
	}
	for range talk.Burst - 1 {
		anna.post(path, say{"phrase": "thanks"}, nil)
	}
	refused(http.StatusTooManyRequests, talk.TooMany, say{"phrase": "thanks"})

	_, _, alone := s.pair("chess", nil)
	anna.refused(http.StatusForbidden, "not-a-player", http.MethodPost, "/api/matches/"+alone+"/lines", say{"phrase": "hello"})
	var machine web.Named
	anna.post("/api/matches", say{"game": "chess", "seats": []say{{"kind": "human"}, {"kind": "level", "level": 1}}}, &machine)
	anna.refused(http.StatusConflict, talk.NoSecond, http.MethodPost, "/api/matches/"+machine.ID+"/lines", say{"phrase": "hello"})

	c, d, rated := s.pair("jieqi", say{"rated": true, "takebacks": 0})
	accounts.Store(c.id, true)
	accounts.Store(d.id, true)
	c.refused(http.StatusForbidden, talk.NoText, http.MethodPost, "/api/matches/"+rated+"/lines", say{"text": "ngựa ở h2"})
	whyNot(c, rated, talk.ForHidden)
	c.post("/api/matches/"+rated+"/lines", say{"phrase": "hello"}, nil)
}
