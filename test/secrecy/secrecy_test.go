package secrecy

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games"
	"kydai/internal/wire"
)

// usualGames is the default number of games; KYDAI_TEST_SECRECY changes it.
const usualGames = 50

func gamesToPlay(t *testing.T) int {
	t.Helper()
	text := os.Getenv("KYDAI_TEST_SECRECY")
	if text == "" {
		return usualGames
	}
	n, err := strconv.Atoi(text)
	check(t, err)
	return n
}

// hiddenGames lists the games with hidden pieces. Each must have a deck in stacked.
func hiddenGames(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, r := range games.All() {
		if _, deals := r.(game.Dealer); !deals {
			continue
		}
		name := r.Info().Name
		if _, ok := r.(game.Packed); !ok || stacked[name] == nil {
			t.Fatalf("%s deals, but not from a deck that can be stacked here", name)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		t.Fatal("nothing is hidden in any game; the test would prove nothing")
	}
	return names
}

// TestNothingHiddenLeaves plays games in which hidden pieces are dealt. It plays each game a second
// time up to some move, with another deal that looks the same to one reader (a player or a
// spectator). All data that this reader received must be equal in both games, except times, ids and
// hashes. The test also searches the messages of the first game for parts of the deal and for the
// salts of its hashes.
func TestNothingHiddenLeaves(t *testing.T) {
	h := newHall(t)
	chance := rand.New(rand.NewPCG(7, 11))
	n := gamesToPlay(t)
	for _, name := range hiddenGames(t) {
		var sum tally
		for i := range n {
			for _, fault := range h.try(name, i, chance, &sum) {
				t.Errorf("game %d: %s", i, fault)
			}
			if t.Failed() {
				break
			}
			if sum.Games%500 == 0 {
				t.Logf("%s: %+v", name, sum)
			}
		}
		t.Logf("%s: %+v", name, sum)
		if sum.Twins < n/2 || sum.Jobs < 3*n || sum.Compared < 20*n {
			t.Errorf("%s: %+v; the test would prove little", name, sum)
		}
	}
}

// tally counts what the test has checked, to show that it checked enough.
type tally struct {
	Games, Twins, Moves, Jobs, Compared, Searched, Bytes int
}

// try plays one game and, if possible, a second game with another deal that looks the same to one
// reader. It returns a description of each leak that it found.
func (h *hall) try(name string, i int, chance *rand.Rand, sum *tally) []string {
	h.t.Helper()
	deal := stacked[name](&deck{}).(game.Dealer).Deal(chance.IntN)
	b := bout{game: name, deal: deal.Open(), machine: game.Side(i % 3), plies: 6 + chance.IntN(22)}
	p := h.play(b, chance)
	sum.Games++
	sum.Moves += len(p.codes)
	faults := append(p.search(sum), p.spans()...)
	viewer := game.Side(chance.IntN(3))
	cut := chance.IntN(len(p.codes)) + 1
	if b.deal = p.otherwise(viewer, cut, chance); b.deal == nil {
		return faults
	}
	b.codes, b.plies = p.codes[:cut], cut
	twin := h.play(b, chance)
	sum.Twins++
	sum.Moves += len(twin.codes)
	return append(faults, compare(p, twin, viewer, cut, sum)...)
}

// differs matches the parts of messages that are different in every match and reveal nothing. It
// also matches hashes: their inputs contain salts, and the test searches for the salts separately.
var differs = regexp.MustCompile(`,"(spent|lag|lost)":\[[^\]]*\]|"(now|since|created|ended|expires|deadline|seed|within|began)":[0-9]+|` +
	`(Date|Set-Cookie|X-Request-Id): [^\r\n]*|[0-9a-f]{64,}|,?"request":"[0-9a-f]{16}"|,?"trace":"[0-9a-f-]{3}[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}"|request=[0-9a-f]{16}`)

// plain returns the message without the values that differ from match to match.
func (h *heard) plain(id string) string {
	return differs.ReplaceAllString(h.what+" "+strings.ReplaceAll(string(h.data), id, "ID"), "")
}

// about reports whether a message concerns the match, and not presence or the time.
func (h *heard) about(id string) bool {
	switch {
	case h.what == "ping", h.what == tracing: // trace spans are checked by the method spans
		return false
	case h.what == "socket":
		var m struct{ T, ID string }
		return json.Unmarshal(h.data, &m) != nil || m.T != wire.TellHere && m.ID == id
	case h.what == "log":
		return bytes.Contains(h.data, []byte(id)) || !bytes.Contains(h.data, []byte("match="))
	case strings.HasPrefix(h.what, "bus "), strings.HasPrefix(h.what, "rest "):
		return strings.Contains(h.what, id)
	}
	return true
}

// of returns the messages that a viewer could read up to a number of moves. It sorts them, so that
// two games can be compared although the order of messages depends on timing.
func (p *played) of(viewer game.Side, moves int) []string {
	var all []string
	for i := range p.heard {
		h := &p.heard[i]
		mine := h.to == toAll || h.to == viewer.String() || h.to == toWorker && viewer == p.machine && viewer != game.NoSide
		// In the first game, clients may send requests after this move; the second game ends here.
		// So requests at this point are not compared.
		asked := strings.HasPrefix(h.what, "rest ") || h.to == toWorker
		if mine && h.about(p.id) && (h.stamp < moves || h.stamp == moves && !asked) {
			all = append(all, fmt.Sprintf("%03d %s %s", h.stamp, h.to, strings.ReplaceAll(h.plain(p.id), p.id, "ID")))
		}
	}
	slices.Sort(all)
	// If a worker could not search in time, the same job is sent again. Remove such copies, because
	// they depend on timing.
	return slices.CompactFunc(all, func(x, y string) bool { return x == y && strings.HasPrefix(x[4:], toWorker) })
}

// compare lists the differences between the messages that a viewer could read in two games that
// look the same to the viewer.
func compare(p, twin *played, viewer game.Side, moves int, sum *tally) (faults []string) {
	a, b := p.of(viewer, moves), twin.of(viewer, moves)
	sum.Compared += len(a)
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			var x, y string
			if i < len(a) {
				x = a[i]
			}
			if i < len(b) {
				y = b[i]
			}
			return append(faults, fmt.Sprintf("the %s viewer can tell deals apart after %d moves:\n%s\n%s", viewer, moves, x, y))
		}
	}
	return faults
}

// These constants define a leak: part consecutive letters of a deal in a message, of which the
// reader of the message did not know at least unknown letters.
const (
	part    = 8
	unknown = 4
)

// search searches all messages for parts of the deal that were hidden from their readers.
func (p *played) search(sum *tally) (faults []string) {
	cache := map[string][][]byte{}
	for i := range p.heard {
		h := &p.heard[i]
		sum.Searched++
		sum.Bytes += len(h.data)
		if strings.HasPrefix(h.what, "job ") {
			sum.Jobs++
		}
		viewer := wire.SideOf(h.to)
		if h.to == toWorker {
			viewer = p.machine
		}
		key := fmt.Sprint(viewer, h.stamp)
		if cache[key] == nil {
			cache[key] = p.needles(viewer, h.stamp)
		}
		for _, needle := range cache[key] {
			if bytes.Contains(h.data, needle) {
				faults = append(faults, fmt.Sprintf("%s for %s after %d moves holds a part of the deal, %q", h.what, h.to, h.stamp, needle))
			}
		}
	}
	return faults
}

// needles returns the byte sequences to search for: the hidden parts of the deal in several
// encodings, and the secret numbers from which the deal could be computed.
func (p *played) needles(viewer game.Side, moves int) (all [][]byte) {
	known := p.known(viewer, moves)
	for _, n := range p.number {
		all = append(all, n[:], []byte(n.String()), []byte(base64.StdEncoding.EncodeToString(n[:])[:40]))
	}
	for i, n := range p.salts {
		if !known[i] {
			all = append(all, n[:], []byte(n.String()))
		}
	}
	for i := 0; i+part <= len(p.secret); i++ {
		hidden := 0
		for _, k := range known[i : i+part] {
			if !k {
				hidden++
			}
		}
		if hidden < unknown {
			continue
		}
		run := p.secret[i : i+part]
		if p.public(run) {
			continue
		}
		all = append(all, run, bytes.ToUpper(run), []byte(hex.EncodeToString(run)))
		for shift := range 3 {
			text := base64.StdEncoding.EncodeToString(append(make([]byte, shift), run...))
			all = append(all, []byte(text[4:4+part]))
		}
	}
	return all
}

// public reports whether the letters run occur in this order in the unshuffled list of pieces.
// Everybody knows this list, so finding them in a message is no leak.
func (p *played) public(run []byte) bool {
	for _, pack := range p.rules.(game.Packed).Packs() {
		if strings.Contains(pack.Pieces, string(run)) {
			return true
		}
	}
	return false
}
