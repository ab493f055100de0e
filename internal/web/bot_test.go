package web_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"testing"

	"kydai/internal/web"
	"kydai/internal/wire"
)

// stream opens the bot's event stream and returns its lines.
func (g *guest) stream() *bufio.Scanner {
	g.t.Helper()
	r, err := http.NewRequestWithContext(g.t.Context(), http.MethodGet, g.s.http.URL+"/api/bot/stream", http.NoBody)
	if err != nil {
		g.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+g.token)
	resp, err := g.client.Do(r)
	if err != nil {
		g.t.Fatal(err)
	}
	g.t.Cleanup(func() { _ = resp.Body.Close() })
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "application/x-ndjson" {
		g.t.Fatalf("the stream: %d %v", resp.StatusCode, resp.Header)
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	return lines
}

// nextEvent returns the next event of the stream. It skips heartbeats.
func nextEvent(t *testing.T, lines *bufio.Scanner) wire.BotEvent {
	t.Helper()
	for lines.Scan() {
		var e wire.BotEvent
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatalf("%v in %s", err, lines.Bytes())
		}
		if e.T != "alive" {
			return e
		}
	}
	t.Fatalf("the stream ended: %v", lines.Err())
	return wire.BotEvent{}
}

func TestBotByStream(t *testing.T) {
	s := newSite(t)
	bot := s.bot("máy của Tí")
	lines := bot.stream()
	// A match begins while the bot's stream is open.
	human := s.guest()
	var made web.Named
	human.post("/api/offers/"+bot.offer("caro", nil)+"/accept", nil, &made)
	if e := nextEvent(t, lines); e.T != "started" || e.Match.ID != made.ID || e.Match.Viewer != "first" || e.Match.Seats[0].Kind != "bot" || e.Match.Seats[0].Name != "máy của Tí" {
		t.Fatalf("first comes %+v", e)
	}
	e := nextEvent(t, lines)
	if e.T != "turn" || len(e.Match.Legal) == 0 {
		t.Fatalf("then comes %+v", e)
	}
	bot.post("/api/matches/"+made.ID+"/moves", web.MoveBody{Ply: e.Match.Ply, Code: e.Match.Legal[0].Code}, nil)
	if e := nextEvent(t, lines); e.T != "changed" || e.Match.Ply != 1 || len(e.Match.Legal) != 0 {
		t.Fatalf("after the bot's move comes %+v", e)
	}
	m := human.connect().watch(made.ID)
	m.play(m.Legal[0].Code)
	m.events()
	if e := nextEvent(t, lines); e.T != "turn" || e.Match.Ply != 2 {
		t.Fatalf("after the answer comes %+v", e)
	}
	// A second stream must begin with the matches in progress.
	again := bot.stream()
	if e := nextEvent(t, again); e.T != "started" || e.Match.ID != made.ID {
		t.Fatalf("a second stream begins with %+v", e)
	}
	m.act("resign", "", 0)
	m.events()
	if e := nextEvent(t, lines); e.T != "ended" || e.Match.Result == nil || e.Match.Result.Winner != "first" {
		t.Fatalf("at the end comes %+v", e)
	}
}

func TestTokens(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits.Tokens = 2 })
	g := s.guest()
	var made web.TokenView
	g.post("/api/tokens", web.Name{Name: "one"}, &made)
	if made.Token == "" || made.Player != g.id {
		t.Fatalf("the token is %+v", made)
	}
	bot := &guest{s: s, t: t, client: &http.Client{}, token: made.Token}
	var me web.Me
	bot.get("/api/me", &me)
	if me.Player != g.id || me.Name != "one" || !me.Bot {
		t.Errorf("the bot is %+v", me)
	}
	bot.refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/tokens", web.Name{Name: "two"})
	bot.refused(http.StatusUnprocessableEntity, "bad-name", http.MethodPatch, "/api/me", web.Name{Name: "two"})
	g.post("/api/tokens", web.Name{Name: "two"}, nil)
	g.refused(http.StatusTooManyRequests, "too-many", http.MethodPost, "/api/tokens", web.Name{Name: "three"})
	var all []web.TokenView
	g.get("/api/tokens", &all)
	if len(all) != 2 || all[0].Token != "" || all[1].Token != "" {
		t.Errorf("the list tells %+v", all)
	}
	// The store must hold a hash of the token, not the token itself.
	kept, err := s.play.Tokens().Tokens(t.Context(), g.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kept {
		if string(k.Hash[:]) == made.Token {
			t.Error("the token itself is kept")
		}
	}
	s.guest().refused(http.StatusNotFound, "not-found", http.MethodDelete, "/api/tokens/"+made.ID, nil)
	g.refused(http.StatusNotFound, "not-found", http.MethodDelete, "/api/tokens/xyz", nil)
	g.want(http.MethodDelete, "/api/tokens/"+made.ID, nil, nil)
	bot.refused(http.StatusUnauthorized, "bad-token", http.MethodGet, "/api/me", nil)
	for _, bad := range []string{"Bearer", "Bearer x", "Basic " + made.Token, "Bearer kydai_" + made.Token} {
		g.refused(http.StatusUnauthorized, "bad-token", http.MethodGet, "/api/me", nil, "Authorization", bad)
	}
}
