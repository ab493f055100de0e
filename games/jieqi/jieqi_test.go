package jieqi

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kydai/game"
	"kydai/game/gametest"
	"kydai/games/xiangqi"
)

func view(s game.Side) game.Setup {
	return game.Setup{Options: map[string]string{game.ViewOption: s.String()}}
}

func TestConformance(t *testing.T) {
	games := 6
	if testing.Short() {
		games = 3
	}
	gametest.Run(t, Rules{}, gametest.Plan{
		Setups: []game.Setup{{}, view(game.NoSide), view(game.First), view(game.Second)},
		Games:  games, Plies: 120, Seed: 7,
	})
}

func mustNew(t *testing.T, s game.Setup) *Position {
	t.Helper()
	p, err := Rules{}.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Position)
}

func at(t *testing.T, text string) *Position { return mustNew(t, game.Setup{Start: text}) }

// dealt starts a game in which the piece under each home point is the one that starts there in
// xiangqi. The parameter swaps lists pairs of indexes into the deal; dealt exchanges the two pieces
// of each pair.
func dealt(t *testing.T, swaps ...int) *game.Line {
	t.Helper()
	deal := []byte(strings.Repeat("rnbaabnrccppppp", 2))
	for i := 0; i < len(swaps); i += 2 {
		a, b := swaps[i], swaps[i+1]
		deal[a], deal[b] = deal[b], deal[a]
	}
	l, err := game.NewLine(Rules{}, game.Setup{Secret: game.NewSecret(deal)})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func codesOf(p game.Position) []string {
	var out []string
	for _, m := range p.Legal() {
		out = append(out, p.Encode(m))
	}
	slices.Sort(out)
	return out
}

// TestFirstMoves checks rule 3: there are 44 first moves, and a face-down adviser can only move to
// the centre of the palace.
func TestFirstMoves(t *testing.T) {
	p := mustNew(t, game.Setup{})
	got := codesOf(p)
	if len(got) != 44 {
		t.Errorf("%d first moves, want 44", len(got))
	}
	for _, code := range got {
		if code[0] == 'd' && code[1] == '0' && code != "d0e1" || code[0] == 'f' && code[1] == '0' && code != "f0e1" {
			t.Errorf("a face-down adviser may not play %s", code)
		}
	}
	// In this deal, every piece is under its own home point. Within two plies, the freer moves of
	// turned-up advisers and elephants make no difference, so perft 2 must equal that of xiangqi.
	if got := gametest.Perft(dealt(t).Position(), 2); got != 1920 {
		t.Errorf("perft 2 = %d, want 1920", got)
	}
}

// TestTurnedUp checks rule 4: a turned-up piece moves as its own kind, and turned-up advisers and
// elephants may go anywhere on the board.
func TestTurnedUp(t *testing.T) {
	cases := []struct{ text, from, want string }{
		{"4k4/9/9/9/4A4/9/9/9/9/3K5 w - 0 1", "e5", "e5d4 e5d6 e5f4 e5f6"},
		{"4k4/9/9/9/4B4/9/9/9/9/3K5 w - 0 1", "e5", "e5c3 e5c7 e5g3 e5g7"},
		{"4k4/9/9/9/4B4/3p5/9/9/9/3K5 w - 0 1", "e5", "e5c7 e5g3 e5g7"}, // a piece on d4 blocks the elephant's way to c3
		{"4k4/9/9/9/9/9/9/P8/9/3K5 w - 0 1", "a2", "a2a3"},              // a soldier that was turned up behind its normal start
		{"4k4/9/9/P8/9/9/9/9/9/3K5 w - 0 1", "a6", "a6a7 a6b6"},
	}
	for _, c := range cases {
		var got []string
		for _, code := range codesOf(at(t, c.text)) {
			if strings.HasPrefix(code, c.from) {
				got = append(got, code)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.text, got, c.want)
		}
	}
}

// TestChecks checks rule 5: a face-down piece gives check as its home kind, and turned-up advisers
// and elephants can give check.
func TestChecks(t *testing.T) {
	for text, want := range map[string]bool{
		"5k3/9/9/9/9/9/9/9/3a5/4K4 w - 0 1":     true,  // an adviser in the enemy palace gives check
		"5k3/9/9/9/9/9/9/2b6/9/4K4 w - 0 1":     true,  // an elephant beyond the river gives check
		"5k3/9/9/9/9/9/9/2b6/3P5/4K4 w - 0 1":   false, // a piece blocks the elephant's way
		"4Pk3/9/9/9/9/9/9/9/9/4K4 b - 0 1":      true,  // a soldier next to the general gives check
		"3P1k3/9/9/9/9/9/9/9/9/4K4 b - 0 1":     false,
		"5k3/9/9/9/9/9/9/1X5X1/9/4KR3 b C2 0 1": true,  // a rook on an open file gives check
		"x2k5/9/9/9/9/9/9/9/9/4K4 b r1 0 1":     false, // a side's own piece gives no check
		"5k3/9/9/9/9/9/5X3/9/9/4K4 b P1 0 1":    false, // invalid: a face-down piece must be on a home point
	} {
		p, err := Rules{}.New(game.Setup{Start: text})
		if err != nil {
			if !strings.Contains(text, "5X3") {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		if got := p.(*Position).InCheck(); got != want {
			t.Errorf("%s: check %v", text, got)
		}
	}
	// The face-down piece on d9 moves as an adviser, so it can block the check on e8.
	p := at(t, "3xk4/9/4R4/9/9/9/9/9/9/3K5 b a1 0 1")
	if !p.InCheck() || !slices.Contains(codesOf(p), "d9e8") {
		t.Errorf("check %v, moves %v", p.InCheck(), codesOf(p))
	}
}

// TestWhoSeesWhat checks rules 6 and 7: everyone sees a turned-up piece, but only the capturer sees
// a piece that was captured face down.
func TestWhoSeesWhat(t *testing.T) {
	l := dealt(t, 8, 0, 16, 29) // the piece on b2 is a rook, the piece on b9 a soldier
	for _, guess := range []string{"b2b9r", "b2b9p", "b2b9r*p", "b2b9n*n"} {
		if err := l.Play(guess); code(err) != game.TellsFace {
			t.Errorf("the guess %s was answered with %v", guess, err)
		}
	}
	if err := l.Play("b2b9"); err != nil {
		t.Fatal(err)
	}
	for s, want := range map[game.Side]string{game.First: "b2b9r*p", game.Second: "b2b9r", game.NoSide: "b2b9r"} {
		v := l.View(s)
		if got := v.Codes()[0]; got != want {
			t.Errorf("%v saw %s, want %s", s, got, want)
		}
		p := v.Position().(*Position)
		soldiers := 5
		if s == game.First {
			soldiers = 4
		}
		if got := p.Unseen(game.Second, xiangqi.Soldier); got != soldiers {
			t.Errorf("%v thinks %d black soldiers are unseen, want %d", s, got, soldiers)
		}
		if got := p.Unseen(game.First, xiangqi.Rook); got != 1 {
			t.Errorf("%v thinks %d red rooks are unseen", s, got)
		}
		if tells := strings.Contains(p.String(), "/p1 "); tells != (s == game.First) {
			t.Errorf("%v's text: %s", s, p)
		}
	}
	if strings.Contains(l.Position().String(), "/p1 ") {
		t.Error("the text of the true position tells a secret")
	}
	if err := l.MayUndo(1); code(err) != game.WouldReveal {
		t.Errorf("taking back a turned-up piece: %v", err)
	}
}

// TestNamedCaptureInAView replays move codes that name a piece captured face down (the letter after
// the star) in different views. A view whose owner may not know the piece must drop its name, and
// must refuse a piece that the opponent cannot have.
func TestNamedCaptureInAView(t *testing.T) {
	for _, c := range []struct{ view, codes, want string }{
		{"none", "b2b9p*b a9b9r", "b2b9p a9b9r"},
		{"second", "b2b9p*b a9b9r", "b2b9p a9b9r"},
		{"first", "b2b9p*b a9b9r", "b2b9p*b a9b9r"},
		{"none", "b2b9p*k", ""},
		{"none", "b2b9p*", ""},
		{"none", "b2b9*b", ""},
		{"none", "b2e2p*b", ""},
	} {
		l, err := game.NewLine(Rules{}, game.Setup{Options: map[string]string{game.ViewOption: c.view}})
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range strings.Fields(c.codes) {
			if err = l.Replay(code); err != nil {
				break
			}
		}
		if got := strings.Join(l.Codes(), " "); c.want == "" && err == nil || c.want != "" && got != c.want {
			t.Errorf("%s: %s became %s: %v", c.view, c.codes, got, err)
		}
	}
}

// TestTakeback checks rule 10: a move that revealed nothing may be taken back.
func TestTakeback(t *testing.T) {
	l := dealt(t)
	for _, m := range []string{"e3e4", "e6e5", "e4e5", "a6a5", "e5e6", "a5a4"} {
		if err := l.Play(m); err != nil {
			t.Fatal(m, err)
		}
	}
	if err := l.MayUndo(2); err != nil {
		t.Errorf("a soldier's second steps showed nothing: %v", err)
	}
	if err := l.MayUndo(3); code(err) != game.WouldReveal {
		t.Errorf("a6a5 turned a piece up: %v", err)
	}
}

// TestMoveLimit checks rule 9: the game is drawn after 80 plies without a capture, and turning a
// piece up does not restart the count. The option "limit" can allow more plies.
func TestMoveLimit(t *testing.T) {
	for limit, over := range map[string]bool{"80": true, "100": false} {
		l, err := game.NewLine(Rules{}, game.Setup{
			Start:   "4k4/9/9/9/9/9/9/9/9/R2K5 w - 79 60",
			Options: map[string]string{LimitOption: limit},
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Play("a0a1"); err != nil {
			t.Fatal(err)
		}
		if got := l.Outcome(); got.Over() != over {
			t.Errorf("limit %s: %v", limit, got)
		}
	}
}

// TestPerpetualCheck checks rule 8: a side that gives perpetual check loses, as in xiangqi.
func TestPerpetualCheck(t *testing.T) {
	l, err := game.NewLine(Rules{}, game.Setup{Start: "3k5/9/9/9/9/9/9/9/4R4/5K3 w - 0 1"})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		for _, m := range []string{"e1d1", "d9e9", "d1e1", "e9d9"} {
			if l.Outcome().Over() {
				break
			}
			if err := l.Play(m); err != nil {
				t.Fatal(m, err)
			}
		}
	}
	if got, want := l.Outcome(), game.Win(game.Second, game.PerpetualCheck); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestBadPositions(t *testing.T) {
	for _, text := range []string{
		"", "4k4 w - 0 1",
		"4k4/9/9/9/9/9/9/9/9/9 w - 0 1",
		"4k4/9/9/9/9/9/9/9/9/4K4 w - 0 1 9",
		"4k4/9/9/9/9/9/9/9/9/4K4 b - 0 1",      // the generals face each other
		"4k4/9/9/9/4X4/9/9/9/9/3K5 w P1 0 1",   // a face-down piece that is not on a home point
		"4k4/9/9/9/9/9/9/9/9/X2K5 w - 0 1",     // a face-down piece, but the pool is empty
		"4k4/9/9/9/9/9/9/9/9/R2K4R w R1 0 1",   // three rooks: two on the board and one in the pool
		"4k4/9/9/9/9/9/9/9/9/X2K5 w R1/R1 0 1", // captured pieces are named, but the text is not the view of a side
		"4k4/9/9/4K4/9/9/9/9/9/9 w - 0 1",
		"4k4/9/9/9/9/9/9/9/9/3K5 w K1 0 1",
	} {
		if p, err := (Rules{}).New(game.Setup{Start: text}); text != "" && err == nil {
			t.Errorf("%s was accepted as %s", text, p)
		}
	}
	deal := game.NewSecret([]byte(strings.Repeat("r", 30)))
	if _, err := (Rules{}).New(game.Setup{Secret: deal}); err == nil {
		t.Error("a deal of thirty rooks was accepted")
	}
}

// TestNotationOfManyOnAFile checks the notation of three or four pieces with the same name on one
// file, which is possible if some are face down and others turned up.
func TestNotationOfManyOnAFile(t *testing.T) {
	for text, want := range map[string]string{
		"3k5/9/9/R8/9/9/9/9/9/X3K4 w R1 0 1":  "a6a7 R++1",
		"3k5/9/9/R8/R8/9/9/9/9/X3K4 w P1 0 1": "a6a7 1R9+1",
		"3k5/9/P8/P8/P8/9/9/9/9/4K4 w - 0 1":  "a6b6 29=8",
	} {
		p := at(t, text)
		code, wxfText, _ := strings.Cut(want, " ")
		m, err := p.Decode(code)
		if err != nil {
			t.Fatal(text, err)
		}
		if got := (wxf{}).Write(p, m); got != wxfText {
			t.Errorf("%s: %s is written %s, want %s", text, code, got, wxfText)
		}
		for _, m := range p.Legal() {
			if back, err := (wxf{}).Read(p, (wxf{}).Write(p, m)); err != nil || back != m {
				t.Errorf("%s: %s: %v", text, (wxf{}).Write(p, m), err)
			}
		}
	}
}

func TestDealIsSecret(t *testing.T) {
	l := dealt(t)
	if strings.Contains(l.Setup().Secret.String(), "r") && l.Setup().Secret.String() != "secret" {
		t.Error("a secret prints itself")
	}
	for _, s := range []game.Side{game.NoSide, game.First, game.Second} {
		v := l.View(s).Position().(*Position)
		if v.faces != [xiangqi.Points]xiangqi.Kind{} || v.truth {
			t.Errorf("%v's view holds the faces", s)
		}
	}
}

func TestNoView(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a view played a move it cannot complete")
		}
	}()
	p := mustNew(t, game.Setup{})
	m, err := p.Decode("h2e2")
	if err != nil {
		t.Fatal(err)
	}
	p.Play(m)
}

func FuzzPosition(f *testing.F) {
	f.Add(Start)
	f.Add("4k4/9/9/9/9/9/9/9/9/X2K5 w R1/r1 0 1")
	f.Add("4k4/9/9/R8/R8/9/9/9/9/X3K4 w P1 0 1")
	f.Fuzz(func(t *testing.T, text string) {
		for _, side := range []game.Side{game.NoSide, game.First, game.Second} {
			s := view(side)
			s.Start = text
			p, err := Rules{}.New(s)
			if err != nil {
				continue
			}
			s.Start = p.String()
			q, err := Rules{}.New(s)
			if err != nil || q.String() != p.String() || q.Key() != p.Key() {
				t.Fatalf("%q was written %q and read as %v, %v", text, p, q, err)
			}
			for _, m := range p.Legal() {
				for _, w := range game.CompletionsOf(p, m) {
					p.Play(w.Move)
				}
			}
			p.Outcome()
		}
	})
}

func FuzzMove(f *testing.F) {
	for _, s := range []string{"h2e2", "h2e2c", "h2h9c*r", "C2=5", "C2=5(R)", "15=6", "Pu2-5(X)",
		"暗炮二平五", "暗砲二平五（车）", "暗炮八进七（車吃馬）", "暗前炮二平五(吃马)", "前四平五"} {
		f.Add(s)
	}
	p, err := Rules{}.New(view(game.First))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := p.Decode(text); err == nil {
			if back, err := p.Decode(p.Encode(m)); err != nil || back != m {
				t.Fatalf("%q: %v", text, err)
			}
		}
		for _, n := range (Rules{}).Notations() {
			if m, err := n.Read(p, text); err == nil {
				if back, err := n.Read(p, n.Write(p, m)); err != nil || back != m {
					t.Fatalf("%s %q: %v", n.Name(), text, err)
				}
			}
		}
	})
}

func TestShuffleIsUniform(t *testing.T) {
	const n = 20000
	r := rand.New(rand.NewPCG(1, 2))
	var seen [2 * perSide]map[byte]int
	for i := range seen {
		seen[i] = map[byte]int{}
	}
	for range n {
		for i, c := range (Rules{}).Deal(r.IntN).Open() {
			seen[i][c]++
		}
	}
	for place, by := range seen {
		chi := 0.0
		for k, count := range fullPool {
			if count > 0 {
				want := float64(n) * float64(count) / perSide
				d := float64(by[letterOf(xiangqi.Kind(k))]) - want
				chi += d * d / want
			}
		}
		if chi > 27.9 { // chance exceeds this chi-square (5 degrees of freedom) in 1 of 26,000 tests; we do 30 tests
			t.Errorf("place %d: chi-square %.1f", place, chi)
		}
	}
}

func code(err error) string {
	var e *game.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// TestChases checks rule 8: chases are judged as in xiangqi, by the repetition law of the setup.
// This includes chases of face-down pieces.
func TestChases(t *testing.T) {
	for _, c := range []struct {
		name, text, cycle, law string
		want                   game.Outcome
	}{
		{"a rook chases a cannon", "9/9/4k4/9/9/8R/9/9/3K5/7c1 w - 0 1", "i4i0 h0h4 i0i4 h4h0", "wxf",
			game.Win(game.Second, game.PerpetualChase)},
		{"a rook chases two men in turn", "9/9/b3k2n1/9/9/9/9/3K5/9/6R2 w - 0 1", "g0a0 h7g9 a0g0 g9h7", "wxf",
			game.Draw(game.Repetition)},
		{"which another law forbids", "9/9/b3k2n1/9/9/9/9/3K5/9/6R2 w - 0 1", "g0a0 h7g9 a0g0 g9h7", "cxa",
			game.Win(game.Second, game.PerpetualChase)},
		{"a free adviser chases a horse", "3k5/9/9/9/9/4n4/9/5A3/9/4K4 w - 0 1", "f2e3 e4g3 e3f2 g3e4", "wxf",
			game.Draw(game.Repetition)},
	} {
		l, err := game.NewLine(Rules{}, game.Setup{Start: c.text, Options: map[string]string{xiangqi.LawOption: c.law}})
		if err != nil {
			t.Fatal(err)
		}
		codes := strings.Fields(c.cycle)
		for !l.Outcome().Over() && l.Ply() < 40 {
			if err := l.Play(codes[l.Ply()%len(codes)]); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		if got := l.Outcome(); got != c.want || l.Ply() != 8 {
			t.Errorf("%s: %v after %d plies, want %v", c.name, got, l.Ply(), c.want)
		}
		r, ok := game.RulingOn(l, "vi")
		if !ok || r.Outcome != c.want || len(r.Remarks) != 8 || r.Text == "" {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

// TestFaults checks that errors carry a code and values, from which programs can create a message
// in the user's language.
func TestFaults(t *testing.T) {
	start, err := Rules{}.New(game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	whole := start.String()
	board, rest, _ := strings.Cut(whole, " ")
	for text, want := range map[string]string{
		strings.Replace(board, "K", "1", 1) + " " + rest:    "one K",
		strings.Replace(board, "9", "x8", 1) + " " + rest:   "place x a8",
		strings.Replace(board, "9", "q8", 1) + " " + rest:   "letter q",
		strings.Replace(board, "9", "K8", 1) + " " + rest:   "place K a8",
		strings.Replace(board, "9", "RRR6", 1) + " " + rest: "hidden red",
	} {
		_, err := Rules{}.New(game.Setup{Start: text})
		var e *game.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := strings.Join(append([]string{e.Why}, e.Values...), " "); got != want {
			t.Errorf("%s: %q (%v), want %q", text, got, e, want)
		}
	}
}
