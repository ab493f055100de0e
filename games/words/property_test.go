package words

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/reason"
)

var roles = []string{reason.Does, reason.Allows, reason.Misses}

// eachCase calls the function visit for every case in a golden file.
func eachCase(t *testing.T, name string, visit func(g *golden, role string, c *reason.Case)) {
	t.Helper()
	r, _ := games.Find(name)
	for _, g := range readGolden(t, name) {
		q := g.question(t, r)
		for _, role := range roles {
			if c := q.Case(role); c != nil {
				visit(g, role, c)
			}
		}
	}
}

// TestVerified checks that every reported motif passes its own verifier. It also checks that
// verifiers refute motifs with shifted squares and motifs that contradict the engine's score.
func TestVerified(t *testing.T) {
	for _, name := range names() {
		t.Run(name, func(t *testing.T) {
			w := list()[name]
			motifs, refuted := 0, map[string]int{}
			eachCase(t, name, func(g *golden, role string, c *reason.Case) {
				for _, m := range w.Motifs(c) {
					motifs++
					if err := w.Verify(c, &m); err != nil {
						t.Errorf("%s %s: %s is refuted: %v", g.Position, role, m.Code, err)
					}
					moved := m
					moved.By, moved.Of, moved.To, moved.With = shifted(m.By), shifted(m.Of), shifted(m.To), shifted(m.With)
					if len(m.By)+len(m.Of)+len(m.To)+len(m.With) > 0 && w.Verify(c, &moved) == nil {
						t.Errorf("%s %s: %s is accepted with other squares", g.Position, role, m.Code)
					}
					lost := *c
					lost.Score = engine.Score{Points: -20000, Mate: -1}
					if w.Verify(&lost, &m) != nil {
						refuted[m.Code]++
					}
				}
			})
			if motifs < 150 {
				t.Errorf("only %d motifs", motifs)
			}
			for _, code := range []string{"free", "wins", "fork", "attack", "four", "three"} {
				if all := count(t, name, code); all > 0 && refuted[code] != all {
					t.Errorf("%s: %d of %d are accepted although the engine says that the game is lost", code, all-refuted[code], all)
				}
			}
		})
	}
}

func count(t *testing.T, name, code string) (n int) {
	eachCase(t, name, func(_ *golden, _ string, c *reason.Case) {
		for _, m := range list()[name].Motifs(c) {
			if m.Code == code {
				n++
			}
		}
	})
	return n
}

// shifted returns a copy of the list with every piece moved by one square.
func shifted(list []reason.Piece) []reason.Piece {
	out := slices.Clone(list)
	for i := range out {
		if out[i].Square > 0 {
			out[i].Square--
		} else {
			out[i].Square++
		}
	}
	return out
}

// TestMirrored checks that mirrored positions have the mirrored motifs.
func TestMirrored(t *testing.T) {
	for _, name := range names() {
		t.Run(name, func(t *testing.T) {
			r, _ := games.Find(name)
			w, compared := list()[name], 0
			for _, g := range readGolden(t, name) {
				if fields := strings.Fields(g.Position); len(fields) > 2 && strings.ContainsAny(fields[2], "KQkq") && name == "chess" {
					continue // castling does not exist in the mirror image of a position
				}
				q := g.question(t, r)
				info, _ := game.GridOf(q.Position)
				m := mirrored(g, info.Width)
				p := m.question(t, r)
				for _, role := range roles {
					c, d := q.Case(role), p.Case(role)
					if c == nil || d == nil {
						continue
					}
					compared++
					a, b := w.Motifs(c), w.Motifs(d)
					if !slices.Equal(codes(a), codes(b)) {
						t.Errorf("%s %s: %v, mirrored %v", g.Position, role, codes(a), codes(b))
					}
					for _, motif := range a {
						if err := verifyMirror(w, d, motif, info.Width); err != nil {
							t.Errorf("%s %s: the mirror image of %s %v is refuted: %v", g.Position, role, motif.Code, motif, err)
						}
					}
				}
			}
			if compared < 100 {
				t.Errorf("only %d lines were compared", compared)
			}
		})
	}
}

func codes(list []reason.Motif) []string {
	var all []string
	for _, m := range list {
		all = append(all, m.Code+" "+m.Kind)
	}
	slices.Sort(all)
	return all
}

// verifyMirror checks that the verifier accepts the mirror image of a motif. The order of squares
// in a list does not matter.
func verifyMirror(w reason.Words, c *reason.Case, m reason.Motif, width int) error {
	for _, l := range []*[]reason.Piece{&m.By, &m.Of, &m.With, &m.To} {
		*l = slices.Clone(*l)
		for i, p := range *l {
			(*l)[i].Square = flip(p.Square, width)
		}
	}
	err := w.Verify(c, &m)
	if err != nil {
		slices.SortFunc(m.Of, func(a, b reason.Piece) int { return int(a.Square) - int(b.Square) })
		err = w.Verify(c, &m)
	}
	return err
}

func flip(sq game.Square, width int) game.Square {
	f := int(sq) % width
	return game.Square(int(sq) - f + width - 1 - f)
}

// mirrored exchanges the left and the right side of the board in a golden entry.
func mirrored(g *golden, width int) *golden {
	m := *g
	fields := strings.Fields(g.Position)
	ranks := strings.Split(fields[0], "/")
	for i, rank := range ranks {
		ranks[i] = backwards(rank)
	}
	fields[0] = strings.Join(ranks, "/")
	for i, f := range fields {
		if i > 2 && isSquare(f, width) {
			fields[i] = flipFiles(f, width)
		}
	}
	m.Position = strings.Join(fields, " ")
	if g.Last > 0 {
		m.Last = 1 + int(flip(game.Square(g.Last-1), width))
	}
	m.Played.Codes = flipped(g.Played.Codes, width)
	if g.Better != nil {
		b := *g.Better
		b.Codes = flipped(b.Codes, width)
		m.Better = &b
	}
	return &m
}

// isSquare reports whether a field of a position text is a square.
func isSquare(f string, width int) bool {
	return len(f) > 1 && f[0] >= 'a' && f[0] < 'a'+byte(width) && strings.Trim(f[1:], "0123456789") == ""
}

// backwards reverses a rank of a position text, keeping the digits of a number in order.
func backwards(rank string) string {
	var parts []string
	for i := 0; i < len(rank); {
		j := i + 1
		for ; rank[i] <= '9' && j < len(rank) && rank[j] <= '9'; j++ {
		}
		parts = append(parts, rank[i:j])
		i = j
	}
	slices.Reverse(parts)
	return strings.Join(parts, "")
}

func flipped(codes []string, width int) []string {
	out := make([]string, len(codes))
	for i, c := range codes {
		out[i] = flipFiles(c, width)
	}
	return out
}

// flipFiles mirrors the file letters in a code: the letters before a digit.
func flipFiles(code string, width int) string {
	b := []byte(code)
	for i := 0; i+1 < len(b); i++ {
		if b[i] >= 'a' && b[i+1] >= '0' && b[i+1] <= '9' {
			b[i] = 'a' + byte(width-1) - (b[i] - 'a')
		}
	}
	return string(b)
}

// TestHidden checks that hidden pieces never change an explanation: two deals that look the same to
// the player must give the same reasons.
func TestHidden(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 4))
	compared := 0
	for _, name := range names() {
		r, _ := games.Find(name)
		if _, ok := r.(game.Dealer); !ok {
			continue
		}
		for _, g := range readGolden(t, name) {
			q := g.question(t, r)
			guesser, ok := q.Position.(game.Guesser)
			if !ok {
				t.Fatalf("%s is no view", g.Position)
			}
			want := reason.Explain(list()[name], q)
			for range 3 {
				other := *q
				other.Position = game.ViewOf(guesser.Guess(rng.IntN), q.Position.Turn())
				if got := reason.Explain(list()[name], &other); !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %v for one deal, %v for another", g.Position, got, want)
				}
				compared++
			}
		}
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// TestSentences checks that every motif code has a sentence in both languages, and that every piece
// has a name.
func TestSentences(t *testing.T) {
	for _, name := range names() {
		texts := textsOf(t, name)
		coded, ok := list()[name].(interface{ Codes() []string })
		if !ok {
			t.Fatalf("%s: the words do not list their codes", name)
		}
		for lang, other := range map[string]string{"vi": "en", "en": "vi"} {
			for _, code := range coded.Codes() {
				found := texts[lang][code] != ""
				for key := range texts[lang] {
					found = found || strings.HasPrefix(key, code+".")
				}
				if !found {
					t.Errorf("%s: no sentence for %s in %s", name, code, lang)
				}
			}
			for key, text := range texts[lang] {
				if texts[other][key] == "" {
					t.Errorf("%s: %s is missing in %s", name, key, other)
				}
				for _, arg := range []string{"{by}", "{of}", "{with}", "{to}", "{n}", "{odds}", "{move}", "{what}"} {
					if lang == "vi" && (arg == "{of}" || arg == "{to}") && strings.Contains(text, arg) != strings.Contains(texts[other][key], arg) {
						t.Errorf("%s: %s has %s in one language only", name, key, arg)
					}
				}
			}
		}
	}
}
