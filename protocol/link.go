package protocol

import (
	"context"
	"errors"
	"time"
)

// Link is a connection to an external program. It restarts the program after it has exited.
type Link struct {
	// Open starts the program and returns the connected peer.
	Open func() (*Peer, error)
	// Startup is the time limit for starting the program, including Greet. Grace is how long the
	// program may answer after the end of the time for a move, and again after a stop command. If a
	// value is zero, Start sets its default.
	Startup, Grace time.Duration
	// Greet runs the handshake of the protocol.
	Greet func(ctx context.Context, p *Peer) error
	// Goodbye is the command that makes the program exit.
	Goodbye string
	peer    *Peer
}

const (
	usualStartup = 10 * time.Second
	usualGrace   = 3 * time.Second
	// quitWait is how long a program may take to exit after Goodbye.
	quitWait = 500 * time.Millisecond
	// longest is the waiting time if there is no time limit.
	longest = 1000 * time.Hour
)

// Start starts the program and runs the handshake, so that a wrong path or an unsuitable
// program is reported immediately. If Start returns an error, no program is running.
func (l *Link) Start() error {
	if l.Startup == 0 {
		l.Startup = usualStartup
	}
	if l.Grace == 0 {
		l.Grace = usualGrace
	}
	return l.Talk(context.Background(), func(*Peer) error { return nil })
}

// Talk calls the function talk with a running program. If the program exits, Talk starts a new
// program and calls talk once more. If talk returns an error, Talk kills the program, and the next
// call starts a new one.
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

// Answer waits for the line that ends an answer, and passes all other lines to the function see. It
// waits for the duration in the parameter most (0 means no limit) plus the grace period. If the
// program is late or ctx ends, Answer sends the stop command, which is the parameter stop; it sends
// nothing if that is "". The program must then answer within another grace period.
func (l *Link) Answer(ctx context.Context, p *Peer, most time.Duration, stop string, wanted func(line string) bool, see func(line string)) (string, error) {
	wait := longest
	if most > 0 {
		wait = most + l.Grace
	}
	last, err := p.Until(ctx, wait, wanted, see)
	if err != nil && stop != "" && !errors.Is(err, ErrGone) && p.Send(stop) == nil {
		last, err = p.Until(context.WithoutCancel(ctx), l.Grace, wanted, see)
	}
	return last, err
}

// Running reports whether the program is running.
func (l *Link) Running() bool { return l.peer != nil }

// Close stops the program. It does nothing if no program is running.
func (l *Link) Close() {
	if l.peer != nil {
		l.peer.Quit(l.Goodbye, quitWait)
		l.peer = nil
	}
}
