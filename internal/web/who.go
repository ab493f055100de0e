package web

import (
	"context"
	"crypto/sha256"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"kydai/account"
	"kydai/game"
	"kydai/internal/people"
	"kydai/internal/play"
)

// visitor is the sender of a request: the player, the IP address and the credentials.
type visitor struct {
	play.Player
	address string            // key of the rate limits: an IPv4 address, or the first 64 bits of an IPv6 address
	wide    string            // second key of the rate limits: the first 48 bits of an IPv6 address; "" for IPv4
	secure  bool              // the request came by https
	token   bool              // the request has a valid token
	fresh   bool              // the player is a new guest who has no cookie yet
	renew   bool              // the guest's cookie is old and should be renewed
	hash    [sha256.Size]byte // hash of the token or the session, or people.GuestHash of a guest
	role    account.Role
	scopes  []account.Scope // scopes of the token; empty means all scopes
	until   time.Time       // when the token expires; zero means never
	signed  *people.Visitor // the account that is signed in; nil for guests and bots
	guest   string          // id in the guest cookie of a request that also has a valid session cookie; "" if none
	ended   bool            // the request has the cookie of a session that has ended
}

type visitorKey struct{}

// visitorOf returns the caller of an API request from the request's context.
func visitorOf(ctx context.Context) visitor {
	v, _ := ctx.Value(visitorKey{}).(visitor)
	return v
}

var errToken = game.Err(badToken, "this token is unknown or was revoked")

func withVisitor(ctx context.Context, v visitor) context.Context {
	return context.WithValue(ctx, visitorKey{}, v)
}

// comer identifies a visitor without a query to the database: it returns the address, and the
// player in a guest's cookie. It creates no new guest.
func (s *Server) comer(r *http.Request) visitor {
	v := visitor{role: account.Guest}
	var addr netip.Addr
	addr, v.secure = s.from(r)
	v.address, v.wide = networks(addr)
	if r.Header.Get("Authorization") != "" {
		return v
	}
	name := plainCookie
	if v.secure {
		name = secureCookie
	}
	for _, c := range r.CookiesNamed(name) {
		if p, renew, ok := s.guests.read(c.Value); ok {
			v.Player, v.renew = p, renew
			return v
		}
	}
	return v
}

// visit identifies the caller by a token, by a session, by a guest's cookie, or as a new guest. The
// function door has already checked the rate limits of the address.
func (s *Server) visit(r *http.Request) (v visitor, err error) {
	v = visitorOf(r.Context())
	defer func() { v.Address = v.address }()
	if header := r.Header.Get("Authorization"); header != "" {
		t, err := s.bearer(r.Context(), header)
		v.Player = play.Player{ID: t.Player, Name: t.Name, Bot: true}
		v.hash, v.token, v.role, v.until = t.Hash, true, account.Bot, t.Expires
		for _, name := range t.Scopes {
			v.scopes = append(v.scopes, account.Scope(name))
		}
		return v, err
	}
	if done, err := s.signedIn(r, &v); done || err != nil {
		return v, err
	}
	if v.ID == "" {
		v.Player, v.fresh = newGuest(), true
	}
	v.hash = people.GuestHash(v.ID)
	return v, nil
}

// bearer looks up the token in an Authorization header.
func (s *Server) bearer(ctx context.Context, header string) (t play.Token, err error) {
	scheme, text, _ := strings.Cut(header, " ")
	hash, ok := tokenHash(strings.TrimSpace(text))
	if !strings.EqualFold(scheme, "Bearer") || !ok {
		return t, errToken
	}
	t, err = s.opts.Play.Tokens().FindToken(ctx, hash)
	if code(err) == play.NotFound {
		err = errToken
	}
	return t, err
}

// from returns the client's address and whether the request used https. It uses proxy headers only
// if they come from the operator's own proxies.
func (s *Server) from(r *http.Request) (addr netip.Addr, secure bool) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	addr, _ = netip.ParseAddr(host)
	addr = addr.Unmap()
	secure = r.TLS != nil
	if s.trusts(addr) {
		secure = secure || strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(hops) - 1; i >= 0 && s.trusts(addr); i-- {
			hop, ok := hopOf(hops[i])
			if !ok {
				break
			}
			addr = hop
		}
	}
	return addr, secure
}

// hopOf parses one address in the header X-Forwarded-For. Some proxies add a port
// to the address.
func hopOf(text string) (netip.Addr, bool) {
	text = strings.TrimSpace(text)
	if at, err := netip.ParseAddrPort(text); err == nil {
		return at.Addr().Unmap(), true
	}
	addr, err := netip.ParseAddr(strings.Trim(text, "[]"))
	return addr.Unmap(), err == nil
}

// networks returns the keys of the rate limits. For IPv4 this is the address. For IPv6 it is the
// /64 network of one device and the /48 network of one customer.
func networks(addr netip.Addr) (narrow, wide string) {
	if !addr.Is6() {
		return addr.String(), ""
	}
	half, _ := addr.WithZone("").Prefix(64)
	customer, _ := addr.WithZone("").Prefix(48)
	return half.String(), customer.String()
}

func (s *Server) trusts(a netip.Addr) bool {
	for _, p := range s.opts.Proxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// greet wraps the API. It identifies the caller and sets the cookie of new guests.
func (s *Server) greet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, err := s.visit(r)
		if err != nil {
			p := s.problemIn(r.Context(), err)
			s.metrics.failed(p)
			refuse(w, p)
			return
		}
		if v.token || v.signed != nil { // the function door could not identify this player, so count the request for the player here
			if q := s.buckets.take("requests "+v.ID, s.opts.Limits.Requests); !q.ok {
				q.policy = "requests"
				refuse(w, s.over(q))
				return
			}
		}
		// Another site can make a browser send a request without its cookie. The response to such a
		// request must not replace the cookie. Also, a cache must not give the cookie of one guest
		// to other visitors.
		site := r.Header.Get("Sec-Fetch-Site")
		if r.URL.Path != statisticsPath && r.URL.Path != livePath && (site == "" || site == "same-origin" || site == "none") {
			if v.fresh || v.renew {
				http.SetCookie(w, s.guests.cookie(v.Player, v.secure))
			}
			if v.ended {
				http.SetCookie(w, sessionCookie("", v.secure))
			}
		}
		next.ServeHTTP(w, r.WithContext(withVisitor(r.Context(), v)))
	})
}
