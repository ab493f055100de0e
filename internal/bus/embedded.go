package bus

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

	"kydai/bus"
)

// The two kinds of users of a server. docs/operations.md has the same for a
// cluster.
const (
	NodeUser   = "node"   // may do everything
	WorkerUser = "worker" // may take jobs as one of WorkerGroup, and answer each once
	// WorkerGroup is the group that shares the jobs. Nobody else may listen to
	// them, not even a worker.
	WorkerGroup = "workers"
	// Jobs is the pattern of the subjects of jobs.
	Jobs = "eng.>"
	// LongestJob is how long after a job a worker may still answer it.
	LongestJob = 10 * time.Minute
)

const (
	shortestToken = 16
	startWait     = 10 * time.Second
	// room is what the headers of a message may take.
	room = 4 << 10
)

// ServerOptions describe a server inside this process.
type ServerOptions struct {
	Name string

	// Listen is the address at which workers and other nodes may connect, such
	// as 127.0.0.1:4222; "" is none: only this process uses the server.
	// Without TLS everything is readable on the way, the tokens too: leave the
	// machine so only in a network you trust.
	Listen string
	TLS    *tls.Config

	WorkerToken string // the password of WorkerUser; needed to listen
	NodeToken   string // the password of NodeUser; "" lets no other node in

	Log *slog.Logger // nil is nowhere
}

// Embedded starts a server inside this process and connects to it, without the
// network. It stores nothing. Close ends the server too.
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

// Addr is where the server of an embedded bus listens; nil if it does not.
func (b *Bus) Addr() net.Addr {
	if b.server == nil {
		return nil
	}
	return b.server.Addr()
}

// inside connects to a server of this process.
func inside(s *server.Server, opts *server.Options, o ServerOptions) (*Bus, error) {
	return dial("", o.Log, append(common(o.Name), nats.InProcessServer(s),
		nats.UserInfo(NodeUser, opts.Users[0].Password),
		// It cannot die alone; when it is slow, so are we.
		nats.Timeout(startWait), nats.FlusherTimeout(startWait), nats.PingInterval(time.Minute))...)
}

// server translates the options to those of NATS.
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
		PingInterval: pingInterval, // a dead worker is given no more jobs after 1.8 s
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

// serverLog logs what the server has to complain about.
type serverLog struct{ log *slog.Logger }

func (l serverLog) Noticef(string, ...any)    {}
func (l serverLog) Debugf(string, ...any)     {}
func (l serverLog) Tracef(string, ...any)     {}
func (l serverLog) Errorf(f string, v ...any) { l.log.Error("NATS server: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Fatalf(f string, v ...any) { l.log.Error("NATS server: " + fmt.Sprintf(f, v...)) }

// Warnf passes warnings on, but for the one about passwords in configuration
// files: ours are in no file.
func (l serverLog) Warnf(f string, v ...any) {
	if !strings.HasPrefix(f, "Plaintext passwords detected") {
		l.log.Warn("NATS server: " + fmt.Sprintf(f, v...))
	}
}
