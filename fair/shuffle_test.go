package fair

import (
	"encoding/binary"
	"math"
	"os"
	"strconv"
	"testing"

	"kydai/game"
	"kydai/games/jieqi"
)

// usualShuffles is the default number of deals that the test of the shuffle examines. With "make
// shuffles" it examines 10,000,000.
const usualShuffles = 200_000

// Limits for the statistics of many deals. If the shuffle is fair, one in 1,000,000 series of
// random deals exceeds a limit. The test always uses the same seeds, so its result never changes.
const (
	// Limits of the chi-square statistic of the counts of each kind of piece on each square. It has
	// 2 x 14 x 5 = 140 degrees of freedom: 15 squares of each side, 6 kinds.
	placesLow, placesHigh = 74.1, 234.6
	// Limit of the chi-square statistic of pairs: which kinds of pieces are on two given squares.
	// It has 35 degrees of freedom.
	pairsHigh = 90.5
	// Limit of the largest deviation of a count from its mean, in standard deviations. There are
	// 180 counts: 30 squares and 6 kinds.
	cellHigh = 6.0
)

const kindLetters = "abnrcp"

var kindCount = map[byte]float64{'a': 2, 'b': 2, 'n': 2, 'r': 2, 'c': 2, 'p': 5}

// tallies counts kinds of pieces in many deals: by square, by the pair of kinds on two squares of
// one side, and by the pair of kinds on one square of each side.
type tallies struct {
	deals        float64
	places       [30][6]float64
	pair, across [6][6]float64
}

func kindIndex(c byte) int {
	for i := range kindLetters {
		if kindLetters[i] == c {
			return i
		}
	}
	panic("no piece of this game")
}

func (ta *tallies) add(dealt []byte) {
	var kinds [30]int
	for i, c := range dealt {
		kinds[i] = kindIndex(c)
		ta.places[i][kinds[i]]++
	}
	ta.pair[kinds[3]][kinds[4]]++
	ta.across[kinds[0]][kinds[15]]++
	ta.deals++
}

// wrong returns a description of the first statistic that exceeds its limit, or "" if none does.
func (ta *tallies) wrong(t *testing.T) string {
	t.Helper()
	const n = 15.0
	var places, pair, across, most float64
	for i := range ta.places {
		for k, got := range ta.places[i] {
			p := kindCount[kindLetters[k]] / n
			want := ta.deals * p
			places += (got - want) * (got - want) / want
			most = max(most, math.Abs(got-want)/math.Sqrt(want*(1-p)))
		}
	}
	places *= (n - 1) / n // correction: each deal has every piece exactly once, so its squares are not independent
	for a := range ta.pair {
		for b := range ta.pair {
			ca, cb := kindCount[kindLetters[a]], kindCount[kindLetters[b]]
			want := ta.deals * ca * cb / (n * n)
			across += (ta.across[a][b] - want) * (ta.across[a][b] - want) / want
			if a == b {
				cb--
			}
			want = ta.deals * ca * cb / (n * (n - 1))
			pair += (ta.pair[a][b] - want) * (ta.pair[a][b] - want) / want
		}
	}
	t.Logf("%.0f deals: kinds by squares %.1f (%.1f to %.1f), worst count %.2f sd (%.1f), two squares %.1f, across %.1f (%.1f)",
		ta.deals, places, placesLow, placesHigh, most, cellHigh, pair, across, pairsHigh)
	switch {
	case places > placesHigh:
		return "some piece is on some square too often"
	case places < placesLow:
		return "the counts are too even to be random"
	case most > cellHigh:
		return "one count is too far off"
	case pair > pairsHigh:
		return "two squares depend on each other"
	case across > pairsHigh:
		return "the sides depend on each other"
	}
	return ""
}

// seedOf returns the seed of deal i, if the server's secret number is i and both players' numbers
// are 0. Even with such predictable numbers the deals must look random.
func seedOf(match Hash, i uint64) Hash {
	var server Hash
	binary.BigEndian.PutUint64(server[24:], i)
	return Seed(match, server, make([]Hash, 2))
}

// TestShuffleIsFair computes many deals and checks that their statistics are those of a fair
// shuffle, for example that each kind of piece is on each square as often as expected.
func TestShuffleIsFair(t *testing.T) {
	deals := usualShuffles
	if text := os.Getenv("KYDAI_TEST_SHUFFLES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1000 {
			t.Fatalf("KYDAI_TEST_SHUFFLES=%s is no number of deals", text)
		}
		deals = n
	}
	if testing.Short() {
		deals /= 10
	}
	m, err := MatchOf(jieqi.Rules{}, "shuffles")
	if err != nil {
		t.Fatal(err)
	}
	hash := m.Hash()
	var ta tallies
	for i := range uint64(deals) {
		ta.add(jieqi.Rules{}.Deal(NewSource(seedOf(hash, i)).IntN).Open())
	}
	if why := ta.wrong(t); why != "" {
		t.Error(why)
	}
}

// TestBadShufflesAreFound checks that the statistics of TestShuffleIsFair detect shuffles
// that are known to be unfair.
func TestBadShufflesAreFound(t *testing.T) {
	pool := []byte(jieqi.Rules{}.Packs()[0].Pieces)
	for name, shuffle := range map[string]func(p []byte, intn func(int) int){
		"never in place": func(p []byte, intn func(int) int) {
			for i := len(p) - 1; i > 0; i-- {
				j := intn(i)
				p[i], p[j] = p[j], p[i]
			}
		},
		"swap with any": func(p []byte, intn func(int) int) {
			for i := range p {
				j := intn(len(p))
				p[i], p[j] = p[j], p[i]
			}
		},
		"a byte modulo n": func(p []byte, intn func(int) int) {
			for i := len(p) - 1; i > 0; i-- {
				j := intn(256) % (i + 1)
				p[i], p[j] = p[j], p[i]
			}
		},
		"not at all": func([]byte, func(int) int) {},
	} {
		var ta tallies
		source := NewSource(Hash{1})
		for range usualShuffles / 4 {
			dealt := append(append([]byte{}, pool...), pool...)
			shuffle(dealt[:15], source.IntN)
			shuffle(dealt[15:], source.IntN)
			ta.add(dealt)
		}
		if ta.wrong(t) == "" {
			t.Errorf("%s passed for fair", name)
		}
	}
}

// TestDealFollowsPacks checks that the game shuffles its pieces as its method Packs
// describes.
func TestDealFollowsPacks(t *testing.T) {
	m, err := MatchOf(jieqi.Rules{}, "packs")
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint64(200) {
		l, err := Lay(jieqi.Rules{}, m, seedOf(m.Hash(), i))
		if err != nil {
			t.Fatal(err)
		}
		again := layAgain(m, seedOf(m.Hash(), i))
		if again.Secret() != l.Secret() || again.Root() != l.Root() {
			t.Fatal("the game deals otherwise than its packs say")
		}
		if _, err := (jieqi.Rules{}).New(game.Setup{Secret: l.Secret()}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSourceRejects checks that IntN rejects random values that would make small results more
// likely. The test uses an n of 3/8 of 2^32. Without rejection, results in the lower two thirds
// would be 1.5 times as likely as the others.
func TestSourceRejects(t *testing.T) {
	const n = 3 << 29
	s := NewSource(Hash{2})
	below := 0
	const draws = 100_000
	for range draws {
		v := s.IntN(n)
		if v < 0 || v >= n {
			t.Fatal(v)
		}
		if v < 1<<30 {
			below++
		}
	}
	if share := float64(below) / draws; math.Abs(share-2.0/3) > 0.01 {
		t.Errorf("%.3f of the numbers lie in the lower two thirds", share)
	}
}

func BenchmarkDealAndTree(b *testing.B) {
	m, err := MatchOf(jieqi.Rules{}, "bench")
	if err != nil {
		b.Fatal(err)
	}
	for i := range b.N {
		if _, err := Lay(jieqi.Rules{}, m, Hash{byte(i), byte(i >> 8)}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRevealCheck(b *testing.B) {
	p := newParty(b, "bench", 1, [2]bool{})
	p.deal()
	r, err := p.layout.Reveal(0, game.Opened{Square: p.match.squares()[7], Piece: p.layout.secret.Open()[7]})
	if err != nil {
		b.Fatal(err)
	}
	hash, squares, root := p.match.Hash(), p.match.squares(), p.layout.Root()
	for b.Loop() {
		if err := r.check(hash, squares, root); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	p, tr := whole(b, 1, [2]bool{})
	e := p.evidence()
	for b.Loop() {
		if r := Verify(tr, e); !r.Sound() {
			b.Fatal(r)
		}
	}
}
