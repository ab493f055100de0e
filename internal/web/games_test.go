package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"kydai/internal/web"
)

func TestExportGames(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits.Downloads = web.Rate{Second: 0.001, Burst: 5} })
	a, b, one := s.pair("chess", nil)
	a.post("/api/matches/"+one+"/moves", web.MoveBody{Ply: 0, Code: "e2e4"}, nil)
	b.post("/api/matches/"+one+"/moves", web.MoveBody{Ply: 1, Code: "e7e5"}, nil)
	b.post("/api/matches/"+one+"/acts", web.ActBody{Kind: "resign"}, nil)
	var two web.Named
	b.post("/api/offers/"+a.offer("caro", nil)+"/accept", nil, &two)
	a.post("/api/matches/"+two.ID+"/moves", web.MoveBody{Ply: 0, Code: "h8"}, nil)
	b.post("/api/matches/"+two.ID+"/acts", web.ActBody{Kind: "resign"}, nil)

	path := "/api/players/" + a.id + "/games"
	lines := func(query string) (games []web.ExportedGame) {
		t.Helper()
		status, body := b.ask(http.MethodGet, path+query, nil)
		for line := range bytes.Lines(body) {
			var g web.ExportedGame
			if err := json.Unmarshal(line, &g); err != nil || status != http.StatusOK {
				t.Fatalf("%s: %d, %v in %s", query, status, err, line)
			}
			games = append(games, g)
		}
		return games
	}
	all := lines("")
	if len(all) != 2 || all[0].Match.ID != two.ID || all[1].Match.ID != one || !strings.Contains(all[1].Record, "1. e4 e5") {
		t.Fatalf("the export has %+v", all)
	}
	at := strconv.FormatInt(all[0].Match.Ended, 10)
	if later := lines("?since=" + at); len(later) != 1 || later[0].Match.ID != two.ID {
		t.Errorf("since %s: %+v", at, later)
	}
	if earlier := lines("?until=" + at); len(earlier) != 1 || earlier[0].Match.ID != one {
		t.Errorf("until %s: %+v", at, earlier)
	}
	if status, text := b.ask(http.MethodGet, path+"?as=text&format=pgn", nil); status != http.StatusOK || strings.Count(string(text), "[Site ") != 2 {
		t.Errorf("as text: %d %s", status, text)
	}
	// An error must be found before the response begins, because after that the request can no
	// longer be refused.
	b.refused(http.StatusBadRequest, "no-format", http.MethodGet, path+"?format=wxf", nil)
	b.refused(http.StatusBadRequest, "no-format", http.MethodGet, path+"?game=caro&format=wxf", nil)
	lines("?game=caro&format=psq")
	b.refused(http.StatusTooManyRequests, "too-fast", http.MethodGet, path, nil)
}
