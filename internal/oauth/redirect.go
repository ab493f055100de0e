package oauth

import (
	"net/url"
	"strings"
)

const maxRedirect = 500 // maximum length of a redirect address in bytes

// loopback reports whether an address is a numeric loopback address. A native app uses such an
// address to listen on this machine, at a port that the operating system chooses (RFC 8252, section
// 7.3).
func loopback(u *url.URL) bool {
	return u.Scheme == "http" && (u.Hostname() == "127.0.0.1" || u.Hostname() == "::1")
}

// validRedirect reports whether an app may be registered with this redirect address.
func validRedirect(text string) bool {
	u, err := url.Parse(text)
	if err != nil || len(text) > maxRedirect || u.User != nil || strings.Contains(text, "#") || strings.ContainsAny(text, " \"'<>\\;,\r\n\t") {
		return false
	}
	switch {
	case u.Scheme == "https":
		return u.Hostname() != "" && u.Opaque == ""
	case loopback(u):
		return true
	}
	return strings.Contains(u.Scheme, ".") && u.Host == "" // the app's own URI scheme, which must contain a dot (RFC 8252, section 7.1)
}

// matches reports whether a request of this app may use a redirect address. The address must equal
// a registered address; only the port of a loopback address may differ.
func (a *App) matches(text string) bool {
	for _, known := range a.Redirects {
		if known == text || sameLoopback(known, text) {
			return true
		}
	}
	return false
}

func sameLoopback(known, text string) bool {
	k, err := url.Parse(known)
	if err != nil || !loopback(k) || !validRedirect(text) {
		return false
	}
	t, err := url.Parse(text)
	if err != nil || !loopback(t) {
		return false
	}
	host := k.Host
	if k.Port() != "" {
		host = strings.TrimSuffix(k.Host, ":"+k.Port())
	}
	if t.Port() != "" {
		host += ":" + t.Port()
	}
	k.Host = host
	return k.String() == text
}

// origin returns the origin of an address in the form that a Content-Security-Policy header uses
// for a source.
func origin(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		scheme, _, _ := strings.Cut(text, ":")
		return scheme + ":"
	}
	return u.Scheme + "://" + u.Host
}
