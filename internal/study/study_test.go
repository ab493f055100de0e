package study_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"kydai/game"
	"kydai/internal/study"
)

// shelf is a study store in memory for tests. It holds at most two studies in total.
type shelf map[string]study.Study

func (m shelf) AddStudy(_ context.Context, s *study.Study, mostGuest, _ int) (string, bool, error) {
	if len(m) >= min(mostGuest, 2) {
		return "", true, nil
	}
	m[s.ID] = *s
	return s.ID, false, nil
}

func (m shelf) Study(_ context.Context, id string) (study.Study, error) {
	if s, ok := m[id]; ok {
		return s, nil
	}
	return study.Study{}, study.ErrNoStudy
}
func (m shelf) Studies(context.Context, []string) ([]study.Study, error) { return nil, nil }
func (m shelf) DropStudy(context.Context, []string, string) error        { return study.ErrNoStudy }

// TestShare checks that a text that cannot be a study is refused before it reaches the
// store.
func TestShare(t *testing.T) {
	rows := shelf{}
	s := study.New(study.Options{Store: rows, Random: bytes.NewReader(make([]byte, 24)), Known: func(name string) bool { return name == "chess" }})
	codeOf := func(gameName, body string) string {
		_, err := s.Share(t.Context(), "me", gameName, body)
		var e *game.Error
		if errors.As(err, &e) {
			return e.Code
		}
		return ""
	}
	for _, body := range []string{"", "a b", "a=", "<b>", "é", "a\x00", strings.Repeat("a", study.MaxBody+1)} {
		if got := codeOf("chess", body); got != study.Bad {
			t.Errorf("%.10q: %q", body, got)
		}
	}
	if got := codeOf("checkers", "abc"); got != study.Bad {
		t.Errorf("an unknown game: %q", got)
	}
	if len(rows) != 0 {
		t.Fatalf("%d rows", len(rows))
	}
	id, err := s.Share(t.Context(), "me", "chess", "aZ09_-")
	if err != nil || len(id) != 16 {
		t.Fatalf("%q, %v", id, err)
	}
	if one, err := s.Open(t.Context(), id); err != nil || one.Body != "aZ09_-" || one.Owner != "me" {
		t.Errorf("%+v, %v", one, err)
	}
	rows["other"] = study.Study{}
	if got := codeOf("chess", "abc"); got != study.TooMany {
		t.Errorf("one too many: %q", got)
	}
	if got := codeOf("chess", "abc"); got != "" {
		t.Logf("without randomness: %q", got)
	}
}
