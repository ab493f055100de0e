package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net"
	"net/http"
	"time"

	"kydai/game"
)

// adminWithin is the time limit of an admin command. It is long because draining a node
// takes time.
const adminWithin = 2 * time.Minute

// codeNoServer is the error code of an admin command if no server is running.
const codeNoServer = "no-server"

func adminCommand() command {
	return command{
		name:     "admin",
		settings: true,
		args:     "who | end MATCH | revoke account NAME | revoke token | drain",
		short:    "look after a running server: who is here, end, revoke, drain",
		long: `Talks to the server of this machine over the socket in its data folder, which only
the user who runs the server can open. 'end' ends a match without a result. 'revoke
account' ends all sessions and tokens of an account, given by name or id; 'revoke
token' reads the token from standard input, so that it is in no list of processes.
'drain' sends the players of this node to other nodes and leaves it not ready; stop
the process then. Every action is written to the audit log.`,
		examples: func() []string {
			return []string{"kydai admin who", "kydai admin revoke account Lan --data /srv/kydai"}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			s := &serving{}
			s.place.bind(fs)
			fs.StringVar(&s.socket, "admin-socket", "", "the `FILE` of the server's socket (default: "+usualSocket+" in --data)")
			asJSON := fs.Bool("json", false, "print the answer as JSON")
			return func(a *app, args []string) error { return a.admin(s, args, *asJSON) }
		},
	}
}

func (a *app) admin(s *serving, args []string, asJSON bool) error {
	word := func(i int) string {
		if i < len(args) {
			return args[i]
		}
		return ""
	}
	var o order
	path := "/" + word(0)
	switch {
	case word(0) == "who" && len(args) == 1:
		return a.askWho(s, asJSON)
	case word(0) == "drain" && len(args) == 1:
	case word(0) == "end" && len(args) == 2:
		o.Match = word(1)
	case word(0) == "revoke" && word(1) == "account" && len(args) == 3:
		o.Account = word(2)
	case word(0) == "revoke" && word(1) == "token" && len(args) == 2:
		line, err := bufio.NewReader(a.in).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		o.Token = line
	default:
		return usage("admin", "admin needs one of: who, end MATCH, revoke account NAME, revoke token, drain")
	}
	body, err := json.Marshal(o)
	if err != nil {
		return err
	}
	answer, err := askSocket(s, http.MethodPost, path, body)
	if err != nil {
		return err
	}
	var out outcome
	if err := json.Unmarshal(answer, &out); err != nil {
		return err
	}
	if asJSON {
		a.printf("%s", answer)
	} else {
		a.printf("%s\n", out.Text)
	}
	return nil
}

func (a *app) askWho(s *serving, asJSON bool) error {
	answer, err := askSocket(s, http.MethodGet, "/who", nil)
	if err != nil {
		return err
	}
	if asJSON {
		a.printf("%s", answer)
		return nil
	}
	var w who
	if err := json.Unmarshal(answer, &w); err != nil {
		return err
	}
	ready := "ready"
	if w.Ready != "" {
		ready = "not ready: " + w.Ready
	}
	a.printf("node %s, kydai %s, %s\n", w.Node, w.Version, ready)
	a.printf("%-28s %d\n", "nodes", w.Nodes)
	a.printf("%-28s %d\n", "players connected", w.Players)
	a.printf("%-28s %d\n", "matches in progress", w.Work.Live)
	a.printf("%-28s %d\n", "  whose check is late", w.Work.Overdue)
	a.printf("%-28s %d\n", "players who wait", w.Work.Tickets)
	a.printf("%-28s %d\n", "open offers", w.Work.Offers)
	a.printf("%-28s %d\n", "ended, not in the archive", w.Work.Backlog)
	for _, n := range w.Work.Nodes {
		a.printf("  heartbeat of %s at %s\n", n.ID, n.Beat.UTC().Format(time.RFC3339))
	}
	return nil
}

// askSocket sends a request to the server on this machine through its admin socket.
func askSocket(s *serving, method, path string, body []byte) ([]byte, error) {
	file := s.socketPath()
	if file == "" {
		return nil, usage("admin", "with --database the server and this command need the same --admin-socket")
	}
	c := http.Client{Timeout: adminWithin, Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", file)
		},
	}}
	q, err := http.NewRequestWithContext(context.Background(), method, "http://localhost"+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r, err := c.Do(q)
	if err != nil {
		return nil, game.Err(codeNoServer, "no server answers at ", file, ": is it running, and are you its user?")
	}
	defer r.Body.Close() //nolint:errcheck // the body was read, so an error of Close has no effect
	answer, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil || r.StatusCode == http.StatusOK {
		return answer, err
	}
	var out outcome
	if err := json.Unmarshal(answer, &out); err != nil || out.Code == "" {
		return nil, errors.New("the server answered " + r.Status)
	}
	return nil, game.Err(out.Code, out.Text)
}
