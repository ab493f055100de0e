package main

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"kydai/internal/web"
)

// serving is what the flags of serve say.
type serving struct {
	place
	wire

	listen     string
	admin      string
	natsListen string
	nodeToken  string
	keyFile    string
	node       string
	workers    int
	programs   listFlag
	perAddress int
	unlimited  bool
	gallery    bool
	proxies    prefixes
	origins    listFlag
	drain      time.Duration
}

func serveCommand() command {
	return command{
		name:     "serve",
		settings: true,
		short:    "run the server: the site, live play and its machines, in one process",
		long: `Without flags it keeps everything in one folder and needs nothing else: open
the address it prints in a browser, here or on another machine of the network.
With --database and --nats it is one node of many; they share the key file.

Every flag can be set by a variable of the environment too: KYDAI_LISTEN for
--listen, KYDAI_KEY_FILE for --key-file.`,
		examples: func() []string {
			return []string{
				"kydai serve",
				"kydai serve --listen :80 --data /srv/kydai",
				"kydai serve --database postgres://kydai@db/kydai --nats nats://n1 --key-file /etc/kydai/key",
			}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			s := &serving{}
			s.bind(fs)
			return func(a *app, args []string) error {
				if len(args) > 0 {
					return usage("serve", "serve takes flags only")
				}
				ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
				defer stop()
				return a.serve(ctx, s)
			}
		},
	}
}

func (s *serving) bind(fs *flag.FlagSet) {
	s.place.bind(fs)
	s.wire.bind(fs)
	fs.StringVar(&s.listen, "listen", ":8080", "the `ADDRESS` of the site")
	fs.StringVar(&s.admin, "admin", "", "serve /metrics and pprof at `ADDRESS`, such as 127.0.0.1:8081")
	fs.StringVar(&s.natsListen, "nats-listen", "", "let workers connect to the message bus of this process at `ADDRESS`")
	fs.StringVar(&s.nodeToken, "node-token", "", "what other nodes need to connect there")
	fs.StringVar(&s.keyFile, "key-file", "", "the `FILE` of the key that signs cookies (default in the data folder)")
	fs.StringVar(&s.node, "node", "", "the `NAME` of this node; drawn by lot without it")
	fs.IntVar(&s.workers, "workers", max(1, runtime.NumCPU()-1), "how many machines may think here at a time; 0: none")
	fs.Var(&s.programs, "engine", "a program that seats may name, `NAME=SPEC`: fish=uci:stockfish")
	fs.IntVar(&s.perAddress, "per-address", 64, "connections that one address may have")
	fs.BoolVar(&s.unlimited, "unlimited", false, "refuse nobody for asking too much: for load tests on one machine")
	fs.BoolVar(&s.gallery, "gallery", false, "serve /dev/gallery too: every board in every state")
	fs.Var(&s.proxies, "proxy", "an `ADDRESS` or network whose X-Forwarded-… headers are believed")
	fs.Var(&s.origins, "origin", "another `ORIGIN` whose pages may use the API; may be given again")
	fs.DurationVar(&s.drain, "drain", 20*time.Second, "how long to wait for what is under way at the end")
}

// serve runs a server until ctx ends, and then lets it end in good order.
func (a *app) serve(ctx context.Context, s *serving) error {
	log := s.logger(a)
	n, err := openNode(ctx, s, log)
	if err != nil {
		return err
	}
	site, err := listen(ctx, s.listen)
	if err != nil {
		return errors.Join(err, n.close())
	}
	var admin net.Listener
	if s.admin != "" {
		if admin, err = listen(ctx, s.admin); err != nil {
			return errors.Join(err, site.Close(), n.close())
		}
	}
	a.welcome(site.Addr())
	return n.run(ctx, site, admin)
}

// listen opens an address for TCP.
func listen(ctx context.Context, address string) (net.Listener, error) {
	var c net.ListenConfig
	return c.Listen(ctx, "tcp", address)
}

// welcome says where the site can be found: on this machine and, if it listens
// to all, from others.
func (a *app) welcome(addr net.Addr) {
	t, ok := addr.(*net.TCPAddr)
	if !ok {
		return
	}
	if !t.IP.IsUnspecified() {
		a.printf("kydai is ready: http://%s\n", t)
		return
	}
	a.printf("kydai is ready: http://localhost:%d\n", t.Port)
	for _, ip := range ownAddresses() {
		a.printf("  in the network: http://%s\n", &net.TCPAddr{IP: ip, Port: t.Port})
	}
}

// ownAddresses are the addresses at which others may reach this machine.
func ownAddresses() (list []net.IP) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			list = append(list, n.IP)
		}
	}
	return list
}

// wire is what says how to reach the message bus, and how to log.
type wire struct {
	nats     listFlag
	natsUser string
	natsPass string
	token    string
	logLevel slog.Level
	logJSON  bool
}

func (w *wire) bind(fs *flag.FlagSet) {
	fs.Var(&w.nats, "nats", "the `URLS` of NATS, parted by commas")
	fs.StringVar(&w.natsUser, "nats-user", "", "the user to be there; by default what the URLs say")
	fs.StringVar(&w.natsPass, "nats-password", "", "its password")
	fs.StringVar(&w.token, "worker-token", "", "what workers need to connect, 16 characters or more")
	fs.TextVar(&w.logLevel, "log-level", slog.LevelInfo, "`LEVEL` from which on to log: debug, info, warn or error")
	fs.BoolVar(&w.logJSON, "log-json", false, "log as JSON")
}

func (w *wire) logger(a *app) *slog.Logger { return a.logger(w.logLevel, w.logJSON) }

// plenty is a rate that nobody reaches.
var plenty = web.Rate{Second: 1e6, Burst: 1e6}

// limits are those of the site: the usual ones but for what was asked.
func (s *serving) limits() web.Limits {
	if s.unlimited {
		const many = 1 << 20
		return web.Limits{Moves: plenty, Asks: plenty, Requests: plenty, Creates: plenty, Hints: plenty, Connections: many, Watches: many}
	}
	return web.Limits{Connections: s.perAddress}
}
