package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestTrain plays games and trains nets on them. It checks that one thread and two threads give the
// same net, that an error chart is written, and that the net can play a match.
func TestTrain(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if got := kydai("", "datagen", "chess", "--out", at("games"), "--games", "6", "--nodes", "60", "--seed", "5", "--hash", "1"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	args := func(out, threads string) []string {
		return []string{
			"train", "chess", "--data", at("games"), "--out", at(out), "--seed", "2", "--width", "16", "--epochs", "2", "--batch", "64",
			"--held", "0.3", "--threads", threads, "--svg", at("loss.svg"),
		}
	}
	got := kydai("", args("one", "1")...)
	want := `^\d+ positions of \d games? to train on, \d+ held out, scale \d+\n` +
		`the hand-crafted evaluation has an error of 0\.\d+ on positions held out\n(epoch \d of 2: error 0\.\d+, held out 0\.\d+, \d+ positions per second\n){2}.*: net [0-9a-f]{12}\n$`
	if got.code != 0 || !regexp.MustCompile(want).MatchString(got.err) {
		t.Fatalf("%+v", got)
	}
	if got := kydai("", args("two", "2")...); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	one, err := os.ReadFile(at("one"))
	two, err2 := os.ReadFile(at("two"))
	if err != nil || err2 != nil || !bytes.Equal(one, two) {
		t.Errorf("one thread and two made different nets (%v, %v)", err, err2)
	}
	few := kydai("", append(args("few", "2"), "--asides", "0")...)
	if few.code != 0 || positions(t, few.err)*2 > positions(t, got.err) {
		t.Errorf("positions aside from the games: %q with them, %q without", got.err, few.err)
	}
	if svg, err := os.ReadFile(at("loss.svg")); err != nil || !strings.Contains(string(svg), "held out") {
		t.Errorf("no picture (%v)", err)
	}
	got = kydai("", "match", "kydai:net="+at("one")+",nodes=50", "kydai:nodes=50", "--game", "chess", "--games", "2", "--balance", "0", "--adjudicate", "plies=30", "--results", "off")
	if got.code != 0 || !strings.Contains(got.out, "difference: ") {
		t.Errorf("%+v", got)
	}
	// Check that self-play with the new net works, and that the file of games names the net.
	next := func(out, net string) result {
		return kydai("", "datagen", "chess", "--out", at(out), "--games", "1", "--nodes", "60", "--hash", "1", "--net", net)
	}
	if got := next("next", at("one")); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	if file, err := os.ReadFile(at("next")); err != nil || !bytes.Contains(file, []byte(`"net":"`)) {
		t.Errorf("the file does not name its net (%v)", err)
	}
	if got := next("next2", at("games")); got.code != exitFailure || !strings.Contains(got.err, "not the file of a net") {
		t.Errorf("%+v", got)
	}
	if got := kydai("", "match", "kydai:net="+at("games"), "kydai", "--game", "chess", "--games", "2", "--results", "off"); got.code == 0 || !strings.Contains(got.err, "not the file of a net") {
		t.Errorf("%+v", got)
	}
	if got := kydai("", "train", "chess", "--data", at("one"), "--out", at("none")); got.code != exitFailure || !strings.Contains(got.err, "not a file of training games") {
		t.Errorf("%+v", got)
	}
}

// TestTrainUnsettled checks that training adds positions in which a piece was turned up and its kind
// is not known, in games that have hidden pieces and only there. One thread and two threads must
// make the same net.
func TestTrainUnsettled(t *testing.T) {
	for name, adds := range map[string]bool{"chess": false, "jieqi": true} {
		dir := t.TempDir()
		games := filepath.Join(dir, "games")
		got := kydai("", "datagen", name, "--out", games, "--games", "3", "--nodes", "60", "--seed", "5", "--hash", "1")
		m := regexp.MustCompile(`(\d+) positions to train on`).FindStringSubmatch(got.err)
		if got.code != 0 || m == nil {
			t.Fatalf("%+v", got)
		}
		had, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		train := func(out, threads, asides string) []byte {
			file := filepath.Join(dir, out)
			got = kydai("", "train", name, "--data", games, "--out", file, "--seed", "2", "--width", "16", "--epochs", "1", "--batch", "64",
				"--held", "0", "--threads", threads, "--asides", asides)
			if got.code != 0 {
				t.Fatalf("%+v", got)
			}
			net, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			return net
		}
		if !bytes.Equal(train("one", "1", "2"), train("two", "2", "2")) {
			t.Errorf("%s: one thread and two made different nets", name)
		}
		with := positions(t, got.err)
		train("few", "1", "0")
		few := positions(t, got.err)
		if (few > had) != adds || (with > 3*had) != adds {
			t.Errorf("%s: %d positions of games, %d to train on, %d with those aside", name, had, few, with)
		}
	}
}

// positions returns the number with which the output of train begins.
func positions(t *testing.T, output string) int {
	t.Helper()
	number, _, _ := strings.Cut(output, " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTrainSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"train", "train needs a game"},
		{"train chess", "--data"},
		{"train chess --data x", "--out"},
		{"train caro --data x --out y", "has no nets yet; there are nets of chess"},
		{"train chess --data x --out y --width 100", "multiple of 16"},
		{"train chess --data x --out y --asides -1", "--asides"},
		{"train chess --data x --out y --lambda 2", "lambda must be from 0 to 1"},
	} {
		if got := kydai("", strings.Fields(c.args)...); got.code != exitUsage || !strings.Contains(got.err, c.want) {
			t.Errorf("%s: %+v", c.args, got)
		}
	}
}
