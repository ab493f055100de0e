package wire

import (
	"slices"
	"strconv"
	"sync"
)

// Events are encoded by hand, which is faster than encoding/json: a node encodes two Events for
// every move. The output is the same as the output of encoding/json.

// ownNames is extra buffer space, in bytes, for the JSON names of the fields that appendOwn writes.
const ownNames = 64

// scratch holds buffers for encoding; the finished frame is copied to a slice
// of the right size.
var scratch = sync.Pool{New: func() any { return new([]byte) }}

// Encode returns the message as JSON.
func (e *Events) Encode() []byte {
	room, _ := scratch.Get().(*[]byte)
	b := append(e.appendOwn(e.appendCommon((*room)[:0])), '}')
	frame := slices.Clone(b)
	*room = b
	scratch.Put(room)
	return frame
}

// appendCommon writes the fields that are equal for all receivers in a game without hidden
// information. It does not write the closing brace.
func (e *Events) appendCommon(b []byte) []byte {
	b = appendText(append(b, `{"t":`...), e.T)
	b = appendText(append(b, `,"id":`...), e.ID)
	b = appendWhole(append(b, `,"from":`...), e.From)
	b = appendWhole(append(b, `,"seq":`...), e.Seq)
	b = appendWhole(append(b, `,"ply":`...), e.Ply)
	b = appendText(append(b, `,"turn":`...), e.Turn)
	b = appendWhole(append(b, `,"at":`...), e.At)
	if len(e.Codes) > 0 {
		b = append(b, `,"codes":`...)
		for i, code := range e.Codes {
			b = appendText(append(b, separator(i)), code)
		}
		b = append(b, ']')
	}
	b = appendTimes(b, `,"spent":`, e.Spent)
	b = appendTimes(b, `,"lag":`, e.Lag)
	b = appendTimes(b, `,"lost":`, e.Lost)
	if e.Last != nil {
		b = appendPair(append(b, `,"last":`...), e.Last[0], e.Last[1])
	}
	b = appendText(append(b, `,"cells":`...), e.Cells)
	b = appendAny(b, `,"marks":`, e.Marks, len(e.Marks) > 0)
	if e.Clock != nil {
		b = e.Clock.append(append(b, `,"clock":`...))
	}
	b = appendAny(b, `,"offers":`, e.Offers, len(e.Offers) > 0)
	b = appendAny(b, `,"news":`, e.News, len(e.News) > 0)
	b = appendAny(b, `,"undos":`, e.Undos, e.Undos != nil)
	if e.Redo != 0 {
		b = appendWhole(append(b, `,"redo":`...), e.Redo)
	}
	if e.Paused {
		b = append(b, `,"paused":true`...)
	}
	b = appendAny(b, `,"result":`, e.Result, e.Result != nil)
	if e.Next != "" {
		b = appendText(append(b, `,"next":`...), e.Next)
	}
	b = appendAny(b, `,"reveals":`, e.Reveals, len(e.Reveals) > 0)
	return appendAny(b, `,"fair":`, e.Fair, e.Fair != nil)
}

// appendOwn writes the fields that can differ between receivers.
func (e *Events) appendOwn(b []byte) []byte {
	if e.Legal != "" {
		b = appendText(append(b, `,"legal":`...), e.Legal)
	}
	if e.Premoves != "" {
		b = appendText(append(b, `,"premoves":`...), e.Premoves)
	}
	if e.Claim != "" {
		b = appendText(append(b, `,"claim":`...), e.Claim)
	}
	return b
}

func (c *Clock) append(b []byte) []byte {
	b = appendPair(append(b, `{"left":`...), c.Left[0], c.Left[1])
	if c.Running != "" {
		b = appendText(append(b, `,"running":`...), c.Running)
	}
	if c.Since != 0 {
		b = appendWhole(append(b, `,"since":`...), c.Since)
	}
	if c.Main != nil {
		b = appendPair(append(b, `,"main":`...), c.Main[0], c.Main[1])
	}
	if c.Periods != nil {
		b = appendPair(append(b, `,"periods":`...), c.Periods[0], c.Periods[1])
	}
	if c.Deadline != 0 {
		b = appendWhole(append(b, `,"deadline":`...), c.Deadline)
	}
	return append(b, '}')
}

// separator returns the character before the i-th item of a list: '[' before
// the first item, otherwise a comma.
func separator(i int) byte {
	if i == 0 {
		return '['
	}
	return ','
}

func appendTimes(b []byte, name string, list []int64) []byte {
	if len(list) == 0 {
		return b
	}
	b = append(b, name...)
	for i, n := range list {
		b = appendWhole(append(b, separator(i)), n)
	}
	return append(b, ']')
}

func appendPair[T int | int64](b []byte, first, second T) []byte {
	return append(appendWhole(append(appendWhole(append(b, '['), first), ','), second), ']')
}

func appendWhole[T int | int64](b []byte, n T) []byte { return strconv.AppendInt(b, int64(n), 10) }

// appendAny encodes a rarely used field with encoding/json. If the parameter there is false, it
// writes nothing.
func appendAny[T any](b []byte, name string, v T, there bool) []byte {
	if !there {
		return b
	}
	return append(append(b, name...), Encode(v)...)
}

// appendText writes a JSON string.
func appendText(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return append(b, Encode(text)...)
		}
	}
	return append(append(append(b, '"'), text...), '"')
}
