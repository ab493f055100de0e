package web_test

import (
	"net/http"
	"net/netip"
	"testing"

	"kydai/internal/web"
)

// TestStrictTransport: behind https every answer tells the browser to stay
// there for a year; on a plain network, and on a stranger's word, none does.
func TestStrictTransport(t *testing.T) {
	const header = "Strict-Transport-Security"
	plain := newSite(t)
	proxied := newSite(t, func(o *web.Options) { o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	for _, path := range []string{"/", "/api/games", "/nothing", "/api/nothing"} {
		if got := raw(t, proxied, http.MethodGet, path, "X-Forwarded-Proto", "https").Header.Get(header); got != "max-age=31536000" {
			t.Errorf("%s behind https: %q", path, got)
		}
		for _, s := range []*site{plain, proxied} {
			if got := raw(t, s, http.MethodGet, path).Header.Get(header); got != "" {
				t.Errorf("%s on a plain network: %q", path, got)
			}
		}
		if got := raw(t, plain, http.MethodGet, path, "X-Forwarded-Proto", "https").Header.Get(header); got != "" {
			t.Errorf("%s on a stranger's word: %q", path, got)
		}
	}
}
