// Package bus says what the platform needs of a message bus: to tell other
// nodes what happened, to be told, and to give work to whoever serves it.
//
// A bus loses messages: when it is down, when a receiver is slow, when a
// server dies. It never delivers one twice on purpose, and never out of order
// between one publisher and one subscription, but nothing may depend on a
// message having arrived. What is true stands in the database; a message only
// makes it known sooner. So every subscriber can read the truth again, and
// does so when it is told of a Gap, after a reconnect, and now and then
// without being told.
package bus

import (
	"context"
	"time"
)

// Bus is a connection to the message bus. Its methods are safe for concurrent
// use, and none of them waits for a receiver.
type Bus interface {
	// Publish hands data to everybody who subscribes to subject. It copies
	// data and never waits for the network: nil means that the message is on
	// its way, not that it will arrive. ErrOffline or ErrFull say that it was
	// dropped.
	Publish(subject string, data []byte) error

	// Subscribe calls h for what is published to subjects that match pattern,
	// in which "*" stands for one token and a last ">" for one or more. When
	// it returns, the server that this connection is on knows of it; other
	// servers of a cluster know a moment later.
	Subscribe(pattern string, h Handler) (Subscription, error)

	// Request asks one of those who serve subject and returns its answer.
	// While they are busy it asks again, until ctx ends; ctx must have a
	// deadline, for a request or its answer may be lost. ErrNobody says that
	// nobody serves the subject, ErrLost that the connection went down while
	// waiting: whether the work was done is not known then. Other errors of
	// the server come as an Error with the code Failed.
	Request(ctx context.Context, subject string, data []byte) ([]byte, error)

	// Serve answers requests to subjects that match pattern, up to concurrency
	// of them at a time; each request goes to one member of the group. More
	// are turned away at once, so that they find a member that has time.
	Serve(pattern, group string, concurrency int, s Server) (Subscription, error)

	// Connected says whether the bus is up, as far as is known.
	Connected() bool

	// OnReconnect calls f whenever the bus is up again after it was down, in a
	// goroutine of its own, after the subscriptions stand again. Whoever could
	// not publish meanwhile should do it now. The returned function ends it.
	OnReconnect(f func()) (cancel func())

	// Stats returns what was counted since the start.
	Stats() Stats

	// Drain ends in good order: it takes no more work, finishes what it has,
	// sends what is to be sent, and closes. If ctx ends before that, it closes
	// at once and returns the error of ctx.
	Drain(ctx context.Context) error

	// Close ends at once. What was not sent is lost. It does not wait for
	// handlers that run. Every later call fails with ErrClosed.
	Close()
}

// Handler receives what comes on a subscription: one call at a time, in order.
// A subscription waits for its handler, the others do not.
type Handler struct {
	// Message is called for each message. Data is its own to keep.
	Message func(subject string, data []byte)
	// Gap is called when messages were lost, before any that came later: it is
	// time to read the truth again. It may not be nil.
	Gap func(Gap)
	// Queue is how many messages may wait for the handler; 0 is DefaultQueue.
	// If one more comes, all that wait are thrown away and become a Gap: who
	// has to read the truth again has no use for them.
	Queue int
}

// Server does one piece of work and returns the answer. The context ends when
// the one who asked has stopped waiting, and when the connection is lost: an
// answer goes back by the connection its request came by, or not at all. An
// error is told to the one who asked.
type Server func(ctx context.Context, subject string, data []byte) ([]byte, error)

// Subscription is something that goes on until it is cancelled.
type Subscription interface {
	// Cancel ends it. A call that is under way goes on, no other follows.
	Cancel()
}

// Gap says that messages were lost on a subscription.
type Gap struct {
	Why    Why
	Missed int // how many at least; after a reconnect nobody knows
}

// Why a subscription has a gap.
type Why int

// Reasons of gaps.
const (
	Slow        Why = iota + 1 // the handler did not keep up
	Reconnected                // the connection was lost and is back
	Overrun                    // the process did not keep up with the network
	Oversize                   // somebody sent a message of more than MaxData bytes
)

// String names the reason.
func (w Why) String() string {
	switch w {
	case Slow:
		return "slow"
	case Reconnected:
		return "reconnected"
	case Overrun:
		return "overrun"
	case Oversize:
		return "too-large"
	}
	return "unknown"
}

// Limits that every bus keeps.
const (
	// MaxData is the size of the largest message, in bytes.
	MaxData = 256 << 10
	// DefaultQueue is how many messages wait for a slow handler.
	DefaultQueue = 1024
	// MaxQueueBytes is how many bytes wait for a slow handler at most.
	MaxQueueBytes = 8 << 20
)

// Stats counts what went over a connection since its start.
type Stats struct {
	Sent       uint64        // messages handed to the network
	Dropped    uint64        // messages that could not be sent
	Received   uint64        // messages received
	Missed     uint64        // messages thrown away on the way to a handler
	Refused    uint64        // requests turned away for want of time
	Reconnects uint64        // times the connection came back
	Down       time.Duration // how long it was down in all
}
