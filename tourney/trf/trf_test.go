package trf_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"kydai/game"
	"kydai/tourney"
	"kydai/tourney/trf"
)

var update = flag.Bool("update", false, "write the golden files again")

func read(t testing.TB, name string) *trf.File {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	f, err := trf.Read(data)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return f
}

func write(t testing.TB, f *trf.File) []byte {
	t.Helper()
	data, err := f.Write()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestGolden reads hand-written reports, writes them and compares the output with golden files.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.trf")
	if err != nil || len(names) < 5 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		f := read(t, filepath.Base(name))
		got := write(t, f)
		file := strings.TrimSuffix(name, ".trf") + ".golden"
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil { //nolint:gosec // test data, which every user may read
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is written as\n%s", name, got)
		}
		checkAgain(t, f, got)
	}
}

// checkAgain checks a report that Write has written: after reading it, the contents must be the
// same, and writing it again must give the same bytes.
func checkAgain(t *testing.T, f *trf.File, text []byte) {
	t.Helper()
	again, err := trf.Read(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if !reflect.DeepEqual(f, again) {
		t.Fatalf("read\n%+v\nwrote\n%s\nread\n%+v", f, text, again)
	}
	if twice := write(t, again); !bytes.Equal(text, twice) {
		t.Fatalf("wrote\n%s\nthen\n%s", text, twice)
	}
}

// TestCharsets checks that the same tournament in two character sets gives the same report.
func TestCharsets(t *testing.T) {
	if a, b := read(t, "club.trf"), read(t, "club1258.trf"); !reflect.DeepEqual(a, b) {
		t.Errorf("UTF-8\n%+v\nWindows-1258\n%+v", a, b)
	}
	f := read(t, "western1252.trf")
	for i, want := range []string{"García, José", "Nicolò, Ægir", "Þórsson, Guðni", "Šech"} {
		if got := f.Players[i].Name; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	f = read(t, "bytes.trf")
	if f.Players[0].Name != "Nguyễn Văn Thắng" || f.Players[1].Rating != 2305 {
		t.Errorf("columns in bytes: %+v", f.Players)
	}
}

func TestFields(t *testing.T) {
	f := read(t, "club.trf")
	want := trf.Player{
		Number: 3, Sex: "w", Title: "WIM", Name: "Lý Thị Hường", Rating: 2305, Federation: "VIE", ID: "12400003",
		Birth: "1999/12/31", Tenths: 10, Rank: 5, Cells: []trf.Cell{{Opponent: 6, Colour: 'w', Result: '1'}, {Opponent: 1, Colour: 'w', Result: '0'}, {Opponent: 4, Colour: 'b', Result: '0'}},
	}
	if !reflect.DeepEqual(f.Players[2], want) {
		t.Errorf("%+v", f.Players[2])
	}
	if f.Version != trf.TRF16 || f.Rounds != 5 || f.First != tourney.White || !f.Accelerated() || len(f.Header.Dates) != 3 || len(f.Header.Deputies) != 2 {
		t.Errorf("%+v", f)
	}
	if k := f.Kept[1]; k.Text != "DAT 0001 GROUP Bến Nghé" || k.Code != "001" || k.Index != 0 {
		t.Errorf("%+v", f.Kept)
	}
	f = read(t, "teams26.trf")
	team := trf.Team{Number: 2, Name: "SC Süd", Players: []int{5, 6, 7, 8}, Nick: "SUED", Strength: 2180, Games: 40, Rank: 2}
	if f.Version != trf.TRF26 || !reflect.DeepEqual(f.Teams[1], team) || !reflect.DeepEqual(f.Forbidden[0], trf.Forbidden{First: 1, Last: 2, Players: []int{1, 2, 5}}) {
		t.Errorf("%+v", f)
	}
	if !reflect.DeepEqual(f.Scores, []trf.Score{{Code: 'W', Tenths: 30}, {Code: 'D', Tenths: 10}, {Code: 'L'}, {Code: 'P', Tenths: 10}}) {
		t.Errorf("%+v", f.Scores)
	}
}

// TestErrors reads lines with one error each and checks the error code.
func TestErrors(t *testing.T) {
	const row = "001    1 m    Name                              2000 VIE                         0.0    1"
	for _, c := range []struct{ text, code string }{
		{row + "\n" + row, "number-twice"},
		{strings.Replace(row, "2000 ", "20 00", 1), "bad-columns"},
		{strings.Replace(row, "2000", "2O00", 1), "bad-number"},
		{strings.Replace(row, "   1 m", "   0 m", 1), "bad-number"},
		{strings.Replace(row, " 0.0", "0.05", 1), "bad-number"},
		{row + "     2 w x", "bad-result"}, {row + "     2 - 1", "bad-result"}, {row + "     1 w 1", "bad-result"},
		{row + "  0000 w 1", "bad-result"}, {row + "  0000 - 1", "bad-result"}, {row + "     2 w H", "bad-result"},
		{row + "  12345w 1", "bad-result"},
		{"XXR nine", "bad-rounds"}, {"142 0", "bad-rounds"}, {"152 G", "bad-colour"},
		{"162  W 3.0    W 2.0", "twice"}, {"162  Q 1.0", "bad-scoring"}, {"BBW 1.0 D 2.0", "bad-scoring"}, {"BBW", "bad-scoring"},
		{"013                                 1", "bad-team"}, {"310   0 Name", "bad-team"}, {"310   1 Name" + strings.Repeat(" ", 62) + "x", "bad-team"},
		{"240 Q 001    1", "bad-bye"}, {"240 H 001", "bad-bye"}, {"260 002 001    1    2", "bad-list"}, {"XXP 1", "bad-list"}, {"XXZ 1 b", "bad-list"},
	} {
		_, err := trf.Read([]byte("012 Test\n\n" + c.text + "\n"))
		var wrong *trf.Error
		if !errors.As(err, &wrong) || wrong.Code != c.code || wrong.Line != 3+strings.Count(c.text, "\n") || wrong.Text == "" {
			t.Errorf("%q: %+v, want %s", c.text, err, c.code)
		}
		var coded *game.Error
		if !errors.As(err, &coded) || coded.Code != c.code {
			t.Errorf("%q: no code for a caller", c.text)
		}
	}
}

func TestSystem(t *testing.T) {
	for code, want := range map[string][2]bool{
		"": {true, false}, "FIDE_DUTCH": {true, false}, "FIDE_DUTCH_2025": {true, false}, "FIDE_DUTCH_BAKU": {true, true},
		"FIDE_DUTCH_2025_BAKU": {true, true}, "FIDE_BURSTEIN": {false, false}, "FIDE_TEAM_BAKU": {false, true},
	} {
		f := &trf.File{Header: trf.Header{TypeCode: code}}
		if f.Dutch() != want[0] || f.Accelerated() != want[1] {
			t.Errorf("%s: %v, %v", code, f.Dutch(), f.Accelerated())
		}
	}
}

// TestTooLong checks that Write returns an error if a text or number is too long for its columns,
// or cannot be written in one line.
func TestTooLong(t *testing.T) {
	for _, p := range []trf.Player{
		{Number: 1, Name: strings.Repeat("x", 34)}, {Number: 10000}, {Number: 1, Federation: "VIET"}, {Number: 1, Name: "two\rlines"}, {Number: 1, Tenths: 10005},
	} {
		if text, err := (&trf.File{Players: []trf.Player{p}}).Write(); err == nil {
			t.Errorf("%+v is written as %s", p, text)
		}
	}
}

func FuzzRead(f *testing.F) {
	names, _ := filepath.Glob("testdata/*.trf")
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("022 A\n012 X\n022 B\nXXC rank\nXXC white1 foo\n152 B\n132" + strings.Repeat(" ", 88) + "26/01/01x"))
	f.Add([]byte("XXR 3\n142 4\n# x\nBBW 3.0\n# y\nBBF 1.0\n013 Team                            1    2\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := trf.Read(data)
		if err != nil {
			return
		}
		checkAgain(t, file, write(t, file))
		if table, byes, err := file.Table(); err == nil {
			if err := table.Check(); err != nil {
				t.Fatal(err)
			}
			_ = byes
		}
	})
}
