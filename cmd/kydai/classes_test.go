package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"kydai/account"
	"kydai/internal/classes"
	"kydai/internal/store"
	"kydai/internal/web"
)

// refused sends a request and fails the test unless the server refuses it. It returns the error
// code and message.
func (v *visitor) refused(method, path string, body any) (code, sentence string) {
	v.t.Helper()
	status, answer := v.send(method, path, body)
	var e struct{ Code, Text string }
	if err := json.Unmarshal(answer, &e); err != nil || status < 400 {
		v.t.Fatalf("%s %s: %d %s %v", method, path, status, answer, err)
	}
	return e.Code, e.Text
}

// TestChildrenOfServer checks on a complete server that the children of a class can send only
// preset phrases, even to each other. It also checks that the class is deleted with its teacher's
// account.
func TestChildrenOfServer(t *testing.T) {
	data := t.TempDir()
	url, stop := startServer(t, data)
	teacher := newVisitor(t, url)
	const password = "một mật khẩu dài"
	teacher.ask(http.MethodPost, "/api/account", web.Register{Name: "Cô Hoa", Password: password}, nil)
	var me web.Me
	teacher.ask(http.MethodGet, "/api/me", nil, &me)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	db, err := store.OpenFile(t.Context(), filepath.Join(data, databaseFile), store.Options{NoTasks: true})
	if err != nil {
		t.Fatal(err)
	}
	a, err := db.Account(t.Context(), me.Player)
	if err != nil {
		t.Fatal(err)
	}
	a.Role = account.Teacher
	if err := errors.Join(db.SetAccount(t.Context(), a), db.Close()); err != nil {
		t.Fatal(err)
	}

	teacher.url, stop = startServer(t, data, "--unlimited")
	var class web.ClassView
	var cards []web.ClassCard
	teacher.ask(http.MethodPost, "/api/classes", web.ClassName{Name: "Lớp 3A"}, &class)
	teacher.ask(http.MethodPost, "/api/classes/"+class.ID+"/pupils", web.PastedNames{Names: "Nguyễn Văn An\nTrần Thị Bình", Lang: "vi"}, &cards)
	var event web.EventView
	teacher.ask(http.MethodPost, "/api/events", map[string]any{
		"name": "Giải lớp", "game": "chess", "clock": "10+5", "format": "swiss", "rounds": 1, "scoring": "1-0.5-0",
		"tieBreaks": []string{"direct"}, "boards": "screen", "firstMove": 60_000,
	}, &event)
	at := "/api/events/" + event.ID
	teacher.ask(http.MethodPost, at+"/phase", map[string]any{"phase": "open"}, nil)
	children := make([]*visitor, len(cards))
	secrets := make([]string, len(cards))
	for i := range cards {
		_, secrets[i], _ = strings.Cut(cards[i].Link, "#")
		children[i] = newVisitor(t, teacher.url)
		children[i].ask(http.MethodPost, "/api/session/card", web.Card{Card: secrets[i]}, nil)
		children[i].ask(http.MethodPost, at+"/entrants", map[string]any{}, nil)
		children[i].ask(http.MethodPut, fmt.Sprintf("%s/entrants/%d/checkin", at, i+1), map[string]any{"round": 1, "in": true}, nil)
	}
	teacher.ask(http.MethodPost, at+"/phase", map[string]any{"phase": "running"}, nil)
	teacher.ask(http.MethodPost, at+"/rounds/1", map[string]any{}, nil)
	var round web.EventRound
	within(t, "the children are seated", func() bool {
		teacher.ask(http.MethodGet, at+"/rounds/1", nil, &round)
		return round.Boards[0].Match != ""
	})
	lines := "/api/matches/" + round.Boards[0].Match + "/lines"
	for i, child := range children {
		within(t, "a child has the match", func() bool {
			r, err := child.c.Get(child.url + lines)
			if err != nil {
				return false
			}
			_ = r.Body.Close()
			return r.StatusCode == http.StatusOK
		})
		if code, why := child.refused(http.MethodPost, lines, map[string]any{"text": "chào bạn"}); code != "no-text" || !strings.Contains(why, "children of a class say ready phrases") {
			t.Errorf("child %d is refused with %s: %s", i, code, why)
		}
		child.ask(http.MethodPost, lines, map[string]any{"phrase": "hello"}, nil)
	}

	teacher.ask(http.MethodDelete, "/api/account", web.Password{Password: password}, nil)
	for i, child := range children {
		if code, _ := child.refused(http.MethodGet, "/api/me/class", nil); code != "not-found" {
			t.Errorf("child %d has a class without a teacher: %s", i, code)
		}
		if code, _ := newVisitor(t, teacher.url).refused(http.MethodPost, "/api/session/card", web.Card{Card: secrets[i]}); code != classes.BadCard {
			t.Errorf("card %d of a class without a teacher: %s", i, code)
		}
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if db, err = store.OpenFile(t.Context(), filepath.Join(data, databaseFile), store.Options{NoTasks: true}); err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // the test only read the database, so an error of Close has no effect
	if left, err := db.Pupils(t.Context(), class.ID); err != nil || len(left) != 0 {
		t.Errorf("children who are left: %v %v", left, err)
	}
	if _, err := db.Class(t.Context(), class.ID); err == nil {
		t.Error("the class is left")
	}
}
