package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kydai/games"
	"kydai/games/engines"
	"kydai/record"
	"kydai/record/formats"
)

// TestMatch plays a match in every game and checks that the record file of the match can be read
// back.
func TestMatch(t *testing.T) {
	for _, r := range games.All() {
		name := r.Info().Name
		file := filepath.Join(t.TempDir(), "games."+r.Info().Formats[0])
		args := []string{"match", "random", "greedy", "--game", name, "--games", "3", "--adjudicate", "plies=30", "--seed", "4", "--balance", "0", "--record", file, "--sprt", "0,100"}
		if name == "xiangqi" {
			args = append(args, "--concurrency", "2")
		}
		got := kydai("", args...)
		if got.code != 0 || strings.Count(got.out, "\n") < 8 {
			t.Fatalf("%s: %+v", name, got)
		}
		for _, want := range []string{"game 4 of 4", "random      4 ", "greedy      4 ", "difference: ", "not decided"} {
			if !strings.Contains(got.out, want) {
				t.Errorf("%s: no %q in\n%s", name, want, got.out)
			}
		}
		in, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		reader, err := formats.NewReader(r.Info().Formats[0], in, record.ReadOptions{Rules: r})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for ; n < 10; n++ {
			g, err := reader.Next()
			if err != nil {
				break
			}
			if line, err := g.Line(); err != nil || line.Ply() == 0 {
				t.Errorf("%s: game %d has %d moves, %v", name, n, line.Ply(), err)
			}
		}
		if n != 4 {
			t.Errorf("%s: %d games were recorded", name, n)
		}
		if err := in.Close(); err != nil {
			t.Error(err)
		}
		if again := kydai("", args...); name == "chess" && again.out != got.out {
			t.Errorf("the same seed gives another match\n%s", firstDifference(got.out, again.out))
		}
	}
}

func TestMatchOpenings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "openings.pgn")
	if err := os.WriteFile(file, []byte("1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out.pgn")
	got := kydai("", "match", "random", "random", "--game", "chess", "--games", "4", "--openings", file, "--record", out, "--adjudicate", "plies=10")
	if got.code != 0 || !strings.Contains(got.out, "random (2)") {
		t.Fatalf("%+v", got)
	}
	text, err := os.ReadFile(out)
	if err != nil || strings.Count(string(text), "1. e4 e5 2. Nf3") != 2 || strings.Count(string(text), "1. d4 d5") != 2 {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestMatchIsShown checks that a match shows a progress bar on a terminal, and that it writes no
// control codes to a pipe.
func TestMatchIsShown(t *testing.T) {
	args := []string{"match", "random", "random", "--game", "othello", "--games", "2"}
	if got := kydai("", args...); strings.ContainsAny(got.out, "\x1b\r█") {
		t.Errorf("%q", got.out)
	}
	var out, err bytes.Buffer
	a := &app{in: strings.NewReader(""), out: &out, err: &err, color: true}
	if code := a.run(args); code != 0 || !strings.Contains(out.String(), "█") || !strings.Contains(out.String(), "2/2") {
		t.Errorf("exit %d, %q", code, out.String())
	}
}

func TestMatchMistakes(t *testing.T) {
	for line, want := range map[string]string{
		"match random":                                                               "two players",
		"match random random":                                                        "set the game with --game",
		"match random random --game ches":                                            "did you mean chess",
		"match random frob --game chess":                                             "unknown kind of player: frob",
		"match random uci:nowhere-to-be-found --game chess":                          "no program nowhere-to-be-found",
		"match random kydai:level=99 --game chess":                                   "level must be from 1 to 9",
		"match random random --game chess --sprt 5":                                  "two numbers",
		"match random random --game chess --sprt 5,0":                                "two numbers",
		"match random random --game chess --games 0":                                 "--games must be at least 2",
		"match random random --game chess --adjudicate resign=5":                     "resign=600x4",
		"match random random --game chess --adjudicate draw=x8":                      "resign=600x4",
		"match random random --game chess --adjudicate nonsense":                     "resign=600x4",
		"match random random --game chess --record games.xyz --games 2 --openings -": "is not a game record",
		"match random random --game chess --record games.xyz --games 2 --plies 2":    "must end with",
		"match random random --game chess --option variant=nonsense --games 2":       "cannot be nonsense",
		"play":                     "needs a game",
		"play chess --side blue":   "there is no side",
		"play chess --player frob": "unknown kind of player",
		"play chess --level 0":     "at least 1",
		"uci chess chess":          "at most one game",
		"uci othello":              "no engine of this program supports UCI for othello",
		"ucci x":                   "no arguments",
		"gomocup x":                "no arguments",
		"bench othello":            "no engine for othello",
		"bench a b":                "at most one game",
	} {
		if got := kydai("", words(t, line)...); got.code == 0 || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v, not %q", line, got, want)
		}
	}
}

// TestPlay plays a game at the terminal and checks the replies to the typed commands.
func TestPlay(t *testing.T) {
	got := kydai("E4\nnonsense\n\nundo\nundo\nmoves\nhint\nd2d4\nNf3\nboard\nhelp\nresign\n", "play", "chess", "--player", "greedy")
	for _, want := range []string{
		"greedy plays ", "white> ", "this is not a move: nonsense", "there is nothing to take back", "a2a3 b2b3", "type a move, or undo", "black wins, resignation",
	} {
		if got.code != 0 || !strings.Contains(got.out, want) {
			t.Errorf("no %q in %+v", want, got)
		}
	}
	got = kydai("quit\n", "play", "chess", "--side", "black", "--player", "random")
	if got.code != 0 || !regexp.MustCompile(`(?s)random plays \w+.*black> `).MatchString(got.out) {
		t.Errorf("%+v", got)
	}
	got = kydai("Qxf7\n", "play", "chess", "--player", "random", "--moves", "e4 e5 Qh5 Nc6 Bc4 Nf6")
	if got.code != 0 || !strings.Contains(got.out, "white wins, checkmate") {
		t.Errorf("%+v", got)
	}
	for _, r := range games.All() {
		if got := kydai("moves\n", "play", r.Info().Name, "--player", "random"); got.code != 0 {
			t.Errorf("%+v", got)
		}
	}
}

// TestHiddenStaysHidden checks that the terminal shows only the player's view of a game with hidden
// pieces. It also checks that undo is refused after a piece was revealed.
func TestHiddenStaysHidden(t *testing.T) {
	got := kydai("moves\n", "play", "jieqi", "--player", "random", "--seed", "7")
	shown := kydai("", "show", "jieqi", "--seed", "7")
	board, _, _ := strings.Cut(shown.out, "\n\n")
	if !strings.Contains(got.out, board) {
		t.Errorf("it shows more or less than a spectator sees before the first move:\n%s", got.out)
	}
	got = kydai("h2e2\nundo\n", "play", "jieqi", "--player", "random", "--seed", "7")
	if !strings.Contains(got.out, "cannot be taken back") {
		t.Errorf("a piece that turned up was taken back:\n%s", got.out)
	}
}

// TestProtocols sends the first commands of every engine protocol, such as UCI, and checks the
// answers.
func TestProtocols(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"uci":     {"uci\nisready\nposition startpos\ngo nodes 50\n", "bestmove "},
		"ucci":    {"ucci\nisready\nposition startpos\ngo nodes 50\n", "bestmove "},
		"gomocup": {"ABOUT\nINFO timeout_turn 20\nINFO rule 9\nSTART 15\nBEGIN\n", "name="},
	} {
		spoken := false
		for _, d := range engines.Dialects() {
			_, ok := engines.Find(d.Game)
			spoken = spoken || ok && (name == "uci" && d.UCI != "" || name == "ucci" && d.UCCI > 0 || name == "gomocup" && d.Numbers != nil)
		}
		got := kydai(c.in, name)
		if spoken && (got.code != 0 || !strings.Contains(got.out, c.want)) {
			t.Errorf("%s: %+v", name, got)
		}
		if !spoken && got.code == 0 {
			t.Errorf("%s speaks without an engine", name)
		}
	}
}
