package web

import (
	"encoding/binary"
	"errors"
	"net"
	"os"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// errEnded is the error of a write after a close frame.
var errEnded = errors.New("web: the connection has sent its close frame")

// frameWriter writes the frames of one WebSocket connection. It writes each frame with a single
// call of the method Write of the network connection. It is safe for concurrent use.
type frameWriter struct {
	to   net.Conn
	turn chan struct{} // lock with capacity 1: holds a value while a goroutine has the turn to write a frame

	// Only the goroutine that has the turn uses the fields below.
	until time.Time // write deadline that was last set on the network connection
	err   error     // error of an earlier write; after an error no frame is written
}

// write sends a frame. It first waits for its turn. The client then has at least
// writeWait-deadlineStep and at most writeWait to accept the frame.
func (w *frameWriter) write(kind int, data []byte) error {
	w.turn <- struct{}{}
	defer w.end()
	if now := time.Now(); w.until.Sub(now) < writeWait-deadlineStep {
		w.expire(now.Add(writeWait))
	}
	return w.send(kind, data)
}

// control sends a pong or a close frame. It waits at most byeWait for its turn; the client then has
// byeWait to accept the frame.
func (w *frameWriter) control(kind int, data []byte) error {
	if !w.wait(byeWait) {
		return os.ErrDeadlineExceeded
	}
	defer w.end()
	w.expire(time.Now().Add(byeWait))
	err := w.send(kind, data)
	if kind == websocket.CloseMessage && w.err == nil {
		w.err = errEnded
	}
	return err
}

// wait waits for the turn to write a frame. It returns false if the turn has not come within the
// duration d.
func (w *frameWriter) wait(d time.Duration) bool {
	select {
	case w.turn <- struct{}{}:
		return true
	default:
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case w.turn <- struct{}{}:
		return true
	case <-t.C:
		return false
	}
}

func (w *frameWriter) end() { <-w.turn }

// expire sets the write deadline of the network connection.
func (w *frameWriter) expire(at time.Time) {
	w.until = at
	if err := w.to.SetWriteDeadline(at); err != nil && w.err == nil {
		w.err = err
	}
}

// send writes a frame in the form of RFC 6455, section 5.2, without a mask, as servers do. The
// caller has the turn.
func (w *frameWriter) send(kind int, data []byte) error {
	if w.err != nil {
		return w.err
	}
	room, _ := frameRoom.Get().(*[]byte)
	b := append(appendHeader((*room)[:0], kind, len(data)), data...)
	_, err := w.to.Write(b)
	if cap(b) <= maxFrameRoom {
		*room = b
		frameRoom.Put(room)
	}
	if err != nil {
		w.err = err
	}
	return err
}

// maxFrameRoom is the maximum size, in bytes, of a buffer that is kept for later frames.
const maxFrameRoom = 64 << 10

// frameRoom holds buffers for frames.
var frameRoom = sync.Pool{New: func() any {
	b := make([]byte, 0, writeBuffer)
	return &b
}}

// appendHeader appends the header of a frame that is a whole message of n bytes.
func appendHeader(b []byte, kind, n int) []byte {
	const whole = 0x80
	b = append(b, whole|byte(kind)) //nolint:gosec // kind is an opcode, which fits into a byte
	switch {
	case n < 126:
		return append(b, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(b, 126), uint16(n))
	}
	return binary.BigEndian.AppendUint64(append(b, 127), uint64(n)) //nolint:gosec // the length is not negative
}
