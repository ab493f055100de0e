package secrecy

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// leaks are faults that the test injects into a server, by name. Each function returns the text
// that the fault adds to the message h, or "" if it adds nothing. The parameter deal contains the
// dealt pieces.
var leaks = map[string]func(h heard, deal []byte) string{
	"a face-down piece in a player's frames": func(h heard, deal []byte) string {
		return when(h.to == toSecond && h.what == "socket" && strings.Contains(string(h.data), `"t":"events"`), deal[:1])
	},
	"a face-down piece in what a spectator is answered": func(h heard, deal []byte) string {
		return when(h.to == toAll && strings.HasPrefix(h.what, "rest "), deal[29:])
	},
	"a face-down piece on the bus": func(h heard, deal []byte) string {
		return when(strings.HasPrefix(h.what, "bus m."), deal[16:17])
	},
	"a face-down piece in a job": func(h heard, deal []byte) string {
		return when(h.to == toWorker, deal[2:3])
	},
	"how many pawns stand at home": func(h heard, deal []byte) string {
		return when(h.to == toFirst && h.what == "socket", fmt.Sprint(strings.Count(string(deal[15:20]), "p")))
	},
	"the deal in a log": func(h heard, deal []byte) string {
		return when(h.to == toAll && h.stamp == 3, `level=DEBUG msg=dealt deal=`+string(deal))
	},
	"the deal in an attribute of a trace": func(h heard, deal []byte) string {
		return when(h.what == tracing && strings.Contains(string(h.data), "kydai.lane"), deal)
	},
	"a face-down piece in the name of a span": func(h heard, deal []byte) string {
		return when(h.what == tracing && strings.HasPrefix(string(h.data), "name "), deal[:1])
	},
	"the deal in base64 in a refusal": func(h heard, deal []byte) string {
		return when(h.to == toFirst && strings.HasSuffix(h.what, "/moves"), base64.StdEncoding.EncodeToString(deal))
	},
}

func when[T []byte | string](ok bool, text T) string {
	if ok {
		return string(text)
	}
	return ""
}

// tries is the maximum number of games that are played to find an injected leak.
const tries = 40

// TestLeaksAreFound injects one leak after another, some of them of only a single piece.
// TestNothingHiddenLeaves proves something only if its checks find each of these leaks.
func TestLeaksAreFound(t *testing.T) {
	h := newHall(t)
	for name, leak := range leaks {
		h.leak = func(one heard) []byte {
			h.deck.mu.Lock()
			defer h.deck.mu.Unlock()
			return append(one.data, leak(one, h.deck.next)...)
		}
		chance := rand.New(rand.NewPCG(3, 5))
		found := 0
		for i := range tries {
			if faults := h.try(hiddenGames(t)[0], i, chance, &tally{}); len(faults) > 0 {
				found = i + 1
				break
			}
		}
		if found == 0 {
			t.Errorf("%s: not found in %d games", name, tries)
			continue
		}
		t.Logf("%s: found in game %d", name, found)
	}
}
