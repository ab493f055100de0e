package glicko

import (
	"math"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// Expected results as the bits of float64 values, computed on amd64 with GOAMD64=v1.
const (
	goldenMean       = 0x4096e033e2fa5109
	goldenDeviation  = 0x4062f0875d99af6e
	goldenVolatility = 0x3faeb7cb2dc8d358
	goldenExp        = 0x3fd29f18a148bd12
	goldenLog        = 0xc01681dd7a559a2a
	goldenGames      = 0x9706194ed522c30
)

// bitsOf mixes the bits of values into one number (FNV-1a over 64-bit words).
func bitsOf(sum uint64, values ...float64) uint64 {
	for _, v := range values {
		sum = (sum ^ math.Float64bits(v)) * 0x100000001b3
	}
	return sum
}

// TestGoldenBits compares results to the last bit. The expected constants, computed on amd64
// (GOAMD64=v1), must hold on every processor.
func TestGoldenBits(t *testing.T) {
	s := Standard()
	p := s.Update(Player{1500, 200, 0.06}, []Game{{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}}, 1)
	for _, c := range []struct {
		name string
		got  float64
		want uint64
	}{
		{"the paper's mean", p.Mean, goldenMean},
		{"the paper's deviation", p.Deviation, goldenDeviation},
		{"the paper's volatility", p.Volatility, goldenVolatility},
		{"exp", exp(-1.2345678901234567), goldenExp},
		{"log", log(0.0036), goldenLog},
	} {
		if got := math.Float64bits(c.got); got != c.want {
			t.Errorf("%s has the bits %#x, want %#x", c.name, got, c.want)
		}
	}
	if got := simulated(s, 20_000); got != goldenGames {
		t.Errorf("20,000 games have the sum %#x, want %#x", got, uint64(goldenGames))
	}
}

// simulated plays games among 64 players. It returns a hash of the bits of all intermediate ratings
// and of an estimate from the same games.
func simulated(s System, games int) uint64 {
	r := rand.New(rand.NewPCG(17, 2))
	players := make([]Player, 64)
	for i := range players {
		players[i] = s.New(1500)
	}
	against, taken := make([][]Game, 8), 0
	sum := uint64(0xcbf29ce484222325)
	for range games {
		i := r.IntN(len(players))
		j := (i + 1 + r.IntN(len(players)-1)) % len(players)
		score := float64(r.IntN(3)) / 2
		a, b := s.Wait(players[i], float64(r.IntN(400_000))), s.Wait(players[j], float64(r.IntN(400_000)))
		players[i], players[j] = s.Played(a, b, score)
		sum = bitsOf(sum, players[i].Mean, players[i].Deviation, players[i].Volatility, players[j].Mean, players[j].Deviation, players[j].Volatility)
		if taken < 300 {
			against[j%8] = append(against[j%8], Game{a.Mean, a.Deviation, score})
			taken++
		}
	}
	e := Fit(against)
	return bitsOf(sum, e.Mean, e.Error)
}

var fused = regexp.MustCompile(`\s(V?FN?M(ADD|SUB)\w*|XSN?M(ADD|SUB)\w*|WFM[AS]DB)\s`)

// TestNoFusedInstruction compiles the package for processors that can fuse a product and a
// sum, and looks for such instructions in the assembly. As a control, it does the same with a
// package that contains one fusable sum.
func TestNoFusedInstruction(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for other processors")
	}
	targets := [][]string{{"GOARCH=arm64"}, {"GOARCH=amd64", "GOAMD64=v3"}}
	if all := testAll(); all {
		targets = append(targets, []string{"GOARCH=ppc64le"}, []string{"GOARCH=riscv64"}, []string{"GOARCH=s390x"})
	}
	for _, target := range targets {
		t.Run(strings.Join(target, " "), func(t *testing.T) {
			if text := assembly(t, target, "."); fused.MatchString(text) || !strings.Contains(text, "SQRT") {
				t.Errorf("the package has the fused instruction %q, or its assembly was not printed", fused.FindString(text))
			}
			if !fused.MatchString(assembly(t, target, "./testdata/fused")) {
				t.Error("the control has no fused instruction; the test would prove nothing")
			}
		})
	}
}

func assembly(t *testing.T, target []string, pkg string) string {
	t.Helper()
	cmd := exec.Command("go", "build", "-gcflags=-S", pkg) //nolint:gosec // pkg is this package or the test's control package
	cmd.Env = append(cmd.Environ(), append(target, "GOOS=linux", "CGO_ENABLED=0")...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go build with %v on %s: %v\n%s", target, runtime.GOARCH, err, out)
	}
	return string(out)
}
