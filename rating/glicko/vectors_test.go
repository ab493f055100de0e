package glicko

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/vectors.json")

// vector is one game that checks the browser's implementation of Glicko-2 in ui/src/rate.
type vector struct {
	Player   Player  `json:"player"`
	Seconds  float64 `json:"seconds"` // seconds since the player's last game
	Opponent Player  `json:"opponent"`
	Score    float64 `json:"score"`
	After    Player  `json:"after"`
}

// TestVectors writes or checks the test vectors. The browser's implementation must compute the same
// results.
func TestVectors(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 21))
	s := Standard()
	var all []vector
	p := s.New(1500)
	for i := range 200 {
		if i%40 == 0 {
			p = s.New(800 + 1400*r.Float64())
		}
		v := vector{
			Player: p, Seconds: float64(r.IntN(10_000_000)), Score: float64(r.IntN(3)) / 2,
			Opponent: Player{Mean: 600 + 2000*r.Float64(), Deviation: 45 + 300*r.Float64(), Volatility: paperVolatility},
		}
		v.After, _ = s.Played(s.Wait(p, v.Seconds), v.Opponent, v.Score)
		p = v.After
		all = append(all, v)
	}
	file := filepath.Join("testdata", "vectors.json")
	if *update {
		text, _ := json.Marshal(all)
		if err := os.WriteFile(file, append(text, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file) //nolint:gosec // the name of the file is fixed in this test
	if err != nil {
		t.Fatal(err)
	}
	var have []vector
	if err := json.Unmarshal(text, &have); err != nil || !reflect.DeepEqual(have, all) {
		t.Errorf("%s is not what the package computes (%v); run: go test ./rating/glicko -run TestVectors -update", file, err)
	}
}
