package web_test

import (
	"net/http"
	"testing"

	"kydai/internal/web"
)

// TestNoRoom checks the responses to /room/site.txt. A page opened at localhost requests this path
// to learn the address of the site in the local network. A server without Options.Room must respond
// with an empty body and status 204, because a browser would log status 404 as an error.
func TestNoRoom(t *testing.T) {
	for _, c := range []struct {
		name string
		room http.Handler
		want int
	}{
		{"without a room", nil, http.StatusNoContent},
		{"with a room", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) }), http.StatusAccepted},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t, func(o *web.Options) { o.Room = c.room })
			res, err := s.guest().client.Get(s.http.URL + "/room/site.txt")
			if err != nil {
				t.Fatal(err)
			}
			_ = res.Body.Close()
			if res.StatusCode != c.want {
				t.Errorf("status %d, want %d", res.StatusCode, c.want)
			}
		})
	}
}
