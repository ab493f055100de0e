package main

import (
	"strings"
	"testing"
)

// TestLoad runs a load test against a server in this process and checks its report.
func TestLoad(t *testing.T) {
	url, _ := startServer(t, t.TempDir(), "--unlimited")
	r := kydai("", "load", "--url", url+"/", "--matches", "4", "--pace", "20", "--for", "1s", "--game", "mixed")
	if r.code != exitOK || !strings.Contains(r.out, "every promise was kept") || strings.Contains(r.out, "\n0 moves") {
		t.Errorf("exit code %d\n%s%s", r.code, r.out, r.err)
	}
}

// TestLoadRefuses checks that the load test refuses a server on another machine unless --anywhere
// is set.
func TestLoadRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"--url http://192.0.2.1:80":                   "--anywhere",
		"--url http://localhost.example":              "--anywhere",
		"--url 127.0.0.1:80":                          "is not a server URL",
		"--game ches":                                 "did you mean",
		"x":                                           "flags only",
		"--url http://127.0.0.1:9 --matches 0":        "",
		"--url http://127.0.0.1:9 --for 48h":          "",
		"--url http://127.0.0.1:9 --clock nonsense":   "",
		"--url http://127.0.0.1:9 --matches 1000000":  "",
		"--url http://127.0.0.1:9 --pace 2000000":     "",
		"--url http://127.0.0.1:9,http://192.0.2.1:9": "--anywhere",
	} {
		r := kydai("", append([]string{"load"}, strings.Fields(args)...)...)
		if r.code == exitOK || !strings.Contains(r.err, want) {
			t.Errorf("load %s: exit code %d, %s", args, r.code, r.err)
		}
	}
}
