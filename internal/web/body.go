package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/trace"
)

// Size limits of request bodies. A body that starts a match may contain a
// position and the moves that led to it.
const (
	maxBody    = 4 << 10
	maxOffer   = 16 << 10
	maxNesting = 32  // depth of nested objects and lists
	maxValues  = 256 // number of values in all objects and lists together
	maxDetails = 4   // number of validation errors that a response describes
	maxDetail  = 120 // length of each description in bytes
)

// Validation errors of the library huma get the same form as all other errors. They describe the
// problem and its location, but never contain a value of the request, which may be large or secret.
func init() {
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		code := badRequest
		switch status {
		case http.StatusNotFound:
			code = noPlace
		case http.StatusMethodNotAllowed:
			code = notAllowed
		case http.StatusUnsupportedMediaType:
			return problemWith(status, wrongType, "the body must be JSON, with Content-Type: application/json")
		case http.StatusInternalServerError:
			code, msg, errs = internal, "internal error of the server", nil
		}
		texts := []string{msg}
		for _, err := range errs {
			if err != nil && len(texts) <= maxDetails {
				texts = append(texts, detailOf(err))
			}
		}
		return problemWith(status, code, strings.Join(texts, "; "))
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, msg string, errs ...error) huma.StatusError {
		err := huma.NewError(status, msg, errs...)
		if p, ok := err.(*Problem); ok && ctx != nil {
			p.Request = trace.Of(ctx.Context()).String()
		}
		return err
	}
	huma.DefaultArrayNullable = false
}

// detailOf returns the text of one validation error: the message and its location.
func detailOf(err error) string {
	var d huma.ErrorDetailer
	if !errors.As(err, &d) {
		return shortened(err.Error())
	}
	detail := d.ErrorDetail()
	if detail.Location == "" {
		return shortened(detail.Message)
	}
	return shortened(detail.Message) + " (" + shortened(detail.Location) + ")"
}

// shortened truncates an error text, which may contain long property names from a client's request.
func shortened(text string) string {
	if len(text) <= maxDetail {
		return text
	}
	cut := maxDetail
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

var (
	errNesting = errors.New("the JSON body is nested too deeply")
	errValues  = errors.New("the JSON body has too many values")
)

// wideBody is a request body that may have more than maxValues JSON values. The library huma does
// not validate it, because huma would keep one error per wrong value. Instead, its method
// UnmarshalJSON validates it and returns at most one error.
type wideBody interface {
	json.Unmarshaler
	mostValues() int
}

// readJSON parses a body. It refuses a body that is nested too deeply or has
// too many values, because huma keeps an error for each wrong value.
func readJSON(data []byte, v any) error {
	depth, values := shape(data)
	if depth > maxNesting {
		return errNesting
	}
	most := maxValues
	if wide, ok := v.(wideBody); ok {
		most = wide.mostValues()
	}
	if values > most {
		return errValues
	}
	return json.Unmarshal(data, v)
}

// shape returns the nesting depth of a JSON text and the number of its values, without counting
// objects and lists. It ignores the content of strings.
func shape(data []byte) (deepest, values int) {
	depth, quoted := 0, false
	values = 1
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == ',':
			values++
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest, values
}

// large raises the size limit of an operation's request body to maxOffer, because the body may
// contain a position and the moves that led to it.
func large(op huma.Operation) huma.Operation {
	op.MaxBodyBytes = maxOffer
	return op
}
