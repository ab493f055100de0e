package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// callers sends the recorded calls of a script to one server. Each caller has an HTTP client of its
// own.
type callers struct {
	t       *testing.T
	url     string
	clients map[string]*http.Client
	sockets map[string]*websocket.Conn
	kept    map[string]string
}

// perform starts a new server, sends the calls to it and returns the calls with the server's
// answers.
func perform(t *testing.T, calls []call) []call {
	t.Helper()
	url, _ := startServer(t, t.TempDir())
	c := &callers{t: t, url: url, clients: map[string]*http.Client{}, sockets: map[string]*websocket.Conn{}, kept: map[string]string{}}
	out := make([]call, len(calls))
	at := 0
	defer func() {
		if t.Failed() {
			t.Logf("at call %d: %s", at, plainJSON(calls[at]))
		}
	}()
	for i := range calls {
		at, out[i] = i, calls[i]
		c.perform(&out[i])
	}
	return out
}

func (c *callers) perform(one *call) {
	c.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		switch {
		case one.Call != "":
			c.request(one)
		case one.Send != nil:
			if err := c.socket(one.As).WriteMessage(websocket.TextMessage, []byte(c.fill(plainJSON(one.Send)))); err != nil {
				c.t.Fatal(err)
			}
		default:
			c.frame(one)
		}
		if one.Until == "" || valueAt(one.Answer, one.Until) != nil {
			break
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("%s never has %s", one.Call, one.Until)
		}
	}
	for name, at := range one.Keep {
		text, ok := valueAt(one.Answer, at).(string)
		if !ok {
			c.t.Fatalf("%s: there is no text %s in %s", one.Call, at, plainJSON(one.Answer))
		}
		c.kept[name] = text
	}
}

// valueAt returns the value at a path in decoded JSON; the path codes.1 means element 1 of the list
// codes. It returns nil if the path does not exist.
func valueAt(v any, path string) any {
	for _, key := range strings.Split(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// fill replaces each {name} in a text with the value that an earlier call stored under this name.
func (c *callers) fill(text string) string {
	for name, value := range maps.All(c.kept) {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}

// client returns the HTTP client of a caller. The bot's client has no cookies; it sends
// its token instead.
func (c *callers) client(as string) *http.Client {
	if c.clients[as] == nil {
		c.clients[as] = &http.Client{Timeout: time.Minute}
		if as != "bot" {
			c.clients[as].Jar, _ = cookiejar.New(nil) // cookiejar.New never fails without options
		}
	}
	return c.clients[as]
}

func (c *callers) request(one *call) {
	c.t.Helper()
	method, path, _ := strings.Cut(c.fill(one.Call), " ")
	var body io.Reader = http.NoBody
	if one.Body != nil {
		body = strings.NewReader(c.fill(plainJSON(one.Body)))
	}
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	if one.Body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if one.As == "bot" {
		r.Header.Set("Authorization", "Bearer "+c.kept["token"])
	}
	resp, err := c.client(one.As).Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // the body was read, so an error of Close has no effect
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= http.StatusInternalServerError {
		c.t.Fatalf("%s: %d %s %v", one.Call, resp.StatusCode, text, err)
	}
	one.Status, one.Type, one.Answer = resp.StatusCode, resp.Header.Get("Content-Type"), nil
	if strings.Contains(one.Type, "json") {
		first := json.NewDecoder(bytes.NewReader(text)) // the answer may have several JSON lines: decode the first
		if err := first.Decode(&one.Answer); err != nil {
			c.t.Fatalf("%s: %v in %s", one.Call, err, text)
		}
	} else if len(text) == 0 && resp.StatusCode != http.StatusNoContent {
		c.t.Errorf("%s: the answer is empty", one.Call)
	}
}

// socket returns the WebSocket connection of a caller and opens it if necessary.
func (c *callers) socket(as string) *websocket.Conn {
	c.t.Helper()
	if s := c.sockets[as]; s != nil {
		return s
	}
	header := http.Header{}
	if as == "bot" {
		header.Set("Authorization", "Bearer "+c.kept["token"])
	} else {
		header.Set("Origin", c.url)
		q, _ := http.NewRequest(http.MethodGet, c.url, http.NoBody) // NewRequest cannot fail: the URL is valid
		for _, cookie := range c.client(as).Jar.Cookies(q.URL) {
			header.Add("Cookie", cookie.Name+"="+cookie.Value)
		}
	}
	s, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(c.url, "http")+"/api/socket", header)
	if err != nil {
		c.t.Fatal(err)
	}
	_ = resp.Body.Close()
	c.t.Cleanup(func() { _ = s.Close() })
	c.sockets[as] = s
	return s
}

// frame waits until the server sends the WebSocket frame that the call expects.
func (c *callers) frame(one *call) {
	c.t.Helper()
	s := c.socket(one.As)
	for {
		_ = s.SetReadDeadline(time.Now().Add(30 * time.Second)) // SetReadDeadline never fails on an open connection
		_, text, err := s.ReadMessage()
		if err != nil {
			c.t.Fatalf("no %s came: %v", one.Wait, err)
		}
		one.Answer = nil
		if err := json.Unmarshal(text, &one.Answer); err != nil {
			c.t.Fatalf("%v in %s", err, text)
		}
		if valueAt(one.Answer, "t") == one.Wait {
			return
		}
	}
}
