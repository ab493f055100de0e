package main

import (
	"bytes"
	"crypto/ed25519"
	"os"
	"strings"
	"testing"

	results "kydai/tourney/signed"
)

// clubReport returns the report of a tournament after three of five rounds. Examples and tests use
// it.
func clubReport(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/club.trf")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// clubSigned returns the report of clubReport as signed results: a document with the report and a
// signature.
func clubSigned(t *testing.T) []byte {
	t.Helper()
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	data, err := results.Sign(key, results.Document{Type: results.TRF, By: "club.example", At: "2026-10-11 18:00 +07", Body: clubReport(t)})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// clubFiles changes to a new folder and writes the files that the examples read into it.
func clubFiles(t *testing.T) {
	t.Helper()
	report, bundle := clubReport(t), clubSigned(t)
	t.Chdir(t.TempDir())
	for name, data := range map[string][]byte{"club.trf": report, "club.signed.json": bundle} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTourneyVerify checks that the original signed results are accepted, and that modified
// results and results signed with another key are refused.
func TestTourneyVerify(t *testing.T) {
	report := clubReport(t)
	clubFiles(t)
	const key = "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c"
	got := kydai("", "tourney", "verify", "club.signed.json")
	for _, want := range []string{"signature is valid", "Giải cờ tướng mùa thu, 9 players, 3 rounds", "by       club.example", key, "by the file alone"} {
		if got.code != 0 || !strings.Contains(got.out, want) {
			t.Errorf("%+v lacks %q", got, want)
		}
	}
	if known := kydai("", "tourney", "verify", "club.signed.json", "--key", key, "--out", "-"); known.code != 0 || known.out != string(report) {
		t.Errorf("%+v", known)
	}
	if other := kydai("", "tourney", "verify", "club.signed.json", "--key", strings.Repeat("0", 64)); other.code != exitFailure || !strings.Contains(other.err, "[wrong-key]") {
		t.Errorf("%+v", other)
	}
	if bad := kydai("", "tourney", "verify", "club.signed.json", "--key", "abc"); bad.code != exitUsage {
		t.Errorf("%+v", bad)
	}
	data, err := os.ReadFile("club.signed.json")
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), "9 b 1", "9 b =", 1)
	if got := kydai(changed, "tourney", "verify", "-"); got.code != exitFailure || !strings.Contains(got.err, "[bad-signature]") || got.out != "" {
		t.Errorf("%+v", got)
	}
	if got := kydai("{}", "tourney", "verify", "-"); got.code != exitFailure || !strings.Contains(got.err, "[bad-signed-file]") {
		t.Errorf("%+v", got)
	}
}

// TestTourneyPair pairs a round into a new file, enters the results in that file, and pairs the
// next round from it. It checks that all rounds follow the basic rules, and that the next round is
// refused while results are missing.
func TestTourneyPair(t *testing.T) {
	clubFiles(t)
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
