package swiss_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kydai/tourney"
	"kydai/tourney/swiss"
)

// TestWhyNotForced asks WhyNot why two random players of 20 to 60 are not paired, and checks the
// answer. It forces the two players to meet in another way than WhyNot: in a copy of the table,
// they are forbidden to meet anyone else. The code in sieve_test.go, which shares no code with the
// package, then evaluates both pairings. The criterion in the answer must be the first that gets
// worse, and the numbers in the answer must be correct.
//
// If KYDAI_TEST_BBP is set, the reference program must give the same pairing for this copy.
// KYDAI_TEST_TOURNAMENTS is the number of questions.
func TestWhyNotForced(t *testing.T) {
	count := 60
	if testing.Short() {
		count = 15
	}
	count = number(os.Getenv("KYDAI_TEST_TOURNAMENTS"), count)
	program := os.Getenv("KYDAI_TEST_BBP")
	asked, answers, byProgram := map[int]int{}, 0, 0
	for seed := uint64(number(os.Getenv("KYDAI_TEST_SEED"), 1)); answers < count; seed++ {
		r := rand.New(rand.NewPCG(seed, 20))
		p := draw(r, 60)
		p.players = 20 + r.IntN(41)
		p.play(t, r, func(table *tourney.Table, byes []tourney.Bye, round tourney.Round) {
			list := people(table, byes)
			if len(list) < 10 || len(table.Rounds) == 0 {
				return
			}
			a, b := r.IntN(len(list)), r.IntN(len(list)+len(list)%2)
			if a == b || answers >= count {
				return
			}
			with := [2]int{list[a].tpn, 0}
			if b < len(list) {
				with[1] = list[b].tpn
			}
			answers++
			got, err := swiss.WhyNot(table, byes, with[0], with[1])
			if err != nil {
				t.Fatal(err)
			}
			asked[got.Criterion]++
			fail := func(text string) {
				t.Fatalf("seed %d, round %d, %v: %+v, but %s\n%s", seed, len(table.Rounds)+1, with, got, text, trf(table))
			}
			forced, text := forcedRound(table, byes, list, with)
			if text != "" || forced == nil {
				if text == "" && (got.Criterion < 1 || got.Criterion > 4) {
					text = "it cannot be forced"
				}
				if text != "" {
					fail(text)
				}
				return
			}
			if program != "" {
				byProgram++
				if text := sameAsProgram(t, program, forbidding(table, list, with), byes, *forced); text != "" {
					fail(text)
				}
			}
			if text := decide(assess(table, list, round), assess(table, list, *forced), got); text != "" {
				fail(text)
			}
		})
	}
	t.Logf("%d answers, %d of them forced by the reference program; by criterion: %v", answers, byProgram, asked)
}

// forbidding returns the table with two players who must not meet anyone but each other. If the
// second player is 0, the first must not meet anyone.
func forbidding(table *tourney.Table, list []*person, with [2]int) *tourney.Table {
	forced := *table
	forced.Forbidden = slices.Clone(table.Forbidden)
	for _, p := range list {
		for i, one := range with {
			if one != 0 && p.tpn != with[0] && p.tpn != with[1] && !slices.Contains(forced.Forbidden, [2]int{with[i], p.tpn}) {
				forced.Forbidden = append(forced.Forbidden, [2]int{with[i], p.tpn})
			}
		}
	}
	return &forced
}

// forcedRound pairs the round with two players forced to meet. It returns nil if that is
// impossible.
func forcedRound(table *tourney.Table, byes []tourney.Bye, list []*person, with [2]int) (*tourney.Round, string) {
	round, err := swiss.Pair(forbidding(table, list, with), byes)
	switch {
	case errors.Is(err, swiss.ErrNoPairing):
		return nil, ""
	case err != nil:
		return nil, err.Error()
	}
	for _, g := range round.Games {
		if g.White == with[0] && g.Black == with[1] || g.White == with[1] && g.Black == with[0] {
			return &round, ""
		}
	}
	if with[1] == 0 && slices.Contains(round.Byes, tourney.Bye{Player: with[0], Kind: tourney.PairingBye}) {
		return &round, ""
	}
	return nil, "the forbidden pairs do not force it"
}

// assess computes the faults of a complete pairing, bracket by bracket. The criterion C8 compares
// how many players would float down from the following bracket at best. For this, assess uses the
// players who do float down in the pairing itself, because the pairing of that bracket already has
// as few of them as possible.
func assess(t *tourney.Table, list []*person, round tourney.Round) (out sifted) {
	index := map[int]int{}
	for i, p := range list {
		index[p.tpn] = i
	}
	out.bye = -1
	out.mates = make([]int, len(list))
	for i := range out.mates {
		out.mates[i] = -1
	}
	for _, g := range round.Games {
		a, b := index[g.White], index[g.Black]
		out.mates[a], out.mates[b] = b, a
	}
	descending := func(players []int) (scores []int) {
		for _, p := range players {
			scores = append(scores, list[p].score)
		}
		slices.SortFunc(scores, func(a, b int) int { return b - a })
		return scores
	}
	var moved []int
	for from := 0; from < len(list); {
		to := from
		players := slices.Clone(moved)
		for ; to < len(list) && list[to].score == list[from].score; to++ {
			players = append(players, to)
		}
		left := floaters(players, out.mates)
		following := slices.Clone(left)
		for i := to; i < len(list) && list[i].score == list[to].score; i++ {
			following = append(following, i)
		}
		ahead := floaters(following, out.mates)
		faults := [][]int{{len(left)}, descending(left), append([]int{len(ahead)}, descending(ahead)...), nil}
		if len(left) == 1 && out.mates[left[0]] == -1 {
			faults[3] = []int{list[left[0]].unplayed}
		}
		pairs := ""
		for _, p := range players {
			if m := out.mates[p]; m > p && slices.Contains(players, m) {
				pairs += strconv.Itoa(p) + "-" + strconv.Itoa(m) + " "
			}
		}
		out.scores = append(out.scores, list[from].score)
		out.faults = append(out.faults, append(faults, quality(t, list, players, left, out.mates, from)...))
		out.pairs = append(out.pairs, pairs)
		if to == len(list) && len(left) == 1 {
			out.bye = list[left[0]].score
		}
		moved, from = left, to
	}
	return out
}

// sameAsProgram lets the reference program pair the round. It returns a description of the
// difference, or "" if the pairings are equal.
func sameAsProgram(tb testing.TB, program string, table *tourney.Table, byes []tourney.Bye, round tourney.Round) string {
	tb.Helper()
	dir := tb.TempDir()
	file, to := filepath.Join(dir, "t.trf"), filepath.Join(dir, "pairs")
	away := map[string]bool{}
	for _, b := range byes {
		away[fmt.Sprintf("001 %4d", b.Player)] = true
	}
	for _, p := range table.Players {
		if !p.In(len(table.Rounds) + 1) {
			away[fmt.Sprintf("001 %4d", p.Number)] = true
		}
	}
	lines := strings.Split(trf(table), "\n")
	for i, line := range lines {
		if len(line) > 8 && away[line[:8]] {
			lines[i] += "  0000 - Z"
		}
	}
	text := strings.Join(lines, "\n")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		tb.Fatal(err)
	}
	if out, err := exec.Command(program, "--dutch", file, "-p", to).CombinedOutput(); err != nil {
		return string(out)
	}
	out, err := os.ReadFile(to)
	if err != nil {
		tb.Fatal(err)
	}
	want := map[string]bool{}
	for _, g := range round.Games {
		want[strconv.Itoa(g.White)+" "+strconv.Itoa(g.Black)] = true
	}
	for _, b := range round.Byes {
		if b.Kind == tourney.PairingBye {
			want[strconv.Itoa(b.Player)+" 0"] = true
		}
	}
	lines = strings.Split(strings.TrimSpace(string(out)), "\n")[1:]
	for _, line := range lines {
		if !want[strings.TrimSpace(line)] {
			return "the reference program pairs " + line
		}
	}
	if len(lines) != len(want) {
		return "the reference program has another number of pairs"
	}
	return ""
}
