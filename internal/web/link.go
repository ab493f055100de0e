package web

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"kydai/internal/wire"
)

// link is one WebSocket connection: all that the rest of the package knows of
// the library. Read is called by one goroutine, Write and Ping by one at a time,
// Close by anyone.
type link interface {
	// Read returns the next message. It answers pings on the way.
	Read() ([]byte, error)
	// Write sends a message, or fails when that takes too long.
	Write(data []byte) error
	// Ping sends a ping.
	Ping(payload []byte) error
	// OnPong says what to do with the answers to pings. They come while
	// somebody reads.
	OnPong(f func(payload []byte))
	// Close says goodbye, with a code and a reason, and closes.
	Close(code int, why string)
}

// Codes with which connections are closed.
const (
	closeNormal  = websocket.CloseNormalClosure
	closePolicy  = websocket.ClosePolicyViolation
	closeRestart = websocket.CloseServiceRestart // 1012: come back in a moment
	closeSlow    = websocket.CloseTryAgainLater
	closeSilent  = websocket.CloseGoingAway
)

const (
	writeWait = 10 * time.Second
	byeWait   = time.Second
	// readBuffer is small: it stays with every connection, and messages are.
	readBuffer  = 512
	writeBuffer = 4 << 10
)

// upgrader shares the buffers for writing between connections: most are quiet.
// The origin was checked before.
var upgrader = websocket.Upgrader{
	ReadBufferSize:  readBuffer,
	WriteBufferSize: writeBuffer,
	WriteBufferPool: &sync.Pool{},
	CheckOrigin:     func(*http.Request) bool { return true },
	Error: func(w http.ResponseWriter, _ *http.Request, status int, _ error) {
		refuse(w, &Problem{status: status, Code: badRequest, Text: "this is no WebSocket handshake"})
	},
}

type gorilla struct{ c *websocket.Conn }

// accept makes a link of a request. It has answered the request if it fails.
func accept(w http.ResponseWriter, r *http.Request, header http.Header, maxMessage int64) (link, error) {
	c, err := upgrader.Upgrade(w, r, header)
	if err != nil {
		return nil, err
	}
	c.SetReadLimit(maxMessage)
	return gorilla{c}, nil
}

var errBinary = errors.New("web: a binary message")

// Read does without ReadMessage: where it waits, every frame less on the stack
// is memory saved for every idle connection.
func (g gorilla) Read() ([]byte, error) {
	kind, r, err := g.c.NextReader()
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

// readRoom is room to read messages into, before it is known how long they are.
var readRoom = sync.Pool{New: func() any { return new([wire.MaxMessage]byte) }}

func (g gorilla) Write(data []byte) error {
	if err := g.c.SetWriteDeadline(time.Now().Add(writeWait)); err != nil {
		return err
	}
	return g.c.WriteMessage(websocket.TextMessage, data)
}

func (g gorilla) Ping(payload []byte) error {
	return g.c.WriteControl(websocket.PingMessage, payload, time.Now().Add(writeWait))
}

func (g gorilla) OnPong(f func([]byte)) {
	g.c.SetPongHandler(func(payload string) error {
		f([]byte(payload))
		return nil
	})
}

func (g gorilla) Close(code int, why string) {
	_ = g.c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, why), time.Now().Add(byeWait))
	_ = g.c.Close()
}
