package web_test

import (
	"crypto/rand"
	"net/http"
	"strings"
	"testing"

	"kydai/internal/store"
	"kydai/internal/study"
	"kydai/internal/web"
)

// keeping returns a function that changes the options of a node so that the node has shared
// studies.
func keeping(db *store.Store) func(*web.Options) {
	return func(o *web.Options) {
		o.Studies = study.New(study.Options{Store: db, Random: rand.Reader, Known: func(name string) bool { return name == "chess" }})
	}
}

// TestStudies checks that a guest can share a study and that another player can open it. Only the
// guest may see when the study was opened, and only the guest may delete it.
func TestStudies(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b, keeping(db))
	anna, binh := s.guest(), s.guest()
	body := strings.Repeat("aZ0_", study.MaxBody/4)
	var made, got web.SharedStudy
	anna.post("/api/studies", say{"game": "chess", "study": body}, &made)
	var again web.SharedStudy
	anna.post("/api/studies", say{"game": "chess", "study": body}, &again)
	if made.ID == "" || again.ID != made.ID {
		t.Errorf("shared twice: %q and %q", made.ID, again.ID)
	}
	binh.get("/api/studies/"+made.ID, &got)
	if got.Study != body || got.Game != "chess" || got.Seen != 0 {
		t.Errorf("the study has %d characters, game %s, seen %d", len(got.Study), got.Game, got.Seen)
	}
	var list []web.SharedStudy
	anna.get("/api/me/studies", &list)
	if len(list) != 1 || list[0].Until-list[0].Seen != study.KeptFor.Milliseconds() {
		t.Errorf("a guest's study is kept for 90 days: %+v", list)
	}
	if len(list) != 1 || list[0].ID != made.ID || list[0].Study != "" || list[0].Seen == 0 {
		t.Errorf("the list is %+v", list)
	}
	binh.refused(http.StatusNotFound, study.NotFound, http.MethodDelete, "/api/studies/"+made.ID, nil)
	anna.want(http.MethodDelete, "/api/studies/"+made.ID, nil, &list)
	if len(list) != 0 {
		t.Errorf("after the deletion: %+v", list)
	}
	binh.refused(http.StatusNotFound, study.NotFound, http.MethodGet, "/api/studies/"+made.ID, nil)
}

// TestStudyLimits checks that invalid studies, studies that are too large, and too many requests
// are refused.
func TestStudyLimits(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b, keeping(db), func(o *web.Options) { o.Limits.Studies = web.Rate{Second: 0.001, Burst: 2} })
	anna := s.guest()
	for _, text := range []string{"", "a b", "a=", strings.Repeat("a", study.MaxBody+1)} {
		if status, _ := anna.ask(http.MethodPost, "/api/studies", say{"game": "chess", "study": text}); status < 400 || status >= 500 {
			t.Errorf("%.10q: status %d", text, status)
		}
	}
	if status, _ := anna.ask(http.MethodPost, "/api/studies", say{"game": "chess", "study": strings.Repeat("a", 1<<20)}); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a megabyte: status %d", status)
	}
	anna.refused(http.StatusBadRequest, study.Bad, http.MethodPost, "/api/studies", say{"game": "checkers", "study": "abc"})
	anna.post("/api/studies", say{"game": "chess", "study": "abc"}, nil)
	anna.refused(http.StatusTooManyRequests, "too-fast", http.MethodPost, "/api/studies", say{"game": "chess", "study": "abd"})
	// A server without the service for studies must return an error.
	newNode(t, db, b).guest().refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/studies/abc", nil)
}
