package bus

import (
	"crypto/tls"
	"log/slog"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"kydai/bus"
)

// A server that is dead without saying so (frozen, cut off) is noticed when
// pingsOut pings in a row have no answer: between 1.2 and 1.8 s after it went.
// The next server is tried at once, for dialTimeout at most; so a cluster with
// one dead server and one that does not answer costs less than 3 s.
const (
	pingInterval = 600 * time.Millisecond
	pingsOut     = 2
	dialTimeout  = 750 * time.Millisecond
	// writeTimeout is how long NATS holds its lock to write to a server that
	// does not read.
	writeTimeout = time.Second
	// answerWait is longer than it takes to notice that a server is dead.
	answerWait = 2500 * time.Millisecond
	// Between two rounds of all servers: a random time that grows to the last.
	firstPause = 50 * time.Millisecond
	lastPause  = 2 * time.Second
)

// Options say where NATS is and who we are.
type Options struct {
	URLs []string // of the servers, such as nats://10.0.0.1:4222; others of the cluster are found by themselves
	Name string   // of this program, for the operators of the server

	User, Password string      // or
	Credentials    string      // the path of a NATS credentials file
	TLS            *tls.Config // nil is as the URLs say: tls://… or nats://…

	Log *slog.Logger // nil is nowhere
}

// Connect makes a connection to a server or a cluster. Servers that cannot be
// reached, or do not let us in, are no error: they are tried for ever, and
// Connected says how it stands. Only options that make no sense are an error.
func Connect(o Options) (*Bus, error) {
	if len(o.URLs) == 0 {
		return nil, &bus.Error{Code: bus.BadCall, Text: "there is no URL of a NATS server"}
	}
	opts := append(common(o.Name), nats.RetryOnFailedConnect(true), nats.IgnoreAuthErrorAbort())
	if o.User != "" {
		opts = append(opts, nats.UserInfo(o.User, o.Password))
	}
	if o.Credentials != "" {
		opts = append(opts, nats.UserCredentials(o.Credentials))
	}
	if o.TLS != nil {
		opts = append(opts, nats.Secure(o.TLS))
	}
	return dial(strings.Join(o.URLs, ","), o.Log, opts...)
}

// common are the options of all connections.
func common(name string) []nats.Option {
	return []nats.Option{
		nats.Name(name),
		nats.PingInterval(pingInterval),
		nats.MaxPingsOutstanding(pingsOut),
		nats.Timeout(dialTimeout),
		nats.FlusherTimeout(writeTimeout),
		nats.ReconnectOnFlusherError(),
		nats.MaxReconnects(-1),
		nats.CustomReconnectDelay(pause),
		// Nothing is kept for later while the connection is down: what is late
		// is worth nothing here, and what is lost is found in the database.
		nats.ReconnectBufSize(-1),
	}
}

// pause is how long to wait after a number of rounds in vain.
func pause(rounds int) time.Duration {
	most := min(firstPause<<min(max(rounds, 1), 10), lastPause)
	return firstPause/5 + rand.N(most)
}
