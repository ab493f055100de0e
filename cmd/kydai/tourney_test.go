package main

import (
	"os"
	"strings"
	"testing"
)

// clubReport is a report with three rounds of five, for examples and tests.
func clubReport(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/club.trf")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestTourneyPair pairs to a new file, enters results there, and pairs again.
func TestTourneyPair(t *testing.T) {
	report := clubReport(t)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("club.trf", report, 0o600); err != nil {
		t.Fatal(err)
	}
	got := kydai("", "tourney", "pair", "club.trf")
	if got.code != 0 || !strings.Contains(got.out, "1  3 Lê Thị Hương (2)") || !strings.Contains(got.out, "club-round4.trf") {
		t.Fatalf("%+v", got)
	}
	if again := kydai("", "tourney", "pair", "club.trf"); again.code != exitFailure || !strings.Contains(again.err, "[file-exists]") {
		t.Errorf("%+v", again)
	}
	if early := kydai("", "tourney", "pair", "club-round4.trf"); early.code != exitFailure || !strings.Contains(early.err, "[results-missing]") {
		t.Errorf("%+v", early)
	}
	next, err := os.ReadFile("club-round4.trf")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(next), "\r\n")
	for i, line := range lines {
		if strings.HasSuffix(line, " w") || strings.HasSuffix(line, " b") {
			lines[i] = line + " ="
		}
	}
	if err := os.WriteFile("club-round4.trf", []byte(strings.Join(lines, "\r\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if last := kydai("", "tourney", "pair", "club-round4.trf"); last.code != 0 || !strings.Contains(last.out, "club-round5.trf") {
		t.Errorf("%+v", last)
	}
	if sound := kydai("", "tourney", "check", "club-round5.trf"); sound.code != 0 || strings.Count(sound.out, "keeps the basic rules") != 5 || strings.Contains(sound.out, "other than") {
		t.Errorf("%+v", sound)
	}
}
