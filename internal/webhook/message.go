package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"
)

const (
	secretBytes  = 32
	secretPrefix = "whsec_"
)

// Secret is the key that signs the messages of a webhook. Its text and JSON forms are a
// placeholder, so that the key cannot appear in a log or an export.
type Secret []byte

const hidden = "(secret)"

// Format writes a placeholder for the secret, whatever the verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// MarshalText returns a placeholder for the secret.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Reveal returns the secret as text. The owner of the webhook sees this text once.
func (s Secret) Reveal() string { return secretPrefix + base64.StdEncoding.EncodeToString(s) }

// sign returns the signature of a message as defined by Standard Webhooks.
func (s Secret) sign(id string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, s)
	_, _ = mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
	_, _ = mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Data is the content of a message about an event. It contains no information about the position on
// the board.
type Data struct {
	Player string `json:"player,omitempty"` // id of the player that the event concerns: the webhook's owner or a guest of the owner
	Match  string `json:"match,omitempty"`
	Offer  string `json:"offer,omitempty"`
	Game   string `json:"game,omitempty"`
	Other  string `json:"other,omitempty"`  // id of the other player
	Result string `json:"result,omitempty"` // won, drawn, lost or aborted, from the point of view of Player
	Reason string `json:"reason,omitempty"`
	Rated  bool   `json:"rated,omitempty"`
}

// message is the JSON body of a message to a webhook.
type message struct {
	Type      Event     `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      Data      `json:"data"`
}

// NewDelivery creates the message that tells a webhook about an event. The parameter at is the time
// of the event.
func NewDelivery(hook string, event Event, at time.Time, data Data) Delivery {
	body, err := json.Marshal(message{event, at.UTC(), data})
	if err != nil {
		panic("webhook: texts that are no JSON: " + err.Error()) // Marshal cannot fail: the message contains only texts and times
	}
	return Delivery{ID: idOf(hook, event, data.Player+" "+data.Match+data.Offer, at), Hook: hook, Event: event, Body: body, At: at, State: Waiting, Next: at}
}
