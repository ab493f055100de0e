package main

import (
	"context"
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

	"kydai/game"
	"kydai/games"
	"kydai/test/load"
)

// mixed is the value of --game that selects all games of the server for the load test.
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
		short: "load test: play many matches on servers, measure, verify the records",
		long: `Guests play legal games, each over its own WebSocket, through all given nodes. A
client that loses its connection reconnects to another node. At the end every
record is compared with what the clients received: no acknowledged move may be
missing, no move may be played twice, out of turn or against the rules, and the
clocks must add up. If a check fails, the exit code is 1.

Servers have rate limits per IP address; start the server to measure with
--unlimited. A server on another machine is refused without --anywhere: ask its
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
	fs.Var(&l.urls, "url", "the `URLS` of the nodes, separated by commas (default: http://127.0.0.1:8080)")
	fs.IntVar(&l.Matches, "matches", 50, "play `N` matches between two guests at a time")
	fs.Float64Var(&l.Pace, "pace", 1, "play `N` moves per second in each match; 0: without a pause")
	fs.DurationVar(&l.For, "for", 30*time.Second, "run for this `TIME` after all matches have started")
	fs.Var(&l.games, "game", "play these games: `NAMES` separated by commas (default: mixed, all games)")
	fs.Uint64Var(&l.Seed, "seed", 1, "choose the moves at random from this seed `NUMBER`")
	fs.StringVar(&l.Control, "clock", "30+30", "the time `CONTROL` of the matches, minutes+seconds per move")
	fs.IntVar(&l.Twins, "twins", 0, "in `N` of the matches each player is connected to two nodes at the same time")
	fs.IntVar(&l.Machines, "machines", 0, "also play `N` matches against an engine")
	fs.IntVar(&l.Sleepers, "sleepers", 0, "also play `N` matches in which one player stops moving and loses on time")
	fs.IntVar(&l.Longest, "longest", 160, "one player resigns after `N` moves")
	fs.BoolVar(&l.Brief, "brief", false, "ask for brief events and choose the moves by the rules of this program")
	fs.BoolVar(&l.anywhere, "anywhere", false, "allow servers on other machines")
	fs.TextVar(&l.logLevel, "log-level", slog.LevelWarn, "the lowest log `LEVEL` to print: debug, info, warn or error")
}

func (a *app) load(ctx context.Context, l *loading) error {
	l.URLs = l.urls
	if len(l.URLs) == 0 {
		l.URLs = []string{"http://127.0.0.1:8080"}
	}
	for i, text := range l.URLs {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return usage("load", "%s is not a server URL such as http://127.0.0.1:8080", text)
		}
		if !l.anywhere && !loopback(u.Hostname()) {
			return usage("load", "%s is another machine; add --anywhere if its owner agrees", u.Host)
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
	l.Begun = func() { a.notef("all matches have started\n") }
	report, err := load.Run(ctx, l.Options)
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(l.URLs, ", "), err)
	}
	report.Write(a.out)
	if !report.OK() {
		return game.Err(codeBroken, "the servers broke a promise; the report above lists each case")
	}
	return nil
}

// loopback reports whether a host is a loopback address.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
