// Package push sends notices as web push messages to devices on which no page
// of the site is open. A browser subscribes with an endpoint, a URL at a push
// service; the server sends each notice to that URL once, encrypted for that
// browser (RFC 8291) and signed with the key of the site (RFC 8292).
//
// A message contains the kind of notice, the game and the page to open, but
// nothing about the position on the board. The endpoint is untrusted input:
// package dial defines which addresses the server connects to.
package push

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kydai/game"
	"kydai/internal/dial"
	"kydai/internal/notice"
)

// Most is the maximum number of devices of a player; a new device replaces the oldest.
const Most = 10

// Codes of the errors of this package.
const (
	BadEndpoint = "bad-endpoint"
	BadKeys     = "bad-keys"
	NoDevice    = "no-device"
)

var (
	errEndpoint = game.Err(BadEndpoint, "the endpoint must be an https address with a host name, without port, user and fragment")
	errKeys     = game.Err(BadKeys, "the keys must be a point on P-256 and 16 bytes, both in base64url")
	// ErrNoDevice means that the player has no such device.
	ErrNoDevice = game.Err(NoDevice, "there is no such device")
)

// Device is a browser that receives notices.
type Device struct {
	ID       string // by IDOf
	Player   string // account, or guest without one
	Endpoint string
	Public   []byte        // the browser's key: a point on P-256
	Auth     []byte        // the browser's secret
	Kinds    []notice.Kind // that are sent
	Lang     string
	Session  []byte    // hash of the session that it ends with; nil for guests
	Created  time.Time // set by the store
	Sent     time.Time // of the last message that was accepted; zero: none yet
	Failed   int       // messages since then that were not
}

// IDOf returns the id of the device with this endpoint. A browser can compute it too.
func IDOf(endpoint string) string {
	sum := sha256.Sum256([]byte(endpoint))
	return b64.EncodeToString(sum[:])[:22]
}

var b64 = base64.RawURLEncoding

// Due is a notice that is due to be sent.
type Due struct {
	Player  string // whom the notice is for
	Account string // the account that the player belongs to, or the player
	Kind    notice.Kind
	Subject string
	Game    string
	At      time.Time
}

// Store stores devices and records which notices were sent.
type Store interface {
	// PushKey returns the signing key of the site. The first call stores fresh as the key.
	PushKey(ctx context.Context, fresh string) (string, error)
	// AddDevice stores a device and replaces a device with the same id. It keeps
	// the newest devices of the player, at most most of them, and deletes the
	// others.
	AddDevice(ctx context.Context, d Device, most int) error
	// Devices lists the devices of a player, newest first, without those whose
	// session has ended.
	Devices(ctx context.Context, player string) ([]Device, error)
	// SwitchDevice sets the kinds of notices that a device receives;
	// ErrNoDevice if the player has no such device.
	SwitchDevice(ctx context.Context, player, id string, kinds []notice.Kind) error
	// DropDevice deletes a device; ErrNoDevice if the player has no such device.
	DropDevice(ctx context.Context, player, id string) error
	// NoteSent records whether a device's push service accepted a message.
	// After most failures in a row it deletes the device.
	NoteSent(ctx context.Context, id string, ok bool, most int) error
	// TakeDue returns notices that are older than hold, newer than fresh,
	// unseen, and for players with a device, and marks them as taken: no later
	// call on any node returns them again. A nil list of players means all
	// players. While another node is taking notices, TakeDue returns none.
	TakeDue(ctx context.Context, players []string, hold, fresh time.Duration, most int) ([]Due, error)
	NoticeSettings(ctx context.Context, player string) (notice.Settings, error)
}

// Options configure a Service. Store is required.
type Options struct {
	Store Store
	// Hear calls f with the player of every new notice. If it is nil, notices
	// are found only by polling the store.
	Hear func(f func(player, subject string)) (cancel func(), err error)
	// Contact is where the operator of a push service can ask about this site:
	// an https: or mailto: URL.
	Contact string
	// Transport sends the messages; nil means the transport of dial.Policy.
	Transport http.RoundTripper
	Random    io.Reader        // nil means crypto/rand
	Now       func() time.Time // nil means time.Now
	Log       *slog.Logger     // nil discards the log
	Pace      Pace
}

// Service manages the devices of all players and sends their messages.
type Service struct {
	options Options
	client  *http.Client
	key     *ecdsa.PrivateKey
	public  string
	words   words

	jobs    chan job
	waiting chan struct{} // a slot for each message that waits for another attempt
	mu      sync.Mutex
	heard   map[string]time.Time // players with new notices
	sent    map[string]int       // messages of this hour, by account
	hour    time.Time

	delivered, failed, gone atomic.Uint64
}

// Stats holds the counters of messages to devices.
type Stats struct {
	Delivered uint64 // accepted by a push service
	Failed    uint64 // not accepted, attempts included that are repeated
	Gone      uint64 // devices that do not exist any more
	Waiting   int    // messages that wait for a worker
}

// Stats returns the counters.
func (s *Service) Stats() Stats {
	return Stats{Delivered: s.delivered.Load(), Failed: s.failed.Load(), Gone: s.gone.Load(), Waiting: len(s.jobs)}
}

// New returns a service. Run must be called to send messages.
func New(ctx context.Context, o Options) (*Service, error) {
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
	s := &Service{
		options: o, jobs: make(chan job, o.Pace.Queue), waiting: make(chan struct{}, o.Pace.Queue),
		heard: map[string]time.Time{}, sent: map[string]int{},
	}
	s.client = dial.Client(cmp.Or[http.RoundTripper](o.Transport, dial.Policy{}.Transport()))
	var err error
	if s.words, err = readWords(); err != nil {
		return nil, err
	}
	fresh, err := newKey(o.Random)
	if err != nil {
		return nil, err
	}
	text, err := o.Store.PushKey(ctx, fresh)
	if err != nil {
		return nil, err
	}
	s.key, s.public, err = readKey(text)
	return s, err
}

// Key returns the public key of the site, which browsers need to subscribe.
func (s *Service) Key() string { return s.public }

// Offer is the subscription that a browser sends to the server.
type Offer struct {
	Endpoint, Public, Auth string // keys in base64url
	Kinds                  []notice.Kind
	Lang                   string
}

// Add stores a device of a player and replaces one with the same endpoint.
func (s *Service) Add(ctx context.Context, player string, session []byte, o Offer) (Device, error) {
	if !(dial.Policy{}).Accepts(o.Endpoint) {
		return Device{}, errEndpoint
	}
	d := Device{
		ID: IDOf(o.Endpoint), Player: player, Endpoint: o.Endpoint, Kinds: sortKinds(o.Kinds), Session: bytes.Clone(session),
		Lang: s.words.language(o.Lang), Created: s.options.Now(),
	}
	var bad error
	if d.Public, bad = b64.DecodeString(o.Public); bad != nil {
		return Device{}, errKeys
	}
	if d.Auth, bad = b64.DecodeString(o.Auth); bad != nil || len(d.Auth) != authBytes {
		return Device{}, errKeys
	}
	if _, bad = ecdh.P256().NewPublicKey(d.Public); bad != nil {
		return Device{}, errKeys
	}
	return d, s.options.Store.AddDevice(ctx, d, Most)
}

// Devices lists the devices of a player, newest first.
func (s *Service) Devices(ctx context.Context, player string) ([]Device, error) {
	return s.options.Store.Devices(ctx, player)
}

// Switch sets the kinds of notices that a device receives.
func (s *Service) Switch(ctx context.Context, player, id string, kinds []notice.Kind) error {
	return s.options.Store.SwitchDevice(ctx, player, id, sortKinds(kinds))
}

// Drop deletes a device.
func (s *Service) Drop(ctx context.Context, player, id string) error {
	return s.options.Store.DropDevice(ctx, player, id)
}

// sortKinds returns the known kinds among kinds, each once, in the order of notice.Kinds.
func sortKinds(kinds []notice.Kind) (known []notice.Kind) {
	for _, k := range notice.Kinds {
		if slices.Contains(kinds, k) {
			known = append(known, k)
		}
	}
	return known
}
