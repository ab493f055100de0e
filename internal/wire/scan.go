package wire

// scan is a fast parser for the form in which clients usually send messages:
// one object of known fields, without spaces, with plain strings, numbers and
// booleans. For every other input it returns false, and encoding/json parses
// the message. What scan accepts, it parses with the same result as
// encoding/json.
func (a *ask) scan(data []byte) bool {
	if len(data) < 2 || data[0] != '{' {
		return false
	}
	for i := 1; ; i++ { // skip the brace or comma before a field
		key, next, ok := scanText(data, i)
		if !ok || next >= len(data) || data[next] != ':' {
			return false
		}
		if i, ok = a.scanField(string(key), data, next+1); !ok || i >= len(data) {
			return false
		}
		if data[i] == '}' {
			return i == len(data)-1
		}
		if data[i] != ',' {
			return false
		}
	}
}

// scanField parses the value at i and returns the index after it.
func (a *ask) scanField(key string, data []byte, i int) (end int, ok bool) {
	switch key {
	case "t":
		return scanString(data, i, &a.T)
	case "id":
		return scanString(data, i, &a.ID)
	case "code":
		return scanString(data, i, &a.Code)
	case "kind":
		return scanString(data, i, &a.Kind)
	case "what":
		return scanString(data, i, &a.What)
	case "side":
		return scanString(data, i, &a.Side)
	case "seq":
		return scanNumber(data, i, &a.Seq)
	case "ply":
		return scanNumber(data, i, &a.Ply)
	case "n":
		return scanNumber(data, i, &a.Number)
	case "on":
		return scanBool(data, i, &a.On)
	case "premoves":
		return scanBool(data, i, &a.Premoves)
	case "brief":
		return scanBool(data, i, &a.Brief)
	}
	return 0, false
}

// scanText parses a string of plain characters at i. It returns the text
// between the quotes and the index after the closing quote.
func scanText(data []byte, i int) (text []byte, end int, ok bool) {
	if i >= len(data) || data[i] != '"' {
		return nil, 0, false
	}
	for j := i + 1; j < len(data); j++ {
		switch c := data[j]; {
		case c == '"':
			return data[i+1 : j], j + 1, true
		case c < ' ' || c > '~' || c == '\\':
			return nil, 0, false
		}
	}
	return nil, 0, false
}

func scanString(data []byte, i int, to *string) (end int, ok bool) {
	text, end, ok := scanText(data, i)
	if ok {
		*to = string(text)
	}
	return end, ok
}

// maxDigits is the maximum number of digits in a number that scan parses.
const maxDigits = 9

func scanNumber(data []byte, i int, to *int) (end int, ok bool) {
	n, j := 0, i
	for j < len(data) && data[j] >= '0' && data[j] <= '9' {
		n = 10*n + int(data[j]-'0')
		if j++; j-i > maxDigits {
			return 0, false
		}
	}
	if j == i || data[i] == '0' && j > i+1 || j >= len(data) || data[j] != ',' && data[j] != '}' {
		return 0, false
	}
	*to = n
	return j, true
}

func scanBool(data []byte, i int, to *bool) (end int, ok bool) {
	if end = i + len("true"); end <= len(data) && string(data[i:end]) == "true" {
		*to = true
		return end, true
	}
	if end = i + len("false"); end <= len(data) && string(data[i:end]) == "false" {
		*to = false
		return end, true
	}
	return 0, false
}
