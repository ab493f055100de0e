package push

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"time"
)

// signedFor is how long a signature is valid; RFC 8292 allows at most a day.
const signedFor = 12 * time.Hour

var errKey = errors.New("push: the key of the site is damaged")

// newKey creates a signing key for the site, in the form in which it is stored.
func newKey(random io.Reader) (string, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), random)
	if err != nil {
		return "", err
	}
	raw, err := key.Bytes()
	return b64.EncodeToString(raw), err
}

// readKey decodes a stored signing key. The result public is the public key in base64url.
func readKey(text string) (key *ecdsa.PrivateKey, public string, err error) {
	raw, err := b64.DecodeString(text)
	if err != nil {
		return nil, "", errKey
	}
	if key, err = ecdsa.ParseRawPrivateKey(elliptic.P256(), raw); err != nil {
		return nil, "", errKey
	}
	point, err := key.PublicKey.Bytes()
	return key, b64.EncodeToString(point), err
}

// claims are the claims that the site signs for a push service (RFC 8292, section 2).
type claims struct {
	Audience string `json:"aud"`
	Expires  int64  `json:"exp"`
	Subject  string `json:"sub,omitempty"`
}

// authorization returns the header Authorization of a message (RFC 8292).
func (s *Service) authorization(endpoint *url.URL, now time.Time) (string, error) {
	body, err := json.Marshal(claims{Audience: "https://" + endpoint.Host, Expires: now.Add(signedFor).Unix(), Subject: s.options.Contact})
	if err != nil {
		return "", err
	}
	text := b64.EncodeToString([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + b64.EncodeToString(body)
	sum := sha256.Sum256([]byte(text))
	r, t, err := ecdsa.Sign(s.options.Random, s.key, sum[:])
	if err != nil {
		return "", err
	}
	signature := make([]byte, 2*sha256.Size)
	r.FillBytes(signature[:sha256.Size])
	t.FillBytes(signature[sha256.Size:])
	return "vapid t=" + text + "." + b64.EncodeToString(signature) + ", k=" + s.public, nil
}
