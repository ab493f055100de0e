package box_test

import (
	"testing"

	"kydai/games/jieqi"
	"kydai/record"
	"kydai/record/recordtest"
)

func FuzzBox(f *testing.F) {
	f.Add(byte(0), []byte(`{"metadata":{"white":"An","initialFen":"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX R2r2N2n2B2b2A2a2C2c2P5p5 w - - 0 1"},
		"moves":[{"type":"adjust","data":""},{"type":"move","data":"h2e2","fen":"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X2R4/9/XXXXKXXXX b - 1 1","comment":"a\nb"}]}`))
	recordtest.Seeds(f, "box", jieqi.Rules{})
	recordtest.Fuzz(f, "box", jieqi.Rules{})
}

// TestBox reads both orders of the position fields, and documents with errors.
func TestBox(t *testing.T) {
	const board = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX"
	const shown = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X2R4/9/XXXXKXXXX"
	doc := func(moves string) string {
		return `{"metadata":{"event":"e","white":"An","result":"1-0","initialFen":"` + board + ` R2r2N2n2B2b2A2a2C2c2P5p5 w - - 0 1"},"moves":[` + moves + `]}`
	}
	const first = `{"type":"move","data":"h2e2","fen":"` + shown + ` x b - - 1 1","comment":"good\n!","engineScore":5}`
	g := recordtest.ReadAll(t, "box", doc(`{"type":"adjust","data":"R-1","fen":""},`+first), jieqi.Rules{})[0]
	if recordtest.Tree(g) != "h2e2r$1|good" || g.Setup.Start != "" || g.Result != record.FirstWins || g.Tag("Red") != "An" {
		t.Errorf("%s %v %v", recordtest.Tree(g), g.Setup, g.Tags)
	}
	for _, c := range []struct{ moves, token, kept string }{
		{first + `,{"type":"move","data":"h2e2","fen":""}`, "h2e2", "h2e2r$1|good"},
		{`{"type":"move","data":"h2e2","fen":"x"}`, "h2e2", ""},
		{`{"type":"move","data":"h2e2","fen":"` + board + `"}`, "h2e2", ""},
		{first + `,{"type":"mo`, "", "h2e2r$1|good"},
		{first + `,5`, "", "h2e2r$1|good"},
	} {
		g, e := recordtest.Next(t, recordtest.Reader(t, "box", doc(c.moves), jieqi.Rules{}))
		if g == nil || e.Token != c.token || recordtest.Tree(g) != c.kept || e.Position == "" || e.Offset == 0 {
			t.Errorf("%s: %v", c.moves, e)
		}
	}
}
