package protocol

import (
	"context"
	"errors"
	"time"
)

// Link is a connection to a program that survives the program: one that died
// is started again.
type Link struct {
	// Open starts the program.
	Open func() (*Peer, error)
	// Greet does what the protocol wants before the first question.
	Greet func(ctx context.Context, p *Peer) error
	// Goodbye is the command that ends the program.
	Goodbye string
	peer    *Peer
}

// quitWait is how long a program may take to end after the goodbye.
const quitWait = 500 * time.Millisecond

// Talk runs talk with a program that was greeted. If the program dies under
// it, talk is run once more with a fresh one; a program that dies again, or
// that does not answer, is an error. After an error other than that of the
// context the next Talk begins with a fresh program.
func (l *Link) Talk(ctx context.Context, talk func(p *Peer) error) error {
	err := l.once(ctx, talk)
	if errors.Is(err, ErrGone) && ctx.Err() == nil {
		err = l.once(ctx, talk)
	}
	return err
}

func (l *Link) once(ctx context.Context, talk func(p *Peer) error) error {
	if l.peer == nil {
		p, err := l.Open()
		if err != nil {
			return err
		}
		if err := l.Greet(ctx, p); err != nil {
			p.Kill()
			return err
		}
		l.peer = p
	}
	err := talk(l.peer)
	if err != nil {
		l.peer.Kill()
		l.peer = nil
	}
	return err
}

// Running reports whether a program is running.
func (l *Link) Running() bool { return l.peer != nil }

// Close ends the program.
func (l *Link) Close() {
	if l.peer != nil {
		l.peer.Quit(l.Goodbye, quitWait)
		l.peer = nil
	}
}
