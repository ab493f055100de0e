package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/notice"
	"kydai/internal/play"
	"kydai/internal/push"
	"kydai/internal/wire"
)

// pushPath is the path prefix of requests about the devices that get push messages.
const pushPath = "/api/me/push"

// PushView holds the data that a browser needs to subscribe to push messages,
// and the player's devices.
type PushView struct {
	Key     string       `json:"key" doc:"Public key of the site in base64url, the applicationServerKey of PushManager.subscribe."`
	Player  string       `json:"player" doc:"Player id of the caller."`
	Devices []DeviceView `json:"devices" doc:"Devices of the caller, newest first, at most 10."`
}

// DeviceView is a device that gets push messages.
type DeviceView struct {
	ID      string   `json:"id" doc:"Id of the device: the first 22 characters of its endpoint's SHA-256 hash in base64url."`
	Kinds   []string `json:"kinds"`
	Lang    string   `json:"lang"`
	Created int64    `json:"created"`
	Sent    int64    `json:"sent,omitempty" doc:"Time when the push service last accepted a message, as Unix time in milliseconds."`
}

// NewDevice is the body of a request that registers a device: the browser's PushSubscription, and
// the kinds of notices to send.
type NewDevice struct {
	Endpoint string     `json:"endpoint" maxLength:"1000" doc:"Address (https) of the device at its push service."`
	Keys     DeviceKeys `json:"keys"`
	Kinds    []string   `json:"kinds" maxItems:"8" enum:"started,turn,soon,challenge,result"`
	Lang     string     `json:"lang" maxLength:"8" doc:"Language of the messages: vi, en, zh-Hans or zh-Hant."`
}

// DeviceKeys are the encryption keys of a browser's subscription.
type DeviceKeys struct {
	P256dh string `json:"p256dh" maxLength:"100"`
	Auth   string `json:"auth" maxLength:"40"`
}

// DeviceKinds is the body of a request that sets the kinds of notices that a device gets.
type DeviceKinds struct {
	Kinds []string `json:"kinds" maxItems:"8" enum:"started,turn,soon,challenge,result"`
}

// DevicePath holds the id of a device in the path of a request.
type DevicePath struct {
	ID string `path:"id" maxLength:"22" doc:"Id of the device: the first 22 characters of its endpoint's SHA-256 hash in base64url."`
}

// ExportedDevice is a device for push messages in an export.
type ExportedDevice struct {
	DeviceView
	Endpoint string `json:"endpoint"`
}

var errNoPush = game.Err(play.NotFound, "this server sends no messages to devices")

// push returns the service that sends notices to devices, or errNoPush if this server has none.
func (s *Server) push() (*push.Service, error) {
	if s.opts.Push == nil {
		return nil, errNoPush
	}
	return s.opts.Push, nil
}

func (s *Server) pushOperations(a huma.API) {
	list := func(ctx context.Context, v visitor) (*answer[PushView], error) {
		p, err := s.push()
		if err != nil {
			return nil, err
		}
		devices, err := p.Devices(ctx, v.ID)
		view := PushView{Key: p.Key(), Player: v.ID, Devices: make([]DeviceView, len(devices))}
		for i := range devices {
			view.Devices[i] = deviceView(&devices[i])
		}
		return reply(view), err
	}
	handle(s, a, operation(http.MethodGet, pushPath, "listDevices", "Get the site's web push key and the caller's devices that receive notices"),
		func(ctx context.Context, v visitor, _ *none) (*answer[PushView], error) { return list(ctx, v) })
	handle(s, a, operation(http.MethodPost, pushPath, "addDevice", "Register a device for notices by web push until the session ends"),
		func(ctx context.Context, v visitor, in *struct{ Body NewDevice }) (*answer[PushView], error) {
			p, err := s.push()
			if err != nil {
				return nil, err
			}
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			b := in.Body
			offer := push.Offer{Endpoint: b.Endpoint, Public: b.Keys.P256dh, Auth: b.Keys.Auth, Kinds: kindsOf(b.Kinds), Lang: b.Lang}
			if _, err := p.Add(ctx, v.ID, sessionOf(v), offer); err != nil {
				return nil, err
			}
			return list(ctx, v)
		})
	handle(s, a, operation(http.MethodPatch, pushPath+"/{id}", "switchDevice", "Set the kinds of notices that a device receives"),
		func(ctx context.Context, v visitor, in *struct {
			DevicePath
			Body DeviceKinds
		},
		) (*answer[PushView], error) {
			p, err := s.push()
			if err != nil {
				return nil, err
			}
			if err := p.Switch(ctx, v.ID, in.ID, kindsOf(in.Body.Kinds)); err != nil {
				return nil, err
			}
			return list(ctx, v)
		})
	handle(s, a, operation(http.MethodDelete, pushPath+"/{id}", "dropDevice", "Stop sending notices to a device"),
		func(ctx context.Context, v visitor, in *DevicePath) (*answer[PushView], error) {
			p, err := s.push()
			if err != nil {
				return nil, err
			}
			if err := p.Drop(ctx, v.ID, in.ID); err != nil {
				return nil, err
			}
			return list(ctx, v)
		})
}

// sessionOf returns the hash of the visitor's session, or nil for a guest. The server deletes a
// device when the session with this hash ends.
func sessionOf(v visitor) []byte {
	if v.signed == nil {
		return nil
	}
	return v.hash[:]
}

func kindsOf(words []string) []notice.Kind {
	kinds := make([]notice.Kind, len(words))
	for i, k := range words {
		kinds[i] = notice.Kind(k)
	}
	return kinds
}

func deviceView(d *push.Device) DeviceView {
	v := DeviceView{ID: d.ID, Kinds: make([]string, len(d.Kinds)), Lang: d.Lang, Created: wire.Millis(d.Created)}
	for i, k := range d.Kinds {
		v.Kinds[i] = string(k)
	}
	if !d.Sent.IsZero() {
		v.Sent = wire.Millis(d.Sent)
	}
	return v
}

// exportDevices adds the account's devices for push messages to its export.
func (s *Server) exportDevices(ctx context.Context, v visitor, head *Export) error {
	if s.opts.Push == nil {
		return nil
	}
	devices, err := s.opts.Push.Devices(ctx, v.ID)
	for i := range devices {
		head.Devices = append(head.Devices, ExportedDevice{deviceView(&devices[i]), devices[i].Endpoint})
	}
	return err
}
