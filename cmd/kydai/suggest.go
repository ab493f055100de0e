package main

import (
	"strings"

	"kydai/game"
	"kydai/games"
)

// allGames lists all games, with the example games last. Tests replace this variable with a fixed
// list, so that a new game does not change the command output in testdata.
var allGames = func() []game.Rules { return append(games.All(), games.Examples()...) }

func gameNames() []string {
	return namesOf(allGames())
}

func namesOf(rules []game.Rules) []string {
	var names []string
	for _, r := range rules {
		names = append(names, r.Info().Name)
	}
	return names
}

// findGame returns the game with the given name.
func findGame(command, name string) (game.Rules, error) {
	for _, r := range allGames() {
		if r.Info().Name == strings.ToLower(name) {
			return r, nil
		}
	}
	return nil, usage(command, "there is no game %q%s", name, didYouMean(name, gameNames()))
}

// didYouMean returns a text to append to an error message: the known word closest to
// word, or the list of all known words.
func didYouMean(word string, known []string) string {
	if near := nearest(word, known); near != "" {
		return "; did you mean " + near + "?"
	}
	return "; there are " + listed(known, "and")
}

// nearest returns the known word that is closest to the given word, or "" if no known word is
// close.
func nearest(word string, known []string) string {
	word = strings.ToLower(word)
	best, least := "", max(1, len(word)/3)+1
	for _, k := range known {
		d := distance(word, k)
		if len(word) >= 2 && strings.HasPrefix(k, word) {
			d = 1
		}
		if d < least {
			best, least = k, d
		}
	}
	return best
}

// distance returns the edit distance with transpositions (Damerau-Levenshtein, optimal
// string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	d := make([][]int, len(x)+1)
	for i := range d {
		d[i] = make([]int, len(y)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			change := 1
			if x[i-1] == y[j-1] {
				change = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(x)][len(y)]
}

// listed joins words as in a sentence, with the given conjunction before the last word: "a, b and
// c".
func listed(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}
