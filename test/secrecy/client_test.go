package secrecy

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/internal/wire"
)

const patience = time.Minute

// client is a browser with a cookie, a socket and REST requests. It records all bytes that it
// receives.
type client struct {
	t     *testing.T
	name  string
	base  string
	id    string
	http  *http.Client
	heard func(what string, data []byte)

	conn   net.Conn
	wmu    sync.Mutex
	frames chan []byte
}

func newClient(t *testing.T, name, base string, heard func(what string, data []byte)) *client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	check(t, err)
	c := &client{t: t, name: name, base: base, http: &http.Client{Jar: jar}, heard: heard, frames: make(chan []byte, 1024)}
	var me struct{ Player string }
	c.ask(http.MethodGet, "/api/me", nil, &me)
	c.id = me.Player
	c.connect()
	return c
}

// ask sends a request, records the response with its headers, and returns the
// status.
func (c *client) ask(method, path string, body, out any) int {
	c.t.Helper()
	var in io.Reader
	if body != nil {
		in = bytes.NewReader(wire.Encode(body))
	}
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.base+path, in)
	check(c.t, err)
	r.Header.Set("Content-Type", "application/json")
	resp, err := c.http.Do(r)
	check(c.t, err)
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	check(c.t, err)
	var all bytes.Buffer
	resp.Header.Del("Content-Length") // the length depends on the number of digits of values that may differ
	check(c.t, resp.Header.Write(&all))
	c.heard("rest "+path, append(append(all.Bytes(), resp.Status...), text...))
	if out != nil {
		if resp.StatusCode >= http.StatusMultipleChoices {
			c.t.Fatalf("%s %s: %d %s", method, path, resp.StatusCode, text)
		}
		check(c.t, json.Unmarshal(text, out))
	}
	return resp.StatusCode
}

// connect opens a WebSocket without a library, so that the test sees the exact
// bytes.
func (c *client) connect() {
	c.t.Helper()
	u, err := url.Parse(c.base)
	check(c.t, err)
	c.conn, err = net.Dial("tcp", u.Host)
	check(c.t, err)
	c.t.Cleanup(func() { _ = c.conn.Close() })
	var cookies []string
	for _, k := range c.http.Jar.Cookies(u) {
		cookies = append(cookies, k.Name+"="+k.Value)
	}
	_, err = io.WriteString(c.conn, "GET /api/socket HTTP/1.1\r\nHost: "+u.Host+"\r\nOrigin: "+c.base+
		"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: "+
		strings.Join(cookies, "; ")+"\r\n\r\n")
	check(c.t, err)
	in := bufio.NewReader(c.conn)
	resp, err := http.ReadResponse(in, nil)
	check(c.t, err)
	if resp.StatusCode != http.StatusSwitchingProtocols {
		c.t.Fatalf("no socket: %s", resp.Status)
	}
	_ = resp.Body.Close()
	go c.read(in)
}

// WebSocket opcodes.
const (
	textFrame = 1
	pingFrame = 9
	pongFrame = 10
)

func (c *client) read(in *bufio.Reader) {
	defer close(c.frames)
	for {
		kind, data, err := readFrame(in)
		if err != nil {
			return
		}
		switch kind {
		case textFrame:
			c.heard("socket", data)
			c.frames <- data
		case pingFrame:
			c.heard("ping", data)
			_ = c.write(pongFrame, data)
		}
	}
}

// readFrame reads one WebSocket frame from a server. It supports only frames without mask and
// without fragments, because servers send no others.
func readFrame(in *bufio.Reader) (kind byte, data []byte, err error) {
	var head [2]byte
	if _, err = io.ReadFull(in, head[:]); err != nil {
		return 0, nil, err
	}
	n := uint64(head[1])
	switch n {
	case 126:
		var b [2]byte
		_, err = io.ReadFull(in, b[:])
		n = uint64(binary.BigEndian.Uint16(b[:]))
	case 127:
		var b [8]byte
		_, err = io.ReadFull(in, b[:])
		n = binary.BigEndian.Uint64(b[:])
	}
	if err != nil || n > 1<<20 || head[0]&0x80 == 0 {
		return 0, nil, errors.Join(err, errors.New("a frame that was not expected"))
	}
	data = make([]byte, n)
	_, err = io.ReadFull(in, data)
	return head[0] & 0x0f, data, err
}

// write sends a WebSocket frame with a zero mask.
func (c *client) write(kind byte, data []byte) error {
	c.wmu.Lock()
	defer c.wmu.Unlock()
	head := []byte{0x80 | kind}
	if len(data) < 126 {
		head = append(head, 0x80|byte(len(data)))
	} else {
		head = binary.BigEndian.AppendUint16(append(head, 0x80|126), uint16(len(data)))
	}
	head = append(head, 0, 0, 0, 0)
	_, err := c.conn.Write(append(head, data...))
	return err
}

func (c *client) send(m any) {
	c.t.Helper()
	check(c.t, c.write(textFrame, wire.Encode(m)))
}

// next waits for a message of a kind. It skips all other messages except
// errors.
func (c *client) next(kind string, out any) {
	c.t.Helper()
	late := time.After(patience)
	for {
		select {
		case data, ok := <-c.frames:
			var head struct{ T string }
			if !ok || json.Unmarshal(data, &head) != nil {
				c.t.Fatalf("%s: the connection ended, or said %s", c.name, data)
			}
			if head.T == kind {
				check(c.t, json.Unmarshal(data, out))
				return
			}
			if head.T == wire.TellError {
				c.t.Fatalf("%s: %s", c.name, data)
			}
		case <-late:
			c.t.Fatalf("%s: no %s came", c.name, kind)
		}
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
