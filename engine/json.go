//go:build !js

package engine

import (
	"encoding/json"
	"errors"
	"time"
)

// The browser's WebAssembly module is built without this file, because encoding/json would make the
// module a third larger. There, package desk (the session server) reads and writes the same JSON
// form.

var errTime = errors.New("engine: a time is out of range")

// MarshalJSON writes limits with durations in milliseconds.
func (l Limits) MarshalJSON() ([]byte, error) {
	type plain Limits
	for _, d := range l.durations() {
		*d /= time.Millisecond
	}
	return json.Marshal(plain(l))
}

// UnmarshalJSON reads limits with durations in milliseconds.
func (l *Limits) UnmarshalJSON(data []byte) error {
	type plain Limits
	*l = Limits{}
	if err := json.Unmarshal(data, (*plain)(l)); err != nil {
		return err
	}
	return readMillis(l.durations()...)
}

func (l *Limits) durations() []*time.Duration {
	return []*time.Duration{&l.MoveTime, &l.Left[0], &l.Left[1], &l.Inc[0], &l.Inc[1]}
}

// MarshalJSON writes a thought with durations in milliseconds.
func (t Thought) MarshalJSON() ([]byte, error) {
	type plain Thought
	t.Elapsed /= time.Millisecond
	if t.Lines == nil {
		t.Lines = []Variation{}
	}
	return json.Marshal(plain(t))
}

// UnmarshalJSON reads a thought with durations in milliseconds.
func (t *Thought) UnmarshalJSON(data []byte) error {
	type plain Thought
	*t = Thought{}
	if err := json.Unmarshal(data, (*plain)(t)); err != nil {
		return err
	}
	return readMillis(&t.Elapsed)
}

// readMillis converts numbers of milliseconds to durations in place. It returns an error if a
// number is negative or above MaxMillis.
func readMillis(all ...*time.Duration) error {
	for _, d := range all {
		if *d < 0 || *d > MaxMillis {
			return errTime
		}
	}
	for _, d := range all {
		*d *= time.Millisecond
	}
	return nil
}
