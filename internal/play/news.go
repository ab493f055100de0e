package play

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"strconv"

	"kydai/internal/trace"
)

// news notifies other nodes that a commit has added events to a match: the events from number From
// up to, but not including, To. In a game without hidden information, news contains the events.
// Otherwise it contains only their numbers, and the receivers read the store.
type news struct {
	From   int      `json:"from"`
	To     int      `json:"to"`
	Began  int64    `json:"began,omitempty"` // time at which the events became durable, in microseconds
	Events [][]byte `json:"events,omitempty"`
	// Request is the id of the command that made the change.
	Request string `json:"request,omitempty"`
	// Trace identifies the trace span of the change; "" if no traces are recorded.
	Trace string `json:"trace,omitempty"`
}

// context returns a context with the request id and trace of the command that made the
// change.
func (n *news) context() context.Context {
	id := trace.Parse(n.Request)
	if id == (trace.ID{}) {
		id = trace.NewID()
	}
	return trace.With(context.Background(), id)
}

// encode writes a notification as JSON. A node sends a notification for every move, so this encoder
// is written by hand; its output is identical to that of encoding/json.
func (n news) encode() []byte {
	size := 96 + len(n.Trace)
	for _, e := range n.Events {
		size += base64.StdEncoding.EncodedLen(len(e)) + 3
	}
	data := strconv.AppendInt(append(make([]byte, 0, size), `{"from":`...), int64(n.From), 10)
	data = strconv.AppendInt(append(data, `,"to":`...), int64(n.To), 10)
	if n.Began != 0 {
		data = strconv.AppendInt(append(data, `,"began":`...), n.Began, 10)
	}
	for i, e := range n.Events {
		if i == 0 {
			data = append(data, `,"events":[`...)
		} else {
			data = append(data, ',')
		}
		data = append(base64.StdEncoding.AppendEncode(append(data, '"'), e), '"')
	}
	if len(n.Events) > 0 {
		data = append(data, ']')
	}
	if trace.Parse(n.Request) != (trace.ID{}) { // a valid id needs no JSON escapes
		data = append(append(append(data, `,"request":"`...), n.Request...), '"')
	}
	if trace.Parse(n.Trace) != (trace.ID{}) {
		data = append(append(append(data, `,"trace":"`...), n.Trace...), '"')
	}
	return append(data, '}')
}

// decodeNews parses a notification. It parses the output of encode with a fast parser, and any
// other JSON with encoding/json.
func decodeNews(data []byte) (n news, err error) {
	if r := (newsReader{rest: data}); r.read(&n) {
		return n, nil
	}
	n = news{}
	err = json.Unmarshal(data, &n)
	return n, err
}

// newsReader parses the output of encode.
type newsReader struct {
	rest []byte
	bad  bool
}

func (r *newsReader) read(n *news) bool {
	r.take(`{"from":`)
	n.From = int(r.number())
	r.take(`,"to":`)
	n.To = int(r.number())
	if r.has(`,"began":`) {
		n.Began = r.number()
	}
	if r.has(`,"events":[`) {
		n.Events = append(n.Events, r.bytes())
		for r.has(`,`) {
			n.Events = append(n.Events, r.bytes())
		}
		r.take(`]`)
	}
	if r.has(`,"request":"`) {
		n.Request = r.plain()
	}
	if r.has(`,"trace":"`) {
		n.Trace = r.plain()
	}
	r.take(`}`)
	return !r.bad && len(r.rest) == 0
}

// has skips the given text if the input continues with it, and reports whether it does.
func (r *newsReader) has(text string) bool {
	if r.bad || len(r.rest) < len(text) || string(r.rest[:len(text)]) != text {
		return false
	}
	r.rest = r.rest[len(text):]
	return true
}

func (r *newsReader) take(text string) { r.bad = !r.has(text) || r.bad }

// number parses a non-negative number below 10^18.
func (r *newsReader) number() (v int64) {
	i := 0
	for ; i < len(r.rest) && i < 18 && r.rest[i] >= '0' && r.rest[i] <= '9'; i++ {
		v = 10*v + int64(r.rest[i]-'0')
	}
	r.bad = r.bad || i == 0 || r.rest[0] == '0' && i > 1
	r.rest = r.rest[i:]
	return v
}

// plain parses the rest of a string up to the closing quote. The string must be a valid request id
// or trace id.
func (r *newsReader) plain() string {
	end := bytes.IndexByte(r.rest, '"')
	if r.bad || end < 0 || trace.Parse(string(r.rest[:end])) == (trace.ID{}) {
		r.bad = true
		return ""
	}
	text := string(r.rest[:end])
	r.rest = r.rest[end+1:]
	return text
}

func (r *newsReader) bytes() []byte {
	r.take(`"`)
	end := bytes.IndexByte(r.rest, '"')
	if r.bad || end < 0 || bytes.ContainsAny(r.rest[:end], "\r\n") { // refuse line breaks, which the base64 decoder would ignore
		r.bad = true
		return nil
	}
	out, err := base64.StdEncoding.AppendDecode(make([]byte, 0, base64.StdEncoding.DecodedLen(end)), r.rest[:end])
	r.bad, r.rest = err != nil, r.rest[end+1:]
	return out
}
