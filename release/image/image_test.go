package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

// TestPush pushes two images to a registry as one multi-platform image and reads them back.
func TestPush(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "kydai")
	if err := os.WriteFile(program, []byte(strings.Repeat("program ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, arch := range []string{"amd64", "arm64"} {
		out := filepath.Join(dir, arch+".tar")
		s := settings{program: program, arch: arch, version: "1.2.3", date: time.Unix(1_790_000_000, 0).UTC()}
		if err := write(s, out); err != nil {
			t.Fatal(err)
		}
		first, _ := os.ReadFile(out)
		if err := write(s, out); err != nil {
			t.Fatal(err)
		}
		if again, _ := os.ReadFile(out); string(first) != string(again) || len(first) == 0 {
			t.Error("the same program gave other bytes")
		}
		files = append(files, out)
	}
	server := httptest.NewServer(registry.New())
	defer server.Close()
	to := strings.TrimPrefix(server.URL, "http://") + "/kydai:1.2.3"
	if err := pushAll(to, files); err != nil {
		t.Fatal(err)
	}
	ref, err := name.ParseReference(to)
	if err != nil {
		t.Fatal(err)
	}
	img, err := remote.Image(ref, remote.WithPlatform(v1.Platform{OS: "linux", Architecture: "arm64"}))
	if err != nil {
		t.Fatal(err)
	}
	c, err := img.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	if c.Architecture != "arm64" || c.Config.User != "65532" || strings.Join(c.Config.Entrypoint, " ") != "/kydai" {
		t.Errorf("got %+v", c)
	}
}
