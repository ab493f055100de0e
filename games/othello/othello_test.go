package othello

import (
	"math/rand/v2"
	"strings"
	"testing"

	"kydai/game"
	"kydai/game/gametest"
)

func TestConformance(t *testing.T) {
	gametest.Run(t, Rules{}, gametest.Plan{Games: 40, Plies: 130, Seed: 1})
}

func TestPerft(t *testing.T) {
	gametest.PerftFile(t, "testdata/othello.perft", 9, func(epd string, depth int) (uint64, error) {
		p, err := Rules{}.New(game.Setup{Start: epd})
		if err != nil {
			return 0, err
		}
		return gametest.Perft(p, depth), nil
	})
}

func read(t *testing.T, text string) game.Position {
	t.Helper()
	p, err := Rules{}.New(game.Setup{Start: text})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// TestRules checks each example in games/othello/rules.md under its number.
func TestRules(t *testing.T) {
	for _, c := range []struct{ rule, before, legal, code, after string }{
		{"1", start, "d3 c4 f5 e6", "f5", "8/8/8/3XXX2/3oX3/8/8/8 white"},
		{"2 every line", "8/8/3X4/3o4/Xoo5/8/8/6oX black", "f1 d4", "d4", "8/8/3X4/3X4/XXXX4/8/8/6oX white"},
		{"2 not through a gap", "8/8/8/8/8/8/8/Xo1o3X black", "c1", "c1", "8/8/8/8/8/8/8/XXXo3X white"},
		{"2 not beyond the edge", "8/8/8/8/8/8/1Xo5/Xo5o black", "c1 d2", "d2", "8/8/8/8/8/8/1XXX4/Xo5o white"},
		{"3 must pass", "8/8/3X4/3X4/XXXX4/8/8/6oX white", "pass", "pass", "8/8/3X4/3X4/XXXX4/8/8/6oX black"},
	} {
		p := read(t, c.before)
		var codes []string
		for _, m := range p.Legal() {
			codes = append(codes, p.Encode(m))
		}
		if got := strings.Join(codes, " "); got != c.legal {
			t.Errorf("rule %s: legal are %s, want %s", c.rule, got, c.legal)
			continue
		}
		m, err := p.Decode(c.code)
		if err != nil {
			t.Errorf("rule %s: %v", c.rule, err)
		} else if got := p.Play(m).String(); got != c.after {
			t.Errorf("rule %s: after %s %s, want %s", c.rule, c.code, got, c.after)
		}
	}
}

// TestOutcome checks rule 4: how and when a game ends.
func TestOutcome(t *testing.T) {
	for text, want := range map[string]game.Outcome{
		start:                                             {},
		"8/8/3X4/3X4/XXXX4/8/8/6oX white":                 {}, // rule 3: white must pass, but the game is not over
		"8/8/8/8/8/8/8/XXX4o black":                       game.Win(game.First, game.Count),
		"8/8/8/8/8/8/8/X5oo black":                        game.Win(game.Second, game.Count),
		"8/8/8/8/8/8/8/XX4oo white":                       game.Draw(game.Count),
		"8/8/8/8/8/8/8/8 black":                           game.Draw(game.Count),
		strings.Repeat("XXXXXXXX/", 7) + "oooooooo white": game.Win(game.First, game.Count),
	} {
		p := read(t, text)
		if p.Outcome() != want || (len(p.Legal()) == 0) != want.Over() {
			t.Errorf("%s: %v with %d moves, want %v", text, p.Outcome(), len(p.Legal()), want)
		}
	}
}

// TestTextRefused checks rule 5. Each refused position text is listed with a part of its error
// message.
func TestTextRefused(t *testing.T) {
	for text, says := range map[string]string{
		"8/8/8/3Xo3/3oX3/8/8/8":             "black or white",
		"8/8/8/3Xo3/3oX3/8/8/8 red":         "black or white",
		"8/8/8 black":                       "3 rows",
		"8/8/8/3Xo4/3oX3/8/8/8 black":       "row 4",
		"8/8/8/3Xo2/3oX3/8/8/8 black":       "7 squares",
		"8/8/8/3Xo3/3oX3/8/8/7XX black":     "row 8",
		"8/8/8/3Xo3/3oX3/8/8/7# white":      "row 8",
		"8/8/8/88888888/3oX3/8/8/8X white":  "row 4",
		"8/8/8/3Xo3/3oX3/8/8/8 black white": "black or white",
	} {
		if p, err := (Rules{}).New(game.Setup{Start: text}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, %v; want an error with %q", text, p, err, says)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add(start, "f5")
	f.Add("8/8/3X4/3X4/XXXX4/8/8/6oX white", "pass")
	f.Add("8/8/8/88888888/3oX3/8/8/8X white", "")
	f.Fuzz(func(t *testing.T, text, code string) {
		p, err := Rules{}.New(game.Setup{Start: text})
		if err != nil {
			return
		}
		if back := read(t, p.String()); back != p {
			t.Errorf("%q comes back as %q", p, back)
		}
		if m, err := p.Decode(code); err == nil && p.Encode(m) != code {
			t.Errorf("%q is read as %q", code, p.Encode(m))
		}
	})
}

// TestRefusedMoves checks in random games that Refuse gives a reason exactly for the squares where
// no disk may be placed, and that the reason is true: the square is occupied, a disk on it would
// turn nothing over, or the side must pass.
func TestRefusedMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	seen := map[string]int{}
	p := read(t, start).(Position)
	for range 2000 {
		legal := map[game.Square]bool{}
		moves := p.Legal()
		for _, m := range moves {
			legal[m.To()] = m != pass
		}
		for sq := range game.Square(size * size) {
			r := p.Refuse(game.NoSquare, sq)
			seen[r.Code]++
			emptied := p
			emptied.sides[0] &^= bit(sq)
			emptied.sides[1] &^= bit(sq)
			switch {
			case legal[sq] != (r.Code == ""):
				t.Fatalf("%s: a disk on %d is refused because of %q", p, sq, r.Code)
			case r.Code == "occupied" && emptied == p:
				t.Fatalf("%s: %d is empty", p, sq)
			case r.Code == "turns-none" && p.flips(p.turn, sq) != 0, r.Code == "pass" && moves[0] != pass:
				t.Fatalf("%s: a disk on %d is refused because of %s", p, sq, r.Code)
			}
		}
		if len(moves) == 0 {
			p = read(t, start).(Position)
			continue
		}
		p = p.Play(moves[rng.IntN(len(moves))]).(Position)
	}
	for _, code := range []string{"occupied", "turns-none", "pass"} {
		if seen[code] == 0 {
			t.Errorf("no disk was refused because of %s", code)
		}
	}
}
