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

// Secret signs the messages of a hook. It has neither a text nor a JSON form,
// so that no log or export holds it.
type Secret []byte

const hidden = "(secret)"

// Format hides the secret, whatever the verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// MarshalText hides the secret.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Reveal returns the secret as its owner is shown it, once.
func (s Secret) Reveal() string { return secretPrefix + base64.StdEncoding.EncodeToString(s) }

// sign returns the signature of a message, as Standard Webhooks writes it.
func (s Secret) sign(id string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, s)
	_, _ = mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
	_, _ = mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Data is what a message says of an event: nothing that happened on a board.
type Data struct {
	Player string `json:"player,omitempty"` // whom it is about: the owner of the hook, or a guest of theirs
	Match  string `json:"match,omitempty"`
	Offer  string `json:"offer,omitempty"`
	Game   string `json:"game,omitempty"`
	Other  string `json:"other,omitempty"`  // id of the other player
	Result string `json:"result,omitempty"` // won, drawn, lost or aborted
	Reason string `json:"reason,omitempty"`
	Rated  bool   `json:"rated,omitempty"`
}

// message is the body of a message.
type message struct {
	Type      Event     `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      Data      `json:"data"`
}

// NewDelivery returns the message of an event.
func NewDelivery(hook string, event Event, at time.Time, data Data) Delivery {
	body, err := json.Marshal(message{event, at.UTC(), data})
	if err != nil {
		panic("webhook: texts that are no JSON: " + err.Error()) // encoding texts cannot fail
	}
	return Delivery{ID: idOf(hook, event, data.Player+" "+data.Match+data.Offer, at), Hook: hook, Event: event, Body: body, At: at, State: Waiting, Next: at}
}
