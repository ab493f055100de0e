package natsbus

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
)

// slotWait is how long a request waits for a free slot before it is refused. It is short, because
// NATS chooses a member of the group at random: a refused request can go to another member that is
// idle.
const slotWait = 2 * time.Millisecond

// service handles the requests of one call of Serve.
type service struct {
	bus   *Bus
	do    bus.Server
	nats  *nats.Subscription
	slots chan struct{}
	most  int32        // maximum number of running and waiting requests
	taken atomic.Int32 // current number of running and waiting requests
	calls sync.WaitGroup
}

// Serve handles requests on subjects that match pattern as a member of the
// group.
func (b *Bus) Serve(pattern, group string, concurrency int, do bus.Server) (bus.Subscription, error) {
	const most = 1 << 16
	if err := bus.CheckPattern(pattern); err != nil {
		return nil, err
	}
	if err := bus.CheckGroup(group); err != nil {
		return nil, err
	}
	if do == nil || concurrency < 1 || concurrency > most {
		return nil, &bus.Error{Code: bus.BadCall, Text: "to serve takes a server and room for one request or more"}
	}
	s := &service{bus: b, do: do, slots: make(chan struct{}, concurrency), most: 2 * int32(concurrency)}
	var err error
	if s.nats, err = b.register(pattern, group, s); err != nil {
		return nil, err
	}
	return s, nil
}

// Cancel leaves the group. Requests already sent to this member are still
// handled.
func (s *service) Cancel() {
	s.bus.leave(s.nats)
	time.AfterFunc(answerWait, func() { s.bus.receivers.remove(s.nats) })
}

// finished returns a channel that is closed when no handler runs. The caller ensures that no new
// request arrives.
func (s *service) finished() <-chan struct{} {
	done := make(chan struct{})
	go func() { s.calls.Wait(); close(done) }()
	return done
}

// accept takes a request from the dispatcher.
func (s *service) accept(m *nats.Msg) {
	switch {
	case m.Reply == "":
		return // not a request: the message has no reply subject, so nobody waits for a response
	case len(m.Data) > bus.MaxData:
		s.answer(m, nil, bus.ErrTooLarge)
	case s.taken.Add(1) > s.most:
		s.taken.Add(-1)
		s.refuse(m)
	default:
		s.calls.Add(1)
		go s.handle(s.bus.linked(), m)
	}
}

func (s *service) handle(ctx context.Context, m *nats.Msg) {
	defer s.calls.Done()
	defer s.taken.Add(-1)
	if ms, err := strconv.ParseUint(m.Header.Get(withinHeader), 10, 31); err == nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(ms)*time.Millisecond)
		defer cancel()
	}
	if !s.slot(ctx) {
		s.refuse(m)
		return
	}
	defer func() { <-s.slots }()
	data, err := s.do(ctx, m.Subject, m.Data)
	switch {
	case ctx.Err() != nil:
	case errors.Is(err, bus.ErrBusy):
		s.refuse(m)
	default:
		s.answer(m, data, err)
	}
}

// slot waits up to slotWait for a free slot and reports whether it took one.
func (s *service) slot(ctx context.Context) bool {
	select {
	case s.slots <- struct{}{}:
		return true
	default:
	}
	timer := time.NewTimer(slotWait)
	defer timer.Stop()
	select {
	case s.slots <- struct{}{}:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

func (s *service) refuse(m *nats.Msg) {
	s.bus.count.refused.Add(1)
	s.post(m.Reply, bus.Busy, nil)
}

func (s *service) answer(m *nats.Msg, data []byte, err error) {
	if err == nil && len(data) > bus.MaxData {
		err = bus.ErrTooLarge
	}
	if err != nil {
		s.post(m.Reply, bus.Failed, []byte(sentence(err.Error())))
		return
	}
	s.post(m.Reply, "", data)
}

// post sends a response. It ignores errors: if the response is not sent, the requester waits until
// its deadline.
func (s *service) post(to, code string, data []byte) {
	l := letter{subject: to}
	if code != "" {
		l.header = nats.Header{errorHeader: {code}}
	}
	_ = s.bus.post(l, data)
}
