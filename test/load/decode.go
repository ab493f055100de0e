package load

import (
	"bytes"
	"encoding/json"
	"strconv"

	"kydai/internal/wire"
)

// decode parses a frame, which is a message from a server. It parses common frames by hand. The
// load test runs on the same machine as the measured servers, and would otherwise use most of its
// time for decoding.
func decode(data []byte) (frame, error) {
	var f frame
	if f.scan(data) {
		return f, nil
	}
	f = frame{}
	err := json.Unmarshal(data, &f)
	return f, err
}

// scan parses a JSON object in which every field has a simple form. It returns false if a field
// has another form.
func (f *frame) scan(data []byte) bool {
	return fields(data, func(key, v []byte) bool {
		switch string(key) {
		case "t":
			return text(v, &f.Type)
		case "id":
			return text(v, &f.ID)
		case "start":
			return text(v, &f.Start)
		case "options":
			f.Options = v
		case "turn":
			return text(v, &f.Turn)
		case "code":
			return text(v, &f.Code)
		case "re":
			return text(v, &f.Re)
		case "from":
			return whole(v, &f.From)
		case "seq":
			return whole(v, &f.Seq)
		case "ply":
			return whole(v, &f.Ply)
		case "at":
			return whole(v, &f.At)
		case "width":
			return whole(v, &f.Width)
		case "now":
			return whole(v, &f.Now)
		case "repeated":
			f.Repeated = string(v) == "true"
		case "legal":
			f.Legal = v
		case "codes":
			return items(v, func(v []byte) bool {
				var code string
				ok := text(v, &code)
				f.Codes = append(f.Codes, code)
				return ok
			})
		case "spent":
			return items(v, func(v []byte) bool {
				var n int64
				ok := whole(v, &n)
				f.Spent = append(f.Spent, n)
				return ok
			})
		case "clock":
			f.Clock = &wire.Clock{}
			return scanClock(v, f.Clock)
		case "news":
			return json.Unmarshal(v, &f.News) == nil
		case "result":
			return json.Unmarshal(v, &f.Result) == nil
		}
		return true
	})
}

// scanClock parses the clock fields that a player needs.
func scanClock(data []byte, c *wire.Clock) bool {
	return fields(data, func(key, v []byte) bool {
		switch string(key) {
		case "left":
			n := 0
			return items(v, func(v []byte) bool {
				n++
				return n <= len(c.Left) && whole(v, &c.Left[n-1])
			})
		case "running":
			return text(v, &c.Running)
		case "since":
			return whole(v, &c.Since)
		case "deadline":
			return whole(v, &c.Deadline)
		}
		return true
	})
}

// fields calls a function for every field of a JSON object that is written without spaces. It
// returns false if the object is invalid or if the function has returned false.
func fields(data []byte, each func(key, value []byte) bool) bool {
	if len(data) < 2 || data[0] != '{' || data[len(data)-1] != '}' {
		return false
	}
	for i := 1; i < len(data)-1; i++ { // i++ skips the comma between two fields
		end := skip(data, i)
		if end < 0 || data[i] != '"' || data[end] != ':' {
			return false
		}
		from := end + 1
		until := skip(data, from)
		if until < 0 || data[until] != ',' && until != len(data)-1 || !each(data[i+1:end-1], data[from:until]) {
			return false
		}
		i = until
	}
	return true
}

// items calls a function for every item of a JSON array that is written without spaces. It returns
// false if the array is invalid or if the function has returned false.
func items(data []byte, each func(value []byte) bool) bool {
	if len(data) < 2 || data[0] != '[' || data[len(data)-1] != ']' {
		return false
	}
	for i := 1; i < len(data)-1; i++ {
		until := skip(data, i)
		if until < 0 || data[until] != ',' && until != len(data)-1 || !each(data[i:until]) {
			return false
		}
		i = until
	}
	return true
}

// skip returns the index after the JSON value that begins at index i, or -1 if the data ends before
// the value does.
func skip(data []byte, i int) int {
	for depth := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
			if i >= len(data) {
				return -1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
		case ',', ':':
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}

func text(v []byte, to *string) bool {
	if len(v) < 2 || v[0] != '"' || bytes.IndexByte(v, '\\') >= 0 {
		return false
	}
	*to = string(v[1 : len(v)-1])
	return true
}

func whole[T int | int64](v []byte, to *T) bool {
	n, err := strconv.ParseInt(string(v), 10, 64)
	*to = T(n)
	return err == nil
}
