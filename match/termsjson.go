package match

import (
	"bytes"
	"encoding/json"
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// termsVersion is the version of the stored form. A newer program must also be able to read older
// versions.
const termsVersion = 1

// storedTerms is the stored form of Terms. It has no field for a secret.
type storedTerms struct {
	Version   int               `json:"v"`
	Game      string            `json:"game"`
	Start     string            `json:"start,omitempty"`
	Options   map[string]string `json:"options,omitempty"`
	Clock     string            `json:"clock"`
	Extra     [2]int64          `json:"extra,omitzero"` // this field and the durations below are in milliseconds
	FirstMove int64             `json:"first,omitempty"`
	Idle      int64             `json:"idle,omitempty"`
	Unmoved   int64             `json:"unmoved,omitempty"`
	Seats     [2]Seat           `json:"seats"`
	Opening   []string          `json:"opening,omitempty"`
	Rated     bool              `json:"rated,omitempty"`
	Takebacks int               `json:"takebacks,omitempty"`
	KeepSides bool              `json:"keep,omitempty"`
	Series    Series            `json:"series,omitzero"`
}

// EncodeTerms returns the stored form of terms, without their secret. It returns an error
// if the terms are invalid.
func EncodeTerms(t Terms) ([]byte, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	return json.Marshal(storedTerms{
		Version: termsVersion, Game: t.Game, Start: t.Setup.Start, Options: t.Setup.Options,
		Clock: t.Clock.String(), Extra: [2]int64{t.Extra[0].Milliseconds(), t.Extra[1].Milliseconds()},
		FirstMove: t.FirstMove.Milliseconds(), Idle: t.Idle.Milliseconds(), Unmoved: t.Unmoved.Milliseconds(),
		Seats: t.Seats, Opening: t.Opening, Rated: t.Rated, Takebacks: t.Takebacks, KeepSides: t.KeepSides, Series: t.Series,
	})
}

// DecodeTerms parses the exact output of EncodeTerms. The caller must add the secret.
func DecodeTerms(body []byte) (Terms, error) {
	var st storedTerms
	if err := json.Unmarshal(body, &st); err != nil {
		return Terms{}, badTerms("the terms cannot be read: ", err.Error())
	}
	if st.Version != termsVersion {
		return Terms{}, badTerms("the version of the terms is unknown")
	}
	control, err := clock.Parse(st.Clock)
	if err != nil {
		return Terms{}, err
	}
	t := Terms{
		Game: st.Game, Setup: game.Setup{Start: st.Start, Options: st.Options},
		Clock: control, Extra: [2]time.Duration{millis(st.Extra[0]), millis(st.Extra[1])},
		FirstMove: millis(st.FirstMove), Idle: millis(st.Idle), Unmoved: millis(st.Unmoved),
		Seats: st.Seats, Opening: st.Opening, Rated: st.Rated, Takebacks: st.Takebacks, KeepSides: st.KeepSides, Series: st.Series,
	}
	again, err := EncodeTerms(t)
	if err != nil {
		return Terms{}, err
	}
	if !bytes.Equal(again, body) {
		return Terms{}, badTerms("the terms are not in their canonical form")
	}
	return t, nil
}

func millis(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
