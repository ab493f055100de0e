package web

import (
	"bytes"
	"encoding/binary"
	"errors"
	"net"
	"os"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// TestFrameSizes checks that a client of the WebSocket library reads what a frameWriter writes, at
// the sizes at which the header of a frame grows.
func TestFrameSizes(t *testing.T) {
	for _, n := range []int{0, 1, 125, 126, 127, 1<<16 - 1, 1 << 16, 200_000} {
		ours, theirs := net.Pipe()
		w := &frameWriter{to: ours, turn: make(chan struct{}, 1)}
		want := bytes.Repeat([]byte{'x'}, n)
		sent := make(chan error, 1)
		go func() { sent <- w.write(websocket.TextMessage, want) }()
		kind, got, err := readFrame(theirs)
		if err != nil || kind != websocket.TextMessage || !bytes.Equal(got, want) {
			t.Errorf("%d bytes: read %d bytes of kind %d, %v", n, len(got), kind, err)
		}
		if err := <-sent; err != nil {
			t.Errorf("%d bytes: %v", n, err)
		}
		_, _ = ours.Close(), theirs.Close()
	}
}

// readFrame reads a frame as a client does: whole, without a mask.
func readFrame(r net.Conn) (kind int, data []byte, err error) {
	read := func(n int) []byte {
		b := make([]byte, n)
		for at := 0; at < n && err == nil; {
			var more int
			more, err = r.Read(b[at:])
			at += more
		}
		return b
	}
	head := read(2)
	n := int(head[1])
	switch n {
	case 126:
		n = int(binary.BigEndian.Uint16(read(2)))
	case 127:
		n = int(binary.BigEndian.Uint64(read(8))) //nolint:gosec // the length of a frame that this test has sent
	}
	return int(head[0] & 0x0f), read(n), err
}

// TestFrameBesideWrite checks that a pong gives up after byeWait if another write blocks it, that
// the blocked write keeps its own time limit, and that no frame is written after a failed write or
// a close frame.
func TestFrameBesideWrite(t *testing.T) {
	ours, theirs := net.Pipe()
	w := &frameWriter{to: ours, turn: make(chan struct{}, 1)}
	sent := make(chan error, 1)
	go func() { sent <- w.write(websocket.TextMessage, []byte("slow")) }()
	if _, err := theirs.Read(make([]byte, 1)); err != nil { // this read returns when the write has begun
		t.Fatal(err)
	}
	if err := w.control(websocket.PongMessage, nil); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a pong beside a blocked write: %v", err)
	}
	if _, err := theirs.Read(make([]byte, 100)); err != nil {
		t.Error(err)
	}
	if err := <-sent; err != nil {
		t.Errorf("the write beside the pong: %v", err)
	}
	go func() { sent <- w.control(websocket.CloseMessage, nil) }()
	if kind, _, err := readFrame(theirs); err != nil || kind != websocket.CloseMessage {
		t.Errorf("the last frame is of kind %d, %v", kind, err)
	}
	if err := <-sent; err != nil {
		t.Error(err)
	}
	if err := w.write(websocket.TextMessage, nil); !errors.Is(err, errEnded) {
		t.Errorf("a frame after the last: %v", err)
	}
}

// TestFrameDeadline checks that each write has at least writeWait-deadlineStep until its deadline,
// even after a pong, whose deadline is shorter.
func TestFrameDeadline(t *testing.T) {
	ours, theirs := net.Pipe()
	go func() {
		for {
			if _, _, err := readFrame(theirs); err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() { _, _ = ours.Close(), theirs.Close() })
	w := &frameWriter{to: ours, turn: make(chan struct{}, 1)}
	left := func() time.Duration { return time.Until(w.until) }
	for _, pong := range []bool{false, true, false} {
		if pong {
			if err := w.control(websocket.PongMessage, nil); err != nil {
				t.Fatal(err)
			}
			if left() > byeWait {
				t.Errorf("a pong has %v", left())
			}
		}
		if err := w.write(websocket.TextMessage, nil); err != nil {
			t.Fatal(err)
		}
		if left() < writeWait-deadlineStep-time.Second { // tolerates a second of delay on a busy machine
			t.Errorf("a write has %v", left())
		}
	}
}
