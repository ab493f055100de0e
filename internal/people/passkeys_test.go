package people_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"

	"kydai/game"
	"kydai/internal/people"
)

// authenticator simulates a device with one passkey.
type authenticator struct {
	t      *testing.T
	key    *ecdsa.PrivateKey
	id     []byte
	handle []byte
	count  uint32
}

func newAuthenticator(t *testing.T) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &authenticator{t: t, key: key, id: []byte(rand.Text())}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func url64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// data returns the authenticator data that the device signs. If the parameter made is true, the
// data contains the public key of a new passkey.
func (a *authenticator) data(host string, made bool) []byte {
	sum := sha256.Sum256([]byte(host))
	flags := byte(0x05) // flags of the authenticator data: user present (0x01) and user verified (0x04)
	if made {
		flags |= 0x40
	}
	a.count++
	out := binary.BigEndian.AppendUint32(append(sum[:], flags), a.count)
	if !made {
		return out
	}
	out = append(out, make([]byte, 16)...)
	out = binary.BigEndian.AppendUint16(out, uint16(len(a.id)))
	point := must(a.key.PublicKey.Bytes())
	cose := map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]}
	return append(append(out, a.id...), must(cbor.Marshal(cose))...)
}

func client(kind, challenge, origin string) []byte {
	return must(json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": origin}))
}

func (a *authenticator) reply(response map[string]string) string {
	return string(must(json.Marshal(map[string]any{
		"id": url64(a.id), "rawId": url64(a.id), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	})))
}

// make returns the device's response to the options for a new passkey, and creates the passkey.
func (a *authenticator) make(options string, at people.Place) string {
	a.t.Helper()
	var o struct {
		Challenge string
		User      struct{ ID string }
	}
	if err := json.Unmarshal([]byte(options), &o); err != nil {
		a.t.Fatal(err)
	}
	a.handle = must(base64.RawURLEncoding.DecodeString(o.User.ID))
	object := map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": a.data(at.Host, true)}
	return a.reply(map[string]string{
		"clientDataJSON":    url64(client("webauthn.create", o.Challenge, at.Origin)),
		"attestationObject": url64(must(cbor.Marshal(object))),
	})
}

// sign returns the device's response to the options for a sign-in.
func (a *authenticator) sign(options string, at people.Place) string {
	a.t.Helper()
	var o struct{ Challenge string }
	if err := json.Unmarshal([]byte(options), &o); err != nil {
		a.t.Fatal(err)
	}
	said := client("webauthn.get", o.Challenge, at.Origin)
	sum := sha256.Sum256(said)
	data := a.data(at.Host, false)
	digest := sha256.Sum256(append(bytes.Clone(data), sum[:]...))
	return a.reply(map[string]string{
		"clientDataJSON": url64(said), "authenticatorData": url64(data), "userHandle": url64(a.handle),
		"signature": url64(must(ecdsa.SignASN1(rand.Reader, a.key, digest[:]))),
	})
}

func codeOf(err error) string {
	var known *game.Error
	if errors.As(err, &known) {
		return known.Code
	}
	return ""
}

func TestPasskeys(t *testing.T) {
	s, _ := office(t)
	ctx, now := t.Context(), time.Now().Truncate(time.Second)
	at := people.Place{Host: "kydai.example", Origin: "https://kydai.example"}
	signed, _, err := s.Register(ctx, "guest", "Hưng", passphrase, people.Device{}, now)
	if err != nil {
		t.Fatal(err)
	}
	owner := people.Visitor{Account: signed.Account, Session: signed.Session}
	if _, err := s.BeginPasskey(ctx, owner, "not the password", at, now); codeOf(err) != "wrong-password" {
		t.Errorf("without the password: %v", err)
	}
	begin := func() string {
		options, err := s.BeginPasskey(ctx, owner, passphrase, at, now)
		if err != nil {
			t.Fatal(err)
		}
		return options
	}
	key := newAuthenticator(t)
	made := key.make(begin(), at)
	other, _, err := s.Register(ctx, "other", "Lan", passphrase, people.Device{}, now)
	if err != nil {
		t.Fatal(err)
	}
	stranger := people.Visitor{Account: other.Account, Session: other.Session}
	if err := s.AddPasskey(ctx, stranger, key.make(begin(), at), at, people.Device{}, now); codeOf(err) != people.BadPasskey {
		t.Errorf("a challenge of another account: %v", err)
	}
	if err := s.AddPasskey(ctx, owner, made, at, people.Device{Agent: "Firefox"}, now); err != nil {
		t.Fatal(err)
	}
	if err := s.AddPasskey(ctx, owner, made, at, people.Device{}, now); codeOf(err) != "used-token" {
		t.Errorf("the same answer again: %v", err)
	}

	ask := func() string {
		options, err := s.AskPasskey(ctx, at, now)
		if err != nil {
			t.Fatal(err)
		}
		return options
	}
	enter := func(answer string) (people.Signed, error) {
		return s.SignInByPasskey(ctx, answer, at, people.Device{Address: "10.0.0.1"}, now.Add(time.Minute))
	}
	answer := key.sign(ask(), at)
	in, err := enter(answer)
	if err != nil || in.Account.ID != owner.Account.ID {
		t.Fatalf("signed in as %v: %v", in.Account, err)
	}
	if _, err := s.Visit(ctx, in.Secret, "", now); err != nil {
		t.Errorf("the session: %v", err)
	}
	if list, err := s.Passkeys(ctx, owner.Account.ID); err != nil || len(list) != 1 || list[0].Used.IsZero() || list[0].Agent != "Firefox" {
		t.Errorf("passkeys %+v, %v", list, err)
	}
	refused := map[string]func() string{
		"an answer again": func() string { return answer },
		"another site":    func() string { return key.sign(ask(), people.Place{Host: at.Host, Origin: "https://kydai.evil"}) },
		"another host":    func() string { return key.sign(ask(), people.Place{Host: "kydai.evil", Origin: at.Origin}) },
		"another key": func() string {
			thief := newAuthenticator(t)
			thief.id, thief.handle, thief.count = key.id, key.handle, 100
			return thief.sign(ask(), at)
		},
		"a copy whose counter is behind": func() string {
			old := *key
			old.count = 0
			return old.sign(ask(), at)
		},
		"a challenge for a new passkey": func() string { return key.sign(begin(), at) },
		"no JSON":                       func() string { return "{" },
	}
	for name, answer := range refused {
		if _, err := enter(answer()); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	late := key.sign(ask(), at)
	if _, err := s.SignInByPasskey(ctx, late, at, people.Device{}, now.Add(6*time.Minute)); codeOf(err) != "expired-token" {
		t.Errorf("after six minutes: %v", err)
	}
	if err := s.DropPasskey(ctx, owner.Account.ID, key.id); err != nil {
		t.Fatal(err)
	}
	if _, err := enter(key.sign(ask(), at)); codeOf(err) != people.BadPasskey {
		t.Errorf("after its removal: %v", err)
	}
}
