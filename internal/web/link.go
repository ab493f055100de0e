package web

import (
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"kydai/internal/wire"
)

// link is one WebSocket connection. The interface hides the WebSocket library.
// Read is called by one goroutine only; Write and Ping by one goroutine at a
// time; Close by any goroutine.
type link interface {
	// Read returns the next message. While it waits, it replies to pings.
	Read() ([]byte, error)
	// Write sends a message. It fails if the client does not accept it in time.
	Write(data []byte) error
	// Ping sends a ping.
	Ping(payload []byte) error
	// OnPong sets the handler of pongs, which is called during Read.
	OnPong(f func(payload []byte))
	// Close sends a close frame with a code and a reason, and closes the connection.
	Close(code int, why string)
}

// WebSocket close codes with which the server closes connections.
const (
	closeNormal  = websocket.CloseNormalClosure
	closePolicy  = websocket.ClosePolicyViolation
	closeRestart = websocket.CloseServiceRestart // 1012: the client should reconnect soon
	closeSlow    = websocket.CloseTryAgainLater
	closeSilent  = websocket.CloseGoingAway
)

const (
	// writeWait is the time limit of a write. The deadline of a connection is not set for every
	// frame, because that costs as much as building the frame. It is set only if less than
	// writeWait-deadlineStep is left until the deadline that was set last.
	writeWait    = 10 * time.Second
	deadlineStep = time.Second
	byeWait      = time.Second
	// readBuffer is small, because every connection has a buffer of its own and messages are short.
	readBuffer  = 512
	writeBuffer = 4 << 10
)

// upgrader shares write buffers between connections, because most connections are idle. Its caller
// has already checked the origin of the request.
var upgrader = websocket.Upgrader{
	ReadBufferSize:  readBuffer,
	WriteBufferSize: writeBuffer,
	WriteBufferPool: &sync.Pool{},
	CheckOrigin:     func(*http.Request) bool { return true },
	Error: func(w http.ResponseWriter, _ *http.Request, status int, _ error) {
		refuse(w, problemWith(status, badRequest, "this is not a WebSocket handshake"))
	},
}

// gorilla is a link that uses the library gorilla/websocket to read. Frames are written by
// frameWriter and not by the library, because the library would set a timer for each frame. A frame
// of a server is only a header and the data.
type gorilla struct {
	conn     *websocket.Conn
	controls budget // limit of pings and pongs; only the goroutine that reads uses it
	out      frameWriter
}

// accept upgrades a request to a WebSocket. If accept returns an error, it has already sent an
// error response.
func accept(w http.ResponseWriter, r *http.Request, header http.Header, limits Limits) (link, error) {
	c, err := upgrader.Upgrade(w, r, header)
	if err != nil {
		return nil, err
	}
	c.SetReadLimit(int64(limits.Message))
	g := &gorilla{conn: c, controls: budget{rate: limits.Controls}, out: frameWriter{to: c.NetConn(), turn: make(chan struct{}, 1)}}
	c.SetPingHandler(g.answerPing)
	c.SetCloseHandler(func(code int, _ string) error {
		g.bye(code, "")
		return nil
	})
	return g, nil
}

var (
	errBinary = errors.New("web: a binary message")
	errFlood  = errors.New("web: too many frames per message")
)

// answerPing replies to a ping. It returns an error if the client sends too many pings.
func (g *gorilla) answerPing(payload string) error {
	if !g.controls.take(time.Now(), 1) {
		return errFlood
	}
	err := g.out.control(websocket.PongMessage, []byte(payload))
	var slow net.Error
	if errors.Is(err, errEnded) || errors.As(err, &slow) { // ignore a timeout, because other code detects a client that does not read
		return nil
	}
	return err
}

// Read returns the next message. It does not use the library's method ReadMessage, because then
// more stack frames would be in use while it waits. Fewer stack frames save memory for every idle
// connection.
func (g *gorilla) Read() ([]byte, error) {
	kind, r, err := g.conn.NextReader()
	if err != nil {
		return nil, err
	}
	return g.finish(kind, r)
}

//go:noinline
func (g *gorilla) finish(kind int, r io.Reader) ([]byte, error) {
	if kind != websocket.TextMessage {
		g.Close(websocket.CloseUnsupportedData, "messages are text")
		return nil, errBinary
	}
	room, _ := readRoom.Get().(*[wire.MaxMessage]byte)
	defer readRoom.Put(room)
	n := 0
	for n < len(room) {
		more, err := r.Read(room[n:])
		n += more
		if errors.Is(err, io.EOF) {
			return slices.Clone(room[:n]), nil
		}
		if err != nil {
			return nil, err
		}
	}
	rest, err := io.ReadAll(r)
	return append(slices.Clone(room[:n]), rest...), err
}

// readRoom holds buffers into which messages are read, because the length of a message is not known
// in advance.
var readRoom = sync.Pool{New: func() any { return new([wire.MaxMessage]byte) }}

func (g *gorilla) Write(data []byte) error { return g.out.write(websocket.TextMessage, data) }

func (g *gorilla) Ping(payload []byte) error { return g.out.write(websocket.PingMessage, payload) }

func (g *gorilla) OnPong(f func([]byte)) {
	g.conn.SetPongHandler(func(payload string) error {
		if !g.controls.take(time.Now(), 1) {
			return errFlood
		}
		f([]byte(payload))
		return nil
	})
}

func (g *gorilla) Close(code int, why string) {
	g.bye(code, why)
	_ = g.conn.Close()
}

// bye sends a close frame, the last frame of the connection.
func (g *gorilla) bye(code int, why string) {
	_ = g.out.control(websocket.CloseMessage, websocket.FormatCloseMessage(code, why))
}
