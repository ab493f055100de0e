package fair

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"kydai/game"
)

// Transcript is what one viewer may know of a ceremony and of what was shown
// since: while the game goes on it holds nothing that is hidden from the
// viewer, and once it is over enough to compute everything again. It is JSON
// in records and on the wire.
type Transcript struct {
	Version   int        `json:"version"`
	Match     string     `json:"match"`
	Game      string     `json:"game"`
	Packs     []Pack     `json:"packs"`
	Key       Key        `json:"key"`
	Server    Hash       `json:"server"`         // the commitment
	Players   [2]Part    `json:"players"`        // first side first
	Root      *Hash      `json:"root,omitempty"` // once dealt
	Signature *Signature `json:"signature,omitempty"`
	Reveals   []Reveal   `json:"reveals,omitempty"` // in the order of the moves
	Secret    *Hash      `json:"secret,omitempty"`  // the server's number, once the game is over
	Aborted   []Role     `json:"aborted,omitempty"` // who was late or left, if no game came of it
}

// Part is what a player has contributed so far.
type Part struct {
	Public bool  `json:"public,omitempty"` // the fixed contribution of one who cannot keep a secret
	Commit *Hash `json:"commit,omitempty"`
	Open   *Hash `json:"open,omitempty"`
}

// Transcript is the ceremony as everybody knows it, with the reveals that the
// viewer may have: see Layout.Reveals.
func (c *Ceremony) Transcript(reveals []Reveal) Transcript {
	m := c.terms.Match
	t := Transcript{
		Version: Version, Match: m.ID, Game: m.Game, Packs: m.Packs,
		Key: c.terms.Key, Server: c.terms.Server, Reveals: reveals, Aborted: slices.Clone(c.late),
		Root: said(c.root), Secret: said(c.server),
	}
	for i := range t.Players {
		p := &t.Players[i]
		*p = Part{Public: c.terms.Public[i], Commit: said(c.commits[i]), Open: said(c.opened[i])}
		if p.Public {
			open := publicNonce
			p.Open = &open
		}
	}
	if t.Root != nil {
		signature := c.signature
		t.Signature = &signature
	}
	return t
}

// said is h, or nil while it is not said.
func said(h Hash) *Hash {
	if h.zero() {
		return nil
	}
	return &h
}

// match is the match that the transcript says it is of.
func (t *Transcript) match() Match { return Match{ID: t.Match, Game: t.Game, Packs: t.Packs} }

// maxTranscript is how long the text of a transcript may be.
const maxTranscript = 1 << 20

// Parse reads a transcript. It refuses what is no transcript at all, and what
// says the same in other words than Ceremony.Transcript: other fields, another
// order, something twice. Only the space between them is free. Whether it is a
// good transcript is for Verify to say.
func Parse(text []byte) (Transcript, error) {
	if len(text) > maxTranscript {
		return Transcript{}, game.Err(BadForm, "this is too long for a transcript")
	}
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err == nil && head.Version != Version {
		return Transcript{}, game.Err(BadVersion, "this program checks version ", strconv.Itoa(Version), " of the protocol only")
	}
	var t Transcript
	if err := json.Unmarshal(text, &t); err != nil {
		return Transcript{}, game.Err(BadForm, "this is no transcript: ", err.Error())
	}
	var plain bytes.Buffer
	again, err := json.Marshal(t)
	if err == nil {
		err = json.Compact(&plain, text)
	}
	if err != nil || !bytes.Equal(plain.Bytes(), again) {
		return Transcript{}, game.Err(BadForm, "this is not written as transcripts are")
	}
	return t, nil
}
