package web_test

import (
	"archive/zip"
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kydai/internal/web"
	"kydai/internal/wire"
)

// TestPlayed checks that games of a guest count for the account that the guest joined. It checks
// that all visitors can find games by their properties and download them, and that games of other
// players are not included.
func TestPlayed(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits.Downloads = web.Rate{Second: 0.001, Burst: 2} })
	a, b, one := s.pair("chess", nil)
	move := func(g *guest, id string, ply int, code string) {
		g.post("/api/matches/"+id+"/moves", web.MoveBody{Ply: ply, Code: code}, nil)
	}
	move(a, one, 0, "e2e4")
	move(b, one, 1, "e7e5")
	b.post("/api/matches/"+one+"/acts", web.ActBody{Kind: "resign"}, nil)
	var made web.Named
	b.post("/api/offers/"+a.offer("caro", map[string]any{"side": "second"})+"/accept", nil, &made)
	move(b, made.ID, 0, "h8")
	a.post("/api/matches/"+made.ID+"/acts", web.ActBody{Kind: "resign"}, nil)
	_, c, strange := s.pair("chess", nil)
	c.post("/api/matches/"+strange+"/acts", web.ActBody{Kind: "abort"}, nil)
	b.register("Bình")

	var p web.PlayerView
	waitFor(t, "the games are counted", func() bool {
		p = web.PlayerView{}
		a.get("/api/players/"+a.id, &p)
		return len(p.Results) == 2
	})
	if len(p.Opponents) != 1 || p.Opponents[0] != (web.OpponentView{Player: b.id, Name: "Bình", Won: 1, Lost: 1}) {
		t.Errorf("opponents %+v", p.Opponents)
	}
	// The profile must show the default name of the guest. Its number distinguishes guests.
	var me web.Me
	a.get("/api/me", &me)
	var q web.PlayerView
	b.get("/api/players/"+b.id, &q)
	if p.Guest != me.Name || q.Guest != "" || len(q.Opponents) != 1 || q.Opponents[0].Guest != me.Name {
		t.Errorf("the guest %s is %s, and the opponents of %s%s are %+v", me.Name, p.Guest, q.Name, q.Guest, q.Opponents)
	}
	if len(p.Streaks) != 3 || p.Streaks[0] != (web.StreakView{BestWins: 1, BestUnbeaten: 1, Losses: 1}) {
		t.Errorf("streaks %+v", p.Streaks)
	}
	find := func(query string) (ids []string) {
		var list []wire.Summary
		c.get("/api/players/"+a.id+"/matches?"+query, &list)
		for _, m := range list {
			ids = append(ids, m.ID)
		}
		return ids
	}
	for query, want := range map[string]string{
		"": made.ID + " " + one, "result=won": one, "game=caro": made.ID, "side=second&result=lost": made.ID, "rated=true": "",
		"opponent=" + url.QueryEscape("@bình"): made.ID + " " + one, "opponent=" + c.id: "", "result=drawn": "", "speed=rapid": made.ID, "speed=blitz": one,
	} {
		if got := strings.Join(find(query), " "); got != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
	for _, query := range []string{"result=mine", "speed=light", "side=both", "cursor=!"} {
		if status, _ := c.ask(http.MethodGet, "/api/players/"+a.id+"/matches?"+query, nil); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d", query, status)
		}
	}
	c.refused(http.StatusNotFound, "no-account", http.MethodGet, "/api/players/"+a.id+"/matches?opponent=@nobody", nil)

	_, body := c.ask(http.MethodGet, "/api/players/"+a.id+"/records", nil)
	files, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil || len(files.File) != 2 {
		t.Fatalf("%v: %d files", err, len(files.File))
	}
	if name := files.File[1].Name; !strings.HasPrefix(name, "chess/20") || !strings.HasSuffix(name, " "+one+".pgn") {
		t.Errorf("a file is called %s", name)
	}
	_, body = c.ask(http.MethodGet, "/api/players/"+a.id+"/records?game=caro", nil)
	if files, err = zip.NewReader(bytes.NewReader(body), int64(len(body))); err != nil || len(files.File) != 1 {
		t.Errorf("of caro: %v, %d files", err, len(files.File))
	}
	c.refused(http.StatusTooManyRequests, "too-fast", http.MethodGet, "/api/players/"+a.id+"/records", nil)
}
