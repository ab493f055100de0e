package desk

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestRuling checks the judge of repetitions: it warns one repetition before it decides and then
// gives its reason in the requested language. If no language is requested, it gives no reason.
func TestRuling(t *testing.T) {
	cycle := strings.Fields("a8a9 d9d8 a9a8 d8d9")
	d := newDesk()
	r := ask(t, d, `{"op":"new","game":"xiangqi","start":"3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1"}`)
	if r.Error != nil {
		t.Fatal(r.Error.Text)
	}
	want := map[int]Ruling{
		4: {"Đỏ: Xe 9 chiếu mãi; Đen: nước tự do → Đỏ phải đổi nước", true},
		8: {"Đỏ: Xe 9 chiếu mãi; Đen: nước tự do → Đỏ thua", false},
	}
	for ply := 1; ply <= 8; ply++ {
		r = ask(t, d, `{"op":"play","session":1,"lang":"vi","code":"`+cycle[(ply-1)%4]+`"}`)
		if r.Error != nil {
			t.Fatal(ply, r.Error.Text)
		}
		if w, told := want[ply]; told && (r.State.Ruling == nil || *r.State.Ruling != w) {
			t.Errorf("after %d plies: %+v, want %+v", ply, r.State.Ruling, w)
		}
		if ply < 4 && r.State.Ruling != nil {
			t.Errorf("after %d plies: %+v", ply, r.State.Ruling)
		}
	}
	if r.State.Why != "perpetual-check" || r.State.Winner != "second" {
		t.Errorf("it ended %s for %s", r.State.Why, r.State.Winner)
	}
	en := ask(t, d, `{"op":"state","session":1,"lang":"en"}`).State.Ruling
	if en == nil || en.Text != "Red: perpetual check by Rook 9; Black: free moves → Red loses" {
		t.Errorf("in English: %+v", en)
	}
	if quiet := ask(t, d, `{"op":"state","session":1}`).State.Ruling; quiet != nil {
		t.Errorf("said without being asked: %+v", quiet)
	}
}

// TestEyes checks that after the deal is published, one session can show the game in every view. In
// the view "all" each dealt piece lies on its square until it is revealed.
func TestEyes(t *testing.T) {
	deal := strings.Repeat("crbaabnrncppppp", 2) // the pieces on a0, b0 and b2 are c, r and n; in xiangqi, they start there as r, n and c
	d := newDesk()
	r := ask(t, d, `{"op":"new","game":"jieqi","deal":"`+deal+`","options":{"view":"second"},"moves":["b2b9"]}`)
	if r.Error != nil {
		t.Fatal(r.Error.Text)
	}
	at := func(view string) *State {
		return ask(t, d, `{"op":"state","session":1,"view":"`+view+`"}`).State
	}
	red, black, all := at("first"), at("second"), at("all")
	if red.Codes[0] != "b2b9n*r" || black.Codes[0] != "b2b9n" || all.Codes[0] != "b2b9n*r" {
		t.Errorf("red saw %v, black saw %v, all is %v", red.Codes, black.Codes, all.Codes)
	}
	if red.Cells[0] != "X" || red.Down != nil || all.Cells[0] != "C" || all.Cells[89] != "r" || all.Cells[82] != "N" {
		t.Errorf("corner %q for red, %q for all", red.Cells[0], all.Cells[0])
	}
	if len(all.Down) != 28 || slices.Contains(all.Down, 82) || slices.Contains(all.Down, 19) || slices.Contains(all.Cells, "X") {
		t.Errorf("face down are %v", all.Down)
	}
	before := ask(t, d, `{"op":"at","session":1,"view":"all"}`).State
	if len(before.Down) != 30 || before.Cells[19] != "N" || before.Cells[82] != "r" {
		t.Errorf("at the start %v lie face down", before.Down)
	}
	opened := func(view string) Reply { return ask(t, d, `{"op":"shown","session":1,"view":"`+view+`"}`) }
	whole := []Shown{{0, 19, "n", ""}, {0, 82, "r", "first"}}
	if got := opened("first"); !reflect.DeepEqual(got.Shown, whole) || len(got.Packs) != 2 || len(got.Packs[0].Squares) != 15 {
		t.Errorf("red was shown %+v", got)
	}
	if got := opened("second").Shown; !reflect.DeepEqual(got, whole[:1]) {
		t.Errorf("black was shown %+v", got)
	}
	if bad := ask(t, d, `{"op":"new","game":"jieqi","deal":"rrr"}`); bad.Error == nil {
		t.Error("three pieces were dealt")
	}
	if open := ask(t, d, `{"op":"new","game":"chess","moves":["e2e4"]}`); open.State.Down != nil {
		t.Error("a game without a deal has something face down")
	}
	if got := ask(t, d, `{"op":"shown","session":2}`); got.Shown != nil || got.Packs != nil || got.Error != nil {
		t.Errorf("a game without a deal showed %+v", got)
	}
}

// TestViewOfElsewhere checks that an online game can be opened from one player's view of the moves,
// including the pieces that the moves revealed to that player.
func TestViewOfElsewhere(t *testing.T) {
	d := newDesk()
	r := ask(t, d, `{"op":"new","game":"jieqi","options":{"view":"first"},"moves":["b2b9n*b","a6a5p"],"view":"first","notation":"vietnamese"}`)
	if r.Error != nil {
		t.Fatal(r.Error.Text)
	}
	if got := strings.Join(r.State.Texts, " "); got != "Pu8.7(M*T) Bu1.1(B)" || len(r.State.Taken) != 1 || r.State.Taken[0].Face != "b" {
		t.Errorf("it is shown as %s with %v taken", got, r.State.Taken)
	}
	want := []Shown{{0, 19, "n", ""}, {0, 82, "b", "first"}, {1, 54, "p", ""}}
	if got := ask(t, d, `{"op":"shown","session":1,"view":"first"}`).Shown; !reflect.DeepEqual(got, want) {
		t.Errorf("it showed %v, want %v", got, want)
	}
}

// TestAtTellsWhatWasTaken checks that op "at" lists, for an earlier position, the pieces captured
// up to that position.
func TestAtTellsWhatWasTaken(t *testing.T) {
	d := newDesk()
	ask(t, d, `{"op":"new","game":"chess","moves":["e2e4","d7d5","e4d5","d8d5","b1c3"]}`)
	for ply, want := range []string{"", "", "", "p", "pP", "pP"} {
		r := ask(t, d, `{"op":"at","session":1,"count":`+strconv.Itoa(ply)+`}`)
		got := ""
		for _, x := range r.State.Taken {
			got += x.Token
		}
		if got != want {
			t.Errorf("after %d plies %q had been taken, not %q", ply, got, want)
		}
	}
}
