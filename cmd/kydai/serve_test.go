package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"kydai/internal/web"
)

// startServer runs a server in this process on a free port. It returns the
// server's address and a function that shuts it down gracefully.
func startServer(t *testing.T, data string, args ...string) (url string, stop func() error) {
	t.Helper()
	s := &serving{}
	fs := flag.NewFlagSet("serve", flag.ContinueOnError)
	s.bind(fs)
	if err := fs.Parse(append([]string{"--listen", "127.0.0.1:0", "--data", data, "--log-level", "error"}, args...)); err != nil {
		t.Fatal(err)
	}
	out, in := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- (&app{out: in, err: os.Stderr}).serve(ctx, s) }()
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	_, url, ok := strings.Cut(strings.TrimSpace(string(line[:n])), "ready: ")
	if !ok {
		t.Fatalf("it says %q", line[:n])
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // discard the lines that the server prints later
	done := false
	stop = func() error {
		if done {
			return nil
		}
		done = true
		cancel()
		select {
		case err := <-ended:
			return err
		case <-time.After(30 * time.Second):
			return errors.New("it does not end")
		}
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return url, stop
}

// visitor is an HTTP client with a session cookie.
type visitor struct {
	t   *testing.T
	url string
	c   http.Client
}

func newVisitor(t *testing.T, url string) *visitor {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &visitor{t: t, url: url, c: http.Client{Jar: jar, Timeout: time.Minute}}
}

func (v *visitor) ask(method, path string, body, into any) {
	v.t.Helper()
	status, answer := v.send(method, path, body)
	if status >= 300 {
		v.t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	if into != nil {
		if err := json.Unmarshal(answer, into); err != nil {
			v.t.Fatalf("%s: %v", answer, err)
		}
	}
}

// send sends a request with a JSON body and returns the status and the response body.
func (v *visitor) send(method, path string, body any) (status int, answer []byte) {
	v.t.Helper()
	var b bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&b).Encode(body); err != nil {
			v.t.Fatal(err)
		}
	}
	q, err := http.NewRequestWithContext(context.Background(), method, v.url+path, &b)
	if err != nil {
		v.t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	r, err := v.c.Do(q)
	if err != nil {
		v.t.Fatal(err)
	}
	defer r.Body.Close() //nolint:errcheck // it was read
	answer, err = io.ReadAll(r.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return r.StatusCode, answer
}

// codes returns the codes of the moves played so far in a match.
func (v *visitor) codes(id string) []string {
	var m struct{ Codes []string }
	v.ask(http.MethodGet, "/api/matches/"+id, nil, &m)
	return m.Codes
}

// TestServe plays against an engine, stops the server, starts another server on the same data
// folder and continues the game with the same cookie. Then it restores a backup into the data
// folder of a third server and checks the game there.
func TestServe(t *testing.T) {
	data := t.TempDir()
	url, stop := startServer(t, data)
	v := newVisitor(t, url)
	var made struct{ ID string }
	v.ask(http.MethodPost, "/api/matches", map[string]any{
		"game": exampleGame(0), "seats": []map[string]any{{"kind": "human"}, {"kind": "level", "level": 1}},
	}, &made)
	line := exampleMoves(allGames()[0], 1, 1)
	v.ask(http.MethodPost, "/api/matches/"+made.ID+"/moves", map[string]any{"ply": 0, "code": line}, nil)
	var before []string
	for deadline := time.Now().Add(time.Minute); len(before) < 2; time.Sleep(20 * time.Millisecond) {
		if before = v.codes(made.ID); time.Now().After(deadline) {
			t.Fatalf("the machine does not answer: %q", before)
		}
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}

	file := filepath.Join(t.TempDir(), "backup")
	a := &app{out: io.Discard, err: io.Discard}
	if err := a.backup([]string{file}, place{data: data}); err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	if err := a.restore([]string{file}, place{data: other}); err != nil {
		t.Fatal(err)
	}
	if err := a.restore([]string{file}, place{data: other}); err == nil {
		t.Error("a backup was restored twice")
	}
	for _, dir := range []string{data, other} {
		v.url, stop = startServer(t, dir)
		if after := v.codes(made.ID); strings.Join(after, " ") != strings.Join(before, " ") {
			t.Errorf("there were %q, now there are %q", before, after)
		}
		if err := stop(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestServeGallery checks that the gallery is served only with the flag --gallery.
func TestServeGallery(t *testing.T) {
	for flags, want := range map[string]bool{"": false, "--gallery": true} {
		s := &serving{}
		fs := flag.NewFlagSet("serve", flag.ContinueOnError)
		s.bind(fs)
		if err := fs.Parse(strings.Fields(flags)); err != nil {
			t.Fatal(err)
		}
		if o := s.pages(); o.Gallery != want || !o.Online {
			t.Errorf("%q: %+v", flags, o)
		}
	}
}

// TestServeFromEnvironment checks that an environment variable sets a flag that the
// command line does not set.
func TestServeFromEnvironment(t *testing.T) {
	for _, c := range []struct {
		args, variable, value, want string
		bad                         bool
	}{
		{"", "KYDAI_LISTEN", ":1", ":1", false},
		{"--listen :2", "KYDAI_LISTEN", ":1", ":2", false},
		{"", "KYDAI_WORKERS", "many", "", true},
	} {
		s := &serving{}
		fs := flag.NewFlagSet("serve", flag.ContinueOnError)
		s.bind(fs)
		if err := fs.Parse(strings.Fields(c.args)); err != nil {
			t.Fatal(err)
		}
		err := fromEnvironment(fs, "serve", func(name string) (string, bool) { return c.value, name == c.variable })
		if (err != nil) != c.bad || s.listen != c.want {
			t.Errorf("%q with %s=%s: %q, %v", c.args, c.variable, c.value, s.listen, err)
		}
	}
}

// TestKey checks that the key file is created once, that only its owner can read it, and
// that a node with a shared database requires --key-file.
func TestKey(t *testing.T) {
	s := &serving{place: place{data: t.TempDir()}}
	first, err := s.keys()
	if err != nil {
		t.Fatal(err)
	}
	second, err := s.keys()
	if err != nil || len(first) != 1 || len(second) != 1 || !bytes.Equal(first[0], second[0]) || len(first[0]) != keySize {
		t.Errorf("the second time it is another key (%v)", err)
	}
	file := filepath.Join(s.data, usualKey)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key file: %v, %v", info, err)
	}
	if err := os.WriteFile(file, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.keys(); err == nil {
		t.Error("a broken key file is taken")
	}
	s.database = "postgres://nowhere"
	if _, err := s.keys(); err == nil {
		t.Error("a node of many makes a key of its own")
	}
}

// TestUnlimited checks that --unlimited removes every rate limit.
func TestUnlimited(t *testing.T) {
	v := reflect.ValueOf((&serving{unlimited: true}).limits())
	for i := range v.NumField() {
		if rate, ok := v.Field(i).Interface().(web.Rate); ok && rate != plenty {
			t.Errorf("%s is limited to %v", v.Type().Field(i).Name, rate)
		}
	}
}

// TestAdminStaysAtHome checks that the server refuses an admin listener on an address that other
// machines can reach, unless --admin-open is set: the admin pages have no password.
func TestAdminStaysAtHome(t *testing.T) {
	for address, ok := range map[string]bool{
		"": true, "127.0.0.1:8081": true, "[::1]:8081": true, "localhost:8081": true,
		":8081": false, "0.0.0.0:8081": false, "10.0.0.1:8081": false, "[::]:8081": false, "example.org:8081": false, "8081": false,
	} {
		if err := (&serving{adminAddress: adminAddress{admin: address}, unmoved: time.Hour}).check(); (err == nil) != ok {
			t.Errorf("--admin %s: %v", address, err)
		}
		if err := (&serving{adminAddress: adminAddress{admin: address, adminOpen: true}, unmoved: time.Hour}).check(); err != nil {
			t.Errorf("--admin %s --admin-open: %v", address, err)
		}
	}
}

// TestPublicURL checks that a public URL must be a scheme and a host, and nothing else.
func TestPublicURL(t *testing.T) {
	for origin, ok := range map[string]bool{
		"": true, "https://example.org": true, "http://192.168.1.5:8080": true,
		"example.org": false, "https://example.org/": false, "ftp://example.org": false, "https://a@example.org": false, "https://example.org?x": false,
	} {
		if err := (&serving{publicURL: origin, unmoved: time.Hour}).check(); (err == nil) != ok {
			t.Errorf("%q: %v", origin, err)
		}
	}
}

// TestUnlimitedWarns checks that a server logs a warning if, and only if, it runs without
// rate limits.
func TestUnlimitedWarns(t *testing.T) {
	for _, unlimited := range []bool{true, false} {
		s := &serving{place: place{data: t.TempDir()}, listen: "127.0.0.1:0", unlimited: unlimited, drain: time.Second, unmoved: time.Hour}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		var log bytes.Buffer
		if err := (&app{out: io.Discard, err: &log}).serve(ctx, s); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if got := strings.Contains(log.String(), "level=WARN msg=\"--unlimited"); got != unlimited {
			t.Errorf("unlimited %v: the log is %s", unlimited, log.String())
		}
	}
}

// TestOtherKeyIsRefused checks that a server does not start if its key differs from the key used
// with its database, unless the key file also holds the old key.
func TestOtherKeyIsRefused(t *testing.T) {
	data := t.TempDir()
	_, stop := startServer(t, data)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(data, usualKey)
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Repeat("ab", keySize) + "\n"
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(other)
	s := &serving{place: place{data: data}, listen: "127.0.0.1:0", drain: time.Second, unmoved: time.Hour}
	if err := (&app{out: io.Discard, err: io.Discard}).serve(t.Context(), s); err == nil || !strings.Contains(err.Error(), "key") {
		t.Fatalf("with another key: %v", err)
	}
	write(other + string(old))
	_, stop = startServer(t, data)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	write(other)
	startServer(t, data)
}
