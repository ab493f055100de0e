package fair

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"kydai/game"
)

// Transcript is the record of a ceremony for one viewer, together with the reveals of the game so
// far. During the game it contains nothing that is hidden from the viewer. After the game it
// contains everything that Verify needs. It is stored in game records and sent to clients as JSON.
type Transcript struct {
	Version   int        `json:"version"`
	Match     string     `json:"match"`
	Other     string     `json:"other,omitempty"` // id of the match at the other table with the same deal; "" if no other match shares the deal
	Table     int        `json:"table,omitempty"` // number of the table, 1 or 2; 0 if the match has a deal of its own
	Game      string     `json:"game"`
	Packs     []Pack     `json:"packs"`
	Key       Key        `json:"key"`
	Server    Hash       `json:"server"`         // the server's commitment
	Players   []Part     `json:"players"`        // one Part per player, in the order of the roles
	Root      *Hash      `json:"root,omitempty"` // root of the Merkle tree; nil before the deal
	Signature *Signature `json:"signature,omitempty"`
	Reveals   []Reveal   `json:"reveals,omitempty"` // in the order of the moves
	Secret    *Hash      `json:"secret,omitempty"`  // the server's number; nil until the game is over
	Aborted   []Role     `json:"aborted,omitempty"` // players who were late or left, if the match never started
}

// Part is the contribution of one player so far.
type Part struct {
	Public bool  `json:"public,omitempty"` // true if the party cannot keep a secret: its number is publicNonce
	Commit *Hash `json:"commit,omitempty"`
	Open   *Hash `json:"open,omitempty"`
}

// Transcript returns the public state of the ceremony, with the reveals that
// the viewer may receive: see Layout.Reveals.
func (c *Ceremony) Transcript(reveals []Reveal) Transcript { return c.TranscriptAt(0, reveals) }

// TranscriptAt is like Transcript, for a viewer at a table, 0 or 1. reveals are the
// reveals of the match at that table.
func (c *Ceremony) TranscriptAt(table int, reveals []Reveal) Transcript {
	m := c.terms.Match
	t := Transcript{
		Version: m.version(), Match: m.at(table), Game: m.Game, Packs: m.Packs, Players: make([]Part, m.players()),
		Key: c.terms.Key, Server: c.terms.Server, Reveals: reveals, Aborted: slices.Clone(c.late),
		Root: said(c.root), Secret: said(c.server),
	}
	if m.Other != "" {
		t.Other, t.Table = m.at(1-table), table+1
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

// said returns a pointer to the hash h, or nil if h is zero, which means that the party has not
// sent it yet.
func said(h Hash) *Hash {
	if h.zero() {
		return nil
	}
	return &h
}

// match returns the Match that the transcript's fields describe. Both tables of a shared deal give
// the same Match.
func (t *Transcript) match() Match {
	m := Match{ID: t.Match, Game: t.Game, Packs: t.Packs, Other: t.Other}
	if t.Table == seats {
		m.ID, m.Other = t.Other, t.Match
	}
	return m
}

// version returns the protocol version that the fields of the transcript belong to.
func (t *Transcript) version() int { return Match{Other: t.Other}.version() }

// fits reports whether the version, the number of players and the table number of the transcript
// belong together.
func (t *Transcript) fits() bool {
	table := 0
	if t.Version == Version {
		table = min(max(t.Table, 1), seats)
	}
	return t.Version == t.version() && len(t.Players) == t.match().players() && t.Table == table
}

// maxTranscript is the maximum size of a transcript's text, in bytes.
const maxTranscript = 1 << 20

// Parse reads a transcript. It accepts only the form that Ceremony.Transcript produces: unknown
// fields, repeated fields and fields in another order are errors. White space is allowed. Use
// Verify to check the content.
func Parse(text []byte) (Transcript, error) {
	if len(text) > maxTranscript {
		return Transcript{}, game.Err(BadForm, "the transcript is too long")
	}
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err == nil && (head.Version < 1 || head.Version > Version) {
		return Transcript{}, game.Err(BadVersion, "this program verifies only versions 1 to ", strconv.Itoa(Version), " of the protocol")
	}
	var t Transcript
	if err := json.Unmarshal(text, &t); err != nil {
		return Transcript{}, game.Err(BadForm, "the transcript is not valid: ", err.Error())
	}
	var plain bytes.Buffer
	again, err := json.Marshal(t)
	if err == nil {
		err = json.Compact(&plain, text)
	}
	if err != nil || !bytes.Equal(plain.Bytes(), again) || !t.fits() {
		return Transcript{}, game.Err(BadForm, "the transcript is not in its canonical form")
	}
	return t, nil
}
