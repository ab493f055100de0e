package player_test

import (
	"context"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/lab/player"
	"kydai/protocol"
	"kydai/test/timing"
)

func TestParseSpec(t *testing.T) {
	set := func(pairs ...string) (s []protocol.Setting) {
		for i := 0; i < len(pairs); i += 2 {
			s = append(s, protocol.Setting{Name: pairs[i], Value: pairs[i+1]})
		}
		return s
	}
	for text, want := range map[string]player.Spec{
		"random":                           {Kind: "random"},
		"kydai:level=3":                    {Kind: "kydai", Set: set("level", "3")},
		"kydai:time=100ms,hash=8":          {Kind: "kydai", Set: set("time", "100ms", "hash", "8")},
		"classic:alphabeta,depth=4,eval=m": {Kind: "classic", Words: []string{"alphabeta"}, Set: set("depth", "4", "eval", "m")},
		"uci:stockfish":                    {Kind: "uci", Words: []string{"stockfish"}},
		"uci:stockfish?UCI_Elo=2000&nodes=500&clock=10s+1s": {Kind: "uci", Words: []string{"stockfish"},
			Set: set("UCI_Elo", "2000", "nodes", "500", "clock", "10s+1s")},
		"gomocup:/opt/my%20brains/pela?memory=70": {Kind: "gomocup", Words: []string{"/opt/my brains/pela"}, Set: set("memory", "70")},
		"uci:a%3Fb?Book%20File=":                  {Kind: "uci", Words: []string{"a?b"}, Set: set("Book File", "")},
	} {
		got, err := player.ParseSpec(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// TestBadSpecs checks that the error for every invalid spec describes the mistake.
func TestBadSpecs(t *testing.T) {
	chess, _ := games.Find("chess")
	for text, want := range map[string]string{
		"":                             "begin with a kind",
		"Random":                       "begin with a kind",
		"frob":                         "unknown kind of player: frob",
		"kydai:":                       "there is nothing after",
		"kydai:level":                  "does not accept level",
		"kydai:level=":                 "level needs a value",
		"kydai:level=nine":             "whole number",
		"kydai:level=0":                "at least 1",
		"kydai:level=10":               "level must be from 1 to 9",
		"kydai:time=5":                 "a time such as 100ms",
		"kydai:time=-5s":               "a time such as 100ms",
		"kydai:,":                      "two commas",
		"kydai:speed=3":                "no setting speed",
		"kydai:count-base=x":           "count-base must be a whole number",
		"kydai:count-base=0":           "count-base must be from 1 to 40",
		"kydai:clock=x":                "10s+100ms",
		"random:3":                     "does not accept 3",
		"uci":                          "needs a program",
		"uci:":                         "there is nothing after",
		"uci:?a=b":                     "no program",
		"uci:no-such-program-anywhere": "no program no-such-program",
		"uci:sh?nodes":                 "NAME=VALUE",
		"uci:sh?nodes=x":               "whole number",
		"uci:sh?coords=algebraic":      "coords must be iccs",
		"uci:%zz":                      "no program",
		"gomocup:sh":                   "cannot play chess",
	} {
		_, err := player.DefaultKinds().Make(chess, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
}

func FuzzParseSpec(f *testing.F) {
	for _, s := range []string{"random", "kydai:level=3", "classic:a,b=c", "uci:stockfish?UCI_Elo=2000&nodes=500", "uci:%3F?a%26=b%3D", "kydai:a=b,c", "ucci:?", "uci:a?b=c=d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := player.ParseSpec(text)
		if err != nil {
			return
		}
		back, err := player.ParseSpec(s.String())
		if err != nil || !reflect.DeepEqual(s, back) {
			t.Errorf("%q is %+v, written %q, read %+v, %v", text, s, s.String(), back, err)
		}
	})
}

// TestSimplePlayers plays whole games with players without a search, in all games. It plays each
// game twice; equal seeds must give equal games.
func TestSimplePlayers(t *testing.T) {
	for _, r := range append(games.All(), games.Examples()...) {
		var first []string
		for run := range 3 {
			var seats []engine.Engine
			for _, spec := range []string{"random", "greedy:name=G"} {
				p, err := player.DefaultKinds().Make(r, spec)
				if err != nil {
					t.Fatal(err)
				}
				e, err := p.New(uint64(run / 2))
				if err != nil {
					t.Fatal(err)
				}
				seats = append(seats, e)
			}
			setup := game.Setup{}
			if d, ok := r.(game.Dealer); ok {
				setup.Secret = d.Deal(func(n int) int { return n / 2 })
			}
			l, err := game.NewLine(r, setup)
			if err != nil {
				t.Fatal(err)
			}
			for !l.Outcome().Over() && l.Ply() < 60 {
				turn := l.Position().Turn()
				info, err := seats[turn.Index()].Think(context.Background(), l.View(turn), engine.Limits{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if err := l.Play(info.Best()); err != nil {
					t.Fatalf("%s, ply %d: %v", r.Info().Name, l.Ply(), err)
				}
			}
			codes := l.Codes()
			switch {
			case run == 0:
				first = codes
			case run == 1 && !reflect.DeepEqual(codes, first):
				t.Errorf("%s: the same seed gives another game", r.Info().Name)
			case run == 2 && reflect.DeepEqual(codes, first):
				t.Errorf("%s: another seed gives the same game", r.Info().Name)
			}
		}
	}
}

// TestOurEngines lets every engine of this project play a few moves under every limit that a spec
// can set.
func TestOurEngines(t *testing.T) {
	for _, entry := range engines.All() {
		r, ok := games.Find(entry.Game)
		if !ok {
			t.Fatalf("there is no game %s", entry.Game)
		}
		for _, spec := range []string{"kydai", "kydai:level=1", "kydai:level=4", "kydai:time=20ms,hash=2", "kydai:nodes=500,threads=2", "kydai:depth=3,name=X"} {
			p, err := player.DefaultKinds().Make(r, spec)
			if err != nil {
				t.Fatalf("%s, %s: %v", entry.Game, spec, err)
			}
			if _, ok := entry.New().(engine.Adjustable); !ok && strings.Contains(spec, ",") {
				if _, err := p.New(7); err == nil && !strings.Contains(spec, "name") {
					t.Errorf("%s, %s: an engine without options took one", entry.Game, spec)
				}
				continue
			}
			e, err := p.New(7)
			if err != nil {
				t.Fatalf("%s, %s: %v", entry.Game, spec, err)
			}
			s := game.Setup{}
			if d, ok := r.(game.Dealer); ok {
				s.Secret = d.Deal(rand.New(rand.NewPCG(7, 7)).IntN)
			}
			l, err := game.NewLine(r, s)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				info, err := e.Think(context.Background(), l.View(l.Position().Turn()), p.Limits, nil)
				if err != nil {
					t.Fatalf("%s, %s: %v", entry.Game, spec, err)
				}
				if err := l.Play(info.Best()); err != nil {
					t.Fatalf("%s, %s: %v", entry.Game, spec, err)
				}
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestDialects checks that every protocol dialect belongs to a game and that the game accepts the
// options of every switch of the dialect.
func TestDialects(t *testing.T) {
	for _, d := range engines.Dialects() {
		r, ok := games.Find(d.Game)
		if !ok {
			t.Fatalf("there is no game %s", d.Game)
		}
		for name, options := range d.Switches {
			if _, err := r.New(game.Setup{Options: options}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// build builds the program kydai once for all tests and returns its path.
func build(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the program")
	}
	path := filepath.Join(t.TempDir(), "kydai")
	cmd := exec.Command("go", "build", "-o", path, "kydai/cmd/kydai")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("the program does not build: %v\n%s", err, out)
	}
	return path
}

// TestOurProgram drives the program kydai over each of its protocols.
func TestOurProgram(t *testing.T) {
	path := build(t)
	for protocolName, list := range map[string][]string{"uci": {"chess", "xiangqi"}, "ucci": {"xiangqi"}, "gomocup": {"caro"}} {
		for _, name := range list {
			t.Run(protocolName+" "+name, func(t *testing.T) {
				if _, ok := engines.Find(name); !ok {
					t.Skipf("there is no engine for %s", name)
				}
				r, _ := games.Find(name)
				p, err := player.DefaultKinds().Make(r, protocolName+":"+path+"?args="+protocolName+"&time=30ms")
				if err != nil {
					t.Fatal(err)
				}
				e, err := p.New(0)
				if err != nil {
					t.Fatal(err)
				}
				defer e.Close() //nolint:errcheck // an error of Close does not matter in this test
				l, err := game.NewLine(r, game.Setup{})
				if err != nil {
					t.Fatal(err)
				}
				for i := range 8 {
					var info engine.Thought
					bound := time.Second
					if i == 0 {
						bound = time.Hour // the first move includes the start of the program
					}
					timing.Within(t, bound, timing.DefaultTrials, func() time.Duration {
						began := time.Now()
						if info, err = e.Think(context.Background(), l, p.Limits, nil); err != nil {
							t.Fatal(err)
						}
						return time.Since(began)
					})
					if err := l.Play(info.Best()); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
	}
}

// TestRanksFromZero drives a program that numbers the ranks of xiangqi from 0. Its moves must be
// legal only with the setting coords=iccs.
func TestRanksFromZero(t *testing.T) {
	r, _ := games.Find("xiangqi")
	path := build(t)
	for coords, legal := range map[string]bool{"&coords=iccs": true, "": false} {
		p, err := player.DefaultKinds().Make(r, "uci:"+path+"?args=uci%20xiangqi&nodes=50"+coords)
		if err != nil {
			t.Fatal(err)
		}
		e, err := p.New(0)
		if err != nil {
			t.Fatal(err)
		}
		l, err := game.NewLine(r, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		ok := true
		for range 2 { // at least the move of the second side is illegal if its ranks are read as counted from 1
			info, err := e.Think(context.Background(), l, p.Limits, nil)
			if ok = err == nil && l.Play(info.Best()) == nil; !ok {
				break
			}
		}
		if ok != legal {
			t.Errorf("with %q: legal is %v", coords, ok)
		}
		_ = e.Close()
	}
}
