package bus

import "strconv"

// Error is what a bus returns: a stable code for programs and a sentence for
// people. Two errors with the same code are the same to errors.Is.
type Error struct {
	Code string
	Text string
}

// Codes of errors.
const (
	Offline    = "offline"     // not connected; nothing was sent
	Full       = "full"        // too much waits to be sent; this was dropped
	Lost       = "lost"        // the connection went down before the answer came
	Nobody     = "nobody"      // nobody serves the subject
	Busy       = "busy"        // all who serve it were busy until the deadline
	Failed     = "failed"      // the server answered with an error
	Closed     = "closed"      // the bus was closed
	TooLarge   = "too-large"   // more than MaxData bytes
	BadSubject = "bad-subject" // no subject, pattern or group
	BadCall    = "bad-call"    // an argument is missing
)

// Errors to compare with errors.Is.
var (
	ErrOffline  = &Error{Offline, "the bus is not connected"}
	ErrFull     = &Error{Full, "the bus does not keep up; the message was dropped"}
	ErrLost     = &Error{Lost, "the bus lost its connection; whether the work was done is not known"}
	ErrNobody   = &Error{Nobody, "nobody serves this subject"}
	ErrBusy     = &Error{Busy, "all who serve this subject are busy"}
	ErrFailed   = &Error{Failed, "the work failed"}
	ErrClosed   = &Error{Closed, "the bus is closed"}
	ErrTooLarge = &Error{TooLarge,
		"a message may have " + strconv.Itoa(MaxData) + " bytes at most"}
	ErrBadSubject = &Error{BadSubject, "this is no subject"}
	ErrBadCall    = &Error{BadCall, "an argument is missing"}
)

// Error returns the sentence.
func (e *Error) Error() string { return e.Text }

// Is reports whether target is an Error with the same code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

func errSubject(s string) error {
	const shown = 80
	if len(s) > shown {
		s = s[:shown] + "…"
	}
	return &Error{BadSubject, strconv.Quote(s) + " is no subject of tokens of A-Z, a-z, 0-9, _ and -"}
}
