package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// examine runs kydai doctor and returns its output and a map from the code of a finding to its
// severity level. If a check fails, the level of its code is "fail", even if other findings have
// the same code.
func examine(t *testing.T, args ...string) (levels map[string]string, text string, err error) {
	t.Helper()
	s := parseServing(t, args...)
	var out bytes.Buffer
	err = (&app{out: &out, err: io.Discard}).doctor(t.Context(), s, true)
	var found []finding
	if bad := json.Unmarshal(out.Bytes(), &found); bad != nil {
		t.Fatalf("%v: %s", bad, out.String())
	}
	levels = map[string]string{}
	for _, f := range found {
		if f.Code == "" || f.Text == "" || f.Level != fine && f.Do == "" {
			t.Errorf("%+v says too little", f)
		}
		if levels[f.Code] != fail {
			levels[f.Code] = f.Level
		}
	}
	return levels, out.String(), err
}

// TestDoctor breaks one part of a server's configuration at a time and checks that kydai doctor
// reports the matching finding.
func TestDoctor(t *testing.T) {
	data := t.TempDir()
	_, stop := startServer(t, data)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close() //nolint:errcheck // the listener only occupies a port, so an error of Close has no effect
	running, _ := startServer(t, t.TempDir())
	cert, key := certificate(t)
	otherKey := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(otherKey, []byte(strings.Repeat("ab", keySize)), 0o600); err != nil {
		t.Fatal(err)
	}
	loose := filepath.Join(t.TempDir(), "loose")
	if err := os.WriteFile(loose, []byte(strings.Repeat("ab", keySize)), 0o644); err != nil { //nolint:gosec // the test needs a key file that other users can read
		t.Fatal(err)
	}
	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, databaseFile), bytes.Repeat([]byte("no database"), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	free := "127.0.0.1:0"
	for _, c := range []struct {
		name, code, level string
		args              []string
	}{
		{"a good setup", "database", fine, []string{"--data", data, "--listen", free}},
		{"its schema", "schema", fine, []string{"--data", data, "--listen", free}},
		{"its key", "key", fine, []string{"--data", data, "--listen", free}},
		{"another key", "key", fail, []string{"--data", data, "--listen", free, "--key-file", otherKey}},
		{"a key for all to read", "key-rights", fail, []string{"--data", data, "--listen", free, "--key-file", loose}},
		{"a damaged file", "database", fail, []string{"--data", damaged, "--listen", free}},
		{"a file as folder", "data-folder", fail, []string{"--data", cert, "--listen", free}},
		{"a taken port", "port", fail, []string{"--data", data, "--listen", taken.Addr().String()}},
		{"a server that runs", "port", fine, []string{"--data", data, "--listen", strings.TrimPrefix(running, "http://")}},
		{"no NATS", "nats", fail, []string{"--data", data, "--listen", free, "--nats", "nats://127.0.0.1:1"}},
		{"no PostgreSQL", "database", fail, []string{"--database", "postgres://x@127.0.0.1:1/x?connect_timeout=1", "--data", data, "--listen", free}},
		{"a certificate of an hour", "certificate", warn, []string{"--data", data, "--listen", free, "--tls-cert", cert, "--tls-key", key, "--listen-http", free}},
		{"no certificate", "certificate", fail, []string{"--data", data, "--listen", free, "--tls-cert", key, "--tls-key", key, "--listen-http", free}},
		{"no such name", "dns", fail, []string{"--data", data, "--listen", free, "--domain", "nowhere.invalid", "--listen-http", free}},
		{"flags that contradict", "flags", fail, []string{"--tls-cert", cert}},
	} {
		levels, text, err := examine(t, c.args...)
		if levels[c.code] != c.level {
			t.Errorf("%s: %s is %q\n%s", c.name, c.code, levels[c.code], text)
		}
		if (err == nil) == (c.level == fail) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	levels, text, err := examine(t, "--database", ownSchema(t), "--data", data, "--key-file", otherKey, "--listen", free)
	if err != nil || levels["database"] != fine || levels["durability"] != fine || levels["clock-offset"] == fail {
		t.Errorf("PostgreSQL: %v\n%s", err, text)
	}
}

// TestDoctorKeepsSecrets checks that the output of kydai doctor contains no secret, whichever check
// fails.
func TestDoctorKeepsSecrets(t *testing.T) {
	const secret = "sesame/öffne+dich"
	data := t.TempDir()
	key := strings.Repeat("cd", keySize)
	if err := os.WriteFile(filepath.Join(data, usualKey), []byte(key+"\nbroken"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"--database", "postgres://kydai:sesame%2F%C3%B6ffne+dich@127.0.0.1:1/x?connect_timeout=1"},
		{"--database", "postgres://kydai@127.0.0.1:1/x?connect_timeout=1&password=sesame%2F%C3%B6ffne%2Bdich"},
		{"--database", "postgres://kydai:" + secret + "@127.0.0.1:bad/x"},
		{"--database", secret},
		{"--database", "postgres://x@127.0.0.1:1/x?connect_timeout=1", "--database-replica", "postgres://kydai:sesame%2F%C3%B6ffne+dich@127.0.0.1:1/x?connect_timeout=1"},
		{"--nats", "nats://node:sesame%2F%C3%B6ffne+dich@127.0.0.1:1"},
		{"--nats", "nats://sesame%2F%C3%B6ffne+dich@127.0.0.1:1"},
		{"--nats", "nats://127.0.0.1:1", "--nats-user", "node", "--nats-password", secret},
		{"--nats-listen", "127.0.0.1:0", "--worker-token", secret, "--node-token", secret},
	} {
		_, text, _ := examine(t, append(args, "--data", data, "--listen", "127.0.0.1:0")...)
		for _, word := range []string{"sesame", "dich", key} {
			if strings.Contains(text, word) {
				t.Errorf("%q: the answer holds %q:\n%s", args, word, text)
			}
		}
	}
}
