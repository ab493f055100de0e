package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// guideURL is the server's address in the example programs of the guide for bot authors.
const guideURL = "http://localhost:8080"

// botsOfGuide returns the example programs in one programming language from the guide for bot
// authors. If the guide has the same program in several human languages, it is returned once. In
// the programs, the address url replaces guideURL.
func botsOfGuide(t *testing.T, language, url string) []string {
	t.Helper()
	files, err := filepath.Glob("../../docs/guide/*/authors.md")
	if err != nil || len(files) < 2 {
		t.Fatalf("the guides are %v, %v", files, err)
	}
	var bots []string
	for _, file := range files {
		_, block, _ := strings.Cut(readText(t, file), "\n```"+language+"\n")
		block, _, ok := strings.Cut(block, "\n```")
		if !ok || strings.Count(block, guideURL) != 1 {
			t.Fatalf("%s has no bot in %s", file, language)
		}
		if block = strings.Replace(block, guideURL, url, 1); len(bots) == 0 || block != bots[len(bots)-1] {
			bots = append(bots, block)
		}
	}
	return bots
}

// TestPythonOfGuide runs the Python bot that the guide for bot authors shows, and checks that the
// bot plays a game to its end.
func TestPythonOfGuide(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	url, _ := startServer(t, t.TempDir(), "--answer-at-once")
	for _, bot := range botsOfGuide(t, "python", url) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		c := exec.CommandContext(ctx, "python3", "-")
		c.Stdin = strings.NewReader(bot)
		out, err := c.CombinedOutput()
		cancel()
		if err != nil || !bytes.Contains(out, []byte("\nended {")) {
			t.Errorf("the bot ends with %v and says:\n%s", err, out)
		}
	}
}

// TestPageOfGuide opens the page that the guide shows in a browser, from another origin, and waits
// until the page has played a game.
func TestPageOfGuide(t *testing.T) {
	browser := "/usr/lib/chromium/chromium-headless-shell"
	if _, err := os.Stat(browser); err != nil {
		t.Skip("chromium-headless-shell is not installed")
	}
	url, _ := startServer(t, t.TempDir(), "--answer-at-once")
	for _, page := range botsOfGuide(t, "html", url) {
		token := newToken(t, url)
		other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(page))
		}))
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		c := exec.CommandContext(ctx, browser, "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--user-data-dir="+t.TempDir(), other.URL+"/page.html#"+token)
		var said bytes.Buffer
		c.Stderr = &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		moves := movesUntilEnd(ctx, t, url, token)
		cancel()
		_ = c.Wait() // ignore the error: it says that the program was killed
		other.Close()
		if moves < 3 {
			t.Errorf("the page played %d moves; the browser says:\n%s", moves, said.String())
		}
	}
}

// newToken creates an access token with the same request as in the guide for bot authors.
func newToken(t *testing.T, url string) string {
	t.Helper()
	resp, err := http.Post(url+"/api/tokens", "application/json", strings.NewReader(`{"name":"my page"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var made struct{ Token string }
	if err := json.NewDecoder(resp.Body).Decode(&made); err != nil || made.Token == "" {
		t.Fatalf("no token: %v", err)
	}
	return made.Token
}

// movesUntilEnd reads the event stream of an access token until a match has ended. It returns how
// many times it was the turn of the token's player, or 0 if ctx ends before a match has ended.
func movesUntilEnd(ctx context.Context, t *testing.T, url, token string) (turns int) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/bot/stream", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var event struct{ T string }
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			t.Fatal(err)
		}
		switch event.T {
		case "turn":
			turns++
		case "ended":
			return turns
		}
	}
	return 0
}
