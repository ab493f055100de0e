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
	writeWait = 10 * time.Second
	byeWait   = time.Second
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

type gorilla struct {
	conn     *websocket.Conn
	controls *budget // limit of pings and pongs; only the goroutine that reads uses it
}

// accept upgrades a request to a WebSocket. If accept returns an error, it has already sent an
// error response.
func accept(w http.ResponseWriter, r *http.Request, header http.Header, limits Limits) (link, error) {
	c, err := upgrader.Upgrade(w, r, header)
	if err != nil {
		return nil, err
	}
	c.SetReadLimit(int64(limits.Message))
	g := gorilla{c, &budget{rate: limits.Controls}}
	c.SetPingHandler(g.answerPing)
	return g, nil
}

var (
	errBinary = errors.New("web: a binary message")
	errFlood  = errors.New("web: too many frames per message")
)

// answerPing replies to a ping. It returns an error if the client sends too many pings.
func (g gorilla) answerPing(payload string) error {
	if !g.controls.take(time.Now(), 1) {
		return errFlood
	}
	err := g.conn.WriteControl(websocket.PongMessage, []byte(payload), time.Now().Add(byeWait))
	if errors.Is(err, websocket.ErrCloseSent) {
		return nil
	}
	var slow net.Error
	if errors.As(err, &slow) { // ignore the timeout: other code detects a client that does not read
		return nil
	}
	return err
}

// Read does not use ReadMessage. So fewer stack frames are in use while it waits, which saves
// memory for every idle connection.
func (g gorilla) Read() ([]byte, error) {
	kind, r, err := g.conn.NextReader()
	if err != nil {
		return nil, err
	}
	return g.finish(kind, r)
}

//go:noinline
func (g gorilla) finish(kind int, r io.Reader) ([]byte, error) {
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

// readRoom holds buffers into which messages of unknown length are read.
var readRoom = sync.Pool{New: func() any { return new([wire.MaxMessage]byte) }}

func (g gorilla) Write(data []byte) error {
	if err := g.conn.SetWriteDeadline(time.Now().Add(writeWait)); err != nil {
		return err
	}
	return g.conn.WriteMessage(websocket.TextMessage, data)
}

func (g gorilla) Ping(payload []byte) error {
	return g.conn.WriteControl(websocket.PingMessage, payload, time.Now().Add(writeWait))
}

func (g gorilla) OnPong(f func([]byte)) {
	g.conn.SetPongHandler(func(payload string) error {
		if !g.controls.take(time.Now(), 1) {
			return errFlood
		}
		f([]byte(payload))
		return nil
	})
}

func (g gorilla) Close(code int, why string) {
	_ = g.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, why), time.Now().Add(byeWait))
	_ = g.conn.Close()
}
