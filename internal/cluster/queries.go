package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"kydai/internal/bus"
)

const (
	// askTimeout is the time limit of a query to another node.
	askTimeout = 200 * time.Millisecond
	// askSilent is the time limit for a query to a node without a recent heartbeat. It is
	// short so that dead nodes do not delay the flag decision.
	askSilent = 20 * time.Millisecond
	// waitForTime limits how long a node waits if its clock is behind the requester's and
	// it is queried about a time that it has not reached yet.
	waitForTime = 100 * time.Millisecond
	nodeCalls   = 256 // queries that a node answers simultaneously
)

// pendingQuery is a question to a node about a match: whether the node is still processing a move,
// or whether a player is connected to it.
type pendingQuery struct {
	Match  string `json:"match"`
	Before int64  `json:"before"` // only moves received before this time count, in microseconds
	// Sure restricts the query to messages known to be moves of the match.
	Sure bool `json:"sure,omitempty"`
	// Player changes the question: whether this player is connected to the node or watches the match
	// there. All other fields except Match are then ignored.
	Player string `json:"player,omitempty"`
}

// pendingReply is the reply to a pendingQuery.
type pendingReply struct {
	// First is the time, in microseconds, at which the oldest move that matches the query was
	// received, if that move is still being processed. 0 means that there is no such move and none
	// can follow.
	First int64 `json:"first,omitempty"`
	// Now is the replying node's clock, in microseconds.
	Now int64 `json:"now,omitempty"`
	// Here is yes or no: whether the player of the query is connected. A node with an
	// older version that does not know Player leaves Here empty.
	Here string `json:"here,omitempty"`
}

func nodeSubject(node string) (string, error) { return bus.Subject("node", node) }

// Queries sends queries to other nodes.
type Queries struct {
	options Options
	peers   func() []Peer
	gone    func(ctx context.Context, node string)
	here    func(player string) bool
}

// serve answers the queries of other nodes until the subscription is cancelled.
func (q *Queries) serve() (bus.Subscription, error) {
	subject, err := nodeSubject(q.options.Node)
	if err != nil {
		return nil, err
	}
	return q.options.Bus.Serve(subject, q.options.Node, nodeCalls, func(ctx context.Context, _ string, data []byte) ([]byte, error) {
		var in pendingQuery
		if err := json.Unmarshal(data, &in); err != nil {
			return nil, err
		}
		var a pendingReply
		if in.Player == "" {
			a = q.answerQuery(ctx, in)
		} else {
			a.Here = q.hereWord(in.Match, in.Player)
		}
		a.Now = q.options.Now().UnixMicro()
		return json.Marshal(a)
	})
}

// answerQuery answers a query from another node. Before it replies that there is no move, its own
// clock must have passed the given time, because a move may arrive until then.
func (q *Queries) answerQuery(ctx context.Context, in pendingQuery) pendingReply {
	before := time.UnixMicro(in.Before)
	if in.Sure {
		if first, ok := q.options.FirstMove(in.Match, before, true); ok {
			return pendingReply{First: first.UnixMicro()}
		}
		return pendingReply{}
	}
	if early := before.Sub(q.options.Now()); early > 0 {
		select {
		case <-ctx.Done():
		case <-time.After(min(early, waitForTime)):
		}
	}
	first, waits := q.options.FirstMove(in.Match, before, false)
	if now := q.options.Now(); !waits && now.Before(before) {
		first, waits = now, true // this node's clock is behind the requester's, so a move that counts may still arrive
	}
	if !waits {
		return pendingReply{}
	}
	return pendingReply{First: first.UnixMicro()}
}

// sendQuery sends a query to one node and returns the reply.
func (q *Queries) sendQuery(ctx context.Context, node string, in pendingQuery) (pendingReply, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	var a pendingReply
	subject, err := nodeSubject(node)
	if err != nil {
		return a, err
	}
	question, err := json.Marshal(in)
	if err != nil {
		return a, err
	}
	data, err := q.options.Bus.Request(ctx, subject, question)
	if err != nil {
		return a, err
	}
	err = json.Unmarshal(data, &a)
	return a, err
}

// FirstMove queries a node for the first move of a match that the node received before a given time
// and is still processing. It returns the zero time if there is no such move.
func (q *Queries) FirstMove(ctx context.Context, node, match string, before time.Time) (time.Time, error) {
	a, err := q.sendQuery(ctx, node, pendingQuery{Match: match, Before: before.UnixMicro(), Sure: true})
	if err != nil || a.First == 0 {
		return time.Time{}, err
	}
	return time.UnixMicro(a.First), nil
}

// TimeOf queries a node for the time of its clock. It returns the zero time if the node
// does not answer.
func (q *Queries) TimeOf(ctx context.Context, node string) (time.Time, error) {
	a, err := q.sendQuery(ctx, node, pendingQuery{Sure: true})
	if err != nil || a.Now == 0 {
		return time.Time{}, err
	}
	return time.UnixMicro(a.Now), nil
}

// Answer is the combined result of querying all nodes.
type Answer int

// The results of a query to all nodes. If the nodes give different answers, the greatest value
// counts.
const (
	Nothing Answer = iota // no pending move before the given time on any node
	Unclear               // a node that was recently alive does not answer
	Pending               // a move was received in time and is still being processed
)

// AskAll queries all nodes, including this one, whether a node is still processing a move of a
// match that it received before a given time.
func (q *Queries) AskAll(ctx context.Context, match string, before time.Time) Answer {
	if _, waits := q.options.FirstMove(match, before, false); waits {
		return Pending
	}
	nodes := q.peers()
	answers := make([]Answer, len(nodes))
	var wg sync.WaitGroup
	for i, n := range nodes {
		wg.Go(func() {
			silent, within := q.options.Now().Sub(n.Last) >= deadHeartbeats*q.options.Heartbeat/2, askTimeout
			if silent {
				within = askSilent
			}
			asking, cancel := context.WithTimeout(ctx, within)
			defer cancel()
			a, err := q.sendQuery(asking, n.ID, pendingQuery{Match: match, Before: before.UnixMicro()})
			if errors.Is(err, bus.ErrNobody) {
				q.gone(ctx, n.ID)
			}
			switch {
			case err == nil && a.First != 0:
				answers[i] = Pending
			case err != nil && !silent:
				answers[i] = Unclear
			}
		})
	}
	wg.Wait()
	worst := Nothing
	for _, a := range answers {
		worst = max(worst, a)
	}
	return worst
}
