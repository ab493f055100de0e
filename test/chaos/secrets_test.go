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

	"kydai/test/load"
)

// ears records all messages that are sent over the NATS servers, so that the test can search them
// for secrets.
type ears struct {
	mu   sync.Mutex
	text bytes.Buffer
	n    int
	full bool
}

// maxHeard is the maximum number of recorded bytes.
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

// part is a number of bytes. If so many consecutive bytes of a secret are found outside the
// database, this counts as a leak.
const part = 10

// needle is a part of a secret in one of the encodings in which it could leak.
type needle struct {
	text []byte
	id   string // id of the match to which the secret belongs
}

// needles maps the first 8 bytes of each needle to the needles that begin with them.
type needles map[[8]byte][]needle

func (n needles) add(id string, secret []byte) {
	put := func(text []byte) { n[[8]byte(text)] = append(n[[8]byte(text)], needle{text, id}) }
	for i := 0; i+part <= len(secret); i++ {
		p := secret[i : i+part]
		put(p)
		put(bytes.ToUpper(p))
		put([]byte(hex.EncodeToString(p)))
		for shift := range 3 {
			// In base64, the text for the same bytes depends on their offset, so there are three
			// variants. The first and last letters also depend on the neighbouring bytes and are
			// cut off. Many messages contain base64, so only a longer run of letters counts as a
			// leak.
			q := secret[i:min(i+part+part/2, len(secret))]
			text := base64.RawStdEncoding.EncodeToString(append(make([]byte, shift), q...))
			if text = text[4 : len(text)-2]; len(text) >= 12 {
				put([]byte(text))
			}
		}
	}
}

// in searches a text for all needles. It returns the match id of the first needle found and the
// text around it. If the text contains no needle, both results are empty.
func (n needles) in(text []byte) (id, context string) {
	for i := 0; i+8 <= len(text); i++ {
		for _, needle := range n[[8]byte(text[i:])] {
			if bytes.HasPrefix(text[i:], needle.text) {
				return needle.id, string(text[max(0, i-40):min(len(text), i+40)])
			}
		}
	}
	return "", ""
}

// leaks searches all recorded data outside the database (messages to players, messages on NATS,
// logs) for the dealt hidden pieces. It returns a description of each leak and the number of
// matches whose secrets were searched for.
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
		if id, context := all.in(text); id != "" {
			found = append(found, fmt.Sprintf("%s: the deal of %s in %q", name, id, context))
		}
	}
	return found, secrets
}

// TestNeedles hides encoded parts of a secret in random text and checks that they are
// found.
func TestNeedles(t *testing.T) {
	secret := []byte("abcdefghijklmnopqrstuvwxyz")
	n := needles{}
	n.add("m", secret)
	for _, leak := range []string{
		"abcdefghij", "ijklmnopqr", "QRSTUVWXYZ", hex.EncodeToString(secret), hex.EncodeToString(secret[7:20]),
		base64.StdEncoding.EncodeToString(secret), base64.URLEncoding.EncodeToString(secret[1:]), base64.RawStdEncoding.EncodeToString(append([]byte("x:"), secret...)),
	} {
		if id, _ := n.in([]byte("hay " + leak + " hay")); id != "m" {
			t.Errorf("%s was not found", leak)
		}
	}
	if id, _ := n.in([]byte("abcdefghi jklmnopqr zyxwvutsrqponm")); id != "" {
		t.Error("hay was taken for a needle")
	}
}
