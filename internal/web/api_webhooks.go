package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/webhook"
	"kydai/internal/wire"
)

// webhooksPath is the path prefix of requests about a player's webhooks.
const webhooksPath = "/api/me/webhooks"

// NewWebhook is the body of a request that creates a webhook.
type NewWebhook struct {
	URL    string   `json:"url" minLength:"1" maxLength:"1000" doc:"Address (https) to which the server sends messages."`
	Events []string `json:"events" minItems:"1" maxItems:"5" uniqueItems:"true" enum:"started,turn,soon,challenge,ended"`
}

// WebhookEvents are the events for which a webhook gets messages.
type WebhookEvents struct {
	Events []string `json:"events" minItems:"1" maxItems:"5" uniqueItems:"true" enum:"started,turn,soon,challenge,ended"`
}

// WebhookView is a webhook. Only the response to its creation contains the secret.
type WebhookView struct {
	ID      string   `json:"id"`
	URL     string   `json:"url"`
	Events  []string `json:"events"`
	Created int64    `json:"created"`
	Failing int64    `json:"failing,omitempty" doc:"Time of the first failed delivery since the last success, as Unix time in milliseconds."`
	Off     int64    `json:"off,omitempty" doc:"Time when the server switched the webhook off, after a week of failures or an answer 410, as Unix time in milliseconds."`
	Token   bool     `json:"token,omitempty" doc:"True if a token created the webhook; the webhook ends with the token."`
	Secret  string   `json:"secret,omitempty" doc:"Key that signs the messages as defined by Standard Webhooks; shown only once."`
}

// DeliveryView is a message to a webhook.
type DeliveryView struct {
	ID       string `json:"id" doc:"Id of the message, sent in the header webhook-id."`
	Event    string `json:"event" doc:"Event of the message: an event of the webhook, or ping."`
	At       int64  `json:"at"`
	State    string `json:"state" enum:"waiting,delivered,failed"`
	Attempts int    `json:"attempts"`
	Tried    int64  `json:"tried,omitempty" doc:"Time of the last attempt, as Unix time in milliseconds."`
	Next     int64  `json:"next,omitempty" doc:"Time of the next attempt, as Unix time in milliseconds."`
	Status   int    `json:"status,omitempty" doc:"HTTP status of the last response."`
	Fault    string `json:"fault,omitempty" enum:"address,tls,timeout,connection" doc:"Kind of failure if the receiver sent no response."`
	Body     string `json:"body"`
}

// WebhookPath holds the id of a webhook in the path of a request.
type WebhookPath struct {
	ID string `path:"id" maxLength:"16" doc:"Id of the webhook."`
}

var errNoWebhooks = game.Err(play.NotFound, "this server has no webhooks")

// hooks returns the service for webhooks, or errNoWebhooks if this server has none.
func (s *Server) hooks() (*webhook.Service, error) {
	if s.opts.Webhooks == nil {
		return nil, errNoWebhooks
	}
	return s.opts.Webhooks, nil
}

// ownerOf returns the owner whose webhooks the visitor may see and change. A visitor without a
// token has access to all webhooks of the player; a visitor with a token only to the webhooks
// created with this token.
func ownerOf(v visitor) webhook.Owner {
	o := webhook.Owner{Player: v.ID}
	if v.token {
		o.Token = v.hash[:]
	}
	return o
}

func (s *Server) webhookOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, webhooksPath, "listWebhooks", "List the caller's webhooks, oldest first"),
		func(ctx context.Context, v visitor, _ *none) (*answer[[]WebhookView], error) {
			return s.listWebhooks(ctx, v)
		})
	handle(s, a, operation(http.MethodPost, webhooksPath, "makeWebhook", "Create a webhook that receives a signed message for each event"),
		func(ctx context.Context, v visitor, in *struct{ Body NewWebhook }) (*answer[WebhookView], error) {
			h, err := s.hooks()
			if err != nil {
				return nil, err
			}
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			made, err := h.Add(ctx, ownerOf(v), in.Body.URL, eventsOf(in.Body.Events), v.until)
			if err != nil {
				return nil, err
			}
			view := webhookView(&made)
			view.Secret = made.Secret.Reveal()
			return reply(view), nil
		})
	handle(s, a, operation(http.MethodPatch, webhooksPath+"/{id}", "switchWebhook", "Set the events of a webhook, and switch the webhook on again"),
		func(ctx context.Context, v visitor, in *struct {
			WebhookPath
			Body WebhookEvents
		},
		) (*answer[[]WebhookView], error) {
			h, err := s.hooks()
			if err != nil {
				return nil, err
			}
			if err := h.Switch(ctx, ownerOf(v), in.ID, eventsOf(in.Body.Events)); err != nil {
				return nil, err
			}
			return s.listWebhooks(ctx, v)
		})
	handle(s, a, operation(http.MethodDelete, webhooksPath+"/{id}", "dropWebhook", "Delete a webhook with its messages"),
		func(ctx context.Context, v visitor, in *WebhookPath) (*answer[[]WebhookView], error) {
			h, err := s.hooks()
			if err != nil {
				return nil, err
			}
			if err := h.Drop(ctx, ownerOf(v), in.ID); err != nil {
				return nil, err
			}
			return s.listWebhooks(ctx, v)
		})
	handle(s, a, operation(http.MethodGet, webhooksPath+"/{id}/deliveries", "listDeliveries", "List the newest 50 messages of a webhook"),
		func(ctx context.Context, v visitor, in *WebhookPath) (*answer[[]DeliveryView], error) {
			h, err := s.hooks()
			if err != nil {
				return nil, err
			}
			list, err := h.Deliveries(ctx, ownerOf(v), in.ID)
			views := make([]DeliveryView, len(list))
			for i := range list {
				views[i] = deliveryView(&list[i])
			}
			return reply(views), err
		})
	handle(s, a, operation(http.MethodPost, webhooksPath+"/{id}/ping", "pingWebhook", "Send a test message to a webhook"),
		func(ctx context.Context, v visitor, in *WebhookPath) (*answer[DeliveryView], error) {
			h, err := s.hooks()
			if err != nil {
				return nil, err
			}
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			d, err := h.Ping(ctx, ownerOf(v), in.ID)
			return reply(deliveryView(&d)), err
		})
}

func (s *Server) listWebhooks(ctx context.Context, v visitor) (*answer[[]WebhookView], error) {
	h, err := s.hooks()
	if err != nil {
		return nil, err
	}
	list, err := h.List(ctx, ownerOf(v))
	views := make([]WebhookView, len(list))
	for i := range list {
		views[i] = webhookView(&list[i])
	}
	return reply(views), err
}

func eventsOf(words []string) []webhook.Event {
	events := make([]webhook.Event, len(words))
	for i, e := range words {
		events[i] = webhook.Event(e)
	}
	return events
}

func webhookView(h *webhook.Hook) WebhookView {
	v := WebhookView{ID: h.ID, URL: h.Address, Events: make([]string, len(h.Events)), Created: wire.Millis(h.Created), Token: len(h.Token) > 0}
	for i, e := range h.Events {
		v.Events[i] = string(e)
	}
	if !h.Failing.IsZero() {
		v.Failing = wire.Millis(h.Failing)
	}
	if !h.Off.IsZero() {
		v.Off = wire.Millis(h.Off)
	}
	return v
}

func deliveryView(d *webhook.Delivery) DeliveryView {
	v := DeliveryView{ID: d.ID, Event: string(d.Event), At: wire.Millis(d.At), State: string(d.State), Attempts: d.Attempts, Status: d.Status, Fault: string(d.Fault), Body: string(d.Body)}
	if !d.Tried.IsZero() {
		v.Tried = wire.Millis(d.Tried)
	}
	if d.State == webhook.Waiting {
		v.Next = wire.Millis(d.Next)
	}
	return v
}

// exportWebhooks adds the account's webhooks, without their secrets, to its export.
func (s *Server) exportWebhooks(ctx context.Context, v visitor, head *Export) error {
	if s.opts.Webhooks == nil {
		return nil
	}
	list, err := s.listWebhooks(ctx, v)
	if err != nil {
		return err
	}
	head.Webhooks = list.Body
	return nil
}
