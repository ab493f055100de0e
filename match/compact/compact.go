// Package compact packs the stored events of a finished match into bytes, about nine per move.
//
// Unpacking returns exactly the packed bytes, whatever the bodies of the events are: a body that
// package match cannot read is stored unchanged. The packed form does not depend on the rules of a
// game, so an old match stays readable if the rules change. It starts with its version number,
// followed by the events. Numbers are varints. An event begins with a tag:
//
//	1ssllbww  a move: s says how its code is written, l which lag values follow
//	0kkkkbww  another event of kind k
//	00000-ww  any other body: its length and its bytes
//
// After the tag come the time At of the event, its durable time, and the fields of the event's
// kind. At is stored in milliseconds as a difference from the previous event's time, negative if b
// is set. The durable time is stored in microseconds as a difference from At, in the form given by
// w.
package compact

import (
	"bytes"
	"encoding/binary"
	"slices"

	"kydai/game"
	"kydai/match"
)

// Event is an event as it is stored in the database.
type Event struct {
	Began int64  // time when the event became durable, in microseconds since 1970; 0 if unknown
	Body  []byte // stored form of the event, normally the output of match.Event.Encode
}

const version = 1

// Error codes.
const (
	UnknownVersion = "unknown-version" // the data was packed by a newer program
	Damaged        = "damaged-events"
)

var (
	errVersion = game.Err(UnknownVersion, "these events have a form that this program does not know: update the program")
	errDamaged = game.Err(Damaged, "the packed events of this match are damaged")
)

// Bits of a tag, the first byte of a packed event.
const (
	tagMove  = 0x80
	tagBack  = 0x04 // the event's At is earlier than the At of the previous event
	tagBegan = 0x03 // mask of the two bits that the package comment calls w

	kindAt, kindMask  = 3, 0x0f
	shapeAt, lagAt    = 5, 3
	shapeMask, lagAll = 0x03, 0x03
)

// The values of w in a tag: how the time when an event became durable is stored.
const (
	beganZero  = iota // the durable time is 0 (unknown)
	beganAfter        // the durable time is At plus the number that follows
	beganEarly        // the durable time is At minus the number that follows
	beganSame         // the durable time equals that of the previous event
)

// The values of l in a tag: which lag values follow a move. The values are the lag and the part of
// it that was given back.
const (
	lagNone = iota
	lagOnly // only the lag follows; none of it was given back
	lagGave // only the lag follows; all of it was given back
	lagBoth // the lag and the part given back follow
)

// Encode packs events. It accepts every list of events. It also unpacks the result and compares it
// with the input, because the caller may delete the original. If they differ, Encode stores all
// bodies unchanged.
func Encode(events []Event) []byte {
	data := encode(events, (*writer).event)
	if back, err := Decode(data); err != nil || !slices.EqualFunc(back, events, same) {
		return encode(events, (*writer).raw)
	}
	return data
}

func same(a, b Event) bool { return a.Began == b.Began && bytes.Equal(a.Body, b.Body) }

func encode(events []Event, write func(*writer, *Event)) []byte {
	w := writer{b: make([]byte, 1, 16+10*len(events))}
	w.b[0] = version
	for i := range events {
		write(&w, &events[i])
	}
	return w.b
}

// Decode unpacks events. If the data is damaged or packed by a newer program, it returns an error
// with a code.
func Decode(data []byte) ([]Event, error) {
	if len(data) == 0 {
		return nil, errDamaged
	}
	if data[0] != version {
		return nil, errVersion
	}
	r := reader{b: data[1:]}
	events := make([]Event, 0, len(data)/8)
	for len(r.b) > 0 {
		e := r.event()
		if r.bad {
			return nil, errDamaged
		}
		events = append(events, e)
	}
	return events, nil
}

// last holds the times of the previous event. The next event is packed relative to them.
type last struct {
	at    int64 // At of the previous event, in milliseconds since 1970
	began int64 // durable time of the previous event, in microseconds since 1970
}

type writer struct {
	last
	b []byte
}

func (w *writer) event(e *Event) {
	m, err := match.Decode(e.Body)
	if err != nil || !bytes.Equal(m.Encode(), e.Body) {
		w.raw(e)
		return
	}
	at := m.At.UnixMilli()
	var tag byte
	if m.Kind == match.Moved {
		tag = tagMove | shapeOf(m.Text)<<shapeAt | lagOf(&m)<<lagAt
	} else {
		tag = byte(m.Kind) << kindAt
	}
	before := w.at
	if w.at = at; at < before {
		tag |= tagBack
	}
	w.b = append(w.b, tag|w.how(e.Began))
	w.number(distance(at, before))
	w.began(e.Began)
	w.fields(&m)
}

// raw writes a body unchanged.
func (w *writer) raw(e *Event) {
	w.b = append(w.b, w.how(e.Began))
	w.began(e.Began)
	w.text(string(e.Body))
}

// how returns the bits w of a tag: how the durable time of an event is stored. The event's At must
// already be in w.at.
func (w *writer) how(began int64) byte {
	switch {
	case began == 0:
		return beganZero
	case began == w.last.began:
		return beganSame
	case began >= w.at*1000:
		return beganAfter
	}
	return beganEarly
}

func (w *writer) began(began int64) {
	if h := w.how(began); h == beganAfter || h == beganEarly {
		w.number(distance(began, w.at*1000))
	}
	w.last.began = began
}

// distance returns the absolute difference of two numbers. It is correct for all numbers,
// because unsigned arithmetic wraps around.
func distance(a, b int64) uint64 {
	if a < b {
		a, b = b, a
	}
	return uint64(a) - uint64(b) //nolint:gosec // unsigned arithmetic wraps around, so the difference is correct
}

func (w *writer) number(n uint64) { w.b = binary.AppendUvarint(w.b, n) }

func (w *writer) text(s string) {
	w.number(uint64(len(s)))
	w.b = append(w.b, s...)
}

type reader struct {
	last
	b   []byte
	bad bool
}

func (r *reader) event() Event {
	tag := r.byte()
	if tag&tagMove == 0 && tag>>kindAt&kindMask == 0 {
		e := Event{Began: r.began(tag)}
		r.bad = r.bad || tag&tagBack != 0
		e.Body = []byte(r.text())
		return e
	}
	far := r.number()
	if far > maxAt {
		r.bad = true
		return Event{}
	}
	if tag&tagBack != 0 {
		r.at -= int64(far)
	} else {
		r.at += int64(far)
	}
	if r.at < 0 || r.at > maxAt {
		r.bad = true
		return Event{}
	}
	e := Event{Began: r.began(tag)}
	e.Body = r.body(tag)
	return e
}

// maxAt is the last millisecond of the year 9999, the maximum that package match accepts.
const maxAt = 253402300799999

func (r *reader) began(tag byte) int64 {
	began := r.last.began
	switch tag & tagBegan {
	case beganZero:
		began = 0
	case beganAfter:
		began = int64(uint64(r.at*1000) + r.number()) //nolint:gosec // reverses the calculation of the function distance
	case beganEarly:
		began = int64(uint64(r.at*1000) - r.number()) //nolint:gosec // reverses the calculation of the function distance
	}
	r.last.began = began
	return began
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *reader) number() uint64 {
	n, used := binary.Uvarint(r.b)
	if used <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[used:]
	return n
}

func (r *reader) text() string {
	n := r.number()
	if n > uint64(len(r.b)) {
		r.bad = true
		return ""
	}
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}
