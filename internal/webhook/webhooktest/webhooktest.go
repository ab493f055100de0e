// Package webhooktest implements a receiver of webhooks for tests. The receiver verifies signatures
// as Standard Webhooks describes them. It shares no code with the sender.
package webhooktest

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/internal/dial"
)

// Receiver is an HTTPS server on this machine that receives webhook messages.
type Receiver struct {
	t      testing.TB
	server *httptest.Server

	mu     sync.Mutex
	secret string
	answer func(n int) int
	got    []Message
}

// Message is a received message.
type Message struct {
	ID, Timestamp string         `json:"-"`
	Signed        error          `json:"-"` // nil if the signature is valid
	Body          string         `json:"-"`
	Type          string         `json:"type"`
	Data          map[string]any `json:"data"`
	At            time.Time      `json:"timestamp"`
}

// New starts a receiver that responds with status 204.
func New(t testing.TB) *Receiver {
	t.Helper()
	r := &Receiver{t: t}
	r.server = httptest.NewTLSServer(http.HandlerFunc(r.serve))
	t.Cleanup(r.server.Close)
	return r
}

// Address returns the URL to which webhooks send their messages.
func (r *Receiver) Address() string { return r.server.URL + "/hook" }

// Policy returns a dial.Policy that allows connections to this machine and trusts
// the receiver's certificate.
func (r *Receiver) Policy() dial.Policy {
	pool := x509.NewCertPool()
	pool.AddCert(r.server.Certificate())
	return dial.Policy{Also: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Roots: pool}
}

// Trust sets the secret with which the receiver verifies messages.
func (r *Receiver) Trust(secret string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.secret = secret
}

// Answer sets a function that returns the HTTP status of the response to the n-th message, counted
// from 1. The status 0 closes the connection without a response.
func (r *Receiver) Answer(f func(n int) int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = f
}

// Messages returns the messages received so far.
func (r *Receiver) Messages() []Message {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Message{}, r.got...)
}

// Wait waits until n messages have been received and returns them. It fails the test after 20 s.
func (r *Receiver) Wait(n int) []Message {
	r.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if all := r.Messages(); len(all) >= n {
			return all
		} else if time.Now().After(deadline) {
			r.t.Fatalf("%d messages came; want %d", len(all), n)
		}
	}
}

func (r *Receiver) serve(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	if err != nil {
		return
	}
	r.mu.Lock()
	m := Message{ID: q.Header.Get("webhook-id"), Timestamp: q.Header.Get("webhook-timestamp"), Body: string(body)}
	m.Signed = r.verify(m, q.Header.Get("webhook-signature"))
	if err := json.Unmarshal(body, &m); err != nil {
		m.Signed = err
	}
	r.got = append(r.got, m)
	status := http.StatusNoContent
	if r.answer != nil {
		status = r.answer(len(r.got))
	}
	r.mu.Unlock()
	if status == 0 {
		panic(http.ErrAbortHandler)
	}
	if status/100 == 3 {
		w.Header().Set("Location", "/elsewhere")
	}
	w.WriteHeader(status)
}

func (r *Receiver) verify(m Message, signature string) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(r.secret, "whsec_"))
	if err != nil || !strings.HasPrefix(r.secret, "whsec_") {
		return fmt.Errorf("the secret %q has no form of one", r.secret)
	}
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(m.ID + "." + m.Timestamp + "." + m.Body))
	if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); signature != want {
		return fmt.Errorf("the signature is %q; want %q", signature, want)
	}
	return nil
}
