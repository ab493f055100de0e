package secrecy

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/games"
	"kydai/internal/trace"
)

// tracing marks a recorded message as a part of a trace span.
const tracing = "trace"

// tracer records all names and attributes of spans.
type tracer struct{ h *hall }

func (t tracer) Begin(ctx context.Context, name, _ string) (context.Context, trace.Recorder) {
	t.h.hear(toAll, tracing, []byte("name "+name))
	return ctx, recorder(t)
}

type recorder struct{ h *hall }

func (r recorder) Set(key, value string)           { r.h.hear(toAll, tracing, []byte(key+"="+value)) }
func (r recorder) SetNumber(key string, value int) { r.Set(key, strconv.Itoa(value)) }
func (r recorder) Parent() string                  { return "00-00000000000000000000000000000001-0000000000000001-01" }
func (r recorder) End(err error) {
	if e, ok := errors.AsType[*game.Error](err); ok {
		r.Set(string(trace.Code), e.Code)
	}
}

// harmless matches the texts that spans may contain: numbers, and words from fixed lists of the
// program such as names of games.
var harmless = func() *regexp.Regexp {
	var names []string
	for _, r := range games.All() {
		names = append(names, r.Info().Name)
	}
	return regexp.MustCompile(`^(name (commit|sql|publish|follow|engine|search|move|act|watch|unwatch|lobby|hear|fair|commit-deal|open|[a-z]+[A-Z][A-Za-z]+|play|act|hint)` +
		`|kydai\.request=[0-9a-f]{16}|kydai\.code=[a-z-]{3,20}|kydai\.game=(` + strings.Join(names, "|") +
		`)|kydai\.lane=(moves|ends|late)|kydai\.size=[0-9]{1,3}|kydai\.class=(now|soon|later))$`)
}()

// spans returns the texts in trace spans that are not harmless and could therefore contain hidden
// information.
func (p *played) spans() (faults []string) {
	seen := 0
	for i := range p.heard {
		if h := &p.heard[i]; h.what == tracing {
			if seen++; !harmless.Match(h.data) {
				faults = append(faults, fmt.Sprintf("a span has %q", h.data))
			}
		}
	}
	if seen == 0 {
		faults = append(faults, "no span was recorded; the test would prove nothing")
	}
	return faults
}
