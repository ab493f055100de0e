package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"kydai/games"
	"kydai/test/load"
)

// mixed is the value of --game that selects all games of the server.
const mixed = "mixed"

// loading holds the flags of kydai load.
type loading struct {
	load.Options
	urls     listFlag
	games    listFlag
	anywhere bool
	logLevel slog.Level
}

func loadCommand() command {
	return command{
		name:  "load",
		short: "play many matches against servers, measure, and check the records",
		long: `Guests play legal games over WebSockets, each by its own, through all nodes that
are named; who loses a connection comes back through another node. At the end
every record is held against what the clients were told: nothing that was
acknowledged may be missing, nothing may have been played twice, out of turn or
against the rules, and the clocks must add up. A broken promise makes it fail.

Servers limit what one address may ask; start one with --unlimited to be
measured. Servers on other machines are played only with --anywhere: ask their
owner first.`,
		examples: func() []string {
			return []string{
				"kydai load",
				"kydai load --url http://127.0.0.1:8080,http://127.0.0.1:8082 --matches 500 --pace 0.2 --for 10m",
			}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			l := &loading{}
			l.bind(fs)
			return func(a *app, args []string) error {
				if len(args) > 0 {
					return usage("load", "load takes flags only")
				}
				ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
				defer stop()
				return a.load(ctx, l)
			}
		},
	}
}

func (l *loading) bind(fs *flag.FlagSet) {
	fs.Var(&l.urls, "url", "the `URLS` of the nodes, parted by commas; http://127.0.0.1:8080 without it")
	fs.IntVar(&l.Matches, "matches", 50, "matches between two people at a time")
	fs.Float64Var(&l.Pace, "pace", 1, "moves a second in each match; 0 is as fast as they are acknowledged")
	fs.DurationVar(&l.For, "for", 30*time.Second, "how long, once all have begun")
	fs.Var(&l.games, "game", "the `NAMES` of games; mixed, or nothing, is all that the server has")
	fs.Uint64Var(&l.Seed, "seed", 1, "of the choice of moves")
	fs.StringVar(&l.Control, "clock", "30+30", "the time `CONTROL` of the matches")
	fs.IntVar(&l.Twins, "twins", 0, "of the matches, those in which each seat is played through two nodes at once")
	fs.IntVar(&l.Machines, "machines", 0, "matches against a machine besides")
	fs.IntVar(&l.Sleepers, "sleepers", 0, "matches besides in which somebody lets his flag fall")
	fs.IntVar(&l.Longest, "longest", 160, "moves after which somebody resigns")
	fs.BoolVar(&l.anywhere, "anywhere", false, "also against servers that are not on this machine")
	fs.TextVar(&l.logLevel, "log-level", slog.LevelWarn, "`LEVEL` from which on to log: debug, info, warn or error")
}

func (a *app) load(ctx context.Context, l *loading) error {
	l.URLs = l.urls
	if len(l.URLs) == 0 {
		l.URLs = []string{"http://127.0.0.1:8080"}
	}
	for i, text := range l.URLs {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return usage("load", "%s is no address of a server, such as http://127.0.0.1:8080", text)
		}
		if !l.anywhere && !loopback(u.Hostname()) {
			return usage("load", "%s is not this machine; say --anywhere if its owner knows", u.Host)
		}
		l.URLs[i] = strings.TrimSuffix(text, "/")
	}
	for _, name := range l.games {
		if name == mixed {
			l.games = nil
			break
		}
		if _, ok := games.Find(name); !ok {
			return usage("load", "there is no game %q%s", name, didYouMean(name, gameNames()))
		}
	}
	l.Games = l.games
	l.Log = a.logger(l.logLevel, false)
	l.Begun = func() { a.notef("all matches have begun\n") }
	report, err := load.Run(ctx, l.Options)
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(l.URLs, ", "), err)
	}
	report.Write(a.out)
	if !report.OK() {
		return errors.New("promises were broken")
	}
	return nil
}

// loopback reports whether a host is a loopback address.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
