package web

import (
	"context"
	"crypto/sha256"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"kydai/game"
	"kydai/play"
)

// visitor is who asks, and from where.
type visitor struct {
	play.Player
	address string // what limits go by: an IPv4 address, or the first half of an IPv6 one
	secure  bool   // came by https
	token   bool   // showed a token
	fresh   bool   // a guest who has no cookie yet
}

type visitorKey struct{}

// visitorOf returns who asks; every request of the API has one.
func visitorOf(ctx context.Context) visitor {
	v, _ := ctx.Value(visitorKey{}).(visitor)
	return v
}

var errToken = game.Err(badToken, "this token is not known here")

// visit finds out who asks: by a token, by a cookie, or as a new guest.
func (s *Server) visit(r *http.Request) (visitor, error) {
	address, secure := s.from(r)
	v := visitor{address: address, secure: secure}
	if header := r.Header.Get("Authorization"); header != "" {
		player, err := s.bearer(r.Context(), header)
		v.Player, v.token = player, true
		return v, err
	}
	name := plainCookie
	if secure {
		name = secureCookie
	}
	for _, c := range r.CookiesNamed(name) {
		if p, ok := s.guests.read(c.Value); ok {
			v.Player = p
			return v, nil
		}
	}
	v.Player, v.fresh = newGuest(), true
	return v, nil
}

// bearer returns the player for whom a token acts.
func (s *Server) bearer(ctx context.Context, header string) (play.Player, error) {
	scheme, text, _ := strings.Cut(header, " ")
	raw, err := b64.DecodeString(strings.TrimPrefix(strings.TrimSpace(text), tokenPrefix))
	if !strings.EqualFold(scheme, "Bearer") || err != nil || len(raw) != tokenBytes {
		return play.Player{}, errToken
	}
	t, err := s.o.Play.Tokens().FindToken(ctx, sha256.Sum256(raw))
	if err != nil {
		if code(err) == play.NotFound {
			err = errToken
		}
		return play.Player{}, err
	}
	return play.Player{ID: t.Player, Name: t.Name, Bot: true}, nil
}

// from returns the address that a request came from and whether by https.
// What a proxy says counts only if it is one of ours.
func (s *Server) from(r *http.Request) (address string, secure bool) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	addr, _ := netip.ParseAddr(host)
	addr = addr.Unmap()
	secure = r.TLS != nil
	if s.trusts(addr) {
		secure = secure || strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(hops) - 1; i >= 0 && s.trusts(addr); i-- {
			hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
			if err != nil {
				break
			}
			addr = hop.Unmap()
		}
	}
	if addr.Is6() {
		half, _ := addr.WithZone("").Prefix(64)
		return half.String(), secure
	}
	return addr.String(), secure
}

func (s *Server) trusts(a netip.Addr) bool {
	for _, p := range s.o.Proxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// greet wraps the API: it knows who asks, and gives new guests their cookie.
func (s *Server) greet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, err := s.visit(r)
		if err != nil {
			refuse(w, s.problem(err))
			return
		}
		if !s.buckets.allow("ask "+v.address, s.o.Limits.Requests) {
			refuse(w, s.problem(errTooFast))
			return
		}
		// Another site can make a browser ask without its cookie; the answer
		// must not replace it.
		site := r.Header.Get("Sec-Fetch-Site")
		if v.fresh && (site == "" || site == "same-origin" || site == "none") {
			http.SetCookie(w, s.guests.cookie(v.Player, v.secure))
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitorKey{}, v)))
	})
}
