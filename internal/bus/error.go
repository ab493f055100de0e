package bus

import "strconv"

// Error is an error of the bus: a stable code for programs and a sentence for
// people. errors.Is compares codes.
type Error struct {
	Code string
	Text string
}

// Codes of errors.
const (
	Offline    = "offline"     // not connected; the message was not sent
	Full       = "full"        // the send queue is full; the message was dropped
	Lost       = "lost"        // the connection broke before the response arrived
	Nobody     = "nobody"      // the subject has no server
	Busy       = "busy"        // all servers were busy until the deadline
	Failed     = "failed"      // the server returned an error
	Closed     = "closed"      // the bus was closed
	TooLarge   = "too-large"   // more than MaxData bytes
	BadSubject = "bad-subject" // invalid subject, pattern or group
	BadCall    = "bad-call"    // a required argument is missing
)

// Errors for use with errors.Is.
var (
	ErrOffline  = &Error{Offline, "the bus is not connected"}
	ErrFull     = &Error{Full, "the send queue of the bus is full; the message was dropped"}
	ErrLost     = &Error{Lost, "the bus lost its connection; it is not known whether the request was executed"}
	ErrNobody   = &Error{Nobody, "the subject has no server"}
	ErrBusy     = &Error{Busy, "all servers of this subject are busy"}
	ErrFailed   = &Error{Failed, "the server of this subject returned an error"}
	ErrClosed   = &Error{Closed, "the bus is closed"}
	ErrTooLarge = &Error{TooLarge,
		"a message must have at most " + strconv.Itoa(MaxData) + " bytes"}
	ErrBadSubject = &Error{BadSubject, "the subject is not valid"}
	ErrBadCall    = &Error{BadCall, "an argument is missing"}
)

// Error returns the text of the error for people.
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
	return &Error{BadSubject, strconv.Quote(s) + " is not a subject: tokens may contain only A-Z, a-z, 0-9, _ and -"}
}
