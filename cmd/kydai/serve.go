package main

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"kydai/internal/play"
	"kydai/internal/web"
)

// serving holds the flags of kydai serve.
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
	unmoved    time.Duration
	hosts      listFlag
	adminOpen  bool
	unlimited  bool
	gallery    bool
	proxies    prefixes
	contact    string
	drain      time.Duration
	// drainSpread is the time over which 1,000 connections are closed.
	drainSpread time.Duration
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
	fs.BoolVar(&s.adminOpen, "admin-open", false, "let --admin be another address than the loopback one")
	fs.Var(&s.hosts, "host", "a `NAME` by which the site may be asked; without it any name")
	fs.StringVar(&s.natsListen, "nats-listen", "", "let workers connect to the message bus of this process at `ADDRESS`")
	secret(fs, &s.nodeToken, "node-token", "what other nodes need to connect there")
	fs.StringVar(&s.keyFile, "key-file", "", "the `FILE` of the key that signs cookies (default in the data folder)")
	fs.StringVar(&s.node, "node", "", "the `NAME` of this node; drawn by lot without it")
	fs.IntVar(&s.workers, "workers", max(1, runtime.NumCPU()-1), "how many machines may think here at a time; 0: none")
	fs.Var(&s.programs, "engine", "a program that seats may name, `NAME=SPEC`: fish=uci:stockfish")
	fs.IntVar(&s.perAddress, "per-address", usualSharing, "players behind one address; its limits grow with it")
	fs.DurationVar(&s.unmoved, "unmoved", 72*time.Hour, "how long a game without a clock waits for its first moves")
	fs.BoolVar(&s.unlimited, "unlimited", false, "refuse nobody for asking too much: for load tests on one machine")
	fs.BoolVar(&s.gallery, "gallery", false, "serve /dev/gallery too: every board in every state")
	fs.Var(&s.proxies, "proxy", "an `ADDRESS` or network whose X-Forwarded-… headers are believed")
	fs.StringVar(&s.contact, "security-contact", "", "`URL` for reports of faults, told in security.txt")
	fs.DurationVar(&s.drain, "drain", 20*time.Second, "how long to wait for what is under way at the end")
	fs.DurationVar(&s.drainSpread, "drain-spread", web.DefaultSpread, "the time over which 1,000 connections are closed at the end")
}

// serve runs a server until ctx ends, then shuts it down gracefully.
func (a *app) serve(ctx context.Context, s *serving) error {
	log := s.logger(a)
	if err := s.check(); err != nil {
		return err
	}
	if s.unlimited {
		log.Warn("--unlimited is set: nobody is refused for asking too much; never use it where strangers come")
	}
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

// check refuses settings that would expose the server by mistake.
func (s *serving) check() error {
	if s.contact != "" && !strings.HasPrefix(s.contact, "https://") && !strings.HasPrefix(s.contact, "mailto:") {
		return usage("serve", "--security-contact begins with https:// or mailto:")
	}
	if s.unmoved < time.Minute || s.unmoved > maxUnmoved || s.unmoved%time.Millisecond != 0 {
		return usage("serve", "--unmoved is a minute at least and %v at most", maxUnmoved)
	}
	if s.admin == "" || s.adminOpen {
		return nil
	}
	host, _, err := net.SplitHostPort(s.admin)
	if err != nil {
		return usage("serve", "--admin %s: %v", s.admin, err)
	}
	if addr, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !addr.IsLoopback()) {
		return usage("serve", "--admin %s can be reached by others, and has no password; use 127.0.0.1, or say --admin-open", s.admin)
	}
	return nil
}

// listen opens a TCP listener.
func listen(ctx context.Context, address string) (net.Listener, error) {
	var c net.ListenConfig
	return c.Listen(ctx, "tcp", address)
}

// welcome prints the URLs of the site: on this machine and, if the server
// listens on all interfaces, in the local network.
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

// ownAddresses returns the addresses under which other machines may reach this
// one.
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

// wire holds the flags for the message bus and for logging.
type wire struct {
	nats      listFlag
	natsUser  string
	natsPass  string
	natsCreds string
	tls       natsTLS
	token     string
	logLevel  slog.Level
	logJSON   bool
}

func (w *wire) bind(fs *flag.FlagSet) {
	fs.Var(&w.nats, "nats", "the `URLS` of NATS, parted by commas")
	fs.StringVar(&w.natsUser, "nats-user", "", "the user to be there; by default what the URLs say")
	secret(fs, &w.natsPass, "nats-password", "its password")
	fs.StringVar(&w.natsCreds, "nats-creds", "", "the `FILE` of NATS credentials, in place of user and password")
	w.tls.bind(fs)
	secret(fs, &w.token, "worker-token", "what workers need to connect, 16 characters or more")
	fs.TextVar(&w.logLevel, "log-level", slog.LevelInfo, "`LEVEL` from which on to log: debug, info, warn or error")
	fs.BoolVar(&w.logJSON, "log-json", false, "log as JSON")
}

func (w *wire) logger(a *app) *slog.Logger { return a.logger(w.logLevel, w.logJSON) }

// plenty is a rate limit that no client reaches.
var plenty = web.Rate{Second: 1e6, Burst: 1e6}

// limits returns the default rate limits of the site, changed by the flags.
func (s *serving) limits() web.Limits {
	if s.unlimited {
		const many = 1 << 20
		return web.Limits{
			Moves: plenty, Asks: plenty, Requests: plenty, Pages: plenty, Probes: plenty, Creates: plenty, Hints: plenty, Pictures: plenty, Films: plenty,
			Controls: plenty, Dials: plenty, Bytes: plenty, Connections: many, Offers: many, Watches: many, Open: many, AllOpen: many,
		}
	}
	return web.Limits{Sharing: s.sharing()}
}

// maxUnmoved is the time without a move after which a game without a clock is
// aborted.
const maxUnmoved = 30 * 24 * time.Hour

// usualSharing is the number of players behind one IP address that the default
// limits allow for: a family, or a few friends in one room.
const usualSharing = 16

// sharing is the factor by which the limits per IP address are raised.
func (s *serving) sharing() float64 { return float64(max(1, s.perAddress)) / usualSharing }

// tunables returns the settings of live play. An IP address gets the engine
// time of one player, or of as many players as the operator has set with
// --per-address.
func (s *serving) tunables() play.Tunables {
	t := play.Tunables{Share: 1, Unmoved: s.unmoved}
	if s.perAddress > usualSharing {
		t.Share = s.perAddress
	}
	if s.unlimited {
		t.Share = -1
	}
	if s.workers > 0 {
		t.MaxMachines = machinesForWorker * s.workers
	}
	return t
}

// machinesForWorker is the number of engine-against-engine matches per worker
// that may run at a time.
const machinesForWorker = 4
