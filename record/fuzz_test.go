package record_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"kydai/game"
	"kydai/games/caro"
	"kydai/games/chess"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/record"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// fuzz reads whatever it is given and holds the reader to its promises: no
// panic, an end, and what was read, broken games included, can be written and
// read again.
func fuzz(f *testing.F, format string, games ...game.Rules) {
	f.Helper()
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		rules := games[int(which)%len(games)]
		r, err := record.NewReader(format, bytes.NewReader(data), record.ReadOptions{Rules: rules})
		if err != nil {
			t.Fatal(err)
		}
		for range 10*len(data) + 10 {
			g, err := r.Next()
			if err == io.EOF {
				return
			}
			if g == nil {
				if err == nil {
					t.Fatal("neither a game nor an error")
				}
				continue
			}
			if _, bad := rules.New(g.Setup); bad != nil {
				continue // the error was in the start
			}
			again(t, format, g)
		}
		t.Fatal("the reader does not come to an end")
	})
}

func again(t *testing.T, format string, g *record.Game) {
	t.Helper()
	var b bytes.Buffer
	w, _ := record.NewWriter(format, &b, record.WriteOptions{OpenSecret: true})
	if err := w.Write(g); err != nil {
		t.Fatalf("what was read cannot be written: %v", err)
	}
	text := b.String()
	r, _ := record.NewReader(format, &b, record.ReadOptions{Rules: g.Rules})
	back, err := r.Next()
	if err != nil {
		t.Fatalf("what was written cannot be read: %v\n%s", err, text)
	}
	if !back.Equal(g) {
		t.Fatalf("reading gave %+v\n%s\nthen %+v\n%s\nby way of\n%s", g, tree(g), back, tree(back), text)
	}
	if rest, err := r.Next(); err != io.EOF {
		t.Fatalf("one game became two: %v %v\n%s", rest, err, text)
	}
}

// seeds adds random games of each of the games.
func seeds(f *testing.F, format string, games ...game.Rules) {
	f.Helper()
	form, _ := record.Lookup(format)
	for i, rules := range games {
		m := maker{newRand(uint64(i)), rules}
		for range 3 {
			var b bytes.Buffer
			w, _ := record.NewWriter(format, &b, record.WriteOptions{OpenSecret: true})
			if err := w.Write(m.game(&testing.T{}, form)); err != nil {
				f.Fatal(err)
			}
			f.Add(byte(i), b.Bytes())
		}
	}
}

func FuzzPGN(f *testing.F) {
	f.Add(byte(0), []byte(annotated))
	f.Add(byte(0), []byte("1. e4 ; x } y\n({b} 1. d4 $3 (1. c4 1-0)) 1... {c} e5 !? * 1.d4"))
	f.Add(byte(0), []byte("[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n9. O-O *"))
	f.Add(byte(1), []byte("[Format \"vietnamese\"]\n[Red \"\\\\\\\"\"]\n\n1. P2-5 M8.7 15.6 *"))
	seeds(f, "pgn", chess.Rules{}, xiangqi.Rules{}, jieqi.Rules{}, caro.Rules{})
	fuzz(f, "pgn", chess.Rules{}, xiangqi.Rules{}, jieqi.Rules{}, caro.Rules{})
}

func FuzzWXF(f *testing.F) {
	f.Add(byte(0), []byte("FORMAT WXF\nRED a;b;c\nRedElo 5\nCOMMENT 2 x\nOPTION limit 5\nSTART{\n1. C2.5! {x} h8+7 }END\n"))
	seeds(f, "wxf", xiangqi.Rules{}, jieqi.Rules{})
	fuzz(f, "wxf", xiangqi.Rules{}, jieqi.Rules{})
}

func FuzzPSQ(f *testing.F) {
	f.Add(byte(0), []byte("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,1015\nAn\nBinh\n-1\n"))
	f.Add(byte(0), []byte("Piskvorky 20x20, x\n1,1\n20 , 20,999999999\n-1\n7\nBinh\n"))
	seeds(f, "psq", caro.Rules{})
	fuzz(f, "psq", caro.Rules{})
}

func FuzzText(f *testing.F) {
	f.Add(byte(0), []byte("Game: caro\nOption rule: freestyle\nX: An\n\n1. h8 h9 2. i8i9 1-0 h8\n# x\nStart: y\n"))
	seeds(f, "text", caro.Rules{}, chess.Rules{}, jieqi.Rules{})
	fuzz(f, "text", caro.Rules{}, chess.Rules{}, jieqi.Rules{})
}

func FuzzJSON(f *testing.F) {
	f.Add(byte(0), []byte(`{"format":"kydai","version":1,"game":"chess","options":{"variant":"chess960"},"moves":[{"code":"e2e4","nags":[1,1],"variations":[[],[{"code":"d2d4"}]]}`))
	f.Add(byte(1), []byte(`{"format":"kydai","version":1,"game":"jieqi","deal":"0x00","moves":null,"result":"1/2"}`))
	seeds(f, "json", chess.Rules{}, jieqi.Rules{}, caro.Rules{})
	fuzz(f, "json", chess.Rules{}, jieqi.Rules{}, caro.Rules{})
}

func FuzzDhtmlXQ(f *testing.F) {
	f.Add(byte(0), []byte("<p>[DhtmlXQ][DhtmlXQ_title]x\\u4e00[/DhtmlXQ_title][DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]"+
		"[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1][DhtmlXQ_comment1_2]a||!![/DhtmlXQ_comment1_2][/DhtmlXQ]"))
	f.Add(byte(0), []byte("[DhtmlXQ_fen]4k4/9/9/9/9/9/9/9/9/3RK4 b[/DhtmlXQ_fen][DhtmlXQ_movelist]4041[/DhtmlXQ_movelist][DhtmlXQ_binit]x"))
	seeds(f, "dhtmlxq", xiangqi.Rules{})
	fuzz(f, "dhtmlxq", xiangqi.Rules{})
}

func FuzzSGF(f *testing.F) {
	f.Add(byte(0), []byte("(;FF[4]GM[4]SZ[15]PB[An]RE[B+R]AB[hh][ii]AW[aa]PL[W]C[x\n\ny];W[bb]BM[2]WL[12.5](;B[cc]DO[])(;B[dd](;W[ee]))) (;GM[4];B[h8])"))
	f.Add(byte(0), []byte("(;OPT[opening:swap2]TAG[A:b:c];B[hh];W[hi];B[hj];ACT[more]C[a\\]b\\\n])"))
	seeds(f, "sgf", caro.Rules{})
	fuzz(f, "sgf", caro.Rules{})
}

func FuzzBox(f *testing.F) {
	f.Add(byte(0), []byte(`{"metadata":{"white":"An","initialFen":"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX R2r2N2n2B2b2A2a2C2c2P5p5 w - - 0 1"},
		"moves":[{"type":"adjust","data":""},{"type":"move","data":"h2e2","fen":"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X2R4/9/XXXXKXXXX b - 1 1","comment":"a\nb"}]}`))
	seeds(f, "box", jieqi.Rules{})
	fuzz(f, "box", jieqi.Rules{})
}

func FuzzDetect(f *testing.F) {
	f.Add([]byte("FORMAT WXF"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if name, ok := record.Detect(data); ok {
			if _, known := record.Lookup(name); !known {
				t.Fatalf("no such format: %q", name)
			}
		}
	})
}
