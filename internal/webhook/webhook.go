// Package webhook implements webhooks: a player gives an https URL, and the server sends a signed
// message to it for each event that the player has chosen. Messages have the form of Standard Webhooks
// (standardwebhooks.com).
//
// A message is a row that is written in the same transaction as the notice of the event, so no message
// is lost. It is sent until the receiver accepts it, with growing pauses; after a week of failures the
// webhook is switched off. The URL is untrusted input: package dial defines which addresses the server
// connects to.
package webhook

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"kydai/game"
	"kydai/internal/dial"
)

// Event is the kind of event that a message is about.
type Event string

// Kinds of events.
const (
	Started   Event = "started"   // a match with another player has started
	Turn      Event = "turn"      // it is the player's turn in a game over days
	Soon      Event = "soon"      // a quarter of the time for that turn is left
	Challenge Event = "challenge" // another player has challenged the player
	Ended     Event = "ended"     // a match of the player has ended
	Ping      Event = "ping"      // the player asked for a message
)

// Events lists the events that a webhook can get.
var Events = []Event{Started, Turn, Soon, Challenge, Ended}

// Limits.
const (
	Most = 5                   // hooks of a player
	Keep = 1000                // newest messages of a hook
	Show = 50                  // newest messages that are listed
	Off  = 7 * 24 * time.Hour  // failures for so long switch a hook off
	Old  = 10 * 24 * time.Hour // older messages are deleted
)

// Codes of the errors of this package.
const (
	BadAddress = "bad-address"
	BadEvents  = "bad-events"
	NoHook     = "no-webhook"
	TooMany    = "too-many"
	IsOff      = "webhook-off"
)

var (
	errAddress = game.Err(BadAddress, "the address must be https with a host name, without port, user and fragment")
	errEvents  = game.Err(BadEvents, "a webhook needs at least one event")
	errOff     = game.Err(IsOff, "this webhook is switched off; switch it on first")
	// ErrNoHook means that the player has no webhook with this id.
	ErrNoHook = game.Err(NoHook, "there is no such webhook")
	// ErrTooMany means that the player already has Most webhooks.
	ErrTooMany = game.Err(TooMany, "a player has 5 webhooks at most")
)

// Hook is a webhook: a URL that gets messages.
type Hook struct {
	ID      string
	Player  string
	Address string
	Secret  Secret
	Events  []Event
	Token   []byte    // hash of the token that made it and with which it ends; empty: made by the player
	Ends    time.Time // when that token ends; zero: no end
	Created time.Time
	Failing time.Time // the first failure since a message was taken; zero: none
	Off     time.Time // when it was switched off; zero: it is on
}

// State is the state of a message.
type State string

// States of a message.
const (
	Waiting   State = "waiting"
	Delivered State = "delivered"
	Failed    State = "failed" // no more attempts
)

// Fault is the reason why an attempt got no response.
type Fault string

// Reasons why an attempt got no response.
const (
	NotAllowed Fault = "address" // the name resolves to an address that is not dialled
	NoTLS      Fault = "tls"
	TooSlow    Fault = "timeout"
	NoAnswer   Fault = "connection"
)

// Delivery is a message to a webhook.
type Delivery struct {
	ID       string
	Hook     string
	Event    Event
	Body     []byte
	At       time.Time // of the event
	State    State
	Attempts int
	Tried    time.Time // the last attempt; zero: none
	Next     time.Time // of a waiting one
	Status   int       // of the last answer; 0: none
	Fault    Fault     // why there was none
}

// Owner selects webhooks: those of a player or, if Token is set, only those
// that this token created.
type Owner struct {
	Player string
	Token  []byte
}

// Attempt is the result of sending a message.
type Attempt struct {
	ID, Hook, Holder string
	At               time.Time
	State            State
	Next             time.Time
	Status           int
	Fault            Fault
	Gone             bool // the receiver wants no more
}

// Store stores webhooks and their messages.
type Store interface {
	// AddHook stores a webhook; ErrTooMany if its player already has most webhooks.
	AddHook(ctx context.Context, h Hook, most int) error
	// Hooks lists webhooks, oldest first, without those whose token has ended.
	Hooks(ctx context.Context, o Owner) ([]Hook, error)
	// SwitchHook sets the events of a webhook and switches it on.
	SwitchHook(ctx context.Context, o Owner, id string, events []Event) error
	// DropHook deletes a webhook with its messages; ErrNoHook if there is none.
	DropHook(ctx context.Context, o Owner, id string) error
	// AddDelivery stores a message unless it exists already.
	AddDelivery(ctx context.Context, d Delivery) error
	// Deliveries lists the newest messages of a hook, newest first.
	Deliveries(ctx context.Context, hook string, most int) ([]Delivery, error)
	// QueueNotices creates the messages for new notices. Each notice is processed once.
	QueueNotices(ctx context.Context, fresh time.Duration, most int) (int, error)
	// TakeDelivery leases a message that is due and returns it with its
	// webhook. It returns no message of a webhook to which another message is
	// being sent.
	TakeDelivery(ctx context.Context, holder string, now time.Time, lease time.Duration) (Hook, Delivery, bool, error)
	// NoteAttempt records the result of an attempt, unless the lease was lost.
	// It switches the webhook off if it has failed for the duration off.
	NoteAttempt(ctx context.Context, a Attempt, off time.Duration) error
	// TrimDeliveries deletes old messages, and hooks whose token has ended.
	TrimDeliveries(ctx context.Context, now time.Time, old time.Duration, keep int) error
}

// Options configure a Service. Store is required.
type Options struct {
	Store Store
	// Policy defines which addresses the server connects to.
	Policy dial.Policy
	Node   string           // unique in the cluster
	Random io.Reader        // nil means crypto/rand
	Now    func() time.Time // the time of the site; nil means time.Now
	Log    *slog.Logger     // nil discards the log
	Pace   Pace
}

// Service manages the webhooks of all players and sends their messages.
type Service struct {
	options Options
	client  *http.Client

	delivered, failed, refused, off atomic.Uint64
}

// Stats holds the counters of attempts.
type Stats struct {
	Delivered uint64
	Failed    uint64 // no answer, or none of success
	Refused   uint64 // the address is not dialled
	Off       uint64 // hooks that were switched off
}

// Stats returns the counters.
func (s *Service) Stats() Stats {
	return Stats{Delivered: s.delivered.Load(), Failed: s.failed.Load(), Refused: s.refused.Load(), Off: s.off.Load()}
}

// New returns a service. Run must be called to send messages.
func New(o Options) *Service {
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Pace.defaults()
	return &Service{options: o, client: dial.Client(o.Policy.Transport())}
}

var b64 = base64.RawURLEncoding

const idBytes = 12

// Add stores a hook of a player.
func (s *Service) Add(ctx context.Context, o Owner, address string, events []Event, ends time.Time) (Hook, error) {
	h := Hook{Player: o.Player, Address: address, Events: known(events), Token: o.Token, Ends: ends, Created: s.options.Now()}
	if !s.options.Policy.Accepts(address) {
		return Hook{}, errAddress
	}
	if len(h.Events) == 0 {
		return Hook{}, errEvents
	}
	raw := make([]byte, idBytes+secretBytes)
	if _, err := io.ReadFull(s.options.Random, raw); err != nil {
		return Hook{}, err
	}
	h.ID, h.Secret = b64.EncodeToString(raw[:idBytes]), raw[idBytes:]
	return h, s.options.Store.AddHook(ctx, h, Most)
}

// List lists hooks, oldest first.
func (s *Service) List(ctx context.Context, o Owner) ([]Hook, error) {
	return s.options.Store.Hooks(ctx, o)
}

// Switch sets the events of a webhook and switches it on.
func (s *Service) Switch(ctx context.Context, o Owner, id string, events []Event) error {
	if events = known(events); len(events) == 0 {
		return errEvents
	}
	return s.options.Store.SwitchHook(ctx, o, id, events)
}

// Drop deletes a hook.
func (s *Service) Drop(ctx context.Context, o Owner, id string) error {
	return s.options.Store.DropHook(ctx, o, id)
}

// Deliveries lists the newest messages of a hook, newest first.
func (s *Service) Deliveries(ctx context.Context, o Owner, id string) ([]Delivery, error) {
	if _, err := s.find(ctx, o, id); err != nil {
		return nil, err
	}
	return s.options.Store.Deliveries(ctx, id, Show)
}

// Ping queues a test message, which is about no event.
func (s *Service) Ping(ctx context.Context, o Owner, id string) (Delivery, error) {
	h, err := s.find(ctx, o, id)
	if err != nil {
		return Delivery{}, err
	}
	if !h.Off.IsZero() {
		return Delivery{}, errOff
	}
	d := NewDelivery(h.ID, Ping, s.options.Now(), Data{})
	return d, s.options.Store.AddDelivery(ctx, d)
}

func (s *Service) find(ctx context.Context, o Owner, id string) (Hook, error) {
	all, err := s.List(ctx, o)
	if err != nil {
		return Hook{}, err
	}
	if i := slices.IndexFunc(all, func(h Hook) bool { return h.ID == id }); i >= 0 {
		return all[i], nil
	}
	return Hook{}, ErrNoHook
}

// known returns the known events among events, each once, in the order of Events.
func known(events []Event) (list []Event) {
	for _, e := range Events {
		if slices.Contains(events, e) {
			list = append(list, e)
		}
	}
	return list
}

// idOf returns the id of a message. The same event for the same hook has the same
// id, so that it is stored once.
func idOf(hook string, event Event, subject string, at time.Time) string {
	sum := sha256.Sum256([]byte(hook + " " + string(event) + " " + subject + " " + at.UTC().Format(time.RFC3339Nano)))
	return "msg_" + b64.EncodeToString(sum[:])[:22]
}
