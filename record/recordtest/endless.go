package recordtest

import (
	"io"
)

// Endless is a reader that repeats Text until it has returned Left bytes. It returns long input
// without keeping it in memory.
type Endless struct {
	Text string
	Left int
	at   int
}

func (e *Endless) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) && e.Left > 0 {
		b[n] = e.Text[e.at%len(e.Text)]
		e.at++
		e.Left--
		n++
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}
