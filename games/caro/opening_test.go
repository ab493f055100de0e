package caro

import (
	"strconv"
	"strings"
	"testing"

	"kydai/game"
)

func begin(t *testing.T, options ...string) game.Position {
	t.Helper()
	o := map[string]string{}
	for i := 0; i < len(options); i += 2 {
		o[options[i]] = options[i+1]
	}
	p, err := Rules{}.New(game.Setup{Options: o})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// offered returns the choices among the legal moves, and the number of legal stones.
func offered(p game.Position) (choices string, stones int) {
	var words []string
	for _, m := range p.Legal() {
		if m.OnBoard() {
			stones++
		} else {
			words = append(words, p.Encode(m))
		}
	}
	return strings.Join(words, " "), stones
}

// TestSwapStages checks rules 5.3 and 5.4: it follows every branch of the openings with a swap, and
// compares the side to move, the available choices and the colour of each side.
func TestSwapStages(t *testing.T) {
	const first, second, none = game.First, game.Second, game.NoSide
	type step struct {
		code    string // code of the move that is played before this step
		turn    game.Side
		next    Stone
		choices string
		stones  int
		black   game.Side
	}
	shared := []step{
		{"", first, Black, "", 225, none},
		{"h8", first, White, "", 224, none},
		{"h9", first, Black, "", 223, none},
	}
	for _, c := range []struct {
		opening string
		steps   []step
	}{
		{"free", []step{{"", first, Black, "", 225, first}, {"h8", second, White, "", 224, first}, {"h9", first, Black, "", 223, first}}},
		{"swap", append(shared, step{"a1", second, White, "black white", 0, none},
			step{"black", first, White, "", 222, second}, step{"b1", second, Black, "", 221, second}, step{"c1", first, White, "", 220, second})},
		{"swap", append(shared, step{"a1", second, White, "black white", 0, none},
			step{"white", second, White, "", 222, first}, step{"b1", first, Black, "", 221, first})},
		{"swap2", append(shared, step{"a1", second, White, "black more", 222, none},
			step{"black", first, White, "", 222, second}, step{"b1", second, Black, "", 221, second})},
		{"swap2", append(shared, step{"a1", second, White, "black more", 222, none},
			step{"b1", first, Black, "", 221, first}, step{"c1", second, White, "", 220, first})},
		{"swap2", append(shared, step{"a1", second, White, "black more", 222, none},
			step{"more", second, White, "", 222, none}, step{"b1", second, Black, "", 221, none},
			step{"c1", first, White, "black white", 0, none},
			step{"black", second, White, "", 220, first}, step{"d1", first, Black, "", 219, first})},
		{"swap2", append(shared, step{"a1", second, White, "black more", 222, none},
			step{"more", second, White, "", 222, none}, step{"b1", second, Black, "", 221, none},
			step{"c1", first, White, "black white", 0, none},
			step{"white", first, White, "", 220, second}, step{"d1", second, Black, "", 219, second})},
	} {
		p := begin(t, "opening", c.opening)
		path := c.opening
		for _, s := range c.steps {
			if s.code != "" {
				p = mustPlay(t, p, s.code)
				path += " " + s.code
			}
			q := p.(*Position)
			choices, stones := offered(p)
			if p.Turn() != s.turn || q.next != s.next || choices != s.choices || stones != s.stones || q.Holder(Black) != s.black {
				t.Errorf("%s: turn %v next %d choices %q stones %d black %v, want %+v", path, p.Turn(), q.next, choices, stones, q.Holder(Black), s)
			}
		}
	}
}

// TestWinnerIsASeat checks rule 5.5: the winner is a side and not a colour, even after a swap.
func TestWinnerIsASeat(t *testing.T) {
	for _, c := range []struct {
		opening, opens, closes string
		winner                 game.Side
	}{
		{"free", "h1 a1 i1 a2 j1 a3 k1 a4", "l1", game.First},
		{"free", "h1 a1 i1 a2 j1 a3 k1 a4 o15", "a5", game.Second},
		{"swap", "h1 a1 i1 black a2 j1 a3 k1 a4", "l1", game.Second},
		{"swap", "h1 a1 i1 white a2 j1 a3 k1 a4", "l1", game.First},
		{"swap2", "h1 a1 i1 black a2 j1 a3 k1 a4", "l1", game.Second},
		{"swap2", "h1 a1 i1 black a2 j1 a3 k1 a4 o15", "a5", game.First},
		{"swap2", "h1 a1 i1 a2 j1 a3 k1 a4", "l1", game.First},
		{"swap2", "h1 a1 i1 more a2 j1 black a3 k1 a4", "l1", game.First},
		{"swap2", "h1 a1 i1 more a2 j1 white a3 k1 a4", "l1", game.Second},
	} {
		p := mustPlay(t, begin(t, "opening", c.opening), strings.Fields(c.opens)...)
		if p.Outcome().Over() {
			t.Fatalf("over too soon: %s", p)
		}
		loser := p.Turn().Other()
		p = mustPlay(t, p, c.closes)
		if want := game.Win(c.winner, game.Row); p.Outcome() != want || p.Turn() != loser {
			t.Errorf("%s %s: %v, turn %v, want %v", c.opening, c.opens, p.Outcome(), p.Turn(), want)
		}
		if len(p.Legal()) != 0 {
			t.Errorf("%s: moves after the end", c.opens)
		}
	}
}

// TestProOpenings checks rule 5.2: which squares pro and long pro forbid, on odd and even boards.
func TestProOpenings(t *testing.T) {
	for size := MinSize; size <= MaxSize; size++ {
		for _, c := range []struct {
			opening string
			area    int // width of the forbidden area on an odd board
		}{{"pro", 5}, {"longpro", 7}} {
			even := 1 - size%2
			area := min(c.area+even, size-2) // on a small board, the cells at the edge are always allowed
			p := begin(t, "opening", c.opening, "size", strconv.Itoa(size))
			centres := p.Legal()
			if want := 1 + 3*even; len(centres) != want {
				t.Errorf("size %d: %d central cells, want %d", size, len(centres), want)
			}
			p = p.Play(centres[0])
			if n := len(p.Legal()); n != size*size-1 {
				t.Errorf("size %d: %d second stones", size, n)
			}
			p = mustPlay(t, p, "a1")
			if n, want := len(p.Legal()), size*size-area*area-1; n != want {
				t.Errorf("size %d %s: %d third stones, want %d", size, c.opening, n, want)
			}
			lo, hi := (size-area)/2, (size+area)/2-1
			for _, m := range p.Legal() {
				f, r := int(m.To())%size, int(m.To())/size
				if f >= lo && f <= hi && r >= lo && r <= hi {
					t.Errorf("size %d %s: third stone on %s", size, c.opening, p.Encode(m))
				}
			}
			p = p.Play(p.Legal()[0])
			if n := len(p.Legal()); n != size*size-3 {
				t.Errorf("size %d: %d fourth stones", size, n)
			}
		}
	}
}

func TestCentreOfTheDefaultBoard(t *testing.T) {
	for _, opening := range []string{"pro", "longpro"} {
		if p := begin(t, "opening", opening); len(p.Legal()) != 1 || p.Encode(p.Legal()[0]) != "h8" {
			t.Errorf("%s: the first stone goes to %v", opening, p.Legal())
		}
	}
	p := mustPlay(t, begin(t, "opening", "pro"), "h8", "a1")
	for code, legal := range map[string]bool{"f6": false, "j10": false, "e8": true, "h11": true, "k11": true, "j6": false} {
		if _, err := p.Decode(code); (err == nil) != legal {
			t.Errorf("third stone on %s: %v", code, err)
		}
	}
}

// TestRefusals checks invalid codes. Each must be refused with the listed error code and a sentence
// that contains the listed text.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ opening, opens, code, errCode, says string }{
		{"free", "h8", "h8", game.IllegalMove, "already"},
		{"free", "", "p1", game.BadMove, "a1 to o15"},
		{"free", "", "a16", game.BadMove, "a1 to o15"},
		{"free", "", "a0", game.BadMove, "not a square"},
		{"free", "", "a01", game.BadMove, "not a square"},
		{"free", "", "H8", game.BadMove, "not a square"},
		{"free", "", "black", game.IllegalMove, "cannot choose black"},
		{"pro", "", "g8", game.IllegalMove, "centre"},
		{"pro", "h8 a1", "g8", game.IllegalMove, "5x5"},
		{"longpro", "h8 a1", "k8", game.IllegalMove, "7x7"},
		{"swap", "h8 a1", "black", game.IllegalMove, "cannot choose"},
		{"swap", "h8 a1 a2", "a3", game.IllegalMove, "choose a colour"},
		{"swap", "h8 a1 a2", "more", game.IllegalMove, "cannot choose more"},
		{"swap2", "h8 a1 a2", "white", game.IllegalMove, "cannot choose white"},
		{"swap2", "h8 a1 a2 more", "more", game.IllegalMove, "cannot choose more"},
		{"free", "a1 b1 a2 b2 a3 b3 a4 b4 a5", "b5", game.GameOver, "over"},
	} {
		p := mustPlay(t, begin(t, "opening", c.opening), strings.Fields(c.opens)...)
		m, err := p.Decode(c.code)
		e, ok := err.(*game.Error) //nolint:errorlint // Decode must return a *game.Error itself, not an error that wraps one
		if !ok || e.Code != c.errCode || !strings.Contains(e.Text, c.says) || m != game.NoMove {
			t.Errorf("%s %s, then %s: %v", c.opening, c.opens, c.code, err)
		}
	}
}

// TestPremovesHoldTheChoices checks that, while the opponent is to move, a side can premove every
// choice that it may get.
func TestPremovesHoldTheChoices(t *testing.T) {
	for _, c := range []struct {
		opening, opens string
		first, second  string
	}{
		{"free", "h8", "", ""},
		{"swap", "h8 a1", "", "black white"},
		{"swap", "h8 a1 a2", "", "black white"},
		{"swap", "h8 a1 a2 white", "", ""},
		{"swap2", "h8 a1", "black white", "black more"},
		{"swap2", "h8 a1 a2", "black white", "black more"},
		{"swap2", "h8 a1 a2 more a3", "black white", ""},
		{"swap2", "h8 a1 a2 more a3 a4", "black white", ""},
		{"swap2", "h8 a1 a2 black", "", ""},
	} {
		p := mustPlay(t, begin(t, "opening", c.opening), strings.Fields(c.opens)...)
		for side, want := range map[game.Side]string{game.First: c.first, game.Second: c.second} {
			var words []string
			stones := 0
			for _, m := range game.PremovesOf(p, side) {
				if m.OnBoard() {
					stones++
				} else {
					words = append(words, p.Encode(m))
				}
			}
			if got := strings.Join(words, " "); got != want || stones != 225-int(p.(*Position).stones) {
				t.Errorf("%s %s: %v may prepare %q and %d stones, want %q", c.opening, c.opens, side, got, stones, want)
			}
		}
	}
}
