package caro

import (
	"strings"
	"testing"

	"kydai/game"
)

const (
	empty15 = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15"
	three15 = "15/15/15/15/15/15/7o7/7x7/15/15/15/15/15/15/x14"
)

func TestTextOfTheStart(t *testing.T) {
	if got, want := begin(t).String(), empty15+" x caro9 open free play first -"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	p := mustPlay(t, begin(t), "h8")
	if got, want := p.String(), strings.Repeat("15/", 7)+"7x7"+strings.Repeat("/15", 7)+" o caro9 open free play first h8"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	p = mustPlay(t, begin(t, "opening", "swap2", "rule", "caro8", "edge", "blocks"), "h8", "h9", "a1", "more")
	if got, want := p.String(), three15+" o caro8 blocks swap2 more - a1"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestLenientText checks texts and options with missing parts, and the complete text that results
// from them.
func TestLenientText(t *testing.T) {
	for _, c := range []struct {
		text    string
		options map[string]string
		want    string
	}{
		{empty15, nil, empty15 + " x caro9 open free play first -"},
		{"  " + three15 + "\n", nil, three15 + " o caro9 open free play first -"},
		{strings.ToUpper(three15) + " O CARO8", nil, three15 + " o caro8 open free play first -"},
		{three15 + " x", nil, three15 + " x caro9 open free play first -"},
		{three15, map[string]string{"rule": "standard", "edge": "blocks", "size": "15"}, three15 + " o standard blocks free play first -"},
		{strings.Replace(empty15, "15", "...............", 1), nil, empty15 + " x caro9 open free play first -"},
		{empty15, map[string]string{"opening": "swap2"}, empty15 + " x caro9 open swap2 place - -"},
		{three15, map[string]string{"opening": "swap2"}, three15 + " o caro9 open swap2 play first -"},
		{three15 + " o caro9 open swap pick", nil, three15 + " o caro9 open swap pick - -"},
		{three15 + " o caro9 open swap2 offer - a1", nil, three15 + " o caro9 open swap2 offer - a1"},
	} {
		p, err := Rules{}.New(game.Setup{Start: c.text, Options: c.options})
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
		} else if p.String() != c.want {
			t.Errorf("%q is read as\n%s, want\n%s", c.text, p, c.want)
		}
	}
}

func TestTextRefused(t *testing.T) {
	for _, c := range []struct {
		text    string
		options map[string]string
		says    string
	}{
		{" ", nil, "1 to 9 fields"},
		{empty15 + " x caro9 open free play first - none -", nil, "1 to 9 fields"},
		{"15/15", nil, "2 rows"},
		{strings.Replace(empty15, "15", "14", 1), nil, "row 1 from the top has 14 cells"},
		{strings.Replace(empty15, "15", "99999999999999999999999", 1), nil, "cells, not 15"},
		{strings.Replace(empty15, "15", "15x", 1), nil, "row 1 from the top has 16 cells"},
		{strings.Replace(empty15, "15", "14#", 1), nil, "stones are x and o"},
		{empty15 + " b", nil, "next stone is x or o"},
		{empty15 + " x caro7", nil, "rule cannot be"},
		{empty15 + " x caro9 closed", nil, "edge cannot be"},
		{empty15 + " x caro9 open gambit", nil, "opening cannot be"},
		{empty15 + " x caro9 open free play first - 7", nil, "moves cannot be"},
		{empty15 + " x caro9 open free play first - 40", map[string]string{"moves": "60"}, "the option says 60"},
		{"4/4/4/4", nil, "4 rows"},
		{empty15 + " x caro9 open free pause", nil, "no stage"},
		{empty15 + " x caro9 open free place", nil, "has no stage place"},
		{empty15 + " x caro9 open swap offer", nil, "cannot have 0 x"},
		{three15 + " o caro9 open swap offer", nil, "cannot have 2 x and 1 o"},
		{three15 + " o caro9 open swap2 pick", nil, "cannot have 2 x and 1 o"},
		{three15 + " o caro9 open swap2 place", nil, "cannot have 2 x and 1 o"},
		{three15 + " x caro9 open swap2 offer", nil, "must be o"},
		{"o" + three15[:1] + "4" + three15[2:] + " x caro9 open swap2 offer", nil, "cannot have 2 x and 2 o"},
		{three15 + " o caro9 open swap2 offer first", nil, "not chosen yet"},
		{three15 + " o caro9 open swap2 play -", nil, "first or second"},
		{three15 + " o caro9 open free play first p1", nil, "not a square"},
		{three15 + " o caro9 open free play first b1", nil, "no stone on b1"},
		{three15 + " x caro9 open free play first a1", nil, "colour of the next"},
		{three15 + " o caro9", map[string]string{"rule": "caro8"}, "the option says caro8"},
		{three15 + " o caro9 open", map[string]string{"edge": "blocks"}, "the option says blocks"},
		{three15, map[string]string{"size": "16"}, "the option says 16"},
	} {
		p, err := Rules{}.New(game.Setup{Start: c.text, Options: c.options})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v %v, want an error with %q", c.text, p, err, c.says)
		}
	}
	for name, value := range map[string]string{"size": "21", "moves": "41", "rule": "renju", "edge": "", "komi": "6"} {
		if _, err := (Rules{}).New(game.Setup{Options: map[string]string{name: value}}); err == nil {
			t.Errorf("option %s=%s was taken", name, value)
		}
	}
}

// TestOnlyTheLastStoneWins checks rule 6.3: five in a row in a start position wins only if the text
// names one of these stones as the last stone.
func TestOnlyTheLastStoneWins(t *testing.T) {
	board := strings.Replace(empty15, "/15", "/3xxxxx7", 1)
	for last, over := range map[string]bool{"-": false, "d14": true, "f14": true} {
		p, err := Rules{}.New(game.Setup{Start: board + " o caro9 open free play second " + last})
		if err != nil {
			t.Fatal(err)
		}
		want := game.Outcome{}
		if over {
			want = game.Win(game.Second, game.Row)
		}
		if p.Outcome() != want {
			t.Errorf("last stone %s: %v, want %v", last, p.Outcome(), want)
		}
		if !over {
			if p = mustPlay(t, p, "a1", "a15"); p.Outcome().Over() {
				t.Errorf("the old five wins after %s", p)
			}
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add(empty15)
	f.Add(three15 + " o caro8 blocks swap2 more - a1")
	f.Add(three15 + " o caro9 open swap pick - a1")
	f.Add(strings.Replace(empty15, "/15", "/3xxxxx7", 1) + " o caro9 open free play second d14")
	f.Add(strings.Repeat("20/", 19) + "19x o standard open longpro play first t1")
	f.Add("xoxo/..x12/0/15")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Rules{}.New(game.Setup{Start: text})
		if err != nil {
			return
		}
		written := p.String()
		back, err := Rules{}.New(game.Setup{Start: written})
		if err != nil {
			t.Fatalf("%q was read, %q is not: %v", text, written, err)
		}
		if back.String() != written || back.Key() != p.Key() || back.Outcome() != p.Outcome() || back.Turn() != p.Turn() {
			t.Fatalf("%q comes back as %q", written, back)
		}
		if (len(p.Legal()) == 0) != p.Outcome().Over() {
			t.Fatalf("%q: %d moves, %v", written, len(p.Legal()), p.Outcome())
		}
		for _, m := range p.Legal() {
			p.Play(m)
		}
		game.MarksOf(p)
	})
}

func FuzzDecode(f *testing.F) {
	for _, code := range []string{"h8", "a1", "t20", "H8", "black", "white", "more", "a01", "", "é8"} {
		for i := range decodeStarts {
			f.Add(uint8(i), code)
		}
	}
	f.Fuzz(func(t *testing.T, start uint8, code string) {
		p, err := Rules{}.New(game.Setup{Start: decodeStarts[int(start)%len(decodeStarts)]})
		if err != nil {
			t.Fatal(err)
		}
		n := notation{}
		if m, err := p.Decode(code); err == nil {
			if p.Encode(m) != code {
				t.Fatalf("%q is read as %q", code, p.Encode(m))
			}
			p.Play(m)
		}
		if m, err := n.Read(p, code); err == nil {
			if back, err := n.Read(p, n.Write(p, m)); err != nil || back != m {
				t.Fatalf("%q is written as %q", code, n.Write(p, m))
			}
		}
	})
}

var decodeStarts = []string{
	empty15,
	strings.Repeat("20/", 19) + "19x",
	empty15 + " x caro9 open pro",
	three15 + " o caro9 open swap pick",
	three15 + " o caro9 open swap2 offer",
}

func TestNotationReadsAnyCase(t *testing.T) {
	n, ok := game.NotationOf(Rules{}, "square")
	if !ok {
		t.Fatal("there is no notation square")
	}
	p := mustPlay(t, begin(t, "opening", "swap2"), "h8", "h9", "a1")
	for text, code := range map[string]string{" K10": "k10", "BLACK": "black", "More ": "more", "b2": "b2"} {
		m, err := n.Read(p, text)
		if err != nil || n.Write(p, m) != code {
			t.Errorf("%q is read as %v, %v", text, m, err)
		}
	}
}
