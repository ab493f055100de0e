package natsbus

import (
	"crypto/rand"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
)

// Names of the two users of a NATS server. docs/operations.md defines the same users for a cluster.
const (
	NodeUser   = "node"   // has all permissions
	WorkerUser = "worker" // may receive jobs as a member of WorkerGroup, and may respond to each job once
	// WorkerGroup is the queue group that shares the jobs. No user may
	// subscribe to jobs outside the group.
	WorkerGroup = "workers"
	// Jobs is the subject pattern of jobs.
	Jobs = "eng.>"
	// LongestJob is the time within which a worker may respond to a job.
	LongestJob = 10 * time.Minute
)

const (
	shortestToken = 16
	startWait     = 10 * time.Second
	// room is the space reserved for the headers of a message, in bytes.
	room = 4 << 10
)

// ServerOptions configure the embedded server.
type ServerOptions struct {
	Name string

	// Listen is the address for workers and other nodes, such as
	// 127.0.0.1:4222; "" means that only this process uses the server. Without
	// TLS all traffic, including the tokens, can be read on the network, so
	// listen beyond this machine only in a trusted network.
	Listen string
	TLS    *tls.Config

	WorkerToken string // password of WorkerUser; required if Listen is set
	NodeToken   string // password of NodeUser; "" means that no other node can connect

	Log *slog.Logger // nil discards the log
}

// Embedded starts a server inside this process and connects to it without the
// network. It stores nothing. Close also stops the server.
func Embedded(o ServerOptions) (*Bus, error) {
	opts, err := o.server()
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(opts)
	if err != nil {
		return nil, fmt.Errorf("the NATS server: %w", err)
	}
	if o.Log != nil {
		s.SetLoggerV2(serverLog{o.Log}, false, false, false)
	}
	s.Start()
	if !s.ReadyForConnections(startWait) {
		s.Shutdown()
		return nil, &bus.Error{Code: bus.Offline, Text: "the NATS server does not start; is " + o.Listen + " in use?"}
	}
	b, err := inside(s, opts, o)
	if err != nil {
		s.Shutdown()
		return nil, err
	}
	b.server = s
	return b, nil
}

// Addr is the listen address of the embedded server; nil if it does not listen.
func (b *Bus) Addr() net.Addr {
	if b.server == nil {
		return nil
	}
	return b.server.Addr()
}

// inside connects to the embedded server within the process, without the network.
func inside(s *server.Server, opts *server.Options, o ServerOptions) (*Bus, error) {
	how := append(common(o.Name), nats.InProcessServer(s),
		nats.UserInfo(NodeUser, opts.Users[0].Password),
		// The embedded server is in this process, so it cannot fail alone, and it is slow only when
		// the process is slow. Therefore these timeouts are long.
		nats.Timeout(startWait), nats.FlusherTimeout(startWait), nats.PingInterval(time.Minute))
	b, err := dial("", o.Log, how...)
	if err != nil {
		return nil, err
	}
	return b.withOthers("", how...)
}

// server converts the options to options of the NATS server. It fails if a token is too short or
// the listen address is invalid.
func (o ServerOptions) server() (*server.Options, error) {
	for _, token := range []string{o.WorkerToken, o.NodeToken} {
		if token != "" && len(token) < shortestToken {
			return nil, &bus.Error{Code: bus.BadCall, Text: "a token has " + strconv.Itoa(shortestToken) + " characters at least"}
		}
	}
	node, worker := o.NodeToken, o.WorkerToken
	if node == "" {
		node = rand.Text()
	}
	opts := &server.Options{
		ServerName:   o.Name,
		DontListen:   true,
		NoSigs:       true,
		NoLog:        o.Log == nil,
		MaxPayload:   bus.MaxData + room,
		PingInterval: pingInterval, // with MaxPingsOut: a dead worker is detected after at most 1.8 s and gets no more jobs
		MaxPingsOut:  pingsOut,
		Users:        []*server.User{{Username: NodeUser, Password: node}},
	}
	if o.Listen == "" {
		return opts, nil
	}
	if worker == "" {
		return nil, &bus.Error{Code: bus.BadCall, Text: "to listen for workers takes a token that they must know"}
	}
	host, port, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, &bus.Error{Code: bus.BadCall, Text: "no address to listen at: " + err.Error()}
	}
	if opts.Port, err = net.LookupPort("tcp", port); err != nil {
		return nil, &bus.Error{Code: bus.BadCall, Text: "no port to listen at: " + err.Error()}
	}
	if opts.Port == 0 {
		opts.Port = server.RANDOM_PORT
	}
	opts.Host, opts.DontListen = host, false
	if o.TLS != nil {
		opts.TLSConfig, opts.TLS = o.TLS, true
	}
	opts.Users = append(opts.Users, &server.User{Username: WorkerUser, Password: worker, Permissions: workerPermissions()})
	return opts, nil
}

func workerPermissions() *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Deny: []string{">"}},
		Subscribe: &server.SubjectPermission{Allow: []string{Jobs + " " + WorkerGroup}},
		Response:  &server.ResponsePermission{MaxMsgs: 1, Expires: LongestJob},
	}
}

// serverLog forwards the log of the embedded server.
type serverLog struct{ log *slog.Logger }

func (l serverLog) Noticef(string, ...any)    {}
func (l serverLog) Debugf(string, ...any)     {}
func (l serverLog) Tracef(string, ...any)     {}
func (l serverLog) Errorf(f string, v ...any) { l.log.Error("NATS server: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Fatalf(f string, v ...any) { l.log.Error("NATS server: " + fmt.Sprintf(f, v...)) }

// Warnf forwards warnings except the one about plaintext passwords in a
// configuration file: the embedded server has no such file.
func (l serverLog) Warnf(f string, v ...any) {
	if !strings.HasPrefix(f, "Plaintext passwords detected") {
		l.log.Warn("NATS server: " + fmt.Sprintf(f, v...))
	}
}
