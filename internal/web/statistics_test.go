package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/web"
)

// ended stores a match that has already ended.
func ended(t *testing.T, db *store.Store, id, winner, reason string) {
	t.Helper()
	_, err := db.Create(t.Context(), play.Row{ID: id, Game: "chess", Players: [2]string{"anna", "bao"}, Terms: []byte("{}")})
	if err == nil {
		_, err = db.Commit(t.Context(), play.Change{ID: id, Ply: 1, Events: [][]byte{{1}}, Over: true, Result: winner + " " + reason, Winner: winner, Reason: reason})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// waitFor waits until the function ok returns true. If it waits too long, it fails the test with
// the given text.
func waitFor(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 2400 {
		if ok() {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatal("it does not come about: " + what)
}

// TestStatistics checks that ended matches are counted. All visitors can request the statistics
// without a cookie, and the response sets none.
func TestStatistics(t *testing.T) {
	db, b := newGround(t)
	for i, end := range []string{"first mate", "first time", "second time", "none agreed", "none abort"} {
		winner, reason, _ := strings.Cut(end, " ")
		ended(t, db, fmt.Sprint("m", i), winner, reason)
	}
	s := newNode(t, db, b)
	waitFor(t, "the matches are counted", func() bool {
		e := db.Ends()
		return e.Filled && e.Unnumbered == 0 && counted(e) == 5
	})
	get := func(query string) (*http.Response, []web.DayTally) {
		r, err := http.Get(s.http.URL + "/api/statistics" + query)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close() //nolint:errcheck // the body was only read, so an error of Close does not matter
		var list []web.DayTally
		if r.StatusCode == http.StatusOK {
			if err := json.NewDecoder(r.Body).Decode(&list); err != nil {
				t.Fatal(err)
			}
		}
		return r, list
	}
	r, list := get("?days=2")
	sum := web.DayTally{}
	for _, l := range list {
		if _, err := time.Parse(time.DateOnly, l.Day); err != nil || l.Game != "chess" {
			t.Errorf("%+v: %v", l, err)
		}
		sum.First, sum.Second, sum.Drawn, sum.Aborted = sum.First+l.First, sum.Second+l.Second, sum.Drawn+l.Drawn, sum.Aborted+l.Aborted
	}
	if sum != (web.DayTally{First: 2, Second: 1, Drawn: 1, Aborted: 1}) {
		t.Errorf("counted: %+v", list)
	}
	if c := r.Header.Get("Cache-Control"); c != "public, max-age=30" || r.Header.Get("Set-Cookie") != "" {
		t.Errorf("Cache-Control %q, Set-Cookie %q", c, r.Header.Get("Set-Cookie"))
	}
	for _, bad := range []string{"?days=0", "?days=367", "?days=x"} {
		r, _ := get(bad)
		if r.StatusCode != http.StatusUnprocessableEntity || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %s, %s", bad, r.Status, r.Header.Get("Cache-Control"))
		}
	}
	// The response is cached, so a match that ends now is not included yet.
	ended(t, db, "more", "first", "mate")
	waitFor(t, "the next match is counted", func() bool { return counted(db.Ends()) == 6 })
	if _, again := get("?days=2"); fmt.Sprint(again) != fmt.Sprint(list) {
		t.Errorf("the answer was not kept: %+v", again)
	}
}

// TestStatisticsAreLimited checks that too many requests for the statistics are refused.
func TestStatisticsAreLimited(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits.Requests = web.Rate{Second: 0.001, Burst: 3} })
	statuses := map[int]int{}
	for range 5 {
		r, err := http.Get(s.http.URL + "/api/statistics")
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		statuses[r.StatusCode]++
	}
	if statuses[http.StatusOK] != 3 || statuses[http.StatusTooManyRequests] != 2 {
		t.Errorf("answers: %v", statuses)
	}
}

// TestEndMetrics checks that the metrics show how far the consumers of ended matches are behind.
func TestEndMetrics(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b)
	ended(t, db, "m", "first", "mate")
	waitFor(t, "the match is counted", func() bool { return counted(db.Ends()) == 1 })
	all, err := s.reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, f := range all {
		found[f.GetName()] = true
		for _, m := range f.GetMetric() {
			if f.GetName() == "kydai_consumer_lag_rows" && m.GetLabel()[0].GetValue() == "statistics" {
				found["lag of statistics"] = m.GetGauge().GetValue() == 0
			}
		}
	}
	if !found["lag of statistics"] {
		t.Errorf("statistics are behind, or not shown: %v", all)
	}
	for _, name := range []string{"ended_unnumbered", "ended_failing", "consumer_lag_rows", "consumer_failures_total", "consumer_failing", "consumer_last_error_timestamp_seconds"} {
		if !found["kydai_"+name] {
			t.Errorf("%s is not in the metrics", name)
		}
	}
}

// counted returns the number of the last ended match that the statistics include.
func counted(e play.EndsState) int64 {
	for _, c := range e.Consumers {
		if c.Name == store.Statistics.Name {
			return c.Done
		}
	}
	return -1
}
