package web_test

import (
	"fmt"
	"net/http"
	"testing"

	"kydai/internal/web"
)

// TestEventSeries plays a double-elimination tournament with series of games through the API.
func TestEventSeries(t *testing.T) {
	boss, players := eventSite(t, 2)
	event := woodenEvent()
	delete(event, "rounds")
	delete(event, "tieBreaks")
	event["format"], event["games"], event["deciding"] = "double", 2, 1
	var e web.EventView
	boss.post("/api/events", event, &e)
	if e.Settings.Games != 2 || e.Settings.Deciding != 1 || e.Settings.Format != "double" {
		t.Fatalf("the settings are %+v", e.Settings)
	}
	at := "/api/events/" + e.ID
	boss.post(at+"/phase", say{"phase": "open"}, nil)
	for _, p := range players {
		p.post(at+"/entrants", say{}, nil)
	}
	boss.post(at+"/phase", say{"phase": "running"}, nil)
	boss.post(at+"/rounds/1", say{}, &e)
	var round web.EventRound
	for game := 1; game <= 2; game++ { // the same player wins both games of the series
		boss.get(at+"/rounds/1", &round)
		b := round.Boards[game-1]
		if len(round.Boards) != game || game == 2 && (b.Game != 2 || b.First != round.Boards[0].Second) {
			t.Fatalf("game %d: %+v", game, round.Boards)
		}
		boss.want(http.MethodPut, fmt.Sprintf("%s/rounds/1/boards/%d", at, game), say{"result": []string{"first", "second"}[game-1], "reason": "seen", "version": 0}, &e)
	}
	if !e.Done || e.Total != 3 {
		t.Errorf("after the first tie: %+v", e)
	}
	boss.get(at+"/rounds/1?last=1", &round)
	if len(round.Boards) != 1 || round.Boards[0].Board != 2 {
		t.Errorf("the newest board is %+v", round.Boards)
	}
}

// TestEventTeams checks that the members of two teams are paired on boards, and that teams are
// ranked by their team matches.
func TestEventTeams(t *testing.T) {
	boss, _ := eventSite(t, 0)
	event := woodenEvent()
	event["teamBoards"] = 2
	var e web.EventView
	boss.post("/api/events", event, &e)
	at := "/api/events/" + e.ID
	for i := range 4 {
		boss.post(at+"/entrants", say{"name": "X", "team": []string{"Hà Nội", "Huế"}[i%2], "board": 1 + i/2}, nil)
	}
	boss.post(at+"/phase", say{"phase": "open"}, nil)
	boss.post(at+"/phase", say{"phase": "running"}, nil)
	boss.post(at+"/rounds/1", say{}, nil)
	var round web.EventRound
	boss.get(at+"/rounds/1", &round)
	if len(round.Matches) != 1 || round.Matches[0].Away == "" || len(round.Boards) != 2 || round.Boards[1].Tie != 1 {
		t.Fatalf("the round is %+v", round)
	}
	for i := range 2 { // each team wins one game, so the team match is drawn
		boss.want(http.MethodPut, fmt.Sprintf("%s/rounds/1/boards/%d", at, i+1), say{"result": "first", "reason": "seen", "version": 0}, nil)
	}
	var teams web.EventTeams
	boss.get(at+"/teams", &teams)
	if !teams.Matches || len(teams.Places) != 2 || teams.Places[1].Score != 1 || teams.Places[1].Boards != 2 || teams.Places[1].Place != 1 {
		t.Errorf("the teams are %+v", teams)
	}
}

// TestEventLadder checks that a player can challenge another player of a ladder through the API.
// The winner must take the opponent's place.
func TestEventLadder(t *testing.T) {
	boss, players := eventSite(t, 3)
	event := woodenEvent()
	delete(event, "rounds")
	delete(event, "tieBreaks")
	event["format"], event["reach"] = "ladder", 1
	var e web.EventView
	boss.post("/api/events", event, &e)
	at := "/api/events/" + e.ID
	boss.post(at+"/phase", say{"phase": "open"}, nil)
	for _, p := range players {
		p.post(at+"/entrants", say{}, nil)
	}
	boss.post(at+"/phase", say{"phase": "running"}, nil)
	players[2].refused(http.StatusConflict, "wrong-state", http.MethodPost, at+"/entrants/1/challenge", nil)
	boss.refused(http.StatusForbidden, "not-for-you", http.MethodPost, at+"/entrants/1/challenge", nil)
	players[2].post(at+"/entrants/2/challenge", nil, &e)
	for _, p := range players[1:] { // both players of the board report the win of the challenger, who has the second side
		p.post(at+"/rounds/1/boards/1/claim", say{"result": "second"}, nil)
	}
	var table web.EventStandings
	boss.get(at+"/standings", &table)
	order := make([]int, len(table.Places))
	for i, p := range table.Places {
		order[i] = p.Entrant
	}
	if fmt.Sprint(order) != "[1 3 2]" || e.Settings.Reach != 1 {
		t.Errorf("the ladder is %v, its settings are %+v", order, e.Settings)
	}
}
