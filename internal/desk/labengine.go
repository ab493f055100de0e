//go:build lab || !js

package desk

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strconv"
	"strings"

	"kydai/engine"
	"kydai/game"
	algorithms "kydai/lab/classic"
	"kydai/lab/td"
	"kydai/search/classic"
)

// labEngine is a lab algorithm that keeps its search trees for the next move of its side.
type labEngine struct {
	*algorithms.Engine
	by string // the settings that the engine was created from
}

// byAlgorithm returns the engine for the lab algorithm that a request names. If the side to move
// already has such an engine, which keeps its trees, byAlgorithm returns this one.
func byAlgorithm(d *Desk, line *game.Line, q Request) (engine.Engine, error) {
	return labEngineOf(d, line, q)
}

func labEngineOf(d *Desk, line *game.Line, q Request) (*algorithms.Engine, error) {
	name := line.Rules().Info().Name
	c, err := labConfig(d.find(name), q)
	if err != nil {
		return nil, err
	}
	if !c.Keep {
		c.Seed = rand.New(rand.NewPCG(q.Seed, uint64(line.Ply()))).Uint64()
		return algorithms.New(c)
	}
	by := strings.Join([]string{name, q.Algorithm, strconv.Itoa(c.Sims), strconv.FormatUint(q.Seed, 10), q.Text}, " ")
	seat := "lab " + line.Position().Turn().String()
	if known, ok := d.engines[seat].(labEngine); ok && known.by == by {
		return known.Engine, nil
	}
	c.Seed = q.Seed
	e, err := algorithms.New(c)
	if err == nil {
		d.engines[seat] = labEngine{e, by}
	}
	return e, err
}

// visits runs a tree search in the view of the side to move. It lists the moves at the root as
// "CODE VISITS VALUE". A page that searches in several workers adds up the lists.
func visits(d *Desk, line *game.Line, q Request) ([]string, error) {
	e, err := labEngineOf(d, line, q)
	if err != nil {
		return nil, err
	}
	view := line.View(line.Position().Turn())
	r, err := e.Search(context.Background(), view, engine.Limits{}, func(classic.Result) {})
	if err != nil {
		return nil, err
	}
	var list []string
	for _, m := range r.Moves {
		list = append(list, view.Position().Encode(m.Move)+" "+strconv.Itoa(m.Visits)+" "+strconv.FormatFloat(m.Value, 'g', 6, 64))
	}
	return list, nil
}

// withLearnt adds learnt weights to the evaluators of a game. text has the form in which op "lab"
// returned the weights; "" adds nothing.
func withLearnt(g Game, text string) (classic.Family, error) {
	family := g.family()
	if text == "" {
		return family, nil
	}
	file, err := td.Read(strings.NewReader(text))
	if err != nil {
		return family, err
	}
	e, err := file.Evaluator(g.Rules, family)
	family.Evaluators = append(family.Evaluators[:len(family.Evaluators):len(family.Evaluators)], e)
	return family, err
}

// Limits of one request to learn. To play more games the page sends more requests.
const (
	learnGames = 100
	learnPairs = 20
)

// learn plays Count games with the settings in Algorithm to learn evaluation weights. It continues
// from the weights in Text, if Text is not empty. Then it plays Width pairs of games against
// weights of 0. It returns the file with the weights, and "games N", "error X", "plies X", "won N",
// "drawn N" and "lost N".
func learn(g Game, q Request) ([]string, error) {
	c := td.Usual(g.Rules)
	c.Family, c.Seed = g.family(), q.Seed
	if err := c.Set(q.Algorithm); err != nil {
		return nil, err
	}
	l := td.New(c)
	if q.Text != "" {
		file, err := td.Read(strings.NewReader(q.Text))
		if err == nil {
			err = l.Continue(file)
		}
		if err != nil {
			return nil, err
		}
	}
	var sum td.Played
	games := min(max(q.Count, 1), learnGames)
	for range games {
		p, err := l.Play()
		if err != nil {
			return nil, err
		}
		sum.Error += p.Error / float64(games)
		sum.Plies += p.Plies
	}
	tally, err := l.Compare(context.Background(), make([]float64, len(l.Weights)), min(max(q.Width, 0), learnPairs))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := l.File("").Write(&out); err != nil {
		return nil, err
	}
	number := func(name string, x float64) string { return name + " " + strconv.FormatFloat(x, 'g', 6, 64) }
	return []string{
		out.String(), number("games", float64(l.Games)), number("error", sum.Error), number("plies", float64(sum.Plies)/float64(games)),
		number("won", float64(tally.Won)), number("drawn", float64(tally.Drawn)), number("lost", float64(tally.Lost)),
	}, nil
}
