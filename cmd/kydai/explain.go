package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/signal"

	root "kydai"
	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	motifs "kydai/games/words"
	"kydai/internal/locale"
	"kydai/reason"
	"kydai/reason/texts"
)

func explainCommand() command {
	return command{
		name:  "explain",
		args:  "GAME [flags]",
		short: "say why a move is good or bad",
		long: `Searches the position and prints why the best move is good, or why the move of
--move is a mistake: the motif of the reply that it allows and of the better move
that it misses. A sentence is printed only if the line that the engine found
bears it out; without one, there is none. In a game with hidden pieces the
reasons are those of the player to move, who sees no more than on the board.`,
		examples: func() []string {
			return []string{
				"kydai explain " + exampleGame(0) + " --moves \"e2e4 e7e5 d1h5 b8c6 f1c4\" --move g8f6",
				"kydai explain " + exampleGame(1) + " --lang vi",
			}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var e explaining
			e.from.bind(fs)
			fs.StringVar(&e.move, "move", "", "explain this `MOVE`, as a code or in a notation (default: the best move)")
			fs.Uint64Var(&e.nodes, "nodes", 200_000, "search `N` positions for each line")
			fs.StringVar(&e.lang, "lang", "", "print only this `LANGUAGE`: "+locale.List()+" (default: vi and en)")
			fs.BoolVar(&e.json, "json", false, "print JSON, with the lines and the motifs as data")
			return func(a *app, args []string) error { return a.why(args, &e) }
		},
	}
}

// explaining holds the flags of kydai explain.
type explaining struct {
	from       start
	move, lang string
	nodes      uint64
	json       bool
}

func (a *app) why(args []string, e *explaining) error {
	if len(args) != 1 {
		return usage("explain", "explain needs a game")
	}
	r, err := findGame("explain", args[0])
	if err != nil {
		return err
	}
	if e.lang != "" && !locale.Known(e.lang) {
		return usage("explain", "there is no language %q; there are %s", e.lang, locale.List())
	}
	if e.nodes == 0 {
		return usage("explain", "--nodes must be at least 1")
	}
	name := r.Info().Name
	w, err := motifs.Find(name)
	if err != nil {
		return err
	}
	line, err := e.from.line("explain", r)
	if err != nil {
		return err
	}
	if out := line.Outcome(); out.Over() {
		return game.Err(game.GameOver, "the game is over: ", outcomeText(r.Info(), out))
	}
	line = line.View(line.Position().Turn())
	code, err := moveCode(r, line.Position(), e.move)
	if err != nil {
		return err
	}
	eng, err := engines.New(name)
	if err != nil {
		return err
	}
	defer eng.Close() //nolint:errcheck // the engine saves nothing, so an error of Close has no effect
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	q, err := reason.Ask(ctx, eng, line, code, engine.Limits{Nodes: e.nodes})
	if err != nil {
		return err
	}
	return a.sayWhy(q, reason.Explain(w, q), e)
}

// moveCode returns the code of a move that a user typed, or "" if word is empty.
func moveCode(r game.Rules, p game.Position, word string) (string, error) {
	if word == "" {
		return "", nil
	}
	m, worst := p.Decode(word)
	if worst == nil {
		return p.Encode(m), nil
	}
	if noted, ok := r.(game.Noted); ok {
		for _, n := range noted.Notations() {
			m, err := n.Read(p, word)
			if err == nil {
				return p.Encode(m), nil
			}
			if hasCode(worst, game.BadMove) && !hasCode(err, game.BadMove) {
				worst = err
			}
		}
	}
	return "", worst
}

func (a *app) sayWhy(q *reason.Question, list []reason.Reason, e *explaining) error {
	if e.json {
		return json.NewEncoder(a.out).Encode(map[string]any{
			"position": q.Position.String(), "played": lineJSON(q.Position, q.Played), "better": lineJSON(q.Position, q.Better),
			"mistake": q.Mistake(), "reasons": list,
		})
	}
	verdict := "good"
	switch {
	case q.Mistake():
		verdict = "a mistake; better is " + written(q, q.Better.Moves[0])
	case len(q.Better.Moves) == 0:
		verdict = "the best move"
	}
	a.printf("%s: %s\n", written(q, q.Played.Moves[0]), verdict)
	if len(list) == 0 {
		a.printf("no reason that the search bears out\n")
	}
	languages := []string{locale.Vietnamese, locale.English}
	if e.lang != "" {
		languages = []string{e.lang}
	}
	for _, lang := range languages {
		data, err := root.Texts.ReadFile("games/" + q.Rules.Info().Name + "/text/reason." + lang + ".json")
		if err != nil {
			return err
		}
		sentences, err := texts.Read(data)
		if err != nil {
			return err
		}
		for i := range list {
			a.printf("%s: %s\n", lang, sentences.Say(&list[i], writtenReason(q, &list[i]), texts.SquareName(q.Rules, q.Position)))
		}
	}
	return nil
}

// lineJSON converts a line of moves to move codes with a score. It returns nil if the line is
// empty.
func lineJSON(p game.Position, l reason.Line) *engine.Variation {
	if len(l.Moves) == 0 {
		return nil
	}
	v := &engine.Variation{Score: l.Score}
	for _, m := range l.Moves {
		v.Codes = append(v.Codes, p.Encode(m))
		if len(game.CompletionsOf(p, m)) != 1 {
			break
		}
		p = p.Play(m)
	}
	return v
}

// written formats a move in the game's default notation. The move must be legal in q.Position, the
// position that the user asked about.
func written(q *reason.Question, m game.Move) string {
	if not, ok := game.NotationOf(q.Rules, ""); ok {
		return not.Write(q.Position, m)
	}
	return q.Position.Encode(m)
}

// writtenReason formats the move that a reason is about, in the game's default notation. For the
// reason Allows this is the opponent's reply, which is formatted in the position after the played
// move.
func writtenReason(q *reason.Question, r *reason.Reason) string {
	switch r.Role {
	case reason.Allows:
		after := *q
		after.Position = q.Position.Play(q.Played.Moves[0])
		return written(&after, q.Played.Moves[1])
	case reason.Misses:
		return written(q, q.Better.Moves[0])
	}
	return written(q, q.Played.Moves[0])
}
