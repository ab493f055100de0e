package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kydai/internal/web"
	"kydai/internal/web/webtest"
)

const (
	apiPage   = "../../docs/api.md"
	codesFrom = "<!-- codes: go generate ./internal/web -->\n"
	codesTo   = "<!-- end of codes -->\n"
)

// TestCodesPage checks that the table of error codes in docs/api.md is up to date with the code.
func TestCodesPage(t *testing.T) {
	var b strings.Builder
	b.WriteString("| code | status | |\n|---|---|---|\n")
	all := web.ErrorCodes()
	for _, code := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "| `%s` | %d | %s |\n", code, all[code].Status, all[code].Text)
	}
	text, err := os.ReadFile(apiPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), codesFrom)
	have, after, end := strings.Cut(rest, codesTo)
	if !ok || !end {
		t.Fatal("docs/api.md has no place for the codes")
	}
	if *update {
		if err := os.WriteFile(apiPage, []byte(before+codesFrom+b.String()+codesTo+after), 0o644); err != nil { //nolint:gosec // everyone may read the document
			t.Fatal(err)
		}
	} else if have != b.String() {
		t.Error("the codes of docs/api.md are not those of the code; run: go generate ./internal/web")
	}
}

// TestCodesHaveMeanings checks that every error code that an operation lists, or that has an HTTP
// status, has an explanation. It also checks that every operation lists its codes.
func TestCodesHaveMeanings(t *testing.T) {
	text, err := web.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string
			Codes       []string `json:"x-codes"`
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	all := web.ErrorCodes()
	for _, methods := range doc.Paths {
		for _, op := range methods {
			if len(op.Codes) == 0 {
				t.Errorf("%s lists no codes", op.OperationID)
			}
			if !web.HasCodes(op.OperationID) {
				t.Errorf("%s has no row in the table own of codes.go", op.OperationID)
			}
			for _, code := range op.Codes {
				if _, ok := all[code]; !ok {
					t.Errorf("%s lists %q, which has no sentence", op.OperationID, code)
				}
			}
		}
	}
	for _, code := range web.CodesWithStatus() {
		if _, ok := all[code]; !ok {
			t.Errorf("%q has a status and no sentence", code)
		}
	}
	word := regexp.MustCompile(`^[A-Z].*\.$`)
	for code, m := range all {
		if !word.MatchString(m.Text) || m.Status < 400 {
			t.Errorf("%s: %+v is not a sentence with a status", code, m)
		}
	}
}

// TestUndeclaredCode checks package webtest, with which all tests check error responses. It must
// detect an error code that an operation does not list, and an unknown code.
func TestUndeclaredCode(t *testing.T) {
	problem := http.Header{"Content-Type": {"application/problem+json"}}
	for _, c := range []struct {
		method, path, code string
		good               bool
	}{
		{http.MethodPost, "/api/matches/x/moves", "stale", true},
		{http.MethodPost, "/api/matches/x/moves", "bad-token", true},
		{http.MethodPost, "/api/matches/x/moves", "name-taken", false},
		{http.MethodGet, "/api/games", "stale", false},
		{http.MethodGet, "/api/none", "not-found", true},
		{http.MethodGet, "/api/none", "never-heard-of", false},
	} {
		body := fmt.Appendf(nil, `{"code":%q,"text":"x"}`, c.code)
		r := httptest.NewRequestWithContext(t.Context(), c.method, c.path, http.NoBody)
		if err := webtest.Undeclared(r, http.StatusConflict, problem, body); (err == nil) != c.good {
			t.Errorf("%s %s with %s: %v", c.method, c.path, c.code, err)
		}
	}
}
