// Package native reads and writes kydai's own JSON format: one object per game, one game per line.
// docs/records.md explains the fields.
package native

import (
	"encoding/json"

	"kydai/record"
	"kydai/record/internal/build"
)

// Values of the fields "format" and "version" of each document in kydai's own format.
const (
	formatName = "kydai"
	version    = 1
)

// document is one record. docs/records.md explains its fields; readers ignore unknown fields.
type document struct {
	Format   string            `json:"format"`
	Version  int               `json:"version"`
	Game     string            `json:"game"`
	Start    string            `json:"start,omitempty"`
	Options  map[string]string `json:"options,omitempty"`
	Deal     string            `json:"deal,omitempty"`
	Tags     []record.Tag      `json:"tags,omitempty"`
	Comments []string          `json:"comments,omitempty"`
	Moves    []move            `json:"moves"`
	Result   record.Result     `json:"result"`
}

// move is a move of a line. Variations are alternatives to this move, each with its
// continuation.
type move struct {
	Code       string   `json:"code"`
	Before     []string `json:"before,omitempty"`
	Comments   []string `json:"comments,omitempty"`
	NAGs       []int    `json:"nags,omitempty"`
	Variations [][]move `json:"variations,omitempty"`

	at int64 // offset of the move in the document, for error messages
}

// Format describes the format.
func Format() record.Format {
	return record.Format{Name: "json", Suffixes: []string{"json", "jsonl", "ndjson"}, Tree: true,
		NewReader: newReader,
		NewWriter: build.NewWriter(write),
		Detect: func(h record.Head) bool {
			return build.BeginsObject(h.Text)
		},
	}
}

// parse reads an object token by token, so that a truncated document still gives the part
// before the end.
func (doc *document) parse(dec *json.Decoder) error {
	return build.EachField(dec, func(key string) error {
		switch key {
		case "format":
			return dec.Decode(&doc.Format)
		case "version":
			return dec.Decode(&doc.Version)
		case "game":
			return dec.Decode(&doc.Game)
		case "start":
			return dec.Decode(&doc.Start)
		case "options":
			return dec.Decode(&doc.Options)
		case "deal":
			return dec.Decode(&doc.Deal)
		case "tags":
			return dec.Decode(&doc.Tags)
		case "comments":
			return dec.Decode(&doc.Comments)
		case "result":
			return dec.Decode(&doc.Result)
		case "moves":
			return parseMoves(dec, &doc.Moves, 0)
		}
		return build.SkipValue(dec)
	})
}
