package fair

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"kydai/game"
	"kydai/record"
	"kydai/record/formats"
)

// Files of records with their fair-deal transcripts, which also serve as examples for kydai
// verify.
const (
	goodFile     = "../data/fair/good.jsonl"
	doctoredFile = "../data/fair/doctored.jsonl"
)

// TestRecords checks the stored records. With the flag -update it writes them again.
func TestRecords(t *testing.T) {
	var good, doctored bytes.Buffer
	for i, public := range [][2]bool{{}, {false, true}} {
		p := shortGame(t, "good-"+itoa(i+1), public)
		writeRecord(t, &good, "an honest game", p.line, p.end())
		if !*update {
			break // without -update, one honest game is enough to check the function writeRecord
		}
	}
	n := 0
	for _, a := range attacks(t) {
		switch a.name {
		case "server opens another number", "swapped layout", "wrong signature", "wrong piece in a reveal",
			"player opens another number", "player replays a nonce committed to in another match":
		default:
			continue
		}
		if !*update {
			continue
		}
		n++
		p := shortGame(t, "doctored-"+itoa(n), [2]bool{})
		tr, e := p.end(), p.evidence()
		a.do(p, &tr, &e)
		if a.code == WrongRoot { // here the swapped deal was played, so the record must contain it
			line, err := game.NewLine(p.rules, e.Setup)
			p.must(err)
			p.line, tr.Reveals = line, nil
		}
		writeRecord(t, &doctored, a.name, p.line, tr)
	}
	if *update {
		for file, text := range map[string][]byte{goodFile: good.Bytes(), doctoredFile: doctored.Bytes()} {
			if err := os.WriteFile(file, text, 0o644); err != nil { //nolint:gosec // everybody may read the file: it is an example
				t.Fatal(err)
			}
		}
		return
	}
	text, err := os.ReadFile(goodFile)
	if err != nil || !bytes.HasPrefix(text, good.Bytes()) {
		t.Errorf("%s is not what go test ./fair -update writes (%v)", goodFile, err)
	}
}

func writeRecord(t *testing.T, out *bytes.Buffer, name string, line *game.Line, tr Transcript) {
	t.Helper()
	text, err := json.Marshal(tr)
	if err != nil {
		t.Fatal(err)
	}
	g := record.FromLine(line)
	g.Result = record.FirstWins
	g.SetTag("Event", name)
	g.SetTag("Termination", "resignation")
	g.SetTag("Match", tr.Match)
	g.SetTag("Fair", string(text))
	w, err := formats.NewWriter("json", out, record.WriteOptions{OpenSecret: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(g); err != nil {
		t.Fatal(err)
	}
}
