package gametest

import (
	"reflect"
	"slices"

	"kydai/game"
)

// checkHidden compares the views of each side with the true position, which contains all hidden
// information. The views must be consistent with the true position and must not reveal what is
// hidden from a side.
func (c *checker) checkHidden(l *game.Line) error {
	truth, ok := l.Position().(game.Hidden)
	if !ok || l.Setup().Options[game.ViewOption] != "" {
		return nil
	}
	p := l.Position()
	legal := p.Legal()
	for _, s := range []game.Side{game.NoSide, game.First, game.Second} {
		v := truth.View(s)
		if !slices.Equal(codesOf(v, v.Legal()), codesOf(p, legal)) {
			return broken("view", "the legal moves of %v's view are not those of the truth", s)
		}
		if h, ok := v.(game.Hidden); !ok || fingerprint(h.View(s)) != fingerprint(v) {
			return broken("view", "the view of a view is another one")
		}
		for _, m := range legal {
			if err := c.checkSeen(p, v, m, s); err != nil {
				return err
			}
		}
		if err := c.checkTwin(v, s); err != nil {
			return err
		}
		if err := checkViewLine(l, v, s); err != nil {
			return err
		}
	}
	return c.checkTelling(l, legal)
}

// checkSeen plays the move m in the true position p and in v, the view of side s, and compares the
// resulting views.
func (c *checker) checkSeen(p, v game.Position, m game.Move, s game.Side) error {
	truths := game.CompletionsOf(p, m)
	if len(truths) != 1 {
		return broken("truth", "the true position knows %d ways to complete %s", len(truths), p.Encode(m))
	}
	done := truths[0].Move
	seen := game.SeenBy(p, done, s)
	vm, err := v.Decode(p.Encode(m))
	if err != nil {
		return broken("view", "%v's view does not know %s: %v", s, p.Encode(m), err)
	}
	ways := game.CompletionsOf(v, vm)
	found := false
	for _, w := range ways {
		if w.Weight <= 0 {
			return broken("weights", "%s has weight %d", v.Encode(w.Move), w.Weight)
		}
		found = found || w.Move == seen
	}
	if !found {
		return broken("completions", "what %v saw of %s, %s, is not among the completions", s, p.Encode(done), v.Encode(seen))
	}
	shown := game.ViewOf(p.Play(done), s)
	if got := v.Play(seen); fingerprint(got) != fingerprint(shown) || !reflect.DeepEqual(got, shown) {
		return broken("commute", "%v's view after %s differs from the view of the truth after it:\n  %s\n  %s",
			s, v.Encode(seen), fingerprint(got), fingerprint(shown))
	}
	return nil
}

// checkTwin draws true positions at random that are consistent with v, the view of side s. Each of
// them must look to s exactly like v. The results of one move in all of them must occur as often as
// their weights in v say.
func (c *checker) checkTwin(v game.Position, s game.Side) error {
	g, ok := v.(game.Guesser)
	if !ok {
		return broken("guess", "%v's view cannot imagine a truth", s)
	}
	const twins = 200
	legal := v.Legal()
	var m game.Move
	if len(legal) > 0 {
		m = legal[c.rng.IntN(len(legal))]
	}
	counts := map[game.Move]int{}
	for i := range twins {
		twin := g.Guess(c.rng.IntN)
		h, ok := twin.(game.Hidden)
		if !ok {
			return broken("guess", "a guess hides nothing")
		}
		if i < 5 {
			if back := h.View(s); fingerprint(back) != fingerprint(v) || !reflect.DeepEqual(back, v) {
				return broken("leak", "%v has seen the same and is shown something else:\n  %s\n  %s", s, fingerprint(back), fingerprint(v))
			}
		}
		if m != game.NoMove {
			tm, err := twin.Decode(v.Encode(m))
			if err != nil {
				return broken("guess", "%s is not legal in a guess: %v", v.Encode(m), err)
			}
			for _, w := range game.CompletionsOf(twin, tm) {
				counts[game.SeenBy(twin, w.Move, s)]++
			}
		}
	}
	if m == game.NoMove {
		return nil
	}
	return checkWeights(v, m, counts, twins)
}

// checkWeights compares how often each completion of a move occurred with its weight. The tolerance
// is six standard deviations, so a correct game practically never fails.
func checkWeights(v game.Position, m game.Move, counts map[game.Move]int, n int) error {
	ways := game.CompletionsOf(v, m)
	total := 0
	for _, w := range ways {
		total += w.Weight
	}
	for _, w := range ways {
		share := float64(w.Weight) / float64(total)
		mean := share * float64(n)
		dev := float64(counts[w.Move]) - mean
		if dev*dev > 36*(mean*(1-share)+0.5) {
			return broken("weights", "%s turned up %d times in %d, expected %.1f", v.Encode(w.Move), counts[w.Move], n, mean)
		}
	}
	return nil
}

// checkViewLine rebuilds the view of a line from the setup and codes of the view, and compares the
// rebuilt view with v.
func checkViewLine(l *game.Line, v game.Position, s game.Side) error {
	view := l.View(s)
	if !view.Setup().Secret.Empty() {
		return broken("leak", "the view of a line carries the secret")
	}
	if fingerprint(view.Position()) != fingerprint(v) || view.Outcome() != l.Outcome() {
		return broken("view", "the line's view ends elsewhere than the position's view")
	}
	again, err := game.NewLine(view.Rules(), view.Setup())
	if err != nil {
		return broken("view", "the setup of a view is refused: %v", err)
	}
	for i, code := range view.Codes() {
		if err := again.Replay(code); err != nil {
			return broken("view", "the view's move %d, %s: %v", i+1, code, err)
		}
	}
	if fingerprint(again.Position()) != fingerprint(v) {
		return broken("view", "setup and codes of %v's view make another one:\n  %s\n  %s", s, fingerprint(again.Position()), fingerprint(v))
	}
	return nil
}

// checkTelling plays moves with codes that name the piece that the move would reveal. A player may
// not name it. Whether the code names the right piece or a wrong one, the error must be the same,
// so that it tells nothing about the piece.
func (c *checker) checkTelling(l *game.Line, legal []game.Move) error {
	if l.Outcome().Over() {
		return nil
	}
	v := game.ViewOf(l.Position(), l.Position().Turn())
	for _, m := range legal {
		vm, err := v.Decode(l.Position().Encode(m))
		if err != nil {
			return broken("view", "%v", err)
		}
		ways := game.CompletionsOf(v, vm)
		if len(ways) < 2 {
			continue
		}
		first := ""
		for i, w := range ways {
			err := l.Clone().Play(v.Encode(w.Move))
			if err == nil {
				return broken("telling", "a player was allowed to say %s", v.Encode(w.Move))
			}
			if i > 0 && code(err) != first {
				return broken("telling", "a right and a wrong guess are answered differently: %s, %s", first, code(err))
			}
			first = code(err)
		}
	}
	return nil
}
