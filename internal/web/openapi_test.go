package web_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"strings"
	"testing"

	"kydai/internal/web"
)

var update = flag.Bool("update", false, "write docs/openapi.json")

const openAPIFile = "../../docs/openapi.json"

// TestOpenAPI checks that docs/openapi.json, from which the types of the web
// client are generated, is up to date.
func TestOpenAPI(t *testing.T) {
	doc, err := web.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(openAPIFile, doc, 0o644); err != nil { //nolint:gosec // everyone may read the document
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(openAPIFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, doc) {
		t.Error("docs/openapi.json is not what the code says; run: go generate ./internal/web")
	}
	var parsed struct {
		OpenAPI    string
		Paths      map[string]any
		Components struct {
			Schemas map[string]struct {
				Properties map[string]json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(doc, &parsed); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(parsed.OpenAPI, "3.1") {
		t.Errorf("the version is %s", parsed.OpenAPI)
	}
	for _, name := range []string{"AskMove", "AskWatch", "TellEvents", "TellMatch", "TellError", "BotEvent"} {
		if _, ok := parsed.Components.Schemas[name]; !ok {
			t.Errorf("%s is not in the document", name)
		}
	}
	if events := parsed.Components.Schemas["TellEvents"].Properties; !strings.Contains(string(events["t"]), `"events"`) || events["clock"] == nil {
		t.Errorf("TellEvents has the properties %v", events)
	}
	if match := parsed.Components.Schemas["TellMatch"].Properties; match["t"] == nil || match["legal"] == nil {
		t.Error("TellMatch has not the properties of a view")
	}
}

func TestDocumentIsServed(t *testing.T) {
	g := newSite(t).guest()
	status, doc := g.ask(http.MethodGet, "/api/openapi.json", nil)
	if status != http.StatusOK || !json.Valid(doc) {
		t.Errorf("/api/openapi.json: %d", status)
	}
	status, page := g.ask(http.MethodGet, "/api/docs", nil)
	if status != http.StatusOK || !strings.Contains(string(page), "/api/matches/{id}/moves") {
		t.Errorf("/api/docs: %d %s", status, page)
	}
	for _, foreign := range []string{"http://", "https://", "<script"} {
		if strings.Contains(string(page), foreign) {
			t.Errorf("the page of the API has %s in it", foreign)
		}
	}
}
