package fair

import (
	"bytes"
	"encoding/json"
	"time"

	"kydai/game"
)

// stored is the form in which a ceremony is stored as JSON. All of it is public.
type stored struct {
	Version int       `json:"v"`
	Terms   Terms     `json:"terms"`
	Begun   time.Time `json:"begun"`
	Events  []Event   `json:"events"`
}

// Encode returns the form in which a ceremony is stored. The server's secret number is not part of
// it; the store keeps it separately, like the deals.
func (c *Ceremony) Encode() ([]byte, error) {
	return json.Marshal(stored{Version: c.terms.Match.version(), Terms: c.terms, Begun: c.begun, Events: c.events})
}

// Decode restores a ceremony from the output of Encode. It returns an error for any other input.
func Decode(body []byte) (*Ceremony, error) {
	var s stored
	if err := json.Unmarshal(body, &s); err != nil {
		return nil, game.Err(BadForm, "the stored deal is not valid: ", err.Error())
	}
	if s.Version != s.Terms.Match.version() {
		return nil, game.Err(BadVersion, "the stored deal has an unknown version")
	}
	c, err := Replay(s.Terms, s.Begun, s.Events)
	if err != nil {
		return nil, err
	}
	again, err := c.Encode()
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(again, body) {
		return nil, game.Err(BadForm, "the stored deal is not in its canonical form")
	}
	return c, nil
}
