package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
)

// TestTraces checks that one move produces one trace, with spans for the request, the commit, its
// SQL, the engine job, and the search by a worker in another process.
func TestTraces(t *testing.T) {
	type span struct{ TraceID, SpanID, ParentSpanID, Name string }
	var mu sync.Mutex
	var spans []span
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var body struct {
			ResourceSpans []struct{ ScopeSpans []struct{ Spans []span } }
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %v", r.URL, err)
		}
		mu.Lock()
		defer mu.Unlock()
		for _, rs := range body.ResourceSpans {
			for _, ss := range rs.ScopeSpans {
				spans = append(spans, ss.Spans...)
			}
		}
	}))
	defer collector.Close()
	t.Setenv(otlpVariable, collector.URL) // the worker in the function observe also reads this variable
	o := observe(t)
	o.play(t)
	soon(t, "a trace has all its parts", func() bool {
		mu.Lock()
		defer mu.Unlock()
		parts := map[string][]string{}
		for _, s := range spans {
			parts[s.TraceID] = append(parts[s.TraceID], s.Name)
		}
		for _, names := range parts {
			whole := true
			for _, want := range []string{"commit", "sql", "engine", "search"} {
				whole = whole && slices.Contains(names, want)
			}
			if whole && len(names) >= 5 { // the four spans above and the span of the HTTP request
				return true
			}
		}
		return false
	})
}
