package wire

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kydai/game"
	"kydai/games"
)

// walk plays random games of all kinds and calls f for each position, as the side to move sees it.
func walk(t *testing.T, f func(r game.Rules, p game.Position)) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 4))
	for _, r := range append(games.All(), games.Examples()...) {
		for range 4 {
			setup := game.Setup{}
			if d, ok := r.(game.Dealer); ok {
				setup.Secret = d.Deal(random.IntN)
			}
			l, err := game.NewLine(r, setup)
			if err != nil {
				t.Fatal(err)
			}
			for range 80 {
				f(r, game.ViewOf(l.Position(), l.Position().Turn()))
				legal := l.Legal()
				if len(legal) == 0 {
					break
				}
				if err := l.Play(l.Position().Encode(legal[random.IntN(len(legal))])); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func sorted(list []Target) []Target {
	out := slices.Clone(list)
	slices.SortFunc(out, func(a, b Target) int { return strings.Compare(a.key(), b.key()) })
	return out
}

func (t Target) key() string { return t.Code + " " + strconv.Itoa(t.From) + " " + strconv.Itoa(t.To) }

// TestPack checks that the packed form of moves can be unpacked to the same
// moves, and that it is short.
func TestPack(t *testing.T) {
	long, short := 0, 0
	walk(t, func(r game.Rules, p game.Position) {
		g, _ := game.GridOf(p)
		s := Squares{Width: g.Width, RankZero: r.Info().RankZero}
		for _, moves := range [][]game.Move{p.Legal(), game.PremovesOf(p, game.First), game.PremovesOf(p, game.Second)} {
			targets := targetsOf(p, moves)
			text := s.Pack(p, moves)
			back := s.Unpack(text)
			if !slices.Equal(sorted(back), sorted(targets)) {
				t.Fatalf("%s: %v became %q and that %v", r.Info().Name, targets, text, back)
			}
			long += len(Encode(targets))
			short += len(text)
		}
	})
	if short*8 > long {
		t.Errorf("the short form has %d bytes, the long one %d", short, long)
	}
}

// named is a position whose moves have codes chosen by a test.
type named struct {
	game.Position
	codes []string
}

func (n named) Encode(m game.Move) string { return n.codes[m.Arg()] }

func TestPackOdd(t *testing.T) {
	s := Squares{Width: 8}
	all := []Target{
		{"e2e4", 12, 28}, {"pass", -1, -1}, {"e7e8q", 52, 60}, {"e7e8n", 52, 60}, {"swap", -1, -1}, {"e2e3", 12, 20},
		{"a1", -1, 0}, {"b1", -1, 1}, {"c1", -1, 2}, {"odd", -1, 5}, {"e7d8", 52, 59},
	}
	const want = ":0-2 12:20,28 52:59 =pass 52:60=e7e8q,60=e7e8n =swap :5=odd"
	var p named
	var moves []game.Move
	for i, m := range all {
		from, to := game.NoSquare, game.NoSquare
		if m.From >= 0 {
			from = game.Square(m.From)
		}
		if m.To >= 0 {
			to = game.Square(m.To)
		}
		p.codes = append(p.codes, m.Code)
		moves = append(moves, game.NewMove(from, to, 0, 0, i))
	}
	if got := s.Pack(p, moves); got != want {
		t.Errorf("got %q; want %q", got, want)
	}
	if back := s.Unpack(want); !slices.Equal(sorted(back), sorted(all)) {
		t.Errorf("%q gives %v", want, back)
	}
	if got := s.Unpack("x:1 3 :9-5 4:x 600:1 1:600 ::"); len(got) != 0 {
		t.Errorf("nonsense gives %v", got)
	}
}

// TestCells checks that the board can be restored from its compact form.
func TestCells(t *testing.T) {
	walk(t, func(r game.Rules, p game.Position) {
		g, ok := game.GridOf(p)
		if !ok {
			t.Fatalf("%s shows no board", r.Info().Name)
		}
		text := Cells(g)
		if back := cellsOf(text); !slices.Equal(back, g.Cells) {
			t.Fatalf("%s: %v became %q and that %v", r.Info().Name, g.Cells, text, back)
		}
	})
	odd := game.Grid{Cells: []string{"", "+R", "7", "(", "x", "", ""}}
	if text := Cells(odd); text != "1(+R)(7)(()x2" {
		t.Errorf("got %q", text)
	}
}

// cellsOf decodes the output of Cells as a client does.
func cellsOf(text string) []string {
	var cells []string
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			j := i
			for j < len(text) && text[j] >= '0' && text[j] <= '9' {
				j++
			}
			n, _ := strconv.Atoi(text[i:j])
			cells = append(cells, make([]string, n)...)
			i = j
		case c == '(':
			j := i + 1 + strings.IndexByte(text[i+1:], ')')
			cells = append(cells, text[i+1:j])
			i = j + 1
		default:
			cells = append(cells, text[i:i+1])
			i++
		}
	}
	return cells
}

func TestDecode(t *testing.T) {
	for _, m := range []any{
		Hello{T: AskHello},
		Watch{T: AskWatch, ID: "abc", Seq: 7},
		Watch{T: AskWatch, ID: "abc", Premoves: true},
		Unwatch{T: AskUnwatch, ID: "abc"},
		Move{T: AskMove, ID: "abc", Ply: 3, Code: "e2e4"},
		Act{T: AskAct, ID: "abc", Kind: "offer", What: "takeback", Count: 2, Side: "second"},
		LobbyAsk{T: AskLobby, On: true},
		Ping{T: AskPing, Number: 9},
	} {
		if !new(ask).scan(Encode(m)) {
			t.Errorf("%s is not read the short way", Encode(m))
		}
		got, err := Decode(Encode(m))
		if err != nil || got != m {
			t.Errorf("%+v came back as %+v, %v", m, got, err)
		}
	}
}

// FuzzDecode checks that Decode is safe for any input, and that a decoded
// message can be encoded and decoded again.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"t":"move","id":"abc","ply":3,"code":"e2e4"}`))
	f.Add([]byte(`{"t":"act","id":"abc","kind":"offer","what":"draw","n":-5,"side":"first"}`))
	f.Add([]byte(`{"t":"watch","id":"x","seq":99999999999}`))
	f.Add([]byte(`{"t":"lobby","on":true}{"t":"ping"}`))
	f.Add([]byte("\xff\xfe"))
	f.Add([]byte(`{"t":"watch","id":"x","seq":07,"premoves":false}`))
	f.Add([]byte(`{"t":"ping","n":-1,"T":"move","id":"\u0041\n"}`))
	f.Add([]byte(`{"t":"move","t":"ping","n":12345678901,"on":truer}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var fast, slow ask
		if fast.scan(data) && (json.Unmarshal(data, &slow) != nil || fast != slow) {
			t.Fatalf("%q is read as %+v, and by encoding/json as %+v", data, fast, slow)
		}
		m, err := Decode(data)
		if err != nil {
			var p *game.Error
			if m != nil || !errors.As(err, &p) || p.Code != BadMessage {
				t.Fatalf("%q: %v, %v", data, m, err)
			}
			return
		}
		if a, ok := m.(Act); ok {
			_ = a.Command(time.Unix(0, 0))
		}
		again, err := Decode(Encode(m))
		if err != nil || again != m {
			t.Fatalf("%q: %+v came back as %+v, %v", data, m, again, err)
		}
	})
}

// FuzzUnpack checks that Unpack never returns more moves than a board allows.
func FuzzUnpack(f *testing.F) {
	f.Add("12:20,28 =pass 52:60=e7e8q,59 :0-224")
	f.Add(":0-510,0-510")
	f.Fuzz(func(t *testing.T, text string) {
		list := Squares{Width: 9}.Unpack(text)
		if len(list) > (len(text)+1)*int(game.NoSquare) {
			t.Fatalf("%d moves of %d bytes", len(list), len(text))
		}
		if !json.Valid(Encode(list)) {
			t.Fatal("they cannot be written")
		}
	})
}
