// Package webhook implements webhooks: a player names an https address, and the
// server sends a signed message there for each event that the player wants. A
// message has the form of Standard Webhooks (standardwebhooks.com).
//
// A message is a row, written in the transaction that tells of the event, so that
// none is lost. It is sent until the receiver takes it, with growing pauses; after
// a week of failures the hook is switched off. The address is a stranger's text: see
// package dial for what is dialled.
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

// Event is what a message tells of.
type Event string

// The events.
const (
	Started   Event = "started"   // a match with another player has started
	Turn      Event = "turn"      // it is the player's turn in a game over days
	Soon      Event = "soon"      // a quarter of the time for that turn is left
	Challenge Event = "challenge" // another player has challenged the player
	Ended     Event = "ended"     // a match of the player has ended
	Ping      Event = "ping"      // the player asked for a message
)

// Events lists the events that a hook can be told of.
var Events = []Event{Started, Turn, Soon, Challenge, Ended}

// Limits.
const (
	Most = 5                   // hooks of a player
	Keep = 1000                // newest messages of a hook
	Show = 50                  // newest messages that are listed
	Off  = 7 * 24 * time.Hour  // failures for so long switch a hook off
	Old  = 10 * 24 * time.Hour // older messages are deleted
)

// Codes of refusals.
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
	// ErrNoHook means that the player has no such hook.
	ErrNoHook = game.Err(NoHook, "there is no such webhook")
	// ErrTooMany means that the player has the most hooks.
	ErrTooMany = game.Err(TooMany, "a player has 5 webhooks at most")
)

// Hook is an address that is sent messages.
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

// State is what became of a message.
type State string

// The states.
const (
	Waiting   State = "waiting"
	Delivered State = "delivered"
	Failed    State = "failed" // no more attempts
)

// Fault is why an attempt had no answer.
type Fault string

// The faults.
const (
	NotAllowed Fault = "address" // the name resolves to an address that is not dialled
	NoTLS      Fault = "tls"
	TooSlow    Fault = "timeout"
	NoAnswer   Fault = "connection"
)

// Delivery is a message to a hook.
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

// Owner says whose hooks are meant: those of a player, and if a token asks, those
// that were made by it.
type Owner struct {
	Player string
	Token  []byte
}

// Attempt is what became of sending a message.
type Attempt struct {
	ID, Hook, Holder string
	At               time.Time
	State            State
	Next             time.Time
	Status           int
	Fault            Fault
	Gone             bool // the receiver wants no more
}

// Store keeps hooks and messages.
type Store interface {
	// AddHook stores a hook; ErrTooMany if its player has the most.
	AddHook(ctx context.Context, h Hook, most int) error
	// Hooks lists hooks, oldest first, without those whose token has ended.
	Hooks(ctx context.Context, o Owner) ([]Hook, error)
	// SwitchHook sets the events, and switches the hook on.
	SwitchHook(ctx context.Context, o Owner, id string, events []Event) error
	// DropHook deletes a hook with its messages; ErrNoHook if there is none.
	DropHook(ctx context.Context, o Owner, id string) error
	// AddDelivery stores a message, unless it exists.
	AddDelivery(ctx context.Context, d Delivery) error
	// Deliveries lists the newest messages of a hook, newest first.
	Deliveries(ctx context.Context, hook string, most int) ([]Delivery, error)
	// QueueNotices writes the messages of new notices. Each notice is taken once.
	QueueNotices(ctx context.Context, fresh time.Duration, most int) (int, error)
	// TakeDelivery takes a message that is due, and its hook, for a time. It
	// takes none of a hook that is being sent one.
	TakeDelivery(ctx context.Context, holder string, now time.Time, lease time.Duration) (Hook, Delivery, bool, error)
	// NoteAttempt records what became of a message, unless its lease was lost, and
	// switches the hook off after a time of failures.
	NoteAttempt(ctx context.Context, a Attempt, off time.Duration) error
	// TrimDeliveries deletes old messages, and hooks whose token has ended.
	TrimDeliveries(ctx context.Context, now time.Time, old time.Duration, keep int) error
}

// Options configure a Service. Store is required.
type Options struct {
	Store Store
	// Policy says which addresses are dialled.
	Policy dial.Policy
	Node   string           // unique in the cluster
	Random io.Reader        // nil means crypto/rand
	Now    func() time.Time // the time of the site; nil means time.Now
	Log    *slog.Logger     // nil discards the log
	Pace   Pace
}

// Service is the hooks of all players, and the sender of their messages.
type Service struct {
	options Options
	client  *http.Client

	delivered, failed, refused, off atomic.Uint64
}

// Stats are the counters of attempts.
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

// New returns a service. Run sends.
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

// Switch sets the events of a hook and switches it on.
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

// Ping sends a message that tells of nothing.
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

// known returns the known ones of events, each once.
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
