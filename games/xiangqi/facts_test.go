package xiangqi

import (
	"strings"
	"testing"

	"kydai/game"
)

// TestDeeds checks which acts, such as check, chase or block, FactsOf finds in single moves.
func TestDeeds(t *testing.T) {
	for _, c := range []struct{ rule, name, fen, code, want string }{
		{"4.6", "nothing at all", "3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0a1", "idle"},
		{"4.6", "a check", "3k5/9/9/9/9/9/9/9/R8/5K3 w", "a1d1", "check"},
		{"4.6", "a check that chases is both", "3k5/9/9/4r4/1N7/9/9/9/9/5K3 w", "b5c7", "check chase c7e6"},
		{"4.7", "a rook attacks a cannon", "3k5/9/9/9/2c6/9/9/9/R8/4K4 w", "a1a5", "chase a5c5"},
		{"4.7", "it attacked it before", "3k5/9/9/9/2c6/9/9/9/2R6/4K4 w", "c1c2", "idle"},
		{"4.8", "the general attacks", "3k5/9/9/9/9/9/P8/9/5K3/4c4 w", "f1e1", "idle"},
		{"4.8", "the general steps out of a horse's way", "3k5/9/9/9/9/9/9/5r3/3NK4/9 w", "e1e0", "chase d1f2"},
		{"4.8", "a soldier attacks", "3k5/9/9/9/P1c6/9/9/9/R8/4K4 w", "a5b5", "idle"},
		{"4.8", "a soldier that has not crossed", "3k5/9/9/2p6/9/9/9/9/R8/4K4 w", "a1c1", "idle"},
		{"4.8", "a soldier that has crossed", "3k5/9/9/9/9/2p6/9/9/R8/4K4 w", "a1c1", "chase c1c4"},
		{"4.9", "protected", "2rk5/9/9/9/2c6/9/9/9/R8/4K4 w", "a1a5", "idle"},
		{"4.9", "protected by one that is pinned", "3k5/9/9/9/2cr5/9/9/9/R8/3RK4 w", "a1a5", "chase a5c5"},
		{"4.9", "a pinned man attacks", "3r1k3/9/9/9/9/9/c8/9/3R5/3K5 w", "d1d3", "idle"},
		{"4.9", "a horse attacks a protected rook", "3k5/9/9/3r3r1/9/9/N8/9/9/4K4 w", "a3b5", "chase b5d6"},
		{"4.9", "a horse attacks a protected cannon", "3k5/9/9/3c3r1/9/9/N8/9/9/4K4 w", "a3b5", "idle"},
		{"4.9", "a cannon attacks a protected rook", "3k5/9/9/9/2r5c/9/2P6/9/C8/4K4 w", "a1c1", "chase c1c5"},
		{"4.9", "an adviser attacks a protected horse", "3k5/9/9/9/9/3r5/9/3n5/9/3K1A3 w", "f0e1", "chase e1d2"},
		{"4.10", "an exchange", "r2k5/9/9/9/9/9/9/9/1R7/4K4 w", "b1a1", "exchange"},
		{"4.10", "the other may not take first", "3k5/9/9/9/3r5/9/9/9/1R7/3RK4 w", "b1b5", "chase b5d5"},
		{"4.11", "a standing root loses its screen", "2c1k4/9/9/2P6/9/9/9/9/2nR5/5K3 w", "c6b6", "chase d1c1"},
		{"4.11", "a root behind the attacker gets one screen too many", "3k5/9/9/9/1cR1P2c1/9/5N3/9/9/4K4 w", "f3g5", "block"},
		{"4.13", "mate next", "3k5/9/9/9/9/8p/9/9/R8/5K3 w", "f0e0", "mate"},
		{"4.13", "it could mate before", "3k5/R8/9/9/9/9/9/9/1R7/4K4 w", "b1c1", "idle"},
		{"4.13", "offers itself", "3k5/9/9/9/r8/9/9/9/1N7/4K4 w", "b1a3", "sacrifice"},
		{"4.13", "blocks a check", "3k5/9/9/9/9/4r4/9/9/9/2N1K4 w", "c0e1", "block"},
		{"4.13", "blocks an attack", "3k5/9/9/r7N/4P4/9/9/9/9/4K4 w", "e5e6", "sacrifice block"},
	} {
		l := lineOf(t, c.fen)
		if err := l.Play(c.code); err != nil {
			t.Errorf("rule %s, %s: %v", c.rule, c.name, err)
			continue
		}
		d := FactsOf(replayed(l, 0), 1)[0]
		got := strings.Join(d.Acts.Kinds(), " ")
		for _, m := range d.Marks {
			if m.Kind == "chase" {
				got += " " + pointName(int(m.Because[0])) + pointName(int(m.Squares[0]))
			}
		}
		if got != c.want {
			t.Errorf("rule %s, %s: %s %s: %s, want %s", c.rule, c.name, c.fen, c.code, got, c.want)
		}
	}
}

// TestWarning checks rule 4.15: the warning comes one repetition before the ruling and not earlier.
// Taking moves back also withdraws the ruling.
func TestWarning(t *testing.T) {
	l := lineOf(t, "9/9/4k4/9/9/8R/9/9/3K5/7c1 w")
	cycle := strings.Fields("i4i0 h0h4 i0i4 h4h0")
	warned, ruled := -1, -1
	for !l.Outcome().Over() {
		if err := l.Play(cycle[l.Ply()%4]); err != nil {
			t.Fatal(err)
		}
		r, ok := game.RulingOn(l, "vi-VN")
		if ok && r.Warning.Over() && warned < 0 {
			warned = l.Ply()
			if want := "Đỏ: Xe 1 đuổi bắt mãi Pháo 8 không có căn; Đen: nước tự do → Đỏ phải đổi nước"; r.Text != want {
				t.Errorf("%s\nwant %s", r.Text, want)
			}
			if want := game.Win(game.Second, game.PerpetualChase); r.Warning != want || r.Outcome.Over() {
				t.Errorf("warned of %v, want %v; %v", r.Warning, want, r.Outcome)
			}
		}
		if ok && r.Outcome.Over() {
			ruled = l.Ply()
		}
	}
	if warned != 4 || ruled != 8 {
		t.Errorf("warned after %d and ruled after %d plies, want 4 and 8", warned, ruled)
	}
	if want := game.Win(game.Second, game.PerpetualChase); l.Outcome() != want {
		t.Errorf("%v, want %v", l.Outcome(), want)
	}
	l.Undo(1)
	if l.Outcome().Over() {
		t.Error("still over after taking back")
	}
}

// TestBarredMoves checks rule 4.14: moves that would exceed a limit for consecutive checks or
// chases are barred.
func TestBarredMoves(t *testing.T) {
	l, _ := carryOn(t, "online", "9/9/3k5/9/8c/4R4/9/9/9/5K3 w", "e4d4 d7e7 d4e4 e7d7")
	barred := game.BarredIn(l)
	codes := ""
	for _, m := range barred {
		codes += Code(m) + " "
		if contains(l.Legal(), m) {
			t.Errorf("%s is legal", Code(m))
		}
	}
	if codes != "e4d4 e4e7 " { // the two moves that give check are barred
		t.Fatalf("barred %s after %v", codes, l.Codes())
	}
	if len(l.Legal()) != len(l.Position().Legal())-len(barred) {
		t.Errorf("%d of %d moves are left", len(l.Legal()), len(l.Position().Legal()))
	}
	for _, code := range []string{"e4f4", "d7d8", "f4d4"} {
		if err := l.Play(code); err != nil {
			t.Errorf("%s: %v", code, err)
		}
	}
	if out := l.Outcome(); out.Over() {
		t.Error(out)
	}
}

// TestNothingButBarredMoves checks rule 4.14: a side loses when all its legal moves are barred, and
// not before.
func TestNothingButBarredMoves(t *testing.T) {
	law := &Law{Name: "strict", Times: 9, RunLimits: &RunLimits{Checks: []int{2}, Chases: 9, Mixed: []int{9}, Both: 9}}
	for _, c := range []struct {
		name, fen, moves string
		barred           string
		want             game.Outcome
	}{
		{"the rook may go elsewhere", "4k4/9/9/9/9/9/9/9/4p4/2R2K3 w", "c0c9 e9e8 c9c8 e8e9", "c8e8 c8c9 ", game.Outcome{}},
		{"the one answer to a check is a check", "3rk4/3c5/4R4/9/9/9/9/9/9/3KC4 b", "d8e8 e7d7 e8d8 d7e7 d8e8", "e7d7 ",
			game.Win(game.Second, game.PerpetualCheck)},
	} {
		l := lineOf(t, c.fen)
		for _, code := range strings.Fields(c.moves) {
			if err := l.Play(code); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		codes := ""
		for _, m := range law.Barred(l) {
			codes += Code(m) + " "
		}
		if out := law.Judge(l); codes != c.barred || out != c.want {
			t.Errorf("%s: barred %s, %v, want %s, %v", c.name, codes, out, c.barred, c.want)
		}
	}
}
