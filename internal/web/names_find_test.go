package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"kydai/internal/web"
)

// TestPlayerByName checks that a profile is found by the name of the account, in whatever form the
// name is typed. Other names and names of guests must not be found.
func TestPlayerByName(t *testing.T) {
	s := newSite(t)
	a, other := s.guest(), s.guest()
	a.register("Hùng Vương")
	for _, typed := range []string{"Hùng Vương", "hùng vương", " HÙNG  vương "} {
		var p web.PlayerView
		other.get("/api/players/@"+url.PathEscape(typed), &p)
		if p.Player != a.id || p.Name != "Hùng Vương" {
			t.Errorf("%q finds %+v", typed, p)
		}
	}
	for _, typed := range []string{"Hưng Vương", "Hung Vuong", "", "@", other.id} {
		other.refused(http.StatusNotFound, "no-account", http.MethodGet, "/api/players/@"+url.PathEscape(typed), nil)
	}
}
