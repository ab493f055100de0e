package web_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kydai/fair"
	"kydai/internal/web"
	"kydai/internal/wire"
)

const (
	botFolder = "../../examples/bot/"
	botLines  = 30
)

// exampleBots returns the commands that run the example bots, by programming language. If a
// language is not installed, the test is skipped, except in CI.
func exampleBots(t *testing.T) map[string][]string {
	t.Helper()
	for _, name := range []string{"main.go", "bot.mjs", "bot.py"} {
		text, err := os.ReadFile(botFolder + name)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte("\n")); n > botLines {
			t.Errorf("%s has %d lines; an example has at most %d", name, n, botLines)
		}
	}
	for _, tool := range []string{"node", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	program := filepath.Join(t.TempDir(), "bot")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "kydai/examples/bot").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return map[string][]string{"go": {program}, "ts": {"node", botFolder + "bot.mjs"}, "python": {"python3", botFolder + "bot.py"}}
}

// runBot starts an example bot with its own token and returns the bot as a player. The bot's output
// is printed if the test fails.
func (s *site) runBot(command []string, game string, args ...string) *guest {
	s.t.Helper()
	bot := s.bot(filepath.Base(command[len(command)-1]))
	args = append(append(command[1:len(command):len(command)], s.http.URL, game), args...)
	cmd := exec.CommandContext(s.t.Context(), command[0], args...)
	cmd.Env = append(os.Environ(), "BOT_TOKEN="+bot.token, "PYTHONPATH=../../clients/python", "PYTHONDONTWRITEBYTECODE=1")
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if s.t.Failed() {
			s.t.Logf("%s said:\n%s", command, said.Bytes())
		}
	})
	return bot
}

// TestExampleBots checks that the example bots in Go, TypeScript and Python can sign in by tokens
// and play. Python challenges Go, and TypeScript challenges Python. Both games must end.
func TestExampleBots(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	commands := exampleBots(t)
	s := newSite(t)
	first := s.runBot(commands["go"], "caro")
	second := s.runBot(commands["python"], "caro", first.id)
	third := s.runBot(commands["ts"], "caro", second.id)
	deadline := time.Now().Add(patience)
	for _, pair := range [][2]*guest{{second, first}, {third, second}} {
		for {
			var over []wire.Summary
			pair[0].get("/api/me/matches?over=true", &over)
			if i := played(over, pair[1].id); i >= 0 {
				var m wire.View
				pair[0].get("/api/matches/"+over[i].ID, &m)
				if m.Result == nil || m.Result.By != "none" || m.Ply < 9 {
					t.Errorf("the game ended by %+v after %d moves", m.Result, m.Ply)
				}
				t.Logf("%d moves, %+v", m.Ply, *m.Result)
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("after %v no game has ended", patience)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	// The open offer of a bot must be listed in the lobby.
	var offers []wire.OfferView
	s.guest().get("/api/offers", &offers)
	if len(offers) != 1 || offers[0].Owner != first.id {
		t.Errorf("the lobby has %+v", offers)
	}
}

// played returns the index of a match against a given player in a list.
func played(all []wire.Summary, other string) int {
	for i, m := range all {
		if m.Seats[0].Player == other || m.Seats[1].Player == other {
			return i
		}
	}
	return -1
}

// TestExampleBotsReconnect breaks all connections while the example bots play. It checks that each
// bot opens its stream again and continues.
func TestExampleBotsReconnect(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	commands := exampleBots(t)
	s := newSite(t)
	human := s.guest()
	for name, command := range commands {
		bot := s.runBot(command, "chess")
		var offers []wire.OfferView
		for deadline := time.Now().Add(patience); len(offers) == 0 && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			human.get("/api/offers", &offers)
		}
		if len(offers) != 1 || offers[0].Owner != bot.id {
			t.Fatalf("%s: the lobby has %+v", name, offers)
		}
		var made web.Named
		human.post("/api/offers/"+offers[0].ID+"/accept", nil, &made)
		for round := range 2 {
			if round > 0 {
				s.http.CloseClientConnections()
			}
			for turns := 0; turns < 2; {
				var m wire.View
				human.get("/api/matches/"+made.ID, &m)
				if m.Result != nil {
					t.Fatalf("%s: the game ended by %+v", name, *m.Result)
				}
				if m.Turn != m.Viewer {
					time.Sleep(20 * time.Millisecond)
					continue
				}
				turns++
				human.post("/api/matches/"+made.ID+"/moves", web.MoveBody{Ply: m.Ply, Code: m.Legal[0].Code}, nil)
			}
		}
	}
}

// TestExampleDeal checks that two Python example bots can take part in a fair deal. The match must
// then begin with a signed deal that contains a number from each bot.
func TestExampleDeal(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	s := newSite(t)
	bots := []*guest{s.bot("one"), s.bot("two")}
	var made web.Named
	bots[1].post("/api/offers/"+bots[0].offer("jieqi", map[string]any{"fair": true})+"/accept?fair=true", nil, &made)
	var both sync.WaitGroup
	for i, side := range []string{"first", "second"} {
		both.Go(func() {
			cmd := exec.CommandContext(t.Context(), "python3", botFolder+"deal.py", s.http.URL, made.ID, side)
			cmd.Env = append(os.Environ(), "BOT_TOKEN="+bots[i].token, "PYTHONPATH=../../clients/python", "PYTHONDONTWRITEBYTECODE=1")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v: %s", side, err, out)
			}
		})
	}
	both.Wait()
	var tr fair.Transcript
	bots[0].get("/api/matches/"+made.ID+"/fair", &tr)
	bots[0].get("/api/matches/"+made.ID, nil)
	if tr.Signature == nil || tr.Players[0].Open == nil || tr.Players[1].Open == nil || tr.Players[0].Public || tr.Players[1].Public {
		t.Errorf("the deal is %+v", tr)
	}
}
