// Package webhook implements webhooks. A player gives an https URL, and the server sends a signed
// message to the URL for each event that the player has chosen. Messages have the form of Standard
// Webhooks (standardwebhooks.com).
//
// A message is a database row. It is written in the same transaction as the notice of the event, so
// no message is lost. The server sends the message until the receiver accepts it, with growing
// pauses. After a week of failures the webhook is switched off. The URL is untrusted input: package
// dial defines to which addresses the server connects.
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

// Event is the kind of an event that a message reports.
type Event string

// Kinds of events.
const (
	Started   Event = "started"   // a match with another player has started
	Turn      Event = "turn"      // it is the player's turn in a correspondence game (a game with days for each move)
	Soon      Event = "soon"      // a quarter of the time for the current turn is left
	Challenge Event = "challenge" // another player has challenged the player
	Ended     Event = "ended"     // a match of the player has ended
	Ping      Event = "ping"      // the player requested a test message
)

// Events lists the events that a player can choose for a webhook. Ping is not among them.
var Events = []Event{Started, Turn, Soon, Challenge, Ended}

// Limits of the stored webhooks and messages.
const (
	Most = 5                   // maximum number of webhooks per player
	Keep = 1000                // stored messages per webhook; the newest are kept
	Show = 50                  // messages per webhook that a list shows, newest first
	Off  = 7 * 24 * time.Hour  // a webhook that fails for this long is switched off
	Old  = 10 * 24 * time.Hour // messages older than this are deleted
)

// Error codes of this package.
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
	// ErrNoHook means that the player has no webhook with the requested id.
	ErrNoHook = game.Err(NoHook, "there is no such webhook")
	// ErrTooMany means that the player already has Most webhooks, the maximum.
	ErrTooMany = game.Err(TooMany, "a player has 5 webhooks at most")
)

// Hook is a webhook: a URL to which the server sends messages.
type Hook struct {
	ID      string
	Player  string
	Address string
	Secret  Secret
	Events  []Event
	Token   []byte    // hash of the creating API token, with which the webhook ends; empty if the player created it
	Ends    time.Time // when the token ends; zero if it does not end
	Created time.Time
	Failing time.Time // time of the first failure since the receiver last accepted a message; zero if there is none
	Off     time.Time // when the webhook was switched off; zero if it is on
}

// State says whether a message has been delivered.
type State string

// States of a message.
const (
	Waiting   State = "waiting"
	Delivered State = "delivered"
	Failed    State = "failed" // no more attempts follow
)

// Fault is the reason why an attempt got no HTTP response.
type Fault string

// Reasons why an attempt got no HTTP response.
const (
	NotAllowed Fault = "address" // the host name resolves to an address to which the server must not connect
	NoTLS      Fault = "tls"
	TooSlow    Fault = "timeout"
	NoAnswer   Fault = "connection"
)

// Delivery is a message to a webhook, with the result of the attempts to send it.
type Delivery struct {
	ID       string
	Hook     string
	Event    Event
	Body     []byte
	At       time.Time // time of the event
	State    State
	Attempts int
	Tried    time.Time // time of the last attempt; zero if there was none
	Next     time.Time // time of the next attempt, if the state is Waiting
	Status   int       // HTTP status of the last response; 0 if there was none
	Fault    Fault     // reason why the last attempt got no response
}

// Owner selects webhooks: all webhooks of a player or, if Token is set, only those that this token
// created.
type Owner struct {
	Player string
	Token  []byte
}

// Attempt is the result of one attempt to send a message.
type Attempt struct {
	ID, Hook, Holder string
	At               time.Time
	State            State
	Next             time.Time
	Status           int
	Fault            Fault
	Gone             bool // the receiver answered 410 Gone and wants no more messages
}

// Store stores webhooks and their messages.
type Store interface {
	// AddHook stores a webhook. It returns ErrTooMany if the player already has the given maximum
	// number of webhooks.
	AddHook(ctx context.Context, h Hook, most int) error
	// Hooks lists the webhooks of an owner, oldest first. It omits webhooks whose token has ended.
	Hooks(ctx context.Context, o Owner) ([]Hook, error)
	// SwitchHook sets the events of a webhook and switches it on.
	SwitchHook(ctx context.Context, o Owner, id string, events []Event) error
	// DropHook deletes a webhook with its messages. It returns ErrNoHook if the webhook does not
	// exist.
	DropHook(ctx context.Context, o Owner, id string) error
	// AddDelivery stores a message. It does nothing if a message with the same id exists.
	AddDelivery(ctx context.Context, d Delivery) error
	// Deliveries lists the newest messages of a webhook, newest first, no more than the given
	// maximum.
	Deliveries(ctx context.Context, hook string, most int) ([]Delivery, error)
	// QueueNotices creates the webhook messages for new notices. It processes each notice once and
	// returns how many it processed.
	QueueNotices(ctx context.Context, fresh time.Duration, most int) (int, error)
	// TakeDelivery leases a message that is due and returns it with its webhook. It skips webhooks
	// to which another message is being sent. It returns false if no message is due.
	TakeDelivery(ctx context.Context, holder string, now time.Time, lease time.Duration) (Hook, Delivery, bool, error)
	// NoteAttempt stores the result of an attempt. It does nothing if the node has lost its lease
	// of the message. If the webhook has failed for at least the duration in the parameter off,
	// NoteAttempt switches the webhook off.
	NoteAttempt(ctx context.Context, a Attempt, off time.Duration) error
	// TrimDeliveries deletes webhooks whose token has ended, messages of webhooks that no longer
	// exist, and messages older than the given duration. Of each webhook it keeps at most the given
	// number of messages, the latest ones.
	TrimDeliveries(ctx context.Context, now time.Time, old time.Duration, keep int) error
}

// Options configure a Service. Store is required.
type Options struct {
	Store Store
	// Policy defines which addresses the server connects to.
	Policy dial.Policy
	Node   string           // name of this node, unique in the cluster
	Random io.Reader        // nil means crypto/rand
	Now    func() time.Time // returns the current time; nil means time.Now
	Log    *slog.Logger     // nil discards the log
	Pace   Pace
}

// Service manages the webhooks of all players and sends their messages.
type Service struct {
	options Options
	client  *http.Client

	delivered, failed, refused, off atomic.Uint64
}

// Stats counts the attempts to send messages since the start of the service.
type Stats struct {
	Delivered uint64
	Failed    uint64 // attempts with no response or with a status that is not a success
	Refused   uint64 // attempts to an address to which the server must not connect
	Off       uint64 // webhooks that were switched off
}

// Stats returns the counters of this node.
func (s *Service) Stats() Stats {
	return Stats{Delivered: s.delivered.Load(), Failed: s.failed.Load(), Refused: s.refused.Load(), Off: s.off.Load()}
}

// New returns a Service. It sends messages only while Run is running.
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

// Add creates a webhook for the owner. If the parameter ends is not zero, the webhook ends at this
// time.
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

// List lists the owner's webhooks, oldest first.
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

// Drop deletes a webhook and its messages.
func (s *Service) Drop(ctx context.Context, o Owner, id string) error {
	return s.options.Store.DropHook(ctx, o, id)
}

// Deliveries lists the newest messages of a webhook, newest first.
func (s *Service) Deliveries(ctx context.Context, o Owner, id string) ([]Delivery, error) {
	if _, err := s.find(ctx, o, id); err != nil {
		return nil, err
	}
	return s.options.Store.Deliveries(ctx, id, Show)
}

// Ping queues a test message to a webhook. The message reports no event.
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

// known returns the valid events of a list, each once, in the order of the variable Events.
func known(events []Event) (list []Event) {
	for _, e := range Events {
		if slices.Contains(events, e) {
			list = append(list, e)
		}
	}
	return list
}

// idOf returns the id of a message. The same event always gives the same id for a webhook, so the
// message is stored only once.
func idOf(hook string, event Event, subject string, at time.Time) string {
	sum := sha256.Sum256([]byte(hook + " " + string(event) + " " + subject + " " + at.UTC().Format(time.RFC3339Nano)))
	return "msg_" + b64.EncodeToString(sum[:])[:22]
}
