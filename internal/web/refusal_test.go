package web_test

import (
	"bytes"
	"maps"
	"net/http"
	"strings"
	"testing"

	"kydai/internal/web"
	"kydai/internal/wire"
)

// TestRefusals checks the HTTP status and the error code of requests that the REST API refuses.
func TestRefusals(t *testing.T) {
	s := newSite(t)
	a, b, id := s.pair("chess", map[string]any{"takebacks": 0})
	other := s.guest()
	const get, post = http.MethodGet, http.MethodPost
	match := "/api/matches/" + id
	move := func(ply int, code string) web.MoveBody { return web.MoveBody{Ply: ply, Code: code} }
	act := func(kind, what string) web.ActBody { return web.ActBody{Kind: kind, What: what} }
	seats := func(one, two map[string]any) map[string]any {
		return map[string]any{"game": "chess", "seats": []any{one, two}}
	}
	human := map[string]any{"kind": "human"}
	timed := func(more map[string]any) map[string]any {
		body := map[string]any{"game": "chess", "clock": "5+3"}
		maps.Copy(body, more)
		return body
	}
	for _, c := range []struct {
		who    *guest
		status int
		code   string
		method string
		path   string
		body   any
	}{
		{a, 404, "not-found", get, "/api/matches/nothing", nil},
		{a, 404, "not-found", get, "/api/matches/" + strings.Repeat("x", 60), nil},
		{a, 422, "bad-request", get, "/api/matches/" + strings.Repeat("x", 100), nil},
		{a, 404, "not-found", post, "/api/matches/nothing/moves", move(0, "e2e4")},
		{other, 403, "not-a-player", post, match + "/moves", move(0, "e2e4")},
		{b, 409, "not-your-turn", post, match + "/moves", move(0, "e7e5")},
		{a, 409, "ahead", post, match + "/moves", move(1, "e2e4")},
		{a, 422, "illegal-move", post, match + "/moves", move(0, "e2e5")},
		{a, 422, "bad-request", post, match + "/moves", move(-1, "e2e4")},
		{a, 422, "bad-request", post, match + "/moves", map[string]any{"ply": 0}},
		{a, 400, "bad-request", post, match + "/moves", []byte("{")},
		{a, 413, "bad-request", post, match + "/moves", bytes.Repeat([]byte(" "), 1<<17)},
		{a, 422, "bad-request", post, match + "/acts", act("dance", "")},
		{a, 409, "too-early", post, match + "/acts", act("offer", "draw")},
		{a, 409, "no-offer", post, match + "/acts", act("accept", "draw")},
		{a, 409, "not-over", post, match + "/acts", act("offer", "rematch")},
		{other, 403, "not-a-player", post, match + "/acts", act("resign", "")},
		{a, 400, "no-format", get, match + "/record?format=nothing", nil},
		{a, 404, "not-found", get, "/api/offers/nothing", nil},
		{a, 404, "no-such-game", post, "/api/offers", map[string]any{"game": "nothing"}},
		{a, 422, "", post, "/api/offers", map[string]any{"game": "chess", "clock": "soon"}},
		{a, 422, "", post, "/api/offers", map[string]any{"game": "chess", "start": "nonsense"}},
		{a, 422, "bad-terms", post, "/api/offers", map[string]any{"game": "jieqi", "options": map[string]string{"view": "second"}}},
		{a, 422, "bad-request", post, "/api/offers", map[string]any{"game": "chess", "colour": "white"}},
		{a, 422, "bad-request", post, "/api/matches", map[string]any{"game": "chess"}},
		{a, 403, "not-for-you", post, "/api/matches", seats(human, map[string]any{"kind": "human", "player": b.id})},
		{a, 422, "bad-terms", post, "/api/offers", timed(map[string]any{"extra": []int64{1 << 62, 1 << 62}})},
		{a, 422, "bad-terms", post, "/api/offers", timed(map[string]any{"extra": []int64{0, -1 << 63}})},
		{a, 422, "bad-terms", post, "/api/offers", timed(map[string]any{"firstMove": 1 << 62})},
		{a, 422, "bad-terms", post, "/api/offers", timed(map[string]any{"lasts": 1 << 62})},
		{a, 422, "bad-terms", post, "/api/matches", timed(map[string]any{"extra": []int64{1 << 62, 0}, "seats": []any{human, human}})},
		{a, 422, "bad-terms", post, "/api/matches", timed(map[string]any{"firstMove": 1 << 61, "seats": []any{human, human}})},
		{a, 422, "bad-request", get, "/api/me/matches?over=true&before=9223372036854775807", nil},
		{a, 503, "no-machine", post, "/api/matches", seats(human, map[string]any{"kind": "engine", "spec": "/bin/sh"})},
		{a, 404, "not-found", get, "/api/nothing", nil},
		{a, 404, "not-found", get, "/api/", nil},
	} {
		status, text := c.who.ask(c.method, c.path, c.body)
		if status != c.status || c.code != "" && !strings.Contains(string(text), `"code":"`+c.code+`"`) || !strings.Contains(string(text), `"text":"`) {
			t.Errorf("%s %s %v: %d %s; want %d %s", c.method, c.path, c.body, status, text, c.status, c.code)
		}
	}
	var view wire.View
	a.get(match, &view)
	if view.Ply != 0 || view.Seq != 1 {
		t.Errorf("after all that was refused the match is at ply %d, event %d", view.Ply, view.Seq)
	}
}

// TestSocketRefusals checks that a socket replies to an invalid message with an
// error and stays open.
func TestSocketRefusals(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits.Watches = 2 })
	a, b, id := s.pair("chess", nil)
	mine, his, other := a.connect(), b.connect(), s.guest().connect()
	text := func(c *socket, message string) {
		t.Helper()
		if err := c.c.WriteMessage(1, []byte(message)); err != nil {
			t.Fatal(err)
		}
	}
	for _, bad := range []string{"", "x", "null", "[]", "{}", `{"t":"nothing"}`, `{"t":1}`, `{"t":"watch","seq":-1}`, `{"t":"move","id":"` + strings.Repeat("x", 65) + `"}`} {
		text(mine, bad)
		mine.fails("bad-message")
	}
	mine.send(wire.Watch{T: wire.AskWatch, ID: "nothing"})
	if e := mine.fails("not-found"); e.Re != "watch" || e.ID != "nothing" {
		t.Errorf("the error answers %+v", e)
	}
	his.send(wire.Move{T: wire.AskMove, ID: id, Ply: 0, Code: "e7e5"})
	if e := his.fails("not-your-turn"); e.Re != "move" || e.ID != id {
		t.Errorf("the error answers %+v", e)
	}
	other.send(wire.Move{T: wire.AskMove, ID: id, Ply: 0, Code: "e2e4"})
	other.fails("not-a-player")
	mine.send(wire.Move{T: wire.AskMove, ID: id, Ply: 3, Code: "e2e4"})
	mine.fails("ahead")
	mine.send(wire.Act{T: wire.AskAct, ID: id, Kind: "dance"})
	mine.fails("no-such-act")
	for range 2 {
		_, _, more := s.pair("chess", nil)
		mine.watch(more)
	}
	mine.send(wire.Watch{T: wire.AskWatch, ID: id})
	mine.fails("too-many")
	mine.send(wire.Ping{T: wire.AskPing, Number: 5})
	var pong wire.Pong
	if mine.next(wire.TellPong, &pong); pong.Number != 5 || pong.Now == 0 {
		t.Errorf("the pong is %+v", pong)
	}
}
