//go:build linux

package chaos_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"kydai/internal/load"
)

// ears hear all that goes over NATS.
type ears struct {
	mu   sync.Mutex
	text bytes.Buffer
	n    int
	full bool
}

// maxHeard is how much is kept of what was heard.
const maxHeard = 256 << 20

func listen(t *testing.T, s *site) *ears {
	t.Helper()
	e := &ears{}
	c, err := nats.Connect(natsURLs(s.natsAddresses()), nats.UserInfo("node", nodePassword),
		nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond), nats.PingInterval(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	if _, err := c.Subscribe(">", func(m *nats.Msg) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.n++
		if e.text.Len() < maxHeard {
			fmt.Fprintf(&e.text, "%s %s\n", m.Subject, m.Data)
		} else {
			e.full = true
		}
	}); err != nil {
		t.Fatal(err)
	}
	return e
}

// part is how many letters of a secret in a row give it away.
const part = 8

// needles are the ways in which parts of secrets might be written, each cut to
// its first bytes, and of which match they are.
type needles map[[part]byte]string

func (n needles) add(id string, secret []byte) {
	put := func(text []byte) { n[[part]byte(text)] = id }
	for i := 0; i+part <= len(secret); i++ {
		p := secret[i : i+part]
		put(p)
		put(bytes.ToUpper(p))
		put([]byte(hex.EncodeToString(p)))
		for shift := range 3 {
			// Base64 of the same bytes looks different by where they begin.
			text := base64.StdEncoding.EncodeToString(append(make([]byte, shift), secret[i:]...))
			if len(text) >= 4+part {
				put([]byte(text)[4:])
			}
		}
	}
}

// in is the match of which something stands in a text; "" if there is none.
func (n needles) in(text []byte) string {
	for i := 0; i+part <= len(text); i++ {
		if id, ok := n[[part]byte(text[i:])]; ok {
			return id
		}
	}
	return ""
}

// leaks looks for what was dealt in everything that left the database: what
// players were sent, what went over NATS, and what was logged.
func leaks(t *testing.T, s *site, report *load.Report, heard *ears) (found []string, secrets int) {
	t.Helper()
	db := s.store()
	all := needles{}
	for id := range report.Frames {
		row, err := db.Load(t.Context(), id)
		if err != nil {
			t.Errorf("%s cannot be read: %v", id, err)
			continue
		}
		secrets++
		all.add(id, row.Secret.Open())
	}
	heard.mu.Lock()
	defer heard.mu.Unlock()
	if heard.full {
		t.Log("not all that went over NATS could be kept")
	}
	places := s.logs()
	places["NATS"] = heard.text.Bytes()
	for id, frames := range report.Frames {
		places["frames of "+id] = bytes.Join(frames, []byte("\n"))
	}
	for name, text := range places {
		if id := all.in(text); id != "" {
			found = append(found, fmt.Sprintf("%s: the deal of %s", name, id))
		}
	}
	return found, secrets
}

// TestNeedles hides secrets in hay.
func TestNeedles(t *testing.T) {
	secret := []byte("abcdefghijklmnopqrstuvwxyz")
	n := needles{}
	n.add("m", secret)
	for _, leak := range []string{
		"abcdefgh", "ijklmnopq", "RSTUVWXYZ", hex.EncodeToString(secret), hex.EncodeToString(secret[7:20]),
		base64.StdEncoding.EncodeToString(secret), base64.URLEncoding.EncodeToString(secret[1:]), base64.RawStdEncoding.EncodeToString(append([]byte("x:"), secret...)),
	} {
		if n.in([]byte("hay "+leak+" hay")) != "m" {
			t.Errorf("%s was not found", leak)
		}
	}
	if n.in([]byte("abcdefg hijklmn zyxwvuts")) != "" {
		t.Error("hay was taken for a needle")
	}
}
