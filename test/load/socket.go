package load

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

const (
	dialWithin  = 3 * time.Second
	writeWithin = 5 * time.Second
	maxFrame    = 4 << 20
)

// socket is one WebSocket connection of a client. Only one goroutine reads, only one at a
// time may write, and any goroutine may close it.
type socket struct{ conn *websocket.Conn }

var dialer = websocket.Dialer{
	HandshakeTimeout: dialWithin,
	ReadBufferSize:   2 << 10,
	WriteBufferSize:  512,
}

// dial opens a WebSocket. It sends the node's URL as Origin, as the node's own web page does,
// because nodes refuse other origins.
func dial(ctx context.Context, url, cookie string) (*socket, error) {
	ctx, cancel := context.WithTimeout(ctx, dialWithin)
	defer cancel()
	header := http.Header{"Origin": {url}, "Cookie": {cookie}}
	c, resp, err := dialer.DialContext(ctx, "ws"+strings.TrimPrefix(url, "http")+"/api/socket", header) //nolint:bodyclose // the library has already closed the body
	if err != nil {
		if resp != nil {
			return nil, &refusedError{resp.StatusCode}
		}
		return nil, err
	}
	c.SetReadLimit(maxFrame)
	return &socket{c}, nil
}

// refusedError means that the server answered the WebSocket request with an HTTP error.
type refusedError struct{ status int }

// Error returns the text of the status.
func (e *refusedError) Error() string { return http.StatusText(e.status) }

func (s *socket) read() ([]byte, error) {
	_, data, err := s.conn.ReadMessage()
	return data, err
}

func (s *socket) write(data []byte) error {
	if err := s.conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	return s.conn.WriteMessage(websocket.TextMessage, data)
}

// restarting reports whether the server closed the connection because the server
// restarts.
func restarting(err error) bool { return websocket.IsCloseError(err, websocket.CloseServiceRestart) }

func (s *socket) close() { _ = s.conn.Close() }
