package store

import (
	"encoding/hex"
	"errors"
	"strconv"
	"strings"

	"kydai/internal/play"
	"kydai/match/compact"
)

// The database returns events as one text. The archive also stores them as such a text, unless it
// stores them as bytes (form.go). For each event, the text contains a space, the event's time in
// microseconds, a colon, and the event's body in hexadecimal. Both databases can build and extend
// this text in SQL.

// packed is the SQL expression that returns the events of a live match as text.
const packed = `COALESCE((SELECT string_agg(' ' || CAST(began AS TEXT) || ':' || @HEX, '' ORDER BY seq) FROM events WHERE events.id = live.id), '')`

// stamp is the placeholder for the time of an event in the result of packStamped.
const stamp = "@"

// packStamped returns events as text, with the placeholder stamp in place of the times. The
// database fills in the times.
func packStamped(bodies [][]byte) string {
	var b strings.Builder
	for _, body := range bodies {
		b.WriteString(" " + stamp + ":" + hex.EncodeToString(body))
	}
	return b.String()
}

var errPacked = errors.New("the events of this match are damaged")

// unpack decodes events from the text that the SQL expression packed returns.
func unpack(text string) ([]play.Event, error) {
	stored, err := readPacked(text)
	if err != nil {
		return nil, err
	}
	events := make([]play.Event, 0, len(stored))
	for _, e := range stored {
		events = append(events, play.Event{Body: e.Body, Began: fromMicros(e.Began)})
	}
	return events, nil
}

// readPacked is like unpack, but returns the times in microseconds, as stored.
func readPacked(text string) ([]compact.Event, error) {
	words := strings.Fields(text)
	events := make([]compact.Event, 0, len(words))
	for _, w := range words {
		when, digits, ok := strings.Cut(w, ":")
		us, err := strconv.ParseInt(when, 10, 64)
		if !ok || err != nil {
			return nil, errPacked
		}
		body, err := hex.DecodeString(digits)
		if err != nil {
			return nil, errPacked
		}
		events = append(events, compact.Event{Began: us, Body: body})
	}
	return events, nil
}

// writePacked is the inverse of readPacked.
func writePacked(events []compact.Event) string {
	var b strings.Builder
	for _, e := range events {
		b.WriteString(" " + strconv.FormatInt(e.Began, 10) + ":" + hex.EncodeToString(e.Body))
	}
	return b.String()
}
