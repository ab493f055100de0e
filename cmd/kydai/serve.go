package main

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"kydai/account"
	"kydai/internal/play"
	"kydai/internal/room"
	"kydai/internal/web"
)

// serving holds the flags of kydai serve.
type serving struct {
	place
	wire
	adminAddress

	https siteTLS

	listen     string
	natsListen string
	nodeToken  string
	keyFile    string
	deleted    string
	node       string
	workers    int
	programs   listFlag
	perAddress int
	unmoved    time.Duration
	hosts      listFlag
	publicURL  string
	films      string
	unlimited  bool
	atOnce     bool
	gallery    bool
	proxies    prefixes
	contact    string
	push       bool
	webhooks   bool
	hookNets   prefixes
	room       bool
	socket     string
	drain      time.Duration
	// drainSpread is the time over which a server that shuts down closes 1,000 connections.
	drainSpread time.Duration
}

func serveCommand() command {
	return command{
		name:     "serve",
		settings: true,
		short:    "run the server: web site, live play and engines in one process",
		long: `Without flags the server stores everything in one folder and needs no other
program. Open the printed address in a browser, on this machine or on another one
in the network. With --domain it has https by itself: it gets a certificate from
Let's Encrypt, whose terms you accept by that, and renews it; ports 443 and 80 must
be reachable from the internet. With --database and --nats the server is one node of a cluster;
all nodes need the same key file.

Every flag can also be set by an environment variable: KYDAI_LISTEN sets --listen,
KYDAI_KEY_FILE sets --key-file.`,
		examples: func() []string {
			return []string{
				"kydai serve",
				"kydai serve --listen :80 --data /srv/kydai",
				"kydai serve --tls-local",
				"kydai serve --domain club.example --data /srv/kydai",
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
	s.https.bind(fs)
	fs.StringVar(&s.listen, "listen", "", "serve the web site at `ADDRESS` (default: :8080, with https :443)")
	s.adminAddress.bind(fs)
	fs.Var(&s.hosts, "host", "accept only requests for this host `NAME`; can be repeated")
	fs.StringVar(&s.publicURL, "public-url", "", "the public `URL` of the site, for link previews on other sites")
	fs.StringVar(&s.films, "films", "", "keep animated pictures in this `FOLDER` (default: in --data)")
	fs.StringVar(&s.natsListen, "nats-listen", "", "let remote workers connect to the built-in NATS at `ADDRESS`")
	secret(fs, &s.nodeToken, "node-token", "the `TOKEN` that other nodes need to connect to --nats-listen")
	fs.StringVar(&s.keyFile, "key-file", "", "the `FILE` of the keys that sign cookies (default: in --data)")
	fs.StringVar(&s.deleted, "deleted-file", "", "list deleted accounts in `FILE` for backups (default: in --data)")
	fs.StringVar(&s.node, "node", "", "the `NAME` of this node, unique in the cluster (default: random)")
	fs.IntVar(&s.workers, "workers", max(1, runtime.NumCPU()-1), "run at most `N` engine searches at a time in this process; 0 runs none")
	fs.Var(&s.programs, "engine", "offer an engine, as `NAME=SPEC`: fish=uci:stockfish; can be repeated")
	fs.IntVar(&s.perAddress, "per-address", usualSharing, "expect up to `N` players per IP address; its limits grow with N")
	fs.DurationVar(&s.unmoved, "unmoved", 72*time.Hour, "abort a game without a clock if no first move comes for this `TIME`")
	fs.BoolVar(&s.atOnce, "answer-at-once", false, "let levels answer at once, not after the time of a person")
	fs.BoolVar(&s.unlimited, "unlimited", false, "switch off all rate limits; only for load tests")
	fs.BoolVar(&s.gallery, "gallery", false, "also serve /dev/gallery, which shows every board in every state")
	fs.Var(&s.proxies, "proxy", "trust X-Forwarded-… headers from this `ADDRESS` or network")
	fs.StringVar(&s.contact, "security-contact", "", "the `URL` for vulnerability reports, published in security.txt")
	fs.BoolVar(&s.push, "push", true, "send notices to browsers by web push; --push=false sends nothing out")
	fs.BoolVar(&s.webhooks, "webhooks", true, "send players' events to their webhooks; --webhooks=false sends none")
	fs.Var(&s.hookNets, "webhook-network", "let webhooks also reach this `NETWORK`, at any port; can be repeated")
	fs.BoolVar(&s.room, "room", true, "announce kydai.local in a local network, with a QR code and /room")
	fs.StringVar(&s.socket, "admin-socket", "", "the socket `FILE` for 'kydai admin', or none (default: in --data)")
	fs.DurationVar(&s.drain, "drain", 20*time.Second, "wait at most this `TIME` for running requests when the server stops")
	fs.DurationVar(&s.drainSpread, "drain-spread", web.DefaultSpread, "take this `TIME` to close each 1,000 connections when the server stops")
}

// serve runs a server until ctx ends, then shuts it down gracefully.
func (a *app) serve(ctx context.Context, s *serving) error {
	log := s.logger(a)
	if err := s.check(); err != nil {
		return err
	}
	s.addresses()
	if s.unlimited {
		log.WarnContext(ctx, "--unlimited is set: there are no rate limits; do not use it on a public server")
	}
	defer keepHeapFloor(heapFloor)()
	n, err := openNode(ctx, s, log)
	if err != nil {
		return err
	}
	open, err := s.openListeners(ctx)
	if err != nil {
		return errors.Join(err, n.close())
	}
	site := open.site.Addr()
	n.bound(open)
	a.welcome(s, site)
	a.showRoom(s, n)
	if err := a.inviteAdmin(ctx, n, s, site); err != nil {
		log.WarnContext(ctx, "the link for the first administrator could not be made", "err", err)
	}
	return n.run(ctx, open)
}

// check returns an error for invalid settings, and for settings that would expose the server by
// mistake.
func (s *serving) check() error {
	if err := s.https.check(); err != nil {
		return err
	}
	if s.contact != "" && !strings.HasPrefix(s.contact, "https://") && !strings.HasPrefix(s.contact, "mailto:") {
		return usage("serve", "--security-contact must begin with https:// or mailto:")
	}
	if s.publicURL != "" && !isOrigin(s.publicURL) {
		return usage("serve", "--public-url must be a scheme and a host, such as https://example.org")
	}
	if s.unmoved < time.Minute || s.unmoved > maxUnmoved || s.unmoved%time.Millisecond != 0 {
		return usage("serve", "--unmoved must be at least 1m and at most %v", maxUnmoved)
	}
	return s.adminAddress.check("serve")
}

// pushContact returns the contact address of the operator for push services: the URL of the site if
// it uses HTTPS, otherwise s.contact, the address for reports of vulnerabilities.
func (s *serving) pushContact() string {
	if strings.HasPrefix(s.publicURL, "https://") {
		return s.publicURL
	}
	return s.contact
}

// isOrigin reports whether text is an origin: a scheme and a host without a path.
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && text == u.Scheme+"://"+u.Host
}

// listen opens a TCP listener.
func listen(ctx context.Context, address string) (net.Listener, error) {
	var c net.ListenConfig
	return c.Listen(ctx, "tcp", address)
}

// listeners holds the open listeners of a server; plain and admin may be nil.
type listeners struct{ site, plain, admin net.Listener }

// openListeners opens all listeners. If one fails, it closes the others.
func (s *serving) openListeners(ctx context.Context) (open listeners, err error) {
	if open.site, err = listen(ctx, s.listen); err != nil {
		return open, err
	}
	if s.https.on() && s.https.plain != noListener {
		if open.plain, err = listen(ctx, s.https.plain); err != nil {
			return open, errors.Join(err, open.site.Close())
		}
	}
	if s.admin == "" {
		return open, nil
	}
	if open.admin, err = listen(ctx, s.admin); err != nil {
		err = errors.Join(err, open.site.Close())
		if open.plain != nil {
			err = errors.Join(err, open.plain.Close())
		}
	}
	return open, err
}

// origin returns the URL of this site for the given host and port.
func (s *serving) origin(host string, port int) string {
	if s.https.on() {
		return originOf("https", 443, host, port)
	}
	return originOf("http", 80, host, port)
}

// originOf returns a URL that consists of a scheme, a host and a port. It omits the port if it
// equals the parameter usual, the default port of the scheme.
func originOf(scheme string, usual int, host string, port int) string {
	if port != usual {
		host = net.JoinHostPort(host, strconv.Itoa(port))
	} else if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return scheme + "://" + host
}

// home returns the URL of the site for a browser on this machine.
func (s *serving) home(addr *net.TCPAddr) string {
	switch {
	case len(s.https.domains) > 0:
		return s.origin(s.https.domains[0], addr.Port)
	case addr.IP.IsUnspecified():
		return s.origin("localhost", addr.Port)
	}
	return s.origin(addr.IP.String(), addr.Port)
}

// welcome prints the URLs of the site: on this machine and, if the server
// listens on all interfaces, in the local network.
func (a *app) welcome(s *serving, addr net.Addr) {
	t, ok := addr.(*net.TCPAddr)
	if !ok {
		return
	}
	a.printf("kydai is ready: %s\n", s.home(t))
	if !t.IP.IsUnspecified() || len(s.https.domains) > 0 {
		return
	}
	for _, ip := range room.Addresses() {
		a.printf("  in the network: %s\n", s.origin(ip.String(), t.Port))
	}
}

// inviteAdmin prints a sign-in link for the first administrator. It prints nothing if the site
// already has an administrator.
func (a *app) inviteAdmin(ctx context.Context, n *node, s *serving, addr net.Addr) error {
	text, err := n.people.AdminLink(ctx, time.Now())
	t, ok := addr.(*net.TCPAddr)
	if err != nil || text == "" || !ok {
		return err
	}
	a.printf("  to become the administrator, once within a day: %s/account#%s=%s\n", s.home(t), account.FirstAdmin, text)
	return nil
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
	otlp      string
}

func (w *wire) bind(fs *flag.FlagSet) {
	secretList(fs, &w.nats, "nats", "connect to the NATS servers at these `URLS`, separated by commas")
	fs.StringVar(&w.natsUser, "nats-user", "", "the `USER` name for NATS (default: as in the URLs)")
	secret(fs, &w.natsPass, "nats-password", "the `PASSWORD` of --nats-user")
	fs.StringVar(&w.natsCreds, "nats-creds", "", "the NATS credentials `FILE`, instead of user and password")
	w.tls.bind(fs)
	secret(fs, &w.token, "worker-token", "the `TOKEN` that workers need to connect, at least 16 characters")
	fs.TextVar(&w.logLevel, "log-level", slog.LevelInfo, "the lowest log `LEVEL` to print: debug, info, warn or error")
	fs.BoolVar(&w.logJSON, "log-json", false, "write logs as JSON")
	fs.StringVar(&w.otlp, "otlp", "", "send traces to the OpenTelemetry collector at this `URL`")
}

func (w *wire) logger(a *app) *slog.Logger { return a.logger(w.logLevel, w.logJSON) }

// plenty stands for no rate limit: no client sends so many requests.
var plenty = web.Rate{Second: 1e6, Burst: 1e6}

// limits returns the rate limits of the site: the default limits with the changes that the flags
// make.
func (s *serving) limits() web.Limits {
	if s.unlimited {
		const many = 1 << 20
		return web.Limits{
			Moves: plenty, Asks: plenty, Requests: plenty, Pages: plenty, Probes: plenty, Creates: plenty, Hints: plenty, Pictures: plenty, Films: plenty, Downloads: plenty, Studies: plenty,
			Controls: plenty, Dials: plenty, Bytes: plenty, Connections: many, Offers: many, Watches: many, Open: many, AllOpen: many,
		}
	}
	return web.Limits{Sharing: s.sharing()}
}

// maxUnmoved is the upper limit of --unmoved: the time without a move after which a game
// without a clock is aborted.
const maxUnmoved = 30 * 24 * time.Hour

// usualSharing is the default of --per-address. The default rate limits are made for so many
// players behind one IP address, such as a family or a few friends.
const usualSharing = 16

// sharing returns the factor by which the default limits per IP address are multiplied.
func (s *serving) sharing() float64 { return float64(max(1, s.perAddress)) / usualSharing }

// tunables returns the settings of the play service. By default, all players at one IP address
// together get as much engine time as one player. With a --per-address above the default, they get
// as much as that number of players.
func (s *serving) tunables() play.Tunables {
	t := play.Tunables{Share: 1, Unmoved: s.unmoved, Paced: !s.unlimited && !s.atOnce}
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

// machinesForWorker limits the number of matches between two engines that run at the same time:
// this many for each engine worker of the server.
const machinesForWorker = 4
