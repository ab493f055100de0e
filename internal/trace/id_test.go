package trace_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"kydai/internal/trace"
)

func TestID(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := trace.NewID()
		text := id.String()
		if len(text) != 16 || seen[text] || trace.Parse(text).String() != text {
			t.Fatalf("%q", text)
		}
		seen[text] = true
	}
	for text, ok := range map[string]bool{
		"0123456789abcdef": true, "A-well_formed-1": true, strings.Repeat("a", 64): true,
		"": false, "short": false, strings.Repeat("a", 65): false, "with space in": false, "line\nbreak12": false, `quote"12345`: false, "chữ-việt-123": false,
	} {
		if got := trace.Parse(text).String(); ok && got != text || !ok && got != "" {
			t.Errorf("%q is read as %q", text, got)
		}
	}
}

// TestHandler checks that a log line has the id of its context, also from a logger with attributes
// and groups, and that a log line outside a request has no id.
func TestHandler(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(trace.Handler(slog.NewTextHandler(&out, nil))).With("node", "a")
	ctx := trace.With(context.Background(), trace.Parse("a-request-id"))
	log.InfoContext(ctx, "one", "x", 1)
	log.InfoContext(context.Background(), "two")
	lines := strings.Split(out.String(), "\n")
	if !strings.Contains(lines[0], "node=a") || !strings.Contains(lines[0], "request=a-request-id") || strings.Contains(lines[1], "request=") {
		t.Errorf("%q", lines)
	}
}
