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

// visitor is the sender of a request: the player and the address.
type visitor struct {
	play.Player
	address string            // key of the rate limits: an IPv4 address, or the first half of an IPv6 address
	wide    string            // the first 48 bits of an IPv6 address; "" for IPv4
	secure  bool              // came by https
	token   bool              // showed a token
	fresh   bool              // a guest who has no cookie yet
	renew   bool              // the cookie is old
	hash    [sha256.Size]byte // of the token, the session, or by people.GuestHash
	role    account.Role
	scopes  []account.Scope // of the token; empty means all
	until   time.Time       // end of the token; zero means none
	signed  *people.Visitor // who is signed in; nil for guests and bots
	guest   string          // id of the guest cookie that came with a session
	ended   bool            // came with the cookie of a session that has ended
}

type visitorKey struct{}

// visitorOf returns the caller; every API request has one.
func visitorOf(ctx context.Context) visitor {
	v, _ := ctx.Value(visitorKey{}).(visitor)
	return v
}

var errToken = game.Err(badToken, "this token is unknown or was revoked")

func withVisitor(ctx context.Context, v visitor) context.Context {
	return context.WithValue(ctx, visitorKey{}, v)
}

// comer returns what is known of a visitor without a query to the database: the
// address, and the player of a guest's cookie. It creates no new guest.
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

// visit identifies the caller: by a token, by a session, by a guest's cookie,
// or as a new guest. The limits of function door were checked before.
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

// bearer looks up the token in the header Authorization of a request.
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

// from returns the address of a request and whether it used https. Proxy
// headers count only from our own proxies.
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

// networks returns the keys of the rate limits: an IPv4 address; for IPv6 the
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

// greet wraps the API: it identifies the caller and sets the cookie of new
// guests.
func (s *Server) greet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, err := s.visit(r)
		if err != nil {
			p := s.problemIn(r.Context(), err)
			s.metrics.failed(p)
			refuse(w, p)
			return
		}
		if v.token || v.signed != nil { // the door did not know the player
			if q := s.buckets.take("requests "+v.ID, s.opts.Limits.Requests); !q.ok {
				q.policy = "requests"
				refuse(w, s.over(q))
				return
			}
		}
		// Another site can make a browser send a request without its cookie. Then
		// the response must not replace the cookie. A cache must not give the
		// cookie of one guest to other visitors either.
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
