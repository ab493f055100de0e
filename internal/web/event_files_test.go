package web_test

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"testing"

	"kydai/account"
	"kydai/internal/web"
	"kydai/tourney/signed"
	"kydai/tourney/trf"
)

// file downloads a file of a tournament (event). It returns the content and the file name.
func (g *guest) file(path string) (data []byte, name string) {
	g.t.Helper()
	status, data := g.ask(http.MethodGet, path, nil)
	if status != http.StatusOK {
		g.t.Fatalf("%s: %d %s", path, status, data)
	}
	_, name, _ = strings.Cut(g.from("", http.MethodGet, path, "").Header.Get("Content-Disposition"), "filename=")
	return data, name
}

// TestEventFiles enters a list of entrants into a tournament (event), plays a round and checks all
// files of the tournament.
func TestEventFiles(t *testing.T) {
	boss, players := eventSite(t, 1)
	var e web.EventView
	boss.post("/api/events", woodenEvent(), &e)
	at := "/api/events/" + e.ID
	list := func(text string, take bool) say {
		return say{"file": base64.StdEncoding.EncodeToString([]byte(text)), "take": take}
	}
	const table = "Tên;Elo;Đội\n=HYPERLINK(1);1700;Huế\nBác Tư;1650\nLan;xyz\nMinh;1500\nBác Tư;1650\n"
	var read web.EventListed
	boss.post(at+"/list", list(table, false), &read)
	if len(read.Entrants) != 3 || read.Entrants[1].Name != "Bác Tư" || read.Version != 1 ||
		!slices.Equal(read.Mistakes, []web.EventMistake{{Line: 4, Code: "bad-rating", Text: "Lan · xyz"}, {Line: 6, Code: "twice", Text: "Bác Tư"}}) {
		t.Fatalf("the list says %+v", read)
	}
	players[0].refused(http.StatusNotFound, "not-found", http.MethodPost, at+"/list", list(table, true))
	if boss.post(at+"/list", list(table, true), &read); read.Version != 4 || len(read.Entrants) != 3 {
		t.Fatalf("taken: %+v", read)
	}
	boss.post(at+"/phase", say{"phase": "open"}, &e)
	players[0].refused(http.StatusForbidden, "not-for-you", http.MethodPost, at+"/list", list(table, true))
	boss.refused(http.StatusRequestEntityTooLarge, "bad-request", http.MethodPost, at+"/list", list(strings.Repeat("x", 400<<10), true))
	boss.post(at+"/phase", say{"phase": "running"}, &e)
	boss.refused(http.StatusConflict, "wrong-state", http.MethodPost, at+"/list", list(table, true))
	boss.post(at+"/rounds/1", say{}, &e)
	boss.want(http.MethodPut, at+"/rounds/1/boards/1", say{"result": "draw", "reason": "slip", "version": 0}, nil)

	// In CSV tables no cell may be a formula, the file must begin with the UTF-8 byte order mark,
	// and the content must be correct.
	rows := func(name, lang string) [][]string {
		t.Helper()
		data, file := players[0].file(at + "/files/" + name + "?lang=" + lang)
		if !bytes.HasPrefix(data, []byte("\ufeff")) || !strings.HasSuffix(file, "."+name+".csv\"") {
			t.Errorf("%s has the name %s and begins with %q", name, file, data[:4])
		}
		rows, err := csv.NewReader(bytes.NewReader(data[3:])).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			for _, cell := range row {
				if cell != "" && strings.ContainsAny(cell[:1], "=+-@") {
					t.Errorf("%s has the formula %q", name, cell)
				}
			}
		}
		return rows
	}
	if got := rows("entrants", "vi"); len(got) != 4 || got[0][1] != "Tên" || got[1][1] != "'=HYPERLINK(1)" || got[1][3] != "Huế" {
		t.Errorf("the entrants are %q", got)
	}
	if got := rows("entrants", "zh-Hant"); got[0][1] != "姓名" {
		t.Errorf("the titles of the entrants are %q", got[0])
	}
	if got := rows("pairings", "en"); len(got) != 3 || got[1][4] != "0.5" || got[1][8] != "slip" || got[2][4] != "1" || got[2][7] == "" {
		t.Errorf("the pairings are %q", got)
	}
	if got := rows("standings", "en"); len(got) != 4 || !slices.Equal(got[0], []string{"Place", "Number", "Name", "Points", "BH/C1", "DE"}) || got[1][3] != "1" || got[2][3] != "0.5" {
		t.Errorf("the standings are %q", got)
	}

	// Check the tournament reports and the signed version of a report.
	var report []byte
	for name, version := range map[string]trf.Version{"trf16": trf.TRF16, "trf26": trf.TRF26} {
		data, _ := players[0].file(at + "/files/" + name)
		f, err := trf.Read(data)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := f.Table(); err != nil || f.Version != version || len(f.Players) != 3 || f.Players[0].Name != "=HYPERLINK(1)" {
			t.Errorf("%v: the report is\n%s", err, data)
		}
		if version == trf.TRF26 {
			report = data
		}
	}
	data, file := players[0].file(at + "/files/signed")
	d, err := signed.Verify(data)
	var key web.EventKey
	players[0].get("/api/events/key", &key)
	if err != nil || string(d.Body) != "### kydai event "+e.ID+"\n"+string(report) || hex.EncodeToString(d.Key) != key.Key || !strings.HasSuffix(file, ".signed.json\"") {
		t.Errorf("%v: signed by %x, the key is %s", err, d.Key, key.Key)
	}
	players[0].refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/events/none/files/trf16", nil)
	players[0].refused(http.StatusUnprocessableEntity, "bad-request", http.MethodGet, at+"/files/pdf", nil)

	// The arbiter corrects a result. The history of the board must be public, only an arbiter may
	// bring back a removed entrant, and the export must contain the tournament.
	boss.want(http.MethodPut, at+"/rounds/1/boards/1", say{"result": "first", "reason": "wrong slip", "version": 1}, nil)
	var past []web.EventPast
	if players[0].get(at+"/rounds/1/boards/1/history", &past); len(past) != 2 || past[0].Result != "draw" || past[1].Reason != "wrong slip" || past[1].Name != "Chủ giải" {
		t.Errorf("the history is %+v", past)
	}
	boss.want(http.MethodDelete, at+"/entrants/2", nil, nil)
	players[0].refused(http.StatusForbidden, "not-for-you", http.MethodPost, at+"/entrants/2/return", nil)
	boss.want(http.MethodPost, at+"/entrants/2/return", nil, nil)
	boss.refused(http.StatusForbidden, "not-for-you", http.MethodPost, at+"/organiser", nil)
	if _, export := boss.ask(http.MethodGet, "/api/account/export", nil); !strings.Contains(string(export), `"events":[{"id":"`+e.ID) {
		t.Errorf("the export is %s", export)
	}
}

// TestTakeOverEvent checks that an administrator can see and run another organiser's draft of a
// tournament (event).
func TestTakeOverEvent(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b, holding(db))
	boss, admin := s.guest(), s.guest()
	boss.register("Chủ giải")
	boss.role(db, account.Organiser)
	admin.register("Cô Hạnh")
	admin.role(db, account.Admin)
	var e web.EventView
	boss.post("/api/events", woodenEvent(), &e)
	admin.refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/events/"+e.ID, nil)
	admin.post("/api/events/"+e.ID+"/organiser", nil, &e)
	if e.Organiser != admin.id || !e.Arbiter || !slices.Equal(e.Settings.Arbiters, []string{boss.id}) {
		t.Errorf("taken over: %+v", e)
	}
	var mine []web.EventHead
	if admin.get("/api/events?mine=true", &mine); len(mine) != 1 || mine[0].Organiser != admin.id {
		t.Errorf("the administrator's events: %+v", mine)
	}
	boss.refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/events/"+e.ID+"/phase", say{"phase": "open"})
}

// TestExportEntered checks that the export of an account contains the tournaments (events) that the
// account has entered. It must not contain those into which the account has entered another person.
func TestExportEntered(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b, holding(db))
	boss, player := s.guest(), s.guest()
	boss.register("Chủ giải")
	boss.role(db, account.Organiser)
	player.register("Minh Anh")
	var e web.EventView
	boss.post("/api/events", woodenEvent(), &e)
	boss.post("/api/events/"+e.ID+"/phase", say{"phase": "open"}, nil)
	boss.post("/api/events/"+e.ID+"/entrants", say{"name": "Cụ Lê"}, nil)
	player.post("/api/events/"+e.ID+"/entrants", say{}, nil)
	if _, export := player.ask(http.MethodGet, "/api/account/export", nil); !strings.Contains(string(export), `"entered":[{"id":"`+e.ID) {
		t.Errorf("the export of the entrant is %s", export)
	}
	if _, export := boss.ask(http.MethodGet, "/api/account/export", nil); strings.Contains(string(export), `"entered"`) {
		t.Errorf("the export of the organiser is %s", export)
	}
}
