package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kydai/internal/people"
	"kydai/internal/store"
)

// TestAdmin checks that the operator can list connected players, end a match, revoke a
// token and an account, and drain the node, and that the audit log records every action.
func TestAdmin(t *testing.T) {
	data, err := os.MkdirTemp("", "kydai") //nolint:usetesting // the path of a Unix socket must be short, and the paths of t.TempDir are long
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(data) })
	url, stop := startServer(t, data, "--drain", "2s")
	admin := func(in string, args ...string) (string, error) {
		var out bytes.Buffer
		a := &app{in: strings.NewReader(in), out: &out, err: &out}
		c, _ := find("admin")
		err := c.call(a, append(args, "--data", data))
		return out.String(), err
	}
	within(t, "the socket is there", func() bool { _, err := admin("", "who"); return err == nil })
	if info, err := os.Stat(filepath.Join(data, usualSocket)); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the socket: %v, %v", info, err)
	}
	v := newVisitor(t, url)
	var made struct{ ID string }
	v.ask(http.MethodPost, "/api/matches", map[string]any{
		"game": exampleGame(0), "seats": []map[string]any{{"kind": "human"}, {"kind": "level", "level": 1}},
	}, &made)
	if text, err := admin("", "who"); err != nil || !strings.Contains(text, "matches in progress          1") {
		t.Errorf("%v: %s", err, text)
	}
	if text, err := admin("", "end", made.ID); err != nil || !strings.Contains(text, made.ID) {
		t.Errorf("%v: %s", err, text)
	}
	if _, err := admin("", "end", made.ID); err == nil {
		t.Error("a match was ended twice")
	}
	if _, err := admin("", "end", "nothing"); err == nil || codeOf(err) == codeFailed {
		t.Errorf("a match that is not there: %v", err)
	}
	var token struct{ Token string }
	v.ask(http.MethodPost, "/api/tokens", map[string]any{"name": "bot"}, &token)
	if text, err := admin(token.Token+"\n", "revoke", "token"); err != nil {
		t.Errorf("%v: %s", err, text)
	}
	if _, err := admin(token.Token, "revoke", "token"); err == nil {
		t.Error("a token was revoked twice")
	}
	if _, err := admin("", "revoke", "account", "Nobody"); codeOf(err) != people.NoAccount {
		t.Errorf("an account that is not there: %v", err)
	}
	v.ask(http.MethodPost, "/api/account", map[string]any{"name": "Lan Anh", "password": "a long enough phrase"}, nil)
	if text, err := admin("", "revoke", "account", "lan anh"); err != nil || !strings.HasPrefix(text, "1 session") {
		t.Errorf("%v: %s", err, text)
	}
	for _, bad := range [][]string{{}, {"who", "x"}, {"end"}, {"revoke", "x"}, {"sing"}} {
		if _, err := admin("", bad...); codeOf(err) != codeUsage {
			t.Errorf("%v: %v", bad, err)
		}
	}
	if text, err := admin("", "drain"); err != nil {
		t.Errorf("%v: %s", err, text)
	}
	if r, err := http.Get(url + "/readyz"); err == nil {
		_ = r.Body.Close()
		if r.StatusCode == http.StatusOK {
			t.Error("a drained node is ready")
		}
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := admin("", "who"); codeOf(err) != codeNoServer {
		t.Errorf("without a server: %v", err)
	}
	s, err := store.OpenFile(t.Context(), filepath.Join(data, databaseFile), store.Options{NoTasks: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // the test only reads the database, so an error of Close has no effect
	log, err := s.Audit(t.Context(), "", people.After{}, 20)
	if err != nil {
		t.Fatal(err)
	}
	var actions []string
	for i := range log {
		actions = append(actions, log[i].Action)
	}
	got := strings.Join(actions, " ")
	for _, want := range []string{abortedMatch, revokedTokens, people.EndedSession, drainedNode} {
		if !strings.Contains(got, want) {
			t.Errorf("the audit log has %s, not %s", got, want)
		}
	}
}
