package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kydai/account"
	"kydai/game"
	"kydai/internal/play"
)

// TestDeprecated checks that the OpenAPI document and every response mark a deprecated operation,
// and that its removal is at least a year after the deprecation.
func TestDeprecated(t *testing.T) {
	rights["madeUp"], own["madeUp"] = account.Watch, []string{play.NotFound}
	defer delete(rights, "madeUp")
	defer delete(own, "madeUp")
	s := &Server{opts: Options{Play: &play.Service{}}, metrics: newMetrics(nil)}
	mux := http.NewServeMux()
	a := humago.New(mux, config())
	since := time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC)
	type input struct {
		ID string `path:"id" doc:"made up"`
	}
	handle(s, a, deprecated(operation(http.MethodGet, "/api/made-up/{id}", "madeUp", "Do what is better done otherwise"), since),
		func(_ context.Context, _ visitor, in *input) (*answer[string], error) {
			if in.ID == "none" {
				return nil, game.Err(play.NotFound, "there is none")
			}
			return reply("done"), nil
		})
	describe(a.OpenAPI())
	op := a.OpenAPI().Paths["/api/made-up/{id}"].Get
	if !op.Deprecated || op.Extensions[sunsetKey] != "2028-03-01" || op.Extensions[codesKey] == nil {
		t.Errorf("the document has deprecated %t, extensions %v", op.Deprecated, op.Extensions)
	}
	doc, err := a.OpenAPI().MarshalJSON()
	if err != nil || !strings.Contains(string(doc), `"x-sunset":"2028-03-01"`) {
		t.Errorf("the document does not say when it ends: %v", err)
	}
	for path, want := range map[string]struct {
		role   account.Role
		status int
	}{
		"/api/made-up/x":       {account.Guest, http.StatusOK},
		"/api/made-up/none":    {account.Guest, http.StatusNotFound},
		"/api/made-up/refused": {"stranger", http.StatusForbidden},
	} {
		r := httptest.NewRequestWithContext(withVisitor(t.Context(), visitor{role: want.role}), http.MethodGet, path, http.NoBody)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		if w.Code != want.status {
			t.Errorf("%s: %d %s; want %d", path, w.Code, w.Body, want.status)
		}
		if d, sun := w.Header().Get("Deprecation"), w.Header().Get("Sunset"); d != "@1803859200" || sun != "Wed, 01 Mar 2028 00:00:00 GMT" {
			t.Errorf("%s: Deprecation %q, Sunset %q", path, d, sun)
		}
	}
}
