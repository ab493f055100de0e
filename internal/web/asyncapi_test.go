package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"kydai/internal/web"
)

const asyncAPIFile = "../../docs/asyncapi.json"

// TestAsyncAPI checks that docs/asyncapi.json is up to date and that each reference in it has a
// target. It also checks that the field t distinguishes the messages of each direction.
func TestAsyncAPI(t *testing.T) {
	doc, err := web.AsyncAPI()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(asyncAPIFile, doc, 0o644); err != nil { //nolint:gosec // everyone may read the document
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(asyncAPIFile); err != nil || !bytes.Equal(have, doc) {
		t.Errorf("docs/asyncapi.json is not what the code says (%v); run: go generate ./internal/web", err)
	}
	var parsed map[string]any
	if err := json.Unmarshal(doc, &parsed); err != nil {
		t.Fatal(err)
	}
	for _, ref := range refs(parsed) {
		if follow(parsed, ref) == nil {
			t.Errorf("%s leads nowhere", ref)
		}
	}
	for _, operation := range []string{"ask", "tell"} {
		list, _ := follow(parsed, "#/operations/"+operation+"/messages").([]any)
		names := map[string]bool{}
		for _, one := range list {
			ref, _ := one.(map[string]any)["$ref"].(string)
			message := strings.TrimPrefix(ref, "#/channels/socket/messages/")
			kinds, _ := follow(parsed, "#/components/schemas/"+message+"/properties/t/enum").([]any)
			if len(kinds) != 1 || names[kinds[0].(string)] {
				t.Errorf("%s: %s has t = %v, which does not tell it apart", operation, message, kinds)
				continue
			}
			names[kinds[0].(string)] = true
		}
		if len(names) < 10 {
			t.Errorf("%s has only the messages %v", operation, names)
		}
	}
	s := newSite(t)
	if status, text := s.guest().ask(http.MethodGet, "/api/asyncapi.json", nil); status != http.StatusOK || !bytes.Equal(text, doc) {
		t.Errorf("the server answers %d with %d bytes", status, len(text))
	}
}

// refs lists all references in a document.
func refs(v any) (all []string) {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			if ref, ok := inner.(string); ok && key == "$ref" {
				all = append(all, ref)
			}
			all = append(all, refs(inner)...)
		}
	case []any:
		for _, inner := range v {
			all = append(all, refs(inner)...)
		}
	}
	return all
}

// follow returns the value that a reference in a document points to, or nil if the target does not
// exist.
func follow(doc any, ref string) any {
	for key := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		switch in := doc.(type) {
		case map[string]any:
			doc = in[strings.ReplaceAll(key, "~1", "/")]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(in) {
				return nil
			}
			doc = in[i]
		default:
			return nil
		}
	}
	return doc
}
