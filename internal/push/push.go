// Package push sends notices as web push messages to devices on which no page of the site is open.
// A browser subscribes with an endpoint, which is a URL at a push service. The server sends each
// notice to that URL once, encrypted for that browser (RFC 8291) and signed with the key of the
// site (RFC 8292).
//
// A message contains the kind of notice, the game and the page to open. It contains nothing about
// the position on the board. The endpoint is untrusted input: package dial defines which addresses
// the server connects to.
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
	ID       string // id computed by IDOf from the endpoint
	Player   string // account id; for a guest without an account, the guest's id
	Endpoint string
	Public   []byte        // the browser's public key, a point on P-256
	Auth     []byte        // the browser's authentication secret
	Kinds    []notice.Kind // kinds of notices that the device receives
	Lang     string
	Session  []byte    // hash of the session, at whose end the device is deleted; nil for guests
	Created  time.Time // time of creation, set by the store
	Sent     time.Time // when a push service last accepted a message; zero if never
	Failed   int       // number of failed messages since Sent
}

// IDOf returns the id of the device with the given endpoint. A browser can compute this id too.
func IDOf(endpoint string) string {
	sum := sha256.Sum256([]byte(endpoint))
	return b64.EncodeToString(sum[:])[:22]
}

var b64 = base64.RawURLEncoding

// Due is a notice that is due to be sent.
type Due struct {
	Player  string // id of the player to be notified
	Account string // id of the account that the player belongs to; for a guest, the player's id
	Kind    notice.Kind
	Subject string
	Game    string
	At      time.Time
}

// Store stores devices and records which notices were sent.
type Store interface {
	// PushKey returns the signing key of the site. If no key is stored yet, it stores and returns
	// the key in the parameter fresh.
	PushKey(ctx context.Context, fresh string) (string, error)
	// AddDevice stores a device. It replaces an earlier device with the same id. If the player then
	// has more devices than the given maximum, it deletes the oldest of them.
	AddDevice(ctx context.Context, d Device, most int) error
	// Devices lists the devices of a player, newest first, without devices whose session has ended.
	Devices(ctx context.Context, player string) ([]Device, error)
	// SwitchDevice sets the kinds of notices that a device receives. It returns ErrNoDevice if the
	// player has no such device.
	SwitchDevice(ctx context.Context, player, id string, kinds []notice.Kind) error
	// DropDevice deletes a device; ErrNoDevice if the player has no such device.
	DropDevice(ctx context.Context, player, id string) error
	// NoteSent records whether a device's push service accepted a message. The parameter most is
	// the number of failures in a row after which NoteSent deletes the device.
	NoteSent(ctx context.Context, id string, ok bool, most int) error
	// TakeDue returns notices that the players have not seen, only for players with a device. The
	// parameter hold is the minimum age of a notice, and the parameter fresh is the maximum age.
	// TakeDue marks the notices as taken, so that no later call on any node returns them again. If
	// the parameter players is nil, it returns notices of all players. While another node runs
	// TakeDue, it returns no notices.
	TakeDue(ctx context.Context, players []string, hold, fresh time.Duration, most int) ([]Due, error)
	NoticeSettings(ctx context.Context, player string) (notice.Settings, error)
}

// Options configure a Service. Store is required.
type Options struct {
	Store Store
	// Hear calls f with the player of every new notice. If Hear is nil, notices are found only by
	// polling the store.
	Hear func(f func(player, subject string)) (cancel func(), err error)
	// Contact is an https: or mailto: URL, by which the operator of a push service can reach the
	// operator of this site.
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
	waiting chan struct{} // limits how many messages wait for another attempt: each message has one place in the buffer
	mu      sync.Mutex
	heard   map[string]time.Time // players with new notices, and when the notice was announced
	sent    map[string]int       // number of messages sent in the current hour, by account
	hour    time.Time

	delivered, failed, gone atomic.Uint64
}

// Stats holds the counters of messages to devices.
type Stats struct {
	Delivered uint64 // messages that a push service accepted
	Failed    uint64 // attempts that failed, including attempts that are repeated later
	Gone      uint64 // devices that were deleted because they no longer exist
	Waiting   int    // messages that wait for a free worker
}

// Stats returns the counters.
func (s *Service) Stats() Stats {
	return Stats{Delivered: s.delivered.Load(), Failed: s.failed.Load(), Gone: s.gone.Load(), Waiting: len(s.jobs)}
}

// New returns a service. Call Run to send messages.
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
	Endpoint, Public, Auth string // Public and Auth are keys in base64url
	Kinds                  []notice.Kind
	Lang                   string
}

// Add stores a device of a player. It replaces an earlier device with the same endpoint.
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

// sortKinds returns the valid kinds among kinds, without duplicates, in the order of notice.Kinds.
func sortKinds(kinds []notice.Kind) (known []notice.Kind) {
	for _, k := range notice.Kinds {
		if slices.Contains(kinds, k) {
			known = append(known, k)
		}
	}
	return known
}
