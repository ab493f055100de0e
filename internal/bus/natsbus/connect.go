package natsbus

import (
	"crypto/tls"
	"log/slog"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
)

// A server that is dead without closing its connections (frozen, partitioned) is detected after
// pingsOut pings without response: 1.2 to 1.8 s. The next server is tried at once, for at most
// dialTimeout. So a client is connected again within 3 s even if one server of the cluster is dead
// and the next one does not respond.
const (
	pingInterval = 600 * time.Millisecond
	pingsOut     = 2
	dialTimeout  = 750 * time.Millisecond
	// writeTimeout limits how long NATS holds its lock while it writes to a
	// server that has stopped reading.
	writeTimeout = time.Second
	// answerWait limits the wait for a response of the server. It is longer
	// than the time to detect a dead server.
	answerWait = 2500 * time.Millisecond
	// subscribeWait is how long Subscribe waits for the server's confirmation. If the server is
	// slower, Subscribe returns without it, so that opening a match is not delayed. The handler is
	// told later, by a Gap, that it may have missed messages.
	subscribeWait = 250 * time.Millisecond
	// Between two rounds of connection attempts to all servers, the bus waits
	// for a random time. The limit of that time grows from firstPause to
	// lastPause.
	firstPause = 50 * time.Millisecond
	lastPause  = 2 * time.Second
)

// Options configure the connection to NATS.
type Options struct {
	URLs []string // server addresses, such as nats://10.0.0.1:4222; other servers of the cluster are discovered
	Name string   // client name shown to the operators of the server

	User, Password string      // alternative to Credentials
	Credentials    string      // the path of a NATS credentials file
	TLS            *tls.Config // nil: decided by the scheme of the URLs (tls:// or nats://)

	// Worker is set for a program that publishes nothing. Such a program does not need the second
	// connection, on which its own messages would not come back.
	Worker bool

	Log *slog.Logger // nil discards the log
}

// Connect connects to a server or a cluster. Servers that are unreachable or
// reject the login are not an error: the connection is retried for ever, and
// Connected reports the state. Only invalid options are an error.
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
	url := strings.Join(o.URLs, ",")
	b, err := dial(url, o.Log, opts...)
	if err != nil || o.Worker {
		return b, err
	}
	return b.withOthers(url, opts...)
}

// common returns the options of all connections.
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
		// Nothing is buffered while the connection is down: a late message is
		// useless, and a lost one is recovered from the database.
		nats.ReconnectBufSize(-1),
	}
}

// pause returns a random wait before the next round of connection attempts, given the number of
// failed rounds.
func pause(rounds int) time.Duration {
	most := min(firstPause<<min(max(rounds, 1), 10), lastPause)
	return firstPause/5 + rand.N(most)
}
