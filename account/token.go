package account

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"io"
	"time"

	"kydai/game"
)

// Purpose is the purpose of a one-time token. A token is valid only for its own purpose.
type Purpose string

// The purposes of one-time tokens, and the validity of a token for each purpose.
const (
	SignInByCode Purpose = "sign-in" // a QR code, shown on a device that is already signed in
	FirstAdmin   Purpose = "admin"   // the link that the server prints at its first start
	Passkey      Purpose = "passkey" // the challenge that a passkey signs during sign-in

	SignInByCodeFor = 2 * time.Minute
	FirstAdminFor   = 24 * time.Hour
	PasskeyFor      = 5 * time.Minute
)

// Error codes for tokens and recovery codes.
const (
	BadToken     = "bad-token"
	ExpiredToken = "expired-token"
	UsedToken    = "used-token"
)

// Token is the stored part of a one-time token. The secret text is not stored, only its
// hash.
type Token struct {
	Hash    [sha256.Size]byte
	Purpose Purpose
	Account string // id of the account that the token signs in; "" if not yet known
	Expires time.Time
	Used    time.Time // time of use; zero if not yet used
}

const tokenBytes = 32

// NewToken makes a token. The caller shows the text once, in a URL or a QR code, and
// stores the Token.
func NewToken(p Purpose, account string, now time.Time, life time.Duration, random io.Reader) (text string, t Token, err error) {
	var secret [tokenBytes]byte
	if _, err := io.ReadFull(random, secret[:]); err != nil {
		return "", Token{}, err
	}
	text = base64.RawURLEncoding.EncodeToString(secret[:])
	return text, Token{Hash: TokenHash(p, text), Purpose: p, Account: account, Expires: now.Add(life)}, nil
}

// TokenHash returns the hash by which a token is stored and looked up. A token has 256
// random bits, so one round of SHA-256 is enough.
func TokenHash(p Purpose, text string) [sha256.Size]byte {
	return sha256.Sum256([]byte("kydai/token/" + string(p) + "/" + text))
}

// Use checks the text and returns a copy of the token that is marked as used. The caller stores the
// copy with a compare-and-set on the field Used. Use fails if the text does not match the token, if
// the token was already used, or if the given time is not before Expires.
func (t Token) Use(text string, now time.Time) (Token, error) {
	hash := TokenHash(t.Purpose, text)
	switch {
	case subtle.ConstantTimeCompare(hash[:], t.Hash[:]) != 1:
		return t, game.Err(BadToken, "this link or code is not valid")
	case !t.Used.IsZero():
		return t, game.Err(UsedToken, "this link or code was used already")
	case !now.Before(t.Expires):
		return t, game.Err(ExpiredToken, "this link or code is too old; make a new one")
	}
	t.Used = now
	return t, nil
}
