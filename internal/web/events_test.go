package web_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kydai/account"
	"kydai/games"
	"kydai/internal/events"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/web"
	"kydai/internal/wire"
)

// holding returns a function that changes the options of a node so that the node has tournaments
// (events).
func holding(db *store.Store) func(*web.Options) {
	return func(o *web.Options) {
		o.Events = events.New(events.Options{
			Store: db, Random: rand.Reader, Rules: games.Find, Runs: db.RunsEvent,
			Speed:  func(string, string) string { return "rapid" },
			Rating: func(context.Context, string, string, string) (int, error) { return 1500, nil },
		})
	}
}

func woodenEvent() say {
	return say{"name": "Giải mùa xuân", "game": "chess", "clock": "10+5", "format": "swiss", "rounds": 3, "scoring": "1-0.5-0",
		"tieBreaks": []string{"buchholz-cut1", "direct"}, "boards": "wood"}
}

// eventSite starts a server with tournaments (events). It returns an organiser and n guests.
func eventSite(t *testing.T, n int) (boss *guest, players []*guest) {
	t.Helper()
	db, b := newGround(t)
	s := newNode(t, db, b, holding(db))
	boss = s.guest()
	boss.register("Chủ giải")
	boss.refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/events", woodenEvent())
	boss.role(db, account.Organiser)
	for range n {
		players = append(players, s.guest())
	}
	return boss, players
}

// TestEvent holds a tournament (event) through the API. Guests and a person without a device enter.
// A round is paired, explained, played on physical boards and undone. Then the standings are
// checked.
func TestEvent(t *testing.T) {
	boss, players := eventSite(t, 5)
	var e web.EventView
	boss.post("/api/events", woodenEvent(), &e)
	if e.Phase != "draft" || !e.Arbiter || e.Settings.Name != "Giải mùa xuân" || e.Total != 3 {
		t.Fatalf("the event is %+v", e)
	}
	at := "/api/events/" + e.ID
	players[0].refused(http.StatusNotFound, "not-found", http.MethodGet, at, nil)
	var list []web.EventHead
	if players[0].get("/api/events", &list); len(list) != 0 {
		t.Errorf("a draft is listed: %+v", list)
	}
	if players[0].get("/api/events?phase=draft", &list); len(list) != 0 {
		t.Errorf("another's draft is listed: %+v", list)
	}
	if boss.get("/api/events?mine=true", &list); len(list) != 1 || list[0].Phase != "draft" {
		t.Errorf("my events are %+v", list)
	}
	boss.post(at+"/phase", say{"phase": "open"}, &e)
	for i, p := range players {
		var e web.EventView
		p.post(at+"/entrants", say{}, &e)
		if e.Entrant != i+1 || e.Arbiter {
			t.Errorf("entered as %d", e.Entrant)
		}
	}
	players[0].refused(http.StatusForbidden, "not-for-you", http.MethodPost, at+"/entrants", say{"name": "Cụ Lê"})
	boss.post(at+"/entrants", say{"name": "Cụ Lê", "rating": 1900, "team": "Hà Nội", "categories": []string{"seniors"}}, &e)
	players[0].refused(http.StatusForbidden, "not-for-you", http.MethodPost, at+"/phase", say{"phase": "running"})
	boss.post(at+"/phase", say{"phase": "running"}, &e)
	boss.refused(http.StatusConflict, "wrong-state", http.MethodPost, at+"/phase", say{"phase": "running"})

	players[1].want(http.MethodPut, at+"/entrants/2/bye", say{"round": 1, "bye": "half"}, nil)
	players[2].refused(http.StatusForbidden, "not-for-you", http.MethodPut, at+"/entrants/2/bye", say{"round": 1})
	players[3].want(http.MethodPut, at+"/entrants/4/checkin", say{"round": 1, "in": true}, nil)
	var entrants []web.EventEntrant
	players[0].get(at+"/entrants", &entrants)
	if len(entrants) != 6 || entrants[1].Bye != "half" || !entrants[3].CheckedIn || entrants[5].Name != "Cụ Lê" || entrants[0].Name == "" {
		t.Errorf("the entrants are %+v", entrants)
	}
	boss.want(http.MethodPut, at+"/forbidden", say{"a": 6, "b": 1, "forbidden": true}, &e)
	if len(e.Forbidden) != 1 {
		t.Errorf("forbidden: %v", e.Forbidden)
	}
	boss.post(at+"/rounds/1", say{}, &e)
	var round web.EventRound
	players[0].get(at+"/rounds/1", &round)
	if len(round.Boards) != 2 || len(round.Byes) != 2 || e.Paired != 1 || e.Done {
		t.Fatalf("round 1 is %+v", round)
	}
	var reasons []web.PairingReason
	players[0].get(at+"/rounds/1/reasons", &reasons)
	if len(reasons) != 3 || len(reasons[0].Seats) != 2 || reasons[0].Seats[0].Entrant != 6 {
		t.Errorf("the reasons are %+v", reasons)
	}
	var why web.PairingAnswer
	players[0].get(at+"/rounds/1/whynot?a=6&b=1", &why)
	if why.Criterion != 1 || why.Detail != "forbidden" {
		t.Errorf("the answer is %+v", why)
	}
	players[0].get(at+"/rounds/1/reasons?lang=vi", &reasons)
	if w := reasons[0].Words; len(w) < 2 || !strings.HasPrefix(w[0], "Cụ Lê và ") {
		t.Errorf("the reasons say %q", w)
	}
	players[0].get(at+"/rounds/1/whynot?a=6&b=1&lang=en", &why)
	if !strings.HasPrefix(why.Words, "The organiser does not let Cụ Lê and ") {
		t.Errorf("the answer says %q", why.Words)
	}
	players[0].refused(http.StatusNotFound, "not-found", http.MethodGet, at+"/rounds/2", nil)
	boss.refused(http.StatusConflict, "round-open", http.MethodPost, at+"/rounds/2", say{})
	playRound(t, boss, players, at, &round)

	// The arbiter can correct a board only in the version that the arbiter has seen.
	fix := say{"result": "second", "reason": "wrong slip", "version": 1}
	boss.want(http.MethodPut, at+"/rounds/1/boards/1", fix, nil)
	boss.refused(http.StatusConflict, "changed", http.MethodPut, at+"/rounds/1/boards/1", fix)
	players[0].refused(http.StatusForbidden, "not-for-you", http.MethodPut, at+"/rounds/1/boards/1", fix)
	players[0].get(at+"/rounds/1", &round)
	if b := round.Boards[0]; b.Result != "second" || b.Source != "arbiter" || b.By != boss.id || b.Version != 2 {
		t.Errorf("after the correction: %+v", b)
	}
	var table web.EventStandings
	players[0].get(at+"/standings", &table)
	if table.Unit != 2 || len(table.Places) != 6 || table.Places[0].Score != 2 || len(table.TieBreaks) != 2 {
		t.Errorf("the standings are %+v", table)
	}
	players[0].get(at+"/standings?category=seniors", &table)
	if len(table.Places) != 1 || table.Places[0].Entrant != 6 {
		t.Errorf("the seniors are %+v", table)
	}
	var teams web.EventTeams
	if players[0].get(at+"/teams", &teams); len(teams.Places) != 1 || teams.Places[0].Team != "Hà Nội" {
		t.Errorf("the teams are %+v", teams)
	}
	boss.post(at+"/rounds/2", say{"boards": [][2]int{{1, 2}}, "byes": []say{{"entrant": 3, "bye": "half"}}}, &e)
	boss.refused(http.StatusConflict, "wrong-state", http.MethodGet, at+"/rounds/2/reasons", nil)
	boss.want(http.MethodDelete, at+"/rounds/2", nil, &e)
	if e.Paired != 1 || !e.Done {
		t.Errorf("after undoing: %+v", e)
	}
	players[4].want(http.MethodDelete, at+"/entrants/5", nil, nil)
	boss.want(http.MethodPut, at+"/entrants/6", say{"name": "Cụ Lê Hai", "rating": 1900}, nil)
	next := woodenEvent()
	next["name"] = "Giải mùa hè"
	boss.want(http.MethodPut, at, next, &e)
	boss.post(at+"/phase", say{"phase": "over"}, &e)
	if e.Phase != "over" || e.Settings.Name != "Giải mùa hè" {
		t.Errorf("at the end: %+v", e)
	}
	if players[0].get("/api/events?phase=over&game=chess", &list); len(list) != 1 || list[0].Name != "Giải mùa hè" || list[0].Entrants != 6 {
		t.Errorf("the list is %+v", list)
	}
}

// playRound makes the first side win every physical board of a round. Both players report this
// result. If one of them has no device, the arbiter enters it.
func playRound(t *testing.T, boss *guest, players []*guest, at string, round *web.EventRound) {
	t.Helper()
	for _, b := range round.Boards {
		path := fmt.Sprintf("%s/rounds/%d/boards/%d", at, round.Round, b.Board)
		if b.First == 6 || b.Second == 6 {
			boss.refused(http.StatusForbidden, "not-for-you", http.MethodPost, path+"/claim", say{"result": "first"})
			boss.want(http.MethodPut, path, say{"result": "first", "reason": "on paper", "version": 0}, nil)
			continue
		}
		players[b.First-1].post(path+"/claim", say{"result": "first"}, nil)
		players[b.Second-1].post(path+"/claim", say{"result": "first"}, nil)
	}
	boss.get(fmt.Sprintf("%s/rounds/%d", at, round.Round), round)
	for _, b := range round.Boards {
		if b.Result != "first" || b.Source != "both" && b.Source != "arbiter" {
			t.Errorf("board %d is %+v", b.Board, b)
		}
	}
}

// TestEventRefusals checks that invalid settings, bots, and requests to a server without
// tournaments (events) are refused.
func TestEventRefusals(t *testing.T) {
	boss, players := eventSite(t, 1)
	for name, value := range map[string]any{"game": "go", "clock": "x", "rated": true, "cycles": 2, "options": say{"no": "such"}} {
		event := woodenEvent()
		event[name] = value
		if status, text := boss.ask(http.MethodPost, "/api/events", event); status < 400 || status >= 500 {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
	var e web.EventView
	boss.post("/api/events", woodenEvent(), &e)
	boss.post("/api/events/"+e.ID+"/phase", say{"phase": "open"}, nil)
	boss.refused(http.StatusConflict, "wrong-state", http.MethodPost, "/api/events/"+e.ID+"/phase", say{"phase": "running"})
	boss.s.bot("Bot").refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/events/"+e.ID+"/entrants", say{})
	players[0].refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/events", woodenEvent())
	players[0].refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/events/none", nil)
	players[0].refused(http.StatusUnprocessableEntity, "bad-cursor", http.MethodGet, "/api/events?cursor=x", nil)
	newSite(t).guest().refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/events", nil)
}

// seats gives package events (tournaments) access to the matches of the play service: it can start
// and abort matches.
type seats struct {
	*play.Pairs
	service *play.Service
}

func (s seats) Abort(ctx context.Context, id string) error { return s.service.Abort(ctx, id) }

// TestEventOnScreen lets two guests check in to a tournament (event). Their match must start
// without an offer, and its result must become the result of the board.
func TestEventOnScreen(t *testing.T) {
	db, b := newGround(t)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	s := newNode(t, db, b, func(o *web.Options) {
		o.Events = events.New(events.Options{
			Store: db, Random: rand.Reader, Rules: games.Find, Play: seats{o.Play.Pairs(), o.Play},
			Speed:  func(string, string) string { return "rapid" },
			Rating: func(context.Context, string, string, string) (int, error) { return 0, nil },
		})
		go func() { defer close(done); _ = o.Events.Run(ctx) }()
	})
	t.Cleanup(func() { stop(); <-done })
	boss, players := s.guest(), []*guest{s.guest(), s.guest()}
	boss.register("Chủ giải")
	boss.role(db, account.Organiser)
	event := woodenEvent()
	event["boards"], event["firstMove"] = "screen", 60_000
	var e web.EventView
	boss.post("/api/events", event, &e)
	at := "/api/events/" + e.ID
	boss.post(at+"/phase", say{"phase": "open"}, nil)
	for i, p := range players {
		p.post(at+"/entrants", say{}, nil)
		p.want(http.MethodPut, fmt.Sprintf("%s/entrants/%d/checkin", at, i+1), say{"round": 1, "in": true}, nil)
	}
	boss.post(at+"/phase", say{"phase": "running"}, nil)
	boss.post(at+"/rounds/1", say{}, nil)
	var round web.EventRound
	boss.get(at+"/rounds/1", &round)
	one := round.Boards[0]
	second := players[one.Second-1]
	until(t, func() bool {
		status, _ := second.ask(http.MethodGet, "/api/matches/"+one.Match, nil)
		return status == http.StatusOK
	})
	var view wire.View
	if second.get("/api/matches/"+one.Match, &view); view.Event != e.ID {
		t.Errorf("the match is of event %q, want %q", view.Event, e.ID)
	}
	told, _ := second.told()
	if len(told.Notices) == 0 || told.Notices[0].Event != e.Settings.Name || told.Notices[0].Round != 1 {
		t.Errorf("the notices of a player are %+v; want one of round 1 of the tournament", told.Notices)
	}
	players[one.First-1].post("/api/matches/"+one.Match+"/moves", say{"ply": 0, "code": "e2e4"}, nil)
	second.post("/api/matches/"+one.Match+"/acts", say{"kind": "resign"}, nil)
	until(t, func() bool { boss.get(at+"/rounds/1", &round); return round.Boards[0].Result != "" })
	if got := round.Boards[0]; got.Result != "first" || got.Source != "match" || got.Forfeit {
		t.Errorf("the board is %+v", got)
	}
}

// until waits until f returns true. It fails the test after the time given by the constant
// patience.
func until(t *testing.T, f func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !f(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not within the time of a test")
		}
	}
}

// TestFollowEvent checks that a client that follows a tournament (event) gets its version at once
// and after each change on any node. Many changes must be combined into few messages. Only arbiters
// may get messages about a draft. After the client stops following, it must get no more messages.
func TestFollowEvent(t *testing.T) {
	db, b := newGround(t)
	hears := func(o *web.Options) {
		o.Events = events.New(events.Options{
			Store: db, Random: rand.Reader, Rules: games.Find, Bus: b, Speed: func(string, string) string { return "rapid" },
			Rating: func(context.Context, string, string, string) (int, error) { return 1500, nil },
		})
	}
	one, two := newNode(t, db, b, hears), newNode(t, db, b, hears)
	boss, stranger := one.guest(), two.guest()
	boss.register("Chủ giải")
	boss.role(db, account.Organiser)
	var e web.EventView
	boss.post("/api/events", woodenEvent(), &e)
	at := "/api/events/" + e.ID
	s := stranger.connect()
	s.send(wire.Follow{T: wire.AskEvent, ID: e.ID, On: true})
	var refused wire.Error
	if s.next(wire.TellError, &refused); refused.Code != "not-found" || refused.ID != e.ID {
		t.Fatalf("a draft is followed: %+v", refused)
	}
	boss.post(at+"/phase", say{"phase": "open"}, &e)
	s.send(wire.Follow{T: wire.AskEvent, ID: e.ID, On: true})
	var told wire.EventChanged
	if s.next(wire.TellEvent, &told); told.Version != e.Version || told.ID != e.ID {
		t.Fatalf("at first: %+v", told)
	}
	began := time.Now()
	boss.post(at+"/entrants", say{"name": "Cụ Lê"}, &e)
	if s.next(wire.TellEvent, &told); told.Version != e.Version || time.Since(began) > time.Second {
		t.Errorf("after a change: %+v in %v", told, time.Since(began))
	}
	first, messages := e.Version, 0
	for i := range 30 {
		boss.post(at+"/entrants", say{"name": fmt.Sprint("Người ", i)}, &e)
	}
	for took := time.Since(began); told.Version < e.Version; took = time.Since(began) {
		if s.next(wire.TellEvent, &told); took > 20*time.Second {
			t.Fatal("the last version was not told")
		}
		messages++
	}
	if most := int(time.Since(began)/(700*time.Millisecond)) + 2; messages > most || e.Version != first+30 {
		t.Errorf("%d messages of 30 changes, at most %d are due", messages, most)
	}
	s.send(wire.Follow{T: wire.AskEvent, ID: e.ID})
	s.send(wire.Ping{T: wire.AskPing, Number: 1})
	var pong wire.Pong
	s.next(wire.TellPong, &pong)
	boss.post(at+"/entrants", say{"name": "Bác Tư"}, &e)
	time.Sleep(time.Second)
	s.send(wire.Ping{T: wire.AskPing, Number: 2})
	s.next(wire.TellPong, &pong) // no other message may arrive before the pong
}

// TestPairLargeRoundByHand checks that an arbiter can pair 200 boards by hand. The body of this
// request has more values than other bodies may have.
func TestPairLargeRoundByHand(t *testing.T) {
	boss, _ := eventSite(t, 0)
	var e web.EventView
	boss.post("/api/events", woodenEvent(), &e)
	at := "/api/events/" + e.ID
	boss.post(at+"/phase", say{"phase": "open"}, &e)
	const boards, byes = 200, 20
	var names strings.Builder
	for i := range 2*boards + byes {
		fmt.Fprintf(&names, "Kỳ thủ %d\n", i+1)
	}
	boss.post(at+"/list", say{"file": []byte(names.String()), "take": true}, nil)
	boss.post(at+"/phase", say{"phase": "running"}, &e)
	round := at + "/rounds/1"
	pairs := make([][2]int, boards)
	for i := range pairs {
		pairs[i] = [2]int{2*i + 1, 2*i + 2}
	}
	rest := make([]say, byes)
	for i := range rest {
		rest[i] = say{"entrant": 2*boards + i + 1, "bye": "half"}
	}
	wrong := map[string]any{
		"three at a board": say{"boards": [][]int{{1, 2, 3}}}, "one at a board": say{"boards": [][]int{{1}}}, "no list": say{"boards": "open-sesame"},
		"no number": say{"boards": [][]string{{"open-sesame", "b"}}}, "an unknown field": say{"board": pairs}, "no object": "open-sesame",
	}
	for name, body := range wrong {
		data, _ := json.Marshal(body)
		if status, text := boss.ask(http.MethodPost, round, data); status != http.StatusUnprocessableEntity || strings.Contains(string(text), "sesame") {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
	boss.refused(http.StatusUnprocessableEntity, "bad-request", http.MethodPost, round, say{"boards": make([][2]int, 601)})
	boss.post(round, say{"boards": pairs, "byes": rest}, &e)
	var got web.EventRound
	if boss.get(round, &got); len(got.Boards) != boards || len(got.Byes) != byes || !got.Hand || got.Boards[199].Second != 400 {
		t.Errorf("%d boards, %d byes", len(got.Boards), len(got.Byes))
	}
}
