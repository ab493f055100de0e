//go:build linux

package chaos_test

import (
	"fmt"
	"net/http"
	"strings"
)

// judge compares a tournament with the rows of the ended matches. Every board must have exactly one
// result, the result of its match, and no entrant may play twice in a round. The scores in the
// standings of the event, its categories and its teams must be sums of these results.
func (h *hall) judge(s *site, n, rounds int) (wrong []string) {
	h.t.Helper()
	note := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	g := h.goer(3)
	ended := map[string]string{}
	for line := range strings.Lines(s.read("SELECT id, result FROM ended")) {
		if f := strings.Fields(line); len(f) == 2 {
			if ended[f[0]] != "" {
				note("the match %s has ended twice", f[0])
			}
			ended[f[0]] = f[1]
		}
	}
	if left := s.read("SELECT COUNT(*) FROM tourney_boards WHERE state <> 'done'"); left != "0" {
		note("%s boards are forgotten", left)
	}
	scores := map[int]int{}
	boards := 0
	for number := 1; number <= rounds; number++ {
		var r tourneyRound
		h.must(g, h.boss, http.MethodGet, fmt.Sprintf("%s/rounds/%d", h.path, number), nil, &r)
		seen := map[int]bool{}
		for _, b := range r.Boards {
			boards++
			if b.Version != 1 || b.Source != "match" || b.Result != ended[b.Match] {
				note("round %d: %+v; the match has ended with %q", number, b, ended[b.Match])
			}
			if seen[b.First] || seen[b.Second] {
				note("round %d: %+v plays twice", number, b)
			}
			seen[b.First], seen[b.Second] = true, true
			switch b.Result {
			case "first":
				scores[b.First] += 2
			case "second":
				scores[b.Second] += 2
			}
		}
		if len(r.Boards) != n/2 {
			note("round %d has %d boards", number, len(r.Boards))
		}
	}
	if len(ended) != boards {
		note("%d matches have ended on %d boards", len(ended), boards)
	}
	return append(wrong, h.judgePlaces(g, n, scores)...)
}

// judgePlaces compares the standings with the scores computed from the boards.
func (h *hall) judgePlaces(g *goer, n int, scores map[int]int) (wrong []string) {
	h.t.Helper()
	note := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	for query, size := range map[string]int{"": n, "?category=open": n / 2, "?category=women": n / 2} {
		var table tourneyPlaces
		h.must(g, h.boss, http.MethodGet, h.path+"/standings"+query, nil, &table)
		if len(table.Places) != size || table.Places[0].Place != 1 {
			note("standings%s: %d places of %d", query, len(table.Places), size)
		}
		before := 1 << 30
		for _, p := range table.Places {
			if p.Score != scores[p.Entrant] || p.Score > before {
				note("standings%s: %+v; the boards say %d", query, p, scores[p.Entrant])
			}
			before = p.Score
		}
	}
	var teams tourneyTeams
	h.must(g, h.boss, http.MethodGet, h.path+"/teams", nil, &teams)
	for _, team := range teams.Places {
		sum := 0
		for _, m := range team.Members {
			sum += scores[m]
		}
		if sum != team.Score || len(team.Members) != 2 {
			note("%+v; its members have %d", team, sum)
		}
	}
	if len(teams.Places) != n/tourneyTeam {
		note("%d teams", len(teams.Places))
	}
	return wrong
}
