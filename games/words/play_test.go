package words

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/reason"
	"kydai/reason/texts"
)

// player plays games with both good and weak moves, so that the tests have moves to explain.
type player struct {
	t     testing.TB
	rules game.Rules
	eng   engine.Engine
	words reason.Words
	rng   *rand.Rand
}

func newPlayer(t testing.TB, name string, seed uint64) *player {
	t.Helper()
	r, ok := games.Find(name)
	if !ok {
		t.Fatalf("there is no game %s", name)
	}
	e, err := engines.New(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	w, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return &player{t, r, e, w, rand.New(rand.NewPCG(seed, 18))}
}

// line starts a game with a few random moves.
func (p *player) line() *game.Line {
	setup := game.Setup{}
	if d, ok := p.rules.(game.Dealer); ok {
		setup.Secret = d.Deal(p.rng.IntN)
	}
	l, err := game.NewLine(p.rules, setup)
	if err != nil {
		p.t.Fatal(err)
	}
	for range 2 + p.rng.IntN(4) {
		p.random(l)
	}
	return l
}

func (p *player) random(l *game.Line) {
	if l.Outcome().Over() {
		return
	}
	legal := l.Legal()
	p.push(l, legal[p.rng.IntN(len(legal))])
}

// push takes a move that was chosen in one player's view of a game and plays it in the complete
// game.
func (p *player) push(l *game.Line, m game.Move) {
	if c := game.CompletionsOf(l.Position(), m); len(c) == 1 {
		m = c[0].Move
	}
	if err := l.Push(m); err != nil {
		p.t.Fatal(err)
	}
}

// step plays one move: usually a reasonable move, sometimes a random move.
func (p *player) step(l *game.Line) {
	if p.rng.IntN(8) == 0 {
		p.random(l)
		return
	}
	if code := p.weak(l); code != "" {
		if err := l.Play(code); err == nil {
			return
		}
	}
	p.random(l)
}

// weak returns the code of a move found by a very short search.
func (p *player) weak(l *game.Line) string {
	view := l.View(l.Position().Turn())
	t, err := p.eng.Think(context.Background(), view, engine.Limits{Nodes: uint64(20 + p.rng.IntN(800))}, nil)
	if err != nil {
		return ""
	}
	return t.Best()
}

// ask creates a question about a move in a position: the best move, a weak move or a random move.
func (p *player) ask(l *game.Line, nodes uint64) *reason.Question {
	view := l.View(l.Position().Turn())
	code := ""
	switch p.rng.IntN(3) {
	case 0:
		legal := view.Legal()
		code = view.Position().Encode(legal[p.rng.IntN(len(legal))])
	case 1:
		code = p.weak(l)
	}
	if f, ok := p.eng.(engine.Forgetful); ok {
		f.NewGame()
	}
	q, err := reason.Ask(context.Background(), p.eng, view, code, engine.Limits{Nodes: nodes})
	if err != nil {
		p.t.Fatalf("%s, %s: %v", view.Position(), code, err)
	}
	return q
}

// each plays games and calls the function visit with questions about their positions until visit
// returns false.
func (p *player) each(nodes uint64, visit func(*reason.Question) bool) {
	for {
		l := p.line()
		for l.Ply() < 120 && !l.Outcome().Over() {
			if p.rng.IntN(4) == 0 && !visit(p.ask(l, nodes)) {
				return
			}
			p.step(l)
		}
	}
}

// textsOf reads the sentences of a game, by language.
func textsOf(t testing.TB, name string) map[string]texts.Texts {
	t.Helper()
	all := map[string]texts.Texts{}
	files, err := filepath.Glob(filepath.Join("..", name, "text", "reason.*.json"))
	if err != nil || len(files) != 4 {
		t.Fatalf("the sentences of %s are in %v: %v", name, files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file) //nolint:gosec // a file of this project
		if err != nil {
			t.Fatal(err)
		}
		lang := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "reason."), ".json")
		if all[lang], err = texts.Read(data); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// say returns the sentences for reasons in one language.
func say(q *reason.Question, sentences texts.Texts, list []reason.Reason) []string {
	var all []string
	for i := range list {
		r := &list[i]
		all = append(all, sentences.Say(r, r.Move, texts.SquareName(q.Rules, q.Position)))
	}
	return all
}
