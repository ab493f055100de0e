package play

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"kydai/bus"
)

const (
	// askNode is how long another node may take to answer a question.
	askNode = 200 * time.Millisecond
	// askSilent is likewise for one that has given no sign of life for long:
	// flags do not fall late for the dead.
	askSilent = 20 * time.Millisecond
	// waitForTime is how far a node may be behind whoever asks it about a
	// moment that it has not come to yet.
	waitForTime = 100 * time.Millisecond
	nodeCalls   = 256 // questions that a node answers at a time
)

// inquiry asks a node what it knows of a match.
type inquiry struct {
	Match  string `json:"match"`
	Before int64  `json:"before"` // in microseconds: moves that came before this moment
	// Sure asks for what is known to be of the match, and not for more.
	Sure bool `json:"sure,omitempty"`
}

// inquiryAnswer is what it knows.
type inquiryAnswer struct {
	// First is when the first of such moves came in that is under way there;
	// 0: there is none and will be none.
	First int64 `json:"first,omitempty"`
}

func nodeSubject(node string) (string, error) { return bus.Subject("node", node) }

// serveNode answers the questions of other nodes until it is cancelled.
func (s *Service) serveNode() (bus.Subscription, error) {
	subject, err := nodeSubject(s.o.Node)
	if err != nil {
		return nil, err
	}
	return s.o.Bus.Serve(subject, s.o.Node, nodeCalls, func(ctx context.Context, _ string, data []byte) ([]byte, error) {
		var q inquiry
		if err := json.Unmarshal(data, &q); err != nil {
			return nil, err
		}
		return json.Marshal(s.inquired(ctx, q))
	})
}

// inquired answers a question. The answer that nothing came before a moment is
// given only when the moment is past here too.
func (s *Service) inquired(ctx context.Context, q inquiry) inquiryAnswer {
	before := time.UnixMicro(q.Before)
	if q.Sure {
		if first, ok := s.arrivals.first(q.Match, before, true); ok {
			return inquiryAnswer{First: first.UnixMicro()}
		}
		return inquiryAnswer{}
	}
	if early := before.Sub(s.Now()); early > 0 {
		select {
		case <-ctx.Done():
		case <-time.After(min(early, waitForTime)):
		}
	}
	first, waits := s.arrivals.first(q.Match, before, false)
	if now := s.Now(); !waits && now.Before(before) {
		first, waits = now, true // there may be some yet
	}
	if !waits {
		return inquiryAnswer{}
	}
	return inquiryAnswer{First: first.UnixMicro()}
}

// inquire asks a node.
func (s *Service) inquire(ctx context.Context, node string, q inquiry) (inquiryAnswer, error) {
	ctx, cancel := context.WithTimeout(ctx, askNode)
	defer cancel()
	var a inquiryAnswer
	subject, err := nodeSubject(node)
	if err != nil {
		return a, err
	}
	question, err := json.Marshal(q)
	if err != nil {
		return a, err
	}
	data, err := s.o.Bus.Request(ctx, subject, question)
	if err != nil {
		return a, err
	}
	err = json.Unmarshal(data, &a)
	return a, err
}

// word is what came of asking around.
type word int

const (
	nothing word = iota // came before the moment, anywhere
	unclear             // a node does not answer, though it was alive lately
	pending             // a move came in time and is under way
)

// askAround asks all nodes, this one included, whether a move of a match came
// before a moment and is under way.
func (s *Service) askAround(ctx context.Context, id string, before time.Time) word {
	if _, waits := s.arrivals.first(id, before, false); waits {
		return pending
	}
	nodes := s.crowd.others()
	words := make([]word, len(nodes))
	var wg sync.WaitGroup
	for i, n := range nodes {
		wg.Go(func() {
			silent, within := s.Now().Sub(n.beat) >= deadBeats*s.o.Beat/2, askNode
			if silent {
				within = askSilent
			}
			asking, cancel := context.WithTimeout(ctx, within)
			defer cancel()
			a, err := s.inquire(asking, n.id, inquiry{Match: id, Before: before.UnixMicro()})
			if errors.Is(err, bus.ErrNobody) {
				s.gone(ctx, n.id)
			}
			switch {
			case err == nil && a.First != 0:
				words[i] = pending
			case err != nil && !silent:
				words[i] = unclear
			}
		})
	}
	wg.Wait()
	worst := nothing
	for _, w := range words {
		worst = max(worst, w)
	}
	return worst
}
