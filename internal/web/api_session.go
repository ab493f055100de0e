package web

import (
	"context"
	"encoding/hex"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/people"
	"kydai/internal/wire"
)

// Register is the body of a request that creates an account for a guest.
type Register struct {
	Name     string `json:"name" maxLength:"200"`
	Password string `json:"password" maxLength:"600"`
}

// SignIn is the body of a sign-in by name and password.
type SignIn struct {
	Name     string `json:"name" maxLength:"200"`
	Password string `json:"password" maxLength:"600"`
	Take     bool   `json:"take,omitempty" doc:"True to move the games of this browser's guest to the account."`
}

// Recover is the body of a sign-in by name and recovery code, which also sets a new password.
type Recover struct {
	Name     string `json:"name" maxLength:"200"`
	Code     string `json:"code" maxLength:"200"`
	Password string `json:"password" maxLength:"600" doc:"New password."`
}

// OneTimeLink holds the secret part of a one-time link.
type OneTimeLink struct {
	Link string `json:"link" maxLength:"100"`
	Take bool   `json:"take,omitempty" doc:"True to move the games of this browser's guest to the account."`
}

// LinkName holds the name of the account that a one-time link signs in to.
type LinkName struct {
	Name string `json:"name"`
}

// Welcome is the response to a successful sign-in.
type Welcome struct {
	Me
	Codes []string `json:"codes,omitempty" doc:"Recovery codes of a new account; the server shows them only once."`
}

type signedAnswer struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      Welcome
}

type cookieAnswer struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
}

func (s *Server) sessionOperations(a huma.API) {
	handle(s, a, operation(http.MethodPost, "/api/account", "register", "Create an account for the calling guest, with the same player id, and sign in"),
		func(ctx context.Context, v visitor, in *struct {
			Browser
			Body Register
		}) (*signedAnswer, error) {
			if s.opts.People == nil {
				return nil, errNoAccounts
			}
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			signed, codes, err := s.opts.People.Register(ctx, v.ID, in.Body.Name, in.Body.Password, s.device(in.Browser, v), s.opts.Play.Now())
			if err != nil {
				return nil, err
			}
			return s.welcome(v, signed, codes), nil
		})
	handle(s, a, operation(http.MethodPost, "/api/session", "signIn", "Sign in with name and password"),
		func(ctx context.Context, v visitor, in *struct {
			Browser
			Body SignIn
		}) (*signedAnswer, error) {
			return s.enter(ctx, v, in.Body.Take, func() (people.Signed, error) {
				return s.opts.People.SignIn(ctx, in.Body.Name, in.Body.Password, s.device(in.Browser, v), s.opts.Play.Now())
			})
		})
	handle(s, a, operation(http.MethodPost, "/api/session/recover", "recover", "Sign in with a recovery code, set a new password and end all other sessions"),
		func(ctx context.Context, v visitor, in *struct {
			Browser
			Body Recover
		}) (*signedAnswer, error) {
			return s.enter(ctx, v, false, func() (people.Signed, error) {
				return s.opts.People.Recover(ctx, in.Body.Name, in.Body.Code, in.Body.Password, s.device(in.Browser, v), s.opts.Play.Now())
			})
		})
	handle(s, a, operation(http.MethodPost, "/api/session/link", "signInByLink", "Sign in with a link that another device has created"),
		func(ctx context.Context, v visitor, in *struct {
			Browser
			Body OneTimeLink
		}) (*signedAnswer, error) {
			return s.enter(ctx, v, in.Body.Take, func() (people.Signed, error) {
				return s.opts.People.SignInByLink(ctx, in.Body.Link, s.device(in.Browser, v), s.opts.Play.Now())
			})
		})
	handle(s, a, operation(http.MethodPost, "/api/session/link/name", "seeLink", "Get the name of the account to which a link signs in, without using up the link"),
		func(ctx context.Context, _ visitor, in *struct{ Body OneTimeLink }) (*answer[LinkName], error) {
			if s.opts.People == nil {
				return nil, errNoAccounts
			}
			name, err := s.opts.People.LinkName(ctx, in.Body.Link, s.opts.Play.Now())
			return reply(LinkName{Name: name}), err
		})
	s.endOperations(a)
}

// endOperations registers the operations that end sessions.
func (s *Server) endOperations(a huma.API) {
	handle(s, a, operation(http.MethodDelete, "/api/session", "signOut", "End the caller's session"),
		func(ctx context.Context, v visitor, _ *none) (*cookieAnswer, error) {
			err := s.opts.People.End(ctx, v.ID, v.hash)
			return &cookieAnswer{SetCookie: []http.Cookie{*sessionCookie("", v.secure)}}, err
		})
	handle(s, a, operation(http.MethodDelete, "/api/account/sessions", "endSessions", "End all sessions of the caller except the current session"),
		func(ctx context.Context, v visitor, _ *none) (*none, error) {
			return &none{}, s.opts.People.EndAll(ctx, v.ID, v.hash)
		})
	handle(s, a, operation(http.MethodDelete, "/api/account/sessions/{id}", "endSession", "End one session of the caller"),
		func(ctx context.Context, v visitor, in *struct {
			ID string `path:"id" maxLength:"64" doc:"Id of the session, as listed in the account."`
		}) (*none, error) {
			hash, err := sessionHash(in.ID)
			if err != nil {
				return nil, err
			}
			return &none{}, s.opts.People.End(ctx, v.ID, hash)
		})
}

// enter signs the visitor in to an account. The function in performs the sign-in itself. If the
// parameter take is true, the games that the visitor played as a guest are moved to the account.
func (s *Server) enter(ctx context.Context, v visitor, take bool, in func() (people.Signed, error)) (*signedAnswer, error) {
	if s.opts.People == nil {
		return nil, errNoAccounts
	}
	signed, err := in()
	if err != nil {
		return nil, err
	}
	if take && !v.fresh {
		if err := s.opts.People.TakeAlong(ctx, signed.Account.ID, v.ID, s.opts.Play.Now()); err != nil {
			return nil, err
		}
	}
	return s.welcome(v, signed, nil), nil
}

// welcome returns the response to a sign-in. It sets a new session cookie, because every session
// has a new secret.
func (s *Server) welcome(v visitor, signed people.Signed, codes []string) *signedAnswer {
	a := &signed.Account
	return &signedAnswer{
		SetCookie: []http.Cookie{*sessionCookie(signed.Secret, v.secure), *s.deviceCookie(a.ID, v.secure)},
		Body:      Welcome{Me: meOf(a), Codes: codes},
	}
}

func meOf(a *people.Account) Me {
	return Me{Player: a.ID, Name: a.Name.Shown, Account: true, Role: string(a.Role)}
}

// SessionView is a browser in which the account is signed in.
type SessionView struct {
	ID      string `json:"id"`
	Created int64  `json:"created"`
	Seen    int64  `json:"seen" doc:"Time of the last visit, to the hour, as Unix time in milliseconds."`
	Agent   string `json:"agent" doc:"User agent of the browser."`
	Address string `json:"address"`
	This    bool   `json:"this,omitempty" doc:"True if this is the session of the request."`
}

func sessionView(one *people.Session, v visitor) SessionView {
	return SessionView{
		ID: hex.EncodeToString(one.Hash[:]), Created: wire.Millis(one.Created), Seen: wire.Millis(one.Seen),
		Agent: one.Agent, Address: one.Address, This: one.Hash == v.hash,
	}
}
