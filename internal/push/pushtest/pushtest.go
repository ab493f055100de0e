// Package pushtest implements a push service for tests: it verifies who sent a
// message (RFC 8292) and decrypts it as a browser would (RFC 8291). It shares
// no code with the sender.
package pushtest

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// host is a host name in the certificate of httptest.
const host = "example.com"

var b64 = base64.RawURLEncoding

// Service is a push service with its subscribed browsers.
type Service struct {
	t        testing.TB
	server   *httptest.Server
	mu       sync.Mutex
	browsers map[string]*Browser // subscribed browsers by the path of their endpoint
	asked    []string            // paths of all requests received
}

// Message is a message that was accepted and decrypted.
type Message struct {
	Text   string
	Size   int // size of the encrypted body, in bytes
	Key    string
	TTL    int
	Header http.Header
	Claims Claims
}

// Claims are the claims that the sender of a message has signed (RFC 8292).
type Claims struct {
	Audience string `json:"aud"`
	Expires  int64  `json:"exp"`
	Subject  string `json:"sub"`
}

// Browser is one subscription at the push service.
type Browser struct {
	Endpoint, Public, Auth string

	service  *Service
	private  *ecdh.PrivateKey
	secret   []byte
	answers  []Answer
	messages []Message
}

// Answer is a response with which the service refuses or delays a message.
type Answer struct {
	Status int
	Header map[string]string
	Wait   time.Duration
}

// New starts a service.
func New(t testing.TB) *Service {
	t.Helper()
	s := &Service{t: t, browsers: map[string]*Browser{}}
	s.server = httptest.NewTLSServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.server.Close)
	return s
}

// Lead changes a transport so that every connection goes to this service, whatever the address is,
// and trusts the certificate of the service.
func (s *Service) Lead(t *http.Transport) *http.Transport {
	pool := x509.NewCertPool()
	pool.AddCert(s.server.Certificate())
	t.TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	t.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, s.server.Listener.Addr().String())
	}
	return t
}

// Asked lists the paths of all requests.
func (s *Service) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.asked...)
}

// Subscribe creates a subscription. The service gives one of the answers to each of the first
// messages, in the given order, and accepts all later messages.
func (s *Service) Subscribe(answers ...Answer) *Browser {
	s.t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	b := &Browser{service: s, private: key, secret: make([]byte, 16), answers: answers}
	_, _ = rand.Read(b.secret)
	b.Public, b.Auth = b64.EncodeToString(key.PublicKey().Bytes()), b64.EncodeToString(b.secret)
	path := "/send/" + rand.Text()
	b.Endpoint = "https://" + host + path
	s.mu.Lock()
	defer s.mu.Unlock()
	s.browsers[path] = b
	return b
}

// Messages returns the messages that the browser has received so far.
func (b *Browser) Messages() []Message {
	b.service.mu.Lock()
	defer b.service.mu.Unlock()
	return append([]Message{}, b.messages...)
}

// Wait waits until the browser has received n messages and returns them. It
// fails the test after 20 s.
func (b *Browser) Wait(n int) []Message {
	b.service.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if all := b.Messages(); len(all) >= n {
			return all
		} else if time.Now().After(deadline) {
			b.service.t.Fatalf("the browser got %d messages; want %d", len(all), n)
		}
	}
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	s.mu.Lock()
	s.asked = append(s.asked, r.URL.Path)
	b := s.browsers[r.URL.Path]
	var answer *Answer
	if b != nil && len(b.answers) > 0 {
		answer, b.answers = &b.answers[0], b.answers[1:]
	}
	s.mu.Unlock()
	switch {
	case err != nil:
		s.t.Errorf("reading a message: %v", err)
	case b == nil:
		w.WriteHeader(http.StatusGone)
	case answer != nil:
		for name, value := range answer.Header {
			w.Header().Set(name, value)
		}
		time.Sleep(answer.Wait)
		w.WriteHeader(answer.Status)
	default:
		m, err := b.open(r, body)
		if err != nil {
			s.t.Errorf("a message that a push service would refuse: %v", err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		s.mu.Lock()
		b.messages = append(b.messages, m)
		s.mu.Unlock()
		w.WriteHeader(http.StatusCreated)
	}
}

func (b *Browser) open(r *http.Request, body []byte) (m Message, err error) {
	m = Message{Header: r.Header.Clone(), Size: len(body)}
	if r.Method != http.MethodPost || r.Header.Get("Content-Encoding") != "aes128gcm" {
		return m, fmt.Errorf("%s in %q", r.Method, r.Header.Get("Content-Encoding"))
	}
	if m.TTL, err = strconv.Atoi(r.Header.Get("TTL")); err != nil || m.TTL < 0 {
		return m, fmt.Errorf("TTL %q", r.Header.Get("TTL"))
	}
	if m.Key, m.Claims, err = verify(r.Header.Get("Authorization"), time.Now()); err != nil {
		return m, err
	}
	m.Text, err = b.decrypt(body)
	return m, err
}

// verify checks the header Authorization (RFC 8292, sections 2 and 3).
func verify(header string, now time.Time) (key string, c Claims, err error) {
	rest, ok := strings.CutPrefix(header, "vapid ")
	token, k, both := strings.Cut(rest, ", ")
	token, hasToken := strings.CutPrefix(token, "t=")
	key, hasKey := strings.CutPrefix(k, "k=")
	parts := strings.Split(token, ".")
	if !ok || !both || !hasToken || !hasKey || len(parts) != 3 {
		return "", c, fmt.Errorf("authorization %q", header)
	}
	var raw [3][]byte
	for i, part := range parts {
		if raw[i], err = b64.DecodeString(part); err != nil {
			return "", c, err
		}
	}
	point, err := b64.DecodeString(key)
	if err != nil || len(point) != 65 || point[0] != 4 || len(raw[2]) != 64 {
		return "", c, errors.New("the key or the signature has the wrong form")
	}
	public := &ecdsa.PublicKey{Curve: elliptic.P256(), X: new(big.Int).SetBytes(point[1:33]), Y: new(big.Int).SetBytes(point[33:])} //nolint:staticcheck // the sender builds its key in another way, so this code tests it independently
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(raw[2][:32]), new(big.Int).SetBytes(raw[2][32:])) {
		return "", c, errors.New("the signature is wrong")
	}
	var head struct{ Typ, Alg string }
	if err := errors.Join(json.Unmarshal(raw[0], &head), json.Unmarshal(raw[1], &c)); err != nil {
		return "", c, err
	}
	left := time.Unix(c.Expires, 0).Sub(now)
	if head.Typ != "JWT" || head.Alg != "ES256" || c.Audience != "https://"+host || left <= 0 || left > 24*time.Hour {
		return "", c, fmt.Errorf("signed: %s %s", raw[0], raw[1])
	}
	return key, c, nil
}

// decrypt decrypts a body of one record (RFC 8188, section 2; RFC 8291, section 3).
func (b *Browser) decrypt(body []byte) (string, error) {
	if len(body) < 21 || len(body) > 4096 {
		return "", fmt.Errorf("the body has %d bytes", len(body))
	}
	salt, size, n := body[:16], binary.BigEndian.Uint32(body[16:20]), int(body[20])
	if n != 65 || len(body) < 21+n || uint32(len(body)-21-n) > size {
		return "", fmt.Errorf("a key of %d bytes, records of %d", n, size)
	}
	theirs, err := ecdh.P256().NewPublicKey(body[21 : 21+n])
	if err != nil {
		return "", err
	}
	shared, err := b.private.ECDH(theirs)
	if err != nil {
		return "", err
	}
	info := append([]byte("WebPush: info\x00"), b.private.PublicKey().Bytes()...)
	input := derive(b.secret, shared, append(info, theirs.Bytes()...), 32)
	c, err := aes.NewCipher(derive(salt, input, []byte("Content-Encoding: aes128gcm\x00"), 16))
	if err != nil {
		return "", err
	}
	gcm, err := cipher.NewGCM(c)
	if err != nil {
		return "", err
	}
	plain, err := gcm.Open(nil, derive(salt, input, []byte("Content-Encoding: nonce\x00"), 12), body[21+n:], nil)
	if err != nil {
		return "", err
	}
	text := strings.TrimRight(string(plain), "\x00")
	if !strings.HasSuffix(text, "\x02") {
		return "", errors.New("the last record has no delimiter")
	}
	return strings.TrimSuffix(text, "\x02"), nil
}

// derive is HKDF with SHA-256 (RFC 5869) for an output of at most one hash block.
func derive(salt, input, info []byte, size int) []byte {
	extract := hmac.New(sha256.New, salt)
	extract.Write(input)
	expand := hmac.New(sha256.New, extract.Sum(nil))
	expand.Write(info)
	expand.Write([]byte{1})
	return expand.Sum(nil)[:size]
}
