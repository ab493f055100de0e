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
	// Startup is how long the program may take to be ready, Grace how long
	// beyond the time for a move, and again once it was told to stop. Start
	// makes the usual times of zeros.
	Startup, Grace time.Duration
	// Greet does what the protocol wants before the first question.
	Greet func(ctx context.Context, p *Peer) error
	// Goodbye is the command that ends the program.
	Goodbye string
	peer    *Peer
}

const (
	usualStartup = 10 * time.Second
	usualGrace   = 3 * time.Second
	// quitWait is how long a program may take to end after the goodbye.
	quitWait = 500 * time.Millisecond
	// longest is a wait without a limit.
	longest = 1000 * time.Hour
)

// Start runs the program and greets it, so that a path that is wrong and a
// program that says no are known at once. After an error nothing runs.
func (l *Link) Start() error {
	if l.Startup == 0 {
		l.Startup = usualStartup
	}
	if l.Grace == 0 {
		l.Grace = usualGrace
	}
	return l.Talk(context.Background(), func(*Peer) error { return nil })
}

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

// Answer waits for the line that ends an answer and lets see see the others.
// For a move that may take most (0 is any time) it waits the grace longer. A
// program that is late, or whose question was given up by ctx, is sent stop if
// the protocol has such a word, and must answer within the grace.
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

// Running reports whether a program is running.
func (l *Link) Running() bool { return l.peer != nil }

// Close ends the program.
func (l *Link) Close() {
	if l.peer != nil {
		l.peer.Quit(l.Goodbye, quitWait)
		l.peer = nil
	}
}
