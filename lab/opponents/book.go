package opponents

import (
	"context"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"

	"kydai/engine"
	"kydai/engine/character"
	"kydai/game"
)

// Plan describes how an opening book for the engine opponents (characters) is made.
type Plan struct {
	Rules game.Rules
	Entry engine.Entry
	Set   character.Set
	Seed  uint64
	Nodes uint64 // node limit of each search
	Lines int    // number of games that are played for each opening
	Plies int    // maximum length of a line, in plies
}

// Parameters of the random choice of moves. The side of the opening plays the moves of the
// opening's plan if they cost at most character.Asked of the winning chance. The moves of the other
// side may cost at most slack; its first move may cost firstSlack, so that the book has answers to
// many moves.
const (
	width      = 6
	firstSlack = 0.10
	slack      = 0.05
	heat       = 0.02
	answers    = 0.7 // share of lines in which the other side plays the moves that the opening is meant against
)

// Book plays games for each opening and returns their lines as a book. The same plan gives the same
// book.
func (p Plan) Book(ctx context.Context, told func(opening string, lines int)) (character.Book, error) {
	e := p.Entry.New()
	defer func() { _ = e.Close() }() // ignore the error: the engine holds no file
	if a, ok := e.(engine.Adjustable); ok {
		if err := a.SetOption("Hash", "2"); err != nil {
			return character.Book{}, err
		}
	}
	book := character.Book{Seed: p.Seed, Nodes: p.Nodes}
	for _, o := range p.Set.Openings {
		h := fnv.New64a()
		_, _ = h.Write([]byte(o.Name)) // Write of a hash never fails
		w := &writer{plan: p, opening: o, engine: e, rng: rand.New(rand.NewPCG(p.Seed, h.Sum64())), seen: map[string]engine.Thought{}}
		counts := map[string]int{}
		for range p.Lines {
			line, err := w.line(ctx)
			if err != nil {
				return book, err
			}
			if line != "" {
				counts[line]++
			}
		}
		codes := make([]string, 0, len(counts))
		for line := range counts {
			codes = append(codes, line)
		}
		sort.Strings(codes)
		for _, line := range codes {
			book.Lines = append(book.Lines, o.Name+" "+strconv.Itoa(counts[line])+" "+line)
		}
		if told != nil {
			told(o.Name, len(codes))
		}
	}
	return book, nil
}

// writer creates the lines of one opening.
type writer struct {
	plan    Plan
	opening character.Opening
	engine  engine.Engine
	rng     *rand.Rand
	seen    map[string]engine.Thought // results of searches; the key has the moves so far and the moves that may be chosen
}

// line plays one game and returns its line of move codes. It returns "" if the opening did not
// arise.
func (w *writer) line(ctx context.Context) (string, error) {
	line, err := game.NewLine(w.plan.Rules, setup(w.plan.Rules, w.rng))
	if err != nil {
		return "", err
	}
	var codes []string
	meant := w.rng.Float64() < answers
	for len(codes) < w.plan.Plies && !line.Outcome().Over() {
		code, planned, err := w.move(ctx, line, codes, meant)
		if err != nil {
			return "", err
		}
		p := line.Position()
		if len(codes) < 2 && p.Turn().String() == w.opening.Side && !planned {
			return "", nil // the opening did not arise: its plan would cost too much in this position
		}
		m, err := p.Decode(code)
		if err != nil {
			return "", err
		}
		codes = append(codes, code)
		if hidden := len(game.CompletionsOf(game.ViewOf(p, p.Turn()), m)) > 1; hidden {
			break // the next moves would depend on the hidden piece that this move reveals
		}
		if err := line.Play(code); err != nil {
			return "", err
		}
	}
	for len(codes) > 0 && (len(codes)%2 == 0) == (w.opening.Side == game.First.String()) {
		codes = codes[:len(codes)-1] // a line must end with a move of the opening's side
	}
	return strings.Join(codes, " "), nil
}

func setup(r game.Rules, rng *rand.Rand) (s game.Setup) {
	if d, ok := r.(game.Dealer); ok {
		s.Secret = d.Deal(rng.IntN)
	}
	return s
}

// move draws the next move of a line at random. If the parameter meant is true, the other side
// plays the moves against which the opening is meant. The result planned reports whether the move
// follows the opening's plan.
func (w *writer) move(ctx context.Context, line *game.Line, codes []string, meant bool) (code string, planned bool, err error) {
	best, err := w.think(ctx, line, codes, nil)
	if err != nil {
		return "", false, err
	}
	turn := line.Position().Turn().String()
	own, allowed := w.opening.Wanted(side(codes)), character.Asked
	if turn != w.opening.Side {
		own, allowed = nil, firstSlack
		if n := len(codes) / 2; meant && n < len(w.opening.To) {
			own = w.opening.To[n]
		}
	}
	legal := slices.DeleteFunc(slices.Clone(own), func(code string) bool {
		m, err := line.Position().Decode(code)
		return err != nil || !slices.Contains(line.Legal(), m)
	})
	if len(legal) > 0 {
		mine, err := w.think(ctx, line, codes, legal)
		if err != nil {
			return "", false, err
		}
		if w.chance(best.Lines[0])-w.chance(mine.Lines[0]) <= allowed {
			return w.draw(mine.Lines, allowed), turn == w.opening.Side, nil
		}
	}
	within := slack
	if len(codes) < 2 && turn != w.opening.Side {
		within = firstSlack
	}
	return w.draw(best.Lines, within), false, nil
}

// side returns the moves in codes that were played by the side that is now to move.
func side(codes []string) (own []string) {
	for i := len(codes) % 2; i < len(codes); i += 2 {
		own = append(own, codes[i])
	}
	return own
}

func (w *writer) chance(v engine.Variation) float64 {
	return engine.WinChance(v.Score, w.plan.Entry.Scale)
}

// draw chooses a line at random and returns its first move. The winning chance of the chosen line
// is below that of the best line by at most the given value. Better lines are more likely.
func (w *writer) draw(lines []engine.Variation, within float64) string {
	best, total := w.chance(lines[0]), 0.0
	weights := make([]float64, len(lines))
	for i, v := range lines {
		if loss := best - w.chance(v); loss <= within && len(v.Codes) > 0 {
			weights[i] = math.Exp(-loss / heat)
			total += weights[i]
		}
	}
	at := w.rng.Float64() * total
	for i, weight := range weights {
		if at -= weight; at < 0 && weight > 0 {
			return lines[i].Codes[0]
		}
	}
	return lines[0].Codes[0]
}

// think searches a position and remembers the result. The engine forgets earlier searches each
// time, so that the result does not depend on them.
func (w *writer) think(ctx context.Context, line *game.Line, codes, only []string) (engine.Thought, error) {
	key := strings.Join(codes, " ") + "|" + strings.Join(only, " ")
	if t, ok := w.seen[key]; ok {
		return t, nil
	}
	if f, ok := w.engine.(engine.Forgetful); ok {
		f.NewGame()
	}
	lim := engine.Limits{Nodes: w.plan.Nodes, MultiPV: width, Only: only}
	t, err := w.engine.Think(ctx, line.View(line.Position().Turn()), lim, nil)
	if err == nil && len(t.Lines) == 0 {
		err = game.Err(game.GameOver, "there is no move to choose from")
	}
	w.seen[key] = t
	return t, err
}
