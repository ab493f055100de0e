package main

import (
	"path/filepath"
	"testing"
)

// TestComment checks that the comment of a field lists the allowed values.
func TestComment(t *testing.T) {
	for want, f := range map[string]field{
		"Side to move.":                        {text: "Side to move.", schema: &schema{}},
		"Side to move. One of: first, second.": {text: "Side to move.", schema: &schema{Enum: []string{"first", "second"}}},
		"One of: first, second.":               {schema: &schema{Enum: []string{"first", "second"}}},
		"Always hello.":                        {schema: &schema{Enum: []string{"hello"}}},
	} {
		if got := f.comment(); got != want {
			t.Errorf("the comment is %q; want %q", got, want)
		}
	}
}

// TestUse checks what the comments of models say about their use.
func TestUse(t *testing.T) {
	a, err := load(filepath.Join(root, "docs", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"MoveBody":      "is the request body of PlayMove.",
		"Me":            "is the result of GetMe and RenameMe.",
		"RatingPoint":   "is an entry in the result of GetRatingHistory.",
		"AskMove":       "is a message from a client, sent over the WebSocket.",
		"TellMatch":     "is a message from the server, sent over the WebSocket.",
		"EventStanding": "is a part of EventStandings.",
		"Problem":       "is the body of the response to a failed request.",
	} {
		if got := a.use(name); got != want {
			t.Errorf("%s %q; want %q", name, got, want)
		}
	}
}
