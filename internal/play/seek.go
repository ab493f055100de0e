package play

import (
	"encoding/json"
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// bodyVersion is the version of the stored form of offers.
const bodyVersion = 1

// storedSeek is the stored form of a proposal. Times are in milliseconds unless noted
// otherwise.
type storedSeek struct {
	Version   int               `json:"v"`
	Name      string            `json:"name"`
	Bot       bool              `json:"bot,omitempty"`
	Fair      bool              `json:"fair,omitempty"`
	Start     string            `json:"start,omitempty"`
	Options   map[string]string `json:"options,omitempty"`
	Opening   []string          `json:"opening,omitempty"`
	Clock     string            `json:"clock"`
	Extra     [2]int64          `json:"extra,omitzero"`
	FirstMove int64             `json:"first,omitempty"`
	Idle      int64             `json:"idle,omitempty"`
	Rated     bool              `json:"rated,omitempty"`
	Takebacks int               `json:"takebacks,omitempty"`
	KeepSides bool              `json:"keep,omitempty"`
	Games     int               `json:"games,omitempty"`
	Side      game.Side         `json:"side,omitempty"`
	// Until is the end of the offer's lifetime, in microseconds. It is set for an offer whose
	// database row expires earlier and is renewed while the owner is connected.
	Until int64 `json:"until,omitempty"`
}

func encodeSeek(by Player, p Proposal, until time.Time) ([]byte, error) {
	ends := int64(0)
	if !until.IsZero() {
		ends = until.UnixMicro()
	}
	return json.Marshal(storedSeek{
		Version: bodyVersion, Name: by.Name, Bot: by.Bot, Fair: by.Fair,
		Start: p.Start, Options: p.Options, Opening: p.Opening, Clock: p.Clock.String(),
		Extra: [2]int64{p.Extra[0].Milliseconds(), p.Extra[1].Milliseconds()}, FirstMove: p.FirstMove.Milliseconds(),
		Idle: p.Idle.Milliseconds(), Rated: p.Rated, Takebacks: p.Takebacks, KeepSides: p.KeepSides, Games: p.Games, Side: p.Side, Until: ends,
	})
}

func decodeSeek(o Offer) (Seek, error) {
	var b storedSeek
	if err := json.Unmarshal(o.Body, &b); err != nil {
		return Seek{}, err
	}
	control, err := clock.Parse(b.Clock)
	if err != nil || b.Version != bodyVersion {
		return Seek{}, game.Err(BadRow, "the stored offer is not valid")
	}
	expires := o.Expires
	if b.Until != 0 {
		expires = time.UnixMicro(b.Until)
	}
	ms := func(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
	return Seek{
		ID: o.ID, Owner: o.Owner, OwnerName: b.Name, OwnerBot: b.Bot, OwnerFair: b.Fair,
		Proposal: Proposal{
			Deal: Deal{
				Game: o.Game, Start: b.Start, Options: b.Options, Opening: b.Opening, Clock: control,
				Extra: [2]time.Duration{ms(b.Extra[0]), ms(b.Extra[1])}, FirstMove: ms(b.FirstMove), Idle: ms(b.Idle),
				Rated: b.Rated, Takebacks: b.Takebacks, KeepSides: b.KeepSides, Games: b.Games,
			},
			Side: b.Side, Open: o.Open, To: o.To, Lasts: expires.Sub(o.Created),
		},
		Created: o.Created, Expires: expires, Alive: o.Expires, Match: o.Match,
	}, nil
}
