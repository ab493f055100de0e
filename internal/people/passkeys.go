package people

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"kydai/account"
	"kydai/game"
)

// BadPasskey is the error code for a passkey that is unknown or whose signature is wrong.
const BadPasskey = "bad-passkey"

var errPasskey = game.Err(BadPasskey, "this passkey is not known here, or its answer is wrong")

// mostPasskeys is the maximum number of passkeys per account.
const mostPasskeys = 20

// Place is the host and the origin under which a browser sees the site. A passkey is valid for one
// host.
type Place struct {
	Host   string // host name, such as kydai.example
	Origin string // origin, such as https://kydai.example
}

// keyOwner is an account in the form that the WebAuthn library needs.
type keyOwner struct {
	account Account
	keys    []webauthn.Credential
	rows    []Passkey
}

func (o *keyOwner) WebAuthnID() []byte                         { return []byte(o.account.ID) }
func (o *keyOwner) WebAuthnName() string                       { return o.account.Name.Shown }
func (o *keyOwner) WebAuthnDisplayName() string                { return o.account.Name.Shown }
func (o *keyOwner) WebAuthnCredentials() []webauthn.Credential { return o.keys }

func (s *Service) keyOwner(ctx context.Context, a Account) (*keyOwner, error) {
	rows, err := s.opts.Store.Passkeys(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	o := &keyOwner{account: a, rows: rows, keys: make([]webauthn.Credential, len(rows))}
	for i := range rows {
		if err := json.Unmarshal(rows[i].Data, &o.keys[i]); err != nil {
			return nil, err
		}
	}
	return o, nil
}

func (s *Service) party(at Place) (*webauthn.WebAuthn, error) {
	return webauthn.New(&webauthn.Config{
		RPID: at.Host, RPDisplayName: s.opts.Site, RPOrigins: []string{at.Origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationPreferred,
		},
	})
}

// challenge creates a challenge for a passkey to sign. The challenge is stored as a one-time link,
// so that every node can check it and it is valid only once.
func (s *Service) challenge(ctx context.Context, owner string, now time.Time) (protocol.URLEncodedBase64, error) {
	text, t, err := account.NewToken(account.Passkey, owner, now, account.PasskeyFor, s.opts.Random)
	if err != nil {
		return nil, err
	}
	if err := s.opts.Store.AddLink(ctx, t, now); err != nil {
		return nil, err
	}
	return base64.RawURLEncoding.DecodeString(text)
}

// BeginPasskey returns, as JSON, the options with which a browser creates a passkey for
// an account. It requires the account's password.
func (s *Service) BeginPasskey(ctx context.Context, v Visitor, password string, at Place, now time.Time) (string, error) {
	if err := s.confirm(ctx, v, password, now); err != nil {
		return "", err
	}
	party, err := s.party(at)
	if err != nil {
		return "", err
	}
	o, err := s.keyOwner(ctx, v.Account)
	if err != nil {
		return "", err
	}
	if len(o.rows) >= mostPasskeys {
		return "", game.Err(BadPasskey, "this account has too many passkeys; please remove one")
	}
	var have []protocol.CredentialDescriptor
	for i := range o.keys {
		have = append(have, o.keys[i].Descriptor())
	}
	options, _, err := party.BeginRegistration(o, webauthn.WithExclusions(have))
	if err != nil {
		return "", err
	}
	if options.Response.Challenge, err = s.challenge(ctx, v.Account.ID, now); err != nil {
		return "", err
	}
	text, err := json.Marshal(options.Response)
	return string(text), err
}

// AddPasskey stores a passkey that a browser has created. The parameter answer is the browser's
// response as JSON.
func (s *Service) AddPasskey(ctx context.Context, v Visitor, answer string, at Place, d Device, now time.Time) error {
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(answer))
	if err != nil {
		return errPasskey
	}
	text := parsed.Response.CollectedClientData.Challenge
	t, err := s.use(ctx, account.Passkey, text, now)
	if err != nil {
		return err
	}
	if t.Account != v.Account.ID {
		return errPasskey
	}
	party, err := s.party(at)
	if err != nil {
		return err
	}
	o := &keyOwner{account: v.Account}
	_, session, err := party.BeginRegistration(o)
	if err != nil {
		return err
	}
	session.Challenge = text
	made, err := party.CreateCredential(o, *session, parsed)
	if err != nil {
		return errPasskey
	}
	data, err := json.Marshal(made)
	if err != nil {
		return err
	}
	return s.opts.Store.AddPasskey(ctx, Passkey{ID: made.ID, Account: v.Account.ID, Data: data, Agent: cut(d.Agent, maxAgent), Created: now})
}

// Passkeys lists the passkeys of an account.
func (s *Service) Passkeys(ctx context.Context, owner string) ([]Passkey, error) {
	return s.opts.Store.Passkeys(ctx, owner)
}

// DropPasskey removes a passkey of an account.
func (s *Service) DropPasskey(ctx context.Context, owner string, id []byte) error {
	return s.opts.Store.DropPasskey(ctx, owner, id)
}

// AskPasskey returns, as JSON, the options with which a browser signs in by any passkey
// that it has for this site.
func (s *Service) AskPasskey(ctx context.Context, at Place, now time.Time) (string, error) {
	party, err := s.party(at)
	if err != nil {
		return "", err
	}
	options, _, err := party.BeginDiscoverableLogin()
	if err != nil {
		return "", err
	}
	if options.Response.Challenge, err = s.challenge(ctx, "", now); err != nil {
		return "", err
	}
	text, err := json.Marshal(options.Response)
	return string(text), err
}

// SignInByPasskey opens a session with a passkey. The parameter answer is the browser's response as
// JSON.
func (s *Service) SignInByPasskey(ctx context.Context, answer string, at Place, d Device, now time.Time) (Signed, error) {
	release, err := s.brake.pass([]brakeKey{{"passkey " + d.Address, addressRule}}, now)
	if err != nil {
		return Signed{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return Signed{}, errPasskey
	}
	text := parsed.Response.CollectedClientData.Challenge
	t, err := s.use(ctx, account.Passkey, text, now)
	if err != nil {
		return Signed{}, err
	}
	if t.Account != "" { // refuse a challenge that was made to create a passkey
		return Signed{}, errPasskey
	}
	party, err := s.party(at)
	if err != nil {
		return Signed{}, err
	}
	_, session, err := party.BeginDiscoverableLogin()
	if err != nil {
		return Signed{}, err
	}
	session.Challenge = text
	var owner *keyOwner
	used, err := party.ValidateDiscoverableLogin(func(_, handle []byte) (webauthn.User, error) {
		a, err := s.opts.Store.Account(ctx, string(handle))
		if err != nil || !a.Deleted.IsZero() {
			return nil, errPasskey
		}
		owner, err = s.keyOwner(ctx, a)
		return owner, err
	}, *session, parsed)
	// CloneWarning means that the signature counter has decreased, which indicates a copied key.
	if err != nil || owner == nil || used.Authenticator.CloneWarning {
		return Signed{}, errPasskey
	}
	release()
	data, err := json.Marshal(used)
	if err != nil {
		return Signed{}, err
	}
	if err := s.opts.Store.UsePasskey(ctx, Passkey{ID: used.ID, Account: owner.account.ID, Data: data, Used: now}); err != nil {
		return Signed{}, err
	}
	return s.open(ctx, owner.account, d, now)
}
