package web

import (
	"context"
	"encoding/base64"
	"net"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// noPasskeys is the error code if passkeys cannot work at the address with which the site was
// called.
const noPasskeys = "no-passkeys"

// PasskeyView is a passkey of the caller.
type PasskeyView struct {
	ID      string `json:"id"`
	Agent   string `json:"agent" doc:"User agent of the browser that created the passkey."`
	Created int64  `json:"created"`
	Used    int64  `json:"used,omitempty" doc:"Time of the last sign-in with the passkey, as Unix time in milliseconds; missing if there was none."`
}

// PasskeyOptions holds the options that a page passes to the browser's passkey functions.
type PasskeyOptions struct {
	Options string `json:"options" doc:"JSON text for PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON."`
}

// PasskeyAnswer is the result of the browser's passkey functions.
type PasskeyAnswer struct {
	Answer string `json:"answer" maxLength:"16000" doc:"JSON text from PublicKeyCredential.toJSON."`
	Take   bool   `json:"take,omitempty" doc:"True to move the games of this browser's guest to the account."`
}

func (s *Server) passkeyOperations(a huma.API) {
	handle(s, a, operation(http.MethodPost, "/api/account/passkeys/options", "beginPasskey", "Get the options with which the browser creates a passkey for the account"),
		func(ctx context.Context, v visitor, in *struct {
			calledHost
			Body Password
		}) (*answer[PasskeyOptions], error) {
			at, err := in.place(v)
			if err != nil {
				return nil, err
			}
			text, err := s.opts.People.BeginPasskey(ctx, *v.signed, in.Body.Password, at, s.opts.Play.Now())
			return reply(PasskeyOptions{Options: text}), err
		})
	handle(s, a, operation(http.MethodPost, "/api/account/passkeys", "addPasskey", "Store the passkey that the browser has created"),
		func(ctx context.Context, v visitor, in *struct {
			calledHost
			Browser
			Body PasskeyAnswer
		}) (*none, error) {
			at, err := in.place(v)
			if err != nil {
				return nil, err
			}
			return &none{}, s.opts.People.AddPasskey(ctx, *v.signed, in.Body.Answer, at, s.device(in.Browser, v), s.opts.Play.Now())
		})
	handle(s, a, operation(http.MethodDelete, "/api/account/passkeys/{id}", "dropPasskey", "Remove a passkey from the account"),
		func(ctx context.Context, v visitor, in *struct {
			ID string `path:"id" maxLength:"1400" doc:"Id of the passkey, as listed in the account."`
		}) (*none, error) {
			id, err := base64.RawURLEncoding.DecodeString(in.ID)
			if err != nil {
				return nil, play.ErrNotFound
			}
			return &none{}, s.opts.People.DropPasskey(ctx, v.ID, id)
		})
	handle(s, a, operation(http.MethodPost, "/api/session/passkey/options", "askPasskey", "Get the options for signing in with a passkey"),
		func(ctx context.Context, v visitor, in *struct{ calledHost }) (*answer[PasskeyOptions], error) {
			at, err := in.place(v)
			if err != nil {
				return nil, err
			}
			if s.opts.People == nil {
				return nil, errNoAccounts
			}
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			text, err := s.opts.People.AskPasskey(ctx, at, s.opts.Play.Now())
			return reply(PasskeyOptions{Options: text}), err
		})
	handle(s, a, operation(http.MethodPost, "/api/session/passkey", "signInByPasskey", "Sign in with a passkey"),
		func(ctx context.Context, v visitor, in *struct {
			calledHost
			Browser
			Body PasskeyAnswer
		}) (*signedAnswer, error) {
			at, err := in.place(v)
			if err != nil {
				return nil, err
			}
			return s.enter(ctx, v, in.Body.Take, func() (people.Signed, error) {
				return s.opts.People.SignInByPasskey(ctx, in.Body.Answer, at, s.device(in.Browser, v), s.opts.Play.Now())
			})
		})
}

// place returns the address of the site as the browser sees it. It returns an error if passkeys
// cannot work at this address: they need https and a host name. Browsers make an exception for
// localhost.
func (in *calledHost) place(v visitor) (people.Place, error) {
	host := in.host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	local := host == "localhost" || strings.HasSuffix(host, ".localhost")
	if host == "" || net.ParseIP(strings.Trim(host, "[]")) != nil || !v.secure && !local {
		return people.Place{}, game.Err(noPasskeys, "passkeys need https and a host name")
	}
	return people.Place{Host: host, Origin: in.origin(v)}, nil
}

func passkeyView(p *people.Passkey) PasskeyView {
	view := PasskeyView{ID: base64.RawURLEncoding.EncodeToString(p.ID), Agent: p.Agent, Created: wire.Millis(p.Created)}
	if !p.Used.IsZero() {
		view.Used = wire.Millis(p.Used)
	}
	return view
}
