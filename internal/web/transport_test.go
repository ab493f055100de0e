package web_test

import (
	"net/http"
	"net/netip"
	"testing"

	"kydai/internal/web"
)

// TestStrictTransport checks the HSTS header, which tells browsers to use only HTTPS for a year.
// Every response over HTTPS for a public host name must have the header. The header must be missing
// if the host is an IP address or a private name, if the connection is plain HTTP, and if an
// untrusted client claims HTTPS.
func TestStrictTransport(t *testing.T) {
	const header = "Strict-Transport-Security"
	plain := newSite(t)
	proxied := newSite(t, func(o *web.Options) { o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	own := newSite(t, func(o *web.Options) {
		o.Proxies, o.OwnAuthority = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, true
	})
	for _, path := range []string{"/", "/api/games", "/nothing", "/api/nothing"} {
		for host, want := range map[string]string{
			"chess.example": "max-age=31536000", "Chess.Example:8443": "max-age=31536000",
			"127.0.0.1": "", "192.168.1.5:8443": "", "[::1]:8443": "", "kydai.local": "", "laptop": "", "laptop.lan:8443": "",
		} {
			if got := raw(t, proxied, http.MethodGet, path, "X-Forwarded-Proto", "https", "Host", host).Header.Get(header); got != want {
				t.Errorf("%s of %s behind https: %q", path, host, got)
			}
			if got := raw(t, own, http.MethodGet, path, "X-Forwarded-Proto", "https", "Host", host).Header.Get(header); got != "" {
				t.Errorf("%s of %s with an authority of its own: %q", path, host, got)
			}
		}
		for _, s := range []*site{plain, proxied} {
			if got := raw(t, s, http.MethodGet, path, "Host", "chess.example").Header.Get(header); got != "" {
				t.Errorf("%s on a plain network: %q", path, got)
			}
		}
		if got := raw(t, plain, http.MethodGet, path, "X-Forwarded-Proto", "https", "Host", "chess.example").Header.Get(header); got != "" {
			t.Errorf("%s on a stranger's word: %q", path, got)
		}
	}
}
