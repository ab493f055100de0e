package main

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"kydai/game"
	"kydai/internal/operator"
	"kydai/internal/version"
	"kydai/internal/web"
)

// usualSocket is the default name, in the data folder, of the Unix socket for kydai admin.
const usualSocket = "admin.sock"

// socketPath returns the path of the Unix socket on which the server accepts the commands of kydai
// admin, or "" if the server has no such socket. A cluster node has no data folder, so a flag must
// give its path.
func (s *serving) socketPath() string {
	switch {
	case s.socket == noListener:
		return ""
	case s.socket != "" || s.database != "":
		return s.socket
	}
	return filepath.Join(s.data, usualSocket)
}

// listenSocket opens the Unix socket for kydai admin. Only the user that runs the server may use
// the socket; until its file mode is set, the mode of the folder keeps other users out. If no
// server listens on an existing socket file, a crash left the file behind and listenSocket replaces
// it.
func listenSocket(ctx context.Context, path string) (net.Listener, error) {
	if c, err := net.Dial("unix", path); err == nil {
		_ = c.Close()
		return nil, errors.New("another server listens on it")
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSocket != 0 {
		_ = os.Remove(path)
	}
	var c net.ListenConfig
	l, err := c.Listen(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// who is the response to "kydai admin who".
type who struct {
	Version string        `json:"version"`
	Node    string        `json:"node"`
	Nodes   int           `json:"nodes"`
	Players int           `json:"players"` // connected players, on all nodes
	Matches int           `json:"matches"` // matches that connections to this node have open
	Ready   string        `json:"ready"`   // "" if the node is ready, otherwise the reason why not
	Work    operator.Work `json:"work"`
}

// order is the request body of an admin command.
type order struct {
	Match   string `json:"match,omitempty"`
	Account string `json:"account,omitempty"`
	Token   string `json:"token,omitempty"`
}

// outcome is the response to an admin command: a sentence, or an error with its code.
type outcome struct {
	Text string `json:"text"`
	Code string `json:"code,omitempty"`
}

// Names of audit log entries for actions that only kydai admin can perform. The subject of an entry
// is the id of the object that the action changed.
const (
	abortedMatch  = "abort-match"   // the subject is the match
	revokedTokens = "revoke-tokens" // the subject is the player; the details hold the number of revoked tokens
	drainedNode   = "drain-node"    // the subject is the node
)

// console returns the HTTP handler for the commands of kydai admin, which arrive through the Unix
// socket.
func (n *node) console() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /who", func(w http.ResponseWriter, r *http.Request) {
		p := n.play.Presence()
		out := who{Version: version.Get().Version, Node: p.Node, Nodes: p.Nodes, Players: p.Players, Matches: p.Matches}
		if err := n.play.Ready(); err != nil {
			out.Ready = err.Error()
		}
		var err error
		if out.Work, err = n.store.Work(r.Context()); err != nil {
			answerOrder(w, "", err)
			return
		}
		for i := range out.Work.Nodes {
			out.Work.Nodes[i].Body = nil
		}
		_ = json.NewEncoder(w).Encode(out) // Encode fails only if the client has disconnected
	})
	for path, do := range map[string]func(context.Context, order) (string, error){
		"POST /end": n.abortMatch, "POST /revoke": n.revoke, "POST /drain": n.drainNow,
	} {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			var o order
			if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4096)).Decode(&o); err != nil {
				answerOrder(w, "", err)
				return
			}
			text, err := do(r.Context(), o)
			answerOrder(w, text, err)
		})
	}
	return mux
}

func answerOrder(w http.ResponseWriter, text string, err error) {
	out := outcome{Text: text}
	if err != nil {
		out = outcome{Text: err.Error(), Code: codeOf(err)}
		w.WriteHeader(http.StatusUnprocessableEntity)
	}
	_ = json.NewEncoder(w).Encode(out) // Encode fails only if the client has disconnected
}

// abortMatch ends a match without a result and records the action in the audit log.
func (n *node) abortMatch(ctx context.Context, o order) (string, error) {
	if err := n.play.Abort(ctx, o.Match); err != nil {
		return "", err
	}
	return "match " + o.Match + " was ended without a result", n.people.Note(ctx, abortedMatch, o.Match, time.Now())
}

// revoke revokes one token, or all tokens and sessions of an account.
func (n *node) revoke(ctx context.Context, o order) (string, error) {
	tokens := n.play.Tokens()
	if o.Token != "" {
		hash, ok := web.TokenHash(strings.TrimSpace(o.Token))
		if !ok {
			return "", game.Err("bad-token", "this is not a token: a token begins with kydai_")
		}
		t, err := tokens.FindToken(ctx, hash)
		if err != nil {
			return "", err
		}
		if err := tokens.End(ctx, t.Player, hash); err != nil {
			return "", err
		}
		return "the token was revoked", n.people.Note(ctx, revokedTokens, t.Player, time.Now(), "tokens", "1")
	}
	a, err := n.people.Named(ctx, o.Account)
	if err != nil {
		return "", err
	}
	sessions, err := n.people.EndSessions(ctx, a.ID, time.Now())
	if err != nil {
		return "", err
	}
	all, err := tokens.Tokens(ctx, a.ID)
	if err != nil {
		return "", err
	}
	for _, t := range all {
		if err := tokens.End(ctx, a.ID, t.Hash); err != nil {
			return "", err
		}
	}
	return plural(sessions, "session") + " and " + plural(len(all), "token") + " were ended", n.people.Note(ctx, revokedTokens, a.ID, time.Now(), "tokens", strconv.Itoa(len(all)))
}

// drainNow moves the players of this node to other nodes. Afterwards the node reports that it is
// not ready. The process still runs until the operator stops it.
func (n *node) drainNow(ctx context.Context, _ order) (string, error) {
	if err := n.people.Note(ctx, drainedNode, n.play.Presence().Node, time.Now()); err != nil {
		return "", err
	}
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), n.drain)
	defer cancel()
	n.log.Info("the operator drains this node")
	if err := n.web.Drain(within); err != nil {
		return "", err
	}
	return "the node takes no more connections, and all of its own are closed; stop the process now", nil
}
