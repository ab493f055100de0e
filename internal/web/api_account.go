package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/account"
	"kydai/game"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/qrcode"
	"kydai/internal/wire"
)

// AccountView is the caller's account, as the API returns it.
type AccountView struct {
	Me
	Created  int64         `json:"created"`
	Renamed  int64         `json:"renamed,omitempty" doc:"Time of the last change of the name, as Unix time in milliseconds."`
	Codes    int           `json:"codes" doc:"Number of unused recovery codes."`
	Sessions []SessionView `json:"sessions"`
	Passkeys []PasskeyView `json:"passkeys"`
	Guest    bool          `json:"guest,omitempty" doc:"True if this browser also has a guest whose games the account can take over."`
}

// Password is the body of a request that needs the password as a confirmation
// because it cannot be undone.
type Password struct {
	Password string `json:"password" maxLength:"600"`
}

// NewPassword is the body of a request that changes the password.
type NewPassword struct {
	Old string `json:"old" maxLength:"600"`
	New string `json:"new" maxLength:"600"`
}

// Codes holds the new recovery codes of an account.
type Codes struct {
	Codes []string `json:"codes"`
}

// LinkView is a one-time link that signs another device in.
type LinkView struct {
	Link    string `json:"link" doc:"URL of the page that signs the other device in."`
	Expires int64  `json:"expires"`
	QR      string `json:"qr" doc:"QR code of the link, as SVG."`
}

func (s *Server) accountOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/account", "getAccount", "Get the caller's account with its sessions and passkeys"), s.account)
	handle(s, a, operation(http.MethodPost, "/api/account/password", "changePassword", "Change the password and end all other sessions"),
		func(ctx context.Context, v visitor, in *struct{ Body NewPassword }) (*none, error) {
			return &none{}, s.opts.People.ChangePassword(ctx, *v.signed, in.Body.Old, in.Body.New, s.opts.Play.Now())
		})
	handle(s, a, operation(http.MethodPost, "/api/account/codes", "makeCodes", "Replace the recovery codes of the caller's account"),
		func(ctx context.Context, v visitor, in *struct{ Body Password }) (*answer[Codes], error) {
			codes, err := s.opts.People.NewCodes(ctx, *v.signed, in.Body.Password, s.opts.Play.Now())
			return reply(Codes{Codes: codes}), err
		})
	handle(s, a, operation(http.MethodPost, "/api/account/guest", "takeAlong", "Move the games of this browser's guest to the caller's account"),
		func(ctx context.Context, v visitor, _ *none) (*none, error) {
			if v.guest == "" || v.guest == v.ID {
				return nil, people.ErrNoAccount
			}
			return &none{}, s.opts.People.TakeAlong(ctx, v.ID, v.guest, s.opts.Play.Now())
		})
	handle(s, a, operation(http.MethodPost, "/api/account/admin", "becomeAdmin", "Become the first administrator with the link that the server printed at its first start"),
		func(ctx context.Context, v visitor, in *struct{ Body OneTimeLink }) (*none, error) {
			return &none{}, s.opts.People.BecomeAdmin(ctx, *v.signed, in.Body.Link, s.opts.Play.Now())
		})
	handle(s, a, operation(http.MethodDelete, "/api/account", "deleteAccount", "Delete the caller's account; its games stay, with a deleted player without a name"),
		func(ctx context.Context, v visitor, in *struct{ Body Password }) (*cookieAnswer, error) {
			err := s.opts.People.Delete(ctx, *v.signed, in.Body.Password, s.opts.Play.Now())
			return &cookieAnswer{SetCookie: []http.Cookie{*sessionCookie("", v.secure)}}, err
		})
	handle(s, a, operation(http.MethodPost, "/api/account/links", "makeLink", "Create a link that signs another device in, once and within two minutes"), s.makeLink)
	s.passkeyOperations(a)
	s.exportOperation(a)
}

func (s *Server) account(ctx context.Context, v visitor, _ *none) (*answer[AccountView], error) {
	one := &v.signed.Account
	out := AccountView{Me: meOf(one), Created: wire.Millis(one.Created), Sessions: []SessionView{}, Passkeys: []PasskeyView{}}
	if !one.Renamed.IsZero() {
		out.Renamed = wire.Millis(one.Renamed)
	}
	var err error
	if out.Codes, err = s.opts.People.CodesLeft(ctx, v.ID); err != nil {
		return nil, err
	}
	list, err := s.opts.People.Sessions(ctx, v.ID)
	if err != nil {
		return nil, err
	}
	for i := range list {
		out.Sessions = append(out.Sessions, sessionView(&list[i], v))
	}
	keys, err := s.opts.People.Passkeys(ctx, v.ID)
	if err != nil {
		return nil, err
	}
	for i := range keys {
		out.Passkeys = append(out.Passkeys, passkeyView(&keys[i]))
	}
	if v.guest != "" {
		if out.Guest, err = s.hasGames(ctx, v.guest); err != nil {
			return nil, err
		}
	}
	return reply(out), nil
}

// hasGames reports whether a guest has games that could be moved to an account.
func (s *Server) hasGames(ctx context.Context, guest string) (bool, error) {
	if is, err := s.opts.People.IsGuest(ctx, guest); err != nil || !is {
		return false, err
	}
	by := play.Player{ID: guest}
	if live, err := s.opts.Play.Playing(ctx, by); err != nil || len(live) > 0 {
		return err == nil, err
	}
	over, _, err := s.opts.Play.Played(ctx, by, play.Filter{}, play.Cursor{}, 1)
	return len(over) > 0, err
}

// calledHost is embedded in the input of an operation that needs the host name with which the
// client called this server.
type calledHost struct{ host string }

// Resolve stores the Host header of the request. The library huma calls it before the operation.
func (in *calledHost) Resolve(c huma.Context) []error {
	in.host = c.Host()
	return nil
}

// origin returns the URL of this site, with the host name that the visitor used.
func (in *calledHost) origin(v visitor) string {
	return named(v.secure, "https://", "http://") + in.host
}

// makeLink creates a one-time link for signing in. The link's secret is in the fragment after #,
// which browsers do not send, so no log contains the secret.
func (s *Server) makeLink(ctx context.Context, v visitor, in *calledHost) (*answer[LinkView], error) {
	if err := s.mayCreate(v); err != nil {
		return nil, err
	}
	text, expires, err := s.opts.People.NewLink(ctx, *v.signed, s.opts.Play.Now())
	if err != nil {
		return nil, err
	}
	link := in.origin(v) + "/account#" + string(account.SignInByCode) + "=" + text
	code, err := qrcode.SVG(link)
	if err != nil {
		return nil, game.Err(badRequest, "this link is too long for a QR code")
	}
	return reply(LinkView{Link: link, Expires: wire.Millis(expires), QR: string(code)}), nil
}
