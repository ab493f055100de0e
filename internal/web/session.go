package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"slices"
	"strings"
	"time"

	"kydai/game"
	"kydai/internal/people"
	"kydai/internal/play"
)

// Names of cookies. The constant secureCookie explains the prefix __Host-.
const (
	secureSession = "__Host-kydai-session"
	plainSession  = "kydai-session"
	secureDevice  = "__Host-kydai-device"
	plainDevice   = "kydai-device"
	maxSecret     = 64
)

var errNoAccounts = game.Err(play.NotFound, "this site has no accounts")

// named chooses between two texts, such as two names of a cookie: the parameter withHTTPS if the
// connection is secure, otherwise the parameter without.
func named(secure bool, withHTTPS, without string) string {
	if secure {
		return withHTTPS
	}
	return without
}

// sessionCookie returns the cookie of a session. If the secret is empty, the cookie makes the
// browser delete its session cookie.
func sessionCookie(secret string, secure bool) *http.Cookie {
	c := &http.Cookie{
		Name: named(secure, secureSession, plainSession), Value: secret, Path: "/", MaxAge: int(people.SessionFor / time.Second),
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
	if secret == "" {
		c.MaxAge = -1
	}
	return c
}

// signedIn identifies a visitor by the session cookie. Without a valid session it returns false. It
// then removes the guest from v if the guest has become an account, because the cookie of this
// guest is no longer valid.
func (s *Server) signedIn(r *http.Request, v *visitor) (done bool, err error) {
	if s.opts.People == nil {
		return false, nil
	}
	for _, c := range r.CookiesNamed(named(v.secure, secureSession, plainSession)) {
		if c.Value == "" || len(c.Value) > maxSecret {
			continue
		}
		who, err := s.opts.People.Visit(r.Context(), c.Value, v.address, s.opts.Play.Now())
		if code(err) == people.BadSession {
			v.ended = true
			continue
		}
		if err != nil {
			return false, err
		}
		v.guest, v.renew, v.ended = v.ID, false, false
		v.Player = play.Player{ID: who.Account.ID, Name: who.Account.Name.Shown, Also: who.Also, Account: true}
		v.hash, v.role, v.signed = who.Session.Hash, who.Account.Role, &who
		return true, nil
	}
	if v.ID == "" {
		return false, nil
	}
	good, err := s.opts.People.IsGuest(r.Context(), v.ID)
	if err == nil && !good {
		v.Player, v.renew = play.Player{}, false
	}
	return false, err
}

// deviceCookie returns a cookie that marks a browser in which an account has signed in. In such a
// browser, wrong passwords from other browsers do not delay a sign-in. The cookie gives no access.
func (s *Server) deviceCookie(id string, secure bool) *http.Cookie {
	nonce := rand.Text()
	return &http.Cookie{
		Name: named(secure, secureDevice, plainDevice), Value: nonce + "." + b64.EncodeToString(deviceMAC(s.guests.keys[0], id, nonce)),
		Path: "/", MaxAge: int(cookieAge / time.Second), HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
}

func deviceMAC(key []byte, id, nonce string) []byte {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte("device " + id + " " + nonce)) // Write of a hash never fails
	return mac.Sum(nil)
}

// Browser holds the request headers that sign-in operations read.
type Browser struct {
	Agent   string `header:"User-Agent" hidden:"true"`
	Cookies string `header:"Cookie" hidden:"true"`
}

// device describes the browser for package people: its address, its User-Agent, and the accounts
// that have signed in with it before, according to its device cookie.
func (s *Server) device(b Browser, v visitor) people.Device {
	value := ""
	if all, err := http.ParseCookie(b.Cookies); err == nil {
		name := named(v.secure, secureDevice, plainDevice)
		if at := slices.IndexFunc(all, func(c *http.Cookie) bool { return c.Name == name }); at >= 0 && len(all[at].Value) <= maxCookie {
			value = all[at].Value
		}
	}
	nonce, sum, _ := strings.Cut(value, ".")
	mac, err := b64.DecodeString(sum)
	return people.Device{Address: v.address, Agent: b.Agent, Familiar: func(id string) bool {
		return err == nil && slices.ContainsFunc(s.guests.keys, func(key []byte) bool { return hmac.Equal(mac, deviceMAC(key, id, nonce)) })
	}}
}
