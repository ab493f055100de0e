package webhook

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"kydai/internal/dial"
	"kydai/internal/sleep"
)

// Pace holds the intervals and limits with which a Service sends messages.
type Pace struct {
	Look    time.Duration // interval between two searches for messages that are due
	Trim    time.Duration // interval between two deletions of old messages
	Fresh   time.Duration // maximum age of a notice; no message is created for an older notice
	Workers int           // maximum number of messages that are being sent at the same time
}

func (p *Pace) defaults() {
	p.Look = cmp.Or(p.Look, time.Second)
	p.Trim = cmp.Or(p.Trim, 10*time.Minute)
	p.Fresh = cmp.Or(p.Fresh, 24*time.Hour)
	p.Workers = cmp.Or(p.Workers, 8)
}

const (
	noteWithin  = 10 * time.Second // time limit for storing the result of an attempt
	leaseFor    = dial.Within + 2*noteWithin
	queueAtOnce = 100
	mostWait    = time.Hour // upper limit of the pause that a receiver can request before the next attempt
)

// pauses are the times between two attempts to send a message. Their sum is longer than Off, the
// time after which a failing webhook is switched off.
var pauses = []time.Duration{
	5 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour, 20 * time.Hour,
	24 * time.Hour, 24 * time.Hour, 24 * time.Hour, 24 * time.Hour, 24 * time.Hour,
}

// Run sends the messages that are due, until ctx ends. It then waits for the messages that are
// being sent. It never sends two messages to the same webhook at the same time, so that no receiver
// is flooded.
func (s *Service) Run(ctx context.Context) error {
	var under sync.WaitGroup
	defer under.Wait()
	slots := make(chan struct{}, s.options.Pace.Workers)
	failing := false
	for trimAt := time.Now(); ; {
		var err error
		if time.Now().After(trimAt) {
			trimAt = time.Now().Add(s.options.Pace.Trim)
			err = s.options.Store.TrimDeliveries(ctx, s.options.Now(), Old, Keep)
		}
		err = errors.Join(err, s.Queue(ctx), s.start(ctx, slots, &under))
		if err != nil && ctx.Err() == nil && !failing {
			s.options.Log.WarnContext(ctx, "webhooks could not be sent; the next run tries again", "err", err)
		}
		failing = err != nil
		if sleep.For(ctx, s.options.Pace.Look) != nil {
			return nil
		}
	}
}

// start leases the messages that are due and sends each in its own goroutine.
func (s *Service) start(ctx context.Context, slots chan struct{}, under *sync.WaitGroup) error {
	for {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		h, d, ok, err := s.take(ctx)
		if err != nil || !ok {
			<-slots
			return err
		}
		under.Go(func() {
			defer func() { <-slots }()
			if err := s.deliver(ctx, h, d); err != nil {
				s.options.Log.WarnContext(ctx, "what became of a webhook's message was not noted; it is sent again", "err", err)
			}
		})
	}
}

// Queue creates the webhook messages for new notices.
func (s *Service) Queue(ctx context.Context) error {
	for {
		n, err := s.options.Store.QueueNotices(ctx, s.options.Pace.Fresh, queueAtOnce)
		if err != nil || n < queueAtOnce {
			return err
		}
	}
}

// SendOne sends one message that is due. It returns false if no message is due.
func (s *Service) SendOne(ctx context.Context) (bool, error) {
	h, d, ok, err := s.take(ctx)
	if err != nil || !ok {
		return false, err
	}
	return true, s.deliver(ctx, h, d)
}

func (s *Service) take(ctx context.Context) (Hook, Delivery, bool, error) {
	return s.options.Store.TakeDelivery(ctx, s.options.Node, s.options.Now(), leaseFor)
}

// deliver sends a message and stores the result of the attempt, even if the server is stopped
// meanwhile.
func (s *Service) deliver(running context.Context, h Hook, d Delivery) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(running), dial.Within+noteWithin)
	defer cancel()
	status, wait, err := s.send(ctx, h, d)
	a := s.judge(d, status, wait, err)
	s.count(h, a)
	// The log entry contains neither the address nor the response of the receiver.
	s.options.Log.DebugContext(ctx, "a webhook was sent a message", "webhook", h.ID, "message", d.ID, "status", a.Status, "fault", string(a.Fault))
	return s.options.Store.NoteAttempt(ctx, a, Off)
}

// judge decides the next state of a message after an attempt: delivered, waiting for another
// attempt, or failed.
func (s *Service) judge(d Delivery, status int, wait time.Duration, err error) Attempt {
	now := s.options.Now()
	a := Attempt{ID: d.ID, Hook: d.Hook, Holder: s.options.Node, At: now, Status: status, Fault: faultOf(err)}
	switch {
	case err == nil && status/100 == 2:
		a.State = Delivered
	case status == http.StatusGone:
		a.State, a.Gone = Failed, true
	case d.Attempts >= len(pauses):
		a.State = Failed
	default:
		a.State, a.Next = Waiting, now.Add(max(s.spread(pauses[d.Attempts]), wait))
	}
	return a
}

// spread makes a pause longer by a random part of less than a tenth. So messages that failed
// together are not all sent again at the same time.
func (s *Service) spread(pause time.Duration) time.Duration {
	var raw [8]byte
	if _, err := io.ReadFull(s.options.Random, raw[:]); err != nil {
		return pause
	}
	return pause + time.Duration(binary.BigEndian.Uint64(raw[:])%uint64(pause/10)) //nolint:gosec // conversion is safe: the value is less than a tenth of a pause
}

func (s *Service) count(h Hook, a Attempt) {
	switch {
	case a.State == Delivered:
		s.delivered.Add(1)
		return
	case a.Fault == NotAllowed:
		s.refused.Add(1)
	default:
		s.failed.Add(1)
	}
	if a.Gone || !h.Failing.IsZero() && a.At.Sub(h.Failing) >= Off {
		s.off.Add(1)
	}
}

// faultOf returns the kind of an error. It does not use the error text, because the text may
// contain the address.
func faultOf(err error) Fault {
	var slow net.Error
	switch {
	case err == nil:
		return ""
	case errors.Is(err, dial.ErrNotPublic):
		return NotAllowed
	case errors.As(err, new(*tls.CertificateVerificationError)), errors.As(err, new(tls.RecordHeaderError)), errors.As(err, new(tls.AlertError)), errors.As(err, new(x509.HostnameError)):
		return NoTLS
	case errors.As(err, &slow) && slow.Timeout():
		return TooSlow
	}
	return NoAnswer
}

// send makes one attempt to send a message. It returns the HTTP status, and how long the receiver
// asks the server to wait before the next attempt.
func (s *Service) send(ctx context.Context, h Hook, d Delivery) (status int, wait time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.Address, bytes.NewReader(d.Body))
	if err != nil {
		return 0, 0, err
	}
	at := s.options.Now()
	for name, value := range map[string]string{
		"Content-Type": "application/json", "User-Agent": "kydai", "webhook-id": d.ID,
		"webhook-timestamp": strconv.FormatInt(at.Unix(), 10), "webhook-signature": h.Secret.sign(d.ID, at, d.Body),
	} {
		r.Header.Set(name, value)
	}
	return dial.Send(s.client, r, mostWait)
}
