// Package bus defines the message bus of the platform: publish and subscribe
// between nodes, and requests to workers.
//
// A bus may lose messages: when it is down, when a receiver is slow, when a
// server dies. It never delivers a message twice on purpose, and it keeps the
// order between one publisher and one subscription. But no code may depend on
// the arrival of a message. The database is the source of truth; a message only
// announces a change sooner. So every subscriber can reload its state from the
// database, and does so after a Gap, after a reconnect, and at regular
// intervals.
package bus

import (
	"context"
	"time"
)

// Bus is a connection to the message bus. Its methods are safe for concurrent
// use and never wait for a receiver.
type Bus interface {
	// Publish sends data to all subscribers of subject. It copies data and does
	// not wait for the network: nil means that the message is queued, not that
	// it will arrive. ErrOffline and ErrFull mean that the message was dropped.
	Publish(subject string, data []byte) error

	// Subscribe calls h for messages on subjects that match pattern. In a
	// pattern "*" matches one token and a final ">" one or more. When Subscribe
	// returns, the server of this connection has the subscription; other
	// servers of a cluster have it a moment later.
	Subscribe(pattern string, h Handler) (Subscription, error)

	// Request sends a request to one server of subject and returns its response. While all servers
	// are busy, Request retries until ctx ends. ctx must have a deadline, because a request or a
	// response may be lost. ErrNobody means that the subject has no server. ErrLost means that the
	// connection broke before the response arrived: the server may or may not have done the work.
	// Other errors of the server are returned as an Error with the code Failed.
	Request(ctx context.Context, subject string, data []byte) ([]byte, error)

	// Serve handles requests on subjects that match pattern, up to concurrency at a time. Each
	// request goes to one member of the group. A member with no free slot refuses a request at
	// once, so that the request can be sent to another member.
	Serve(pattern, group string, concurrency int, s Server) (Subscription, error)

	// Connected reports whether the bus is up, as far as this process knows.
	Connected() bool

	// OnReconnect calls f in a new goroutine whenever the connection is back and all subscriptions
	// are restored. Callers should then publish what they could not publish while the connection
	// was down. f may be called twice for one interruption. The returned function removes f.
	OnReconnect(f func()) (cancel func())

	// Stats returns the counters since the start.
	Stats() Stats

	// Drain shuts down gracefully: it accepts no more work, finishes the work
	// in progress, sends the queued messages and closes. If ctx ends first, it
	// closes at once and returns the error of ctx.
	Drain(ctx context.Context) error

	// Close closes at once. Messages not yet sent are lost. It does not wait
	// for running handlers. Every later call fails with ErrClosed.
	Close()
}

// Handler receives the messages of a subscription, one call at a time, in
// order. A slow handler delays its own subscription only.
type Handler struct {
	// Message is called for each message. The function owns the data and may keep or change it.
	Message func(subject string, data []byte)
	// Gap is called when messages were lost, before any later message: the
	// subscriber must reload its state. It must not be nil.
	Gap func(Gap)
	// Queue is the number of messages that may wait for the handler; 0 means
	// DefaultQueue. On overflow all waiting messages are dropped and become one
	// Gap, because a subscriber that reloads does not need them.
	Queue int
	// Others excludes the messages that this Bus itself publishes: the server does not send them
	// back over the network. With Others, Subscribe takes a single subject, not a pattern.
	Others bool
}

// Server handles one request and returns the response. ctx ends when the requester has stopped
// waiting or the connection is lost, because the response must go back on the connection of its
// request. An error is sent to the requester; after ErrBusy the request is sent to another server.
type Server func(ctx context.Context, subject string, data []byte) ([]byte, error)

// Subscription is an active subscription or service.
type Subscription interface {
	// Cancel ends the subscription. A running call of the handler is completed;
	// no other call follows.
	Cancel()
}

// Gap reports lost messages on a subscription.
type Gap struct {
	Why    Why
	Missed int // lower bound of the number of lost messages; after a reconnect the number is unknown
}

// Why is the reason why messages were lost.
type Why int

// Reasons why messages were lost; see Gap.
const (
	Slow        Why = iota + 1 // the handler was too slow
	Reconnected                // the connection was lost and restored
	Overrun                    // the process was too slow for the network
	Oversize                   // a message was larger than MaxData
)

// String returns the name of the reason in lower case, for logs.
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

// Limits that hold for every implementation of Bus.
const (
	// MaxData is the size limit of a message, in bytes.
	MaxData = 256 << 10
	// DefaultQueue is the default number of messages that may wait for a slow
	// handler.
	DefaultQueue = 1024
	// MaxQueueBytes is the limit for the total size, in bytes, of the messages that wait for one
	// handler.
	MaxQueueBytes = 8 << 20
)

// Stats holds the counters of a connection since its start.
type Stats struct {
	Sent       uint64        // messages handed to the network
	Dropped    uint64        // messages that could not be sent
	Received   uint64        // messages received
	Missed     uint64        // messages dropped after they arrived, before a handler got them
	Refused    uint64        // requests refused because all slots were busy
	Reconnects uint64        // number of reconnects
	Down       time.Duration // total time without a connection
}
