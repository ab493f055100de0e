package push

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"kydai/internal/dial"
)

// Pace holds the delays and limits of sending.
type Pace struct {
	Hold    time.Duration // delay before a notice is sent; a notice that the player sees within this time is not sent
	Sweep   time.Duration // interval at which the store is searched for all due notices, in case a bus message was lost
	Look    time.Duration // interval at which a node checks whether announced notices are due
	Fresh   time.Duration // notices older than this are not sent
	Retry   time.Duration // pause before the second attempt; the pause before the third is four times as long
	Workers int           // number of messages sent concurrently
	Queue   int           // maximum number of messages that wait for a worker, and of messages that wait for a retry
	Hourly  int           // maximum number of notices per account and hour
}

func (p *Pace) defaults() {
	p.Hold = cmp.Or(p.Hold, 3*time.Second)
	p.Sweep = cmp.Or(p.Sweep, 30*time.Second)
	p.Look = cmp.Or(p.Look, time.Second)
	p.Fresh = cmp.Or(p.Fresh, time.Hour)
	p.Retry = cmp.Or(p.Retry, 5*time.Second)
	p.Workers = cmp.Or(p.Workers, 8)
	p.Queue = cmp.Or(p.Queue, 256)
	p.Hourly = cmp.Or(p.Hourly, 60)
}

const (
	attempts   = 3
	mostFailed = 5                // number of failed messages in a row after which a device is deleted
	mostWait   = 5 * time.Minute  // maximum wait time that a push service can request with Retry-After
	mostHeard  = 10_000           // maximum number of players in Service.heard; notices of other players are found by polling
	takeAtOnce = 100              // maximum number of notices taken with one query
	noteWithin = 10 * time.Second // time limit for writing a database row
)

// job is one message for one device.
type job struct {
	device  Device
	due     Due
	attempt int
}

// Run sends the messages of this node until ctx ends. Before it returns, it sends the messages that
// it has already taken. A node marks a notice as taken before it sends the notice, so each device
// gets a notice at most once. If the node dies after the mark and before the sending, the device
// gets no message; the list of notices on the site still shows the notice.
func (s *Service) Run(ctx context.Context) error {
	if s.options.Hear != nil {
		cancel, err := s.options.Hear(s.hear)
		if err != nil {
			return err
		}
		defer cancel()
	}
	var workers sync.WaitGroup
	stopped := make(chan struct{})
	for range s.options.Pace.Workers {
		workers.Go(func() { s.work(ctx, stopped) })
	}
	defer workers.Wait()
	defer close(stopped)
	look := time.NewTicker(s.options.Pace.Look)
	defer look.Stop()
	sweep := time.NewTicker(s.options.Pace.Sweep)
	defer sweep.Stop()
	for all := true; ; {
		players := s.ready()
		if all {
			players = nil
		}
		if all || len(players) > 0 {
			if err := s.take(ctx, players); err != nil && ctx.Err() == nil {
				s.options.Log.WarnContext(ctx, "notices could not be sent to devices; the next run tries again", "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-look.C:
			all = false
		case <-sweep.C:
			all = true
		}
	}
}

func (s *Service) hear(player, _ string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.heard) < mostHeard {
		s.heard[player] = s.options.Now()
	}
}

// ready returns the players whose notices are older than Pace.Hold, and removes them from s.heard.
func (s *Service) ready() (players []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for player, at := range s.heard {
		if s.options.Now().Sub(at) > s.options.Pace.Hold {
			players = append(players, player)
			delete(s.heard, player)
		}
	}
	return players
}

// take takes the notices that are due and queues them for the workers. It waits
// while the queue is full.
func (s *Service) take(ctx context.Context, players []string) error {
	for ctx.Err() == nil {
		list, err := s.options.Store.TakeDue(ctx, players, s.options.Pace.Hold, s.options.Pace.Fresh, takeAtOnce)
		if err != nil {
			return err
		}
		for _, d := range list {
			if err := s.address(ctx, d); err != nil {
				s.options.Log.WarnContext(ctx, "a notice was not sent to devices", "err", err)
			}
		}
		if len(list) < takeAtOnce {
			break
		}
	}
	return nil
}

// address queues a message for each device of the player that should get the notice. It queues
// nothing if the player has turned off this kind of notice or has already seen the notice, or if
// the account has reached its hourly limit.
func (s *Service) address(ctx context.Context, d Due) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteWithin)
	defer cancel()
	set, err := s.options.Store.NoticeSettings(ctx, d.Account)
	if err != nil || slices.Contains(set.Off, d.Kind) || !d.At.After(set.Seen) {
		return err
	}
	devices, err := s.options.Store.Devices(ctx, d.Account)
	if err != nil || len(devices) == 0 || !s.mayTell(d.Account) {
		return err
	}
	for _, device := range devices {
		if slices.Contains(device.Kinds, d.Kind) && d.At.After(device.Created) {
			s.jobs <- job{device, d, 1}
		}
	}
	return nil
}

// mayTell counts a notice of an account and reports whether the account is within its hourly limit.
func (s *Service) mayTell(account string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.options.Now(); now.Sub(s.hour) >= time.Hour {
		s.hour = now
		clear(s.sent)
	}
	s.sent[account]++
	return s.sent[account] <= s.options.Pace.Hourly
}

// work sends queued messages until stopped is closed and the queue is empty.
func (s *Service) work(ctx context.Context, stopped <-chan struct{}) {
	for {
		select {
		case j := <-s.jobs:
			s.deliver(ctx, j)
			continue
		case <-stopped:
		}
		select {
		case j := <-s.jobs:
			s.deliver(ctx, j)
		default:
			return
		}
	}
}

// deliver sends a message and records the result.
func (s *Service) deliver(running context.Context, j job) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(running), dial.Within+noteWithin)
	defer cancel()
	status, wait, err := s.send(ctx, j)
	s.count(status, err)
	switch {
	case err == nil && status/100 == 2:
		err = s.options.Store.NoteSent(ctx, j.device.ID, true, mostFailed)
	case status == http.StatusNotFound || status == http.StatusGone:
		if err = s.options.Store.DropDevice(ctx, j.device.Player, j.device.ID); errors.Is(err, ErrNoDevice) {
			err = nil
		}
	case errors.Is(err, dial.ErrNotPublic) || !again(status, err) || !s.retry(running, j, wait):
		// Do not log the endpoint or the response of the push service.
		s.options.Log.DebugContext(ctx, "a push service did not take a message", "status", status)
		err = s.options.Store.NoteSent(ctx, j.device.ID, false, mostFailed)
	default:
		err = nil
	}
	if err != nil {
		s.options.Log.DebugContext(ctx, "what became of a message was not noted", "err", err)
	}
}

// count adds the result of an attempt to the counters.
func (s *Service) count(status int, err error) {
	switch {
	case err == nil && status/100 == 2:
		s.delivered.Add(1)
	case status == http.StatusNotFound || status == http.StatusGone:
		s.gone.Add(1)
	default:
		s.failed.Add(1)
	}
}

// again reports whether a later attempt may succeed: there was no response, or
// the status was 429 or 5xx.
func again(status int, err error) bool {
	return err != nil || status == http.StatusTooManyRequests || status/100 == 5
}

// retry schedules another attempt after a pause. It returns false if the message has had its last
// attempt, if too many messages wait already, or if earlier messages to this device failed.
func (s *Service) retry(running context.Context, j job, wait time.Duration) bool {
	if j.attempt >= attempts || j.device.Failed > 0 || running.Err() != nil {
		return false
	}
	select {
	case s.waiting <- struct{}{}:
	default:
		return false
	}
	pause := s.options.Pace.Retry
	for range j.attempt - 1 {
		pause *= 4
	}
	j.attempt++
	go func() {
		defer func() { <-s.waiting }()
		select {
		case <-time.After(min(max(pause, wait), mostWait)):
		case <-running.Done():
			return
		}
		select {
		case s.jobs <- j:
		case <-running.Done():
		}
	}()
	return true
}

// send sends a message once. It returns the HTTP status, and the time that the push service
// requests to wait before the next attempt.
func (s *Service) send(ctx context.Context, j job) (status int, wait time.Duration, err error) {
	endpoint, err := url.Parse(j.device.Endpoint)
	if err != nil {
		return 0, 0, err
	}
	text, err := s.words.messageOf(j.due, j.device.Lang)
	if err != nil {
		return 0, 0, err
	}
	body, err := seal(s.options.Random, j.device.Public, j.device.Auth, text)
	if err != nil {
		return 0, 0, err
	}
	signed, err := s.authorization(endpoint, s.options.Now())
	if err != nil {
		return 0, 0, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, j.device.Endpoint, bytes.NewReader(body))
	if err != nil {
		return 0, 0, err
	}
	how := deliveries[j.due.Kind]
	for name, value := range map[string]string{
		"Authorization": signed, "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
		"TTL": strconv.Itoa(int(how.lives.Seconds())), "Urgency": how.urgency, "Topic": topic(j.due.Subject), "User-Agent": "kydai",
	} {
		r.Header.Set(name, value)
	}
	return dial.Send(s.client, r, mostWait)
}
