package character

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"kydai/engine"
	"kydai/game"
)

// BadData is the error code for an invalid file of characters or openings.
const BadData = "bad-character"

// Slack limits the loss of winning chance that a character accepts for its taste or for an opening
// that it likes. Asked limits the loss for an opening that the player has asked for.
const (
	Slack = 0.03
	Asked = 0.15
)

// most is the largest value of Character.Slack in a file. Players do not notice a loss of winning
// chance below this value as a mistake.
const most = 0.08

// Set holds the openings and characters of a game's computer opponents, read from
// games/<game>/text/characters.json.
type Set struct {
	// Openings are the openings that players can choose by name.
	Openings []Opening `json:"openings"`
	// Characters has one character for each level, the weakest level first. Levels beyond the end
	// of the list have the last character.
	Characters []Character `json:"characters"`
}

// Opening is an opening, given as a plan: moves that one side tries to play. The translations of
// its name have the key opening.<name> in games/<game>/text/characters.<language>.json.
type Opening struct {
	Name string `json:"name"`
	Side string `json:"side"` // side that plays the plan: "first" or "second"
	// Plan lists the steps of the side's plan in order. Each step lists alternative move codes; any
	// of them completes the step.
	Plan [][]string `json:"plan"`
	// To lists the moves of the opponent for which the opening is meant: To[n] holds the codes that
	// the opponent's move number n, counted from 0, may have. If To is empty, the opening can be
	// played against any moves.
	To [][]string `json:"to,omitempty"`
}

// Character describes the playing style of one computer opponent.
type Character struct {
	Name  string `json:"name"` // name of the trait, such as "eager"
	Taste Taste  `json:"taste"`
	// Trait is the JSON name of the fact that Taste changes most. A minus sign before the name
	// means that the character avoids the fact. Trait is empty for a character without a taste.
	Trait string `json:"trait"`
	// Slack is the largest loss of winning chance that the taste may cost; 0 means the constant Slack.
	Slack float64 `json:"slack,omitempty"`
	// Weakness is one reason for overlooking moves. Because of this reason, the character overlooks
	// moves more often than its level normally does.
	Weakness Weakness `json:"weakness,omitzero"`
	// Likes lists names of openings that the character prefers.
	Likes []string `json:"likes,omitempty"`
	// Nodes is the node limit of the search that finds moves of about equal value.
	Nodes uint64 `json:"nodes"`
}

// Weakness changes how often a level overlooks moves. Name is the key of one reason for overlooking
// (engine.Oversight.Key). Odds is the factor for the odds of this reason, Others the factor for the
// odds of all other reasons. Both are in percent.
type Weakness struct {
	Name   string `json:"name"`
	Odds   int    `json:"odds"`
	Others int    `json:"others"`
}

// engine returns the weakness in the form of the engine. The zero value is no weakness.
func (w Weakness) engine() engine.Weakness {
	of, ok := engine.OversightOf(w.Name)
	if !ok {
		return engine.Weakness{}
	}
	return engine.Weakness{Of: int(of), Odds: w.Odds, Others: w.Others}
}

// Weaken returns a copy of the engine's entry in which the levels have the weakness of the
// character that plays at the given level.
func (s Set) Weaken(e engine.Entry, level int) engine.Entry {
	c, _ := s.At(level)
	return e.With(c.Weakness.engine())
}

// At returns the character of a level; levels count from 1. It returns false if the set has no
// characters.
func (s Set) At(level int) (Character, bool) {
	if len(s.Characters) == 0 || level < 1 {
		return Character{}, false
	}
	return s.Characters[min(level, len(s.Characters))-1], true
}

// Opening returns the opening with the given name; false if the set does not contain it.
func (s Set) Opening(name string) (Opening, bool) {
	i := slices.IndexFunc(s.Openings, func(o Opening) bool { return o.Name == name })
	if i < 0 {
		return Opening{}, false
	}
	return s.Openings[i], true
}

// Of reads the characters and the opening book of a game; texts is a file system with the folder
// games/. The results are empty if the game has no such files. An invalid file is an error.
func Of(texts fs.FS, gameName string) (Set, Book, error) {
	var set Set
	var book Book
	folder := path.Join("games", gameName, "text")
	data, err := fs.ReadFile(texts, path.Join(folder, "characters.json"))
	if err != nil {
		return set, book, nil //nolint:nilerr // a game need not have characters
	}
	if err := json.Unmarshal(data, &set); err != nil {
		return set, book, game.Err(BadData, "characters.json of ", gameName, ": ", err.Error())
	}
	if err := set.check(); err != nil {
		return set, book, err
	}
	if data, err = fs.ReadFile(texts, path.Join(folder, "book.json")); err != nil {
		return set, book, nil //nolint:nilerr // without a book, characters still play the plans of the openings
	}
	if err := json.Unmarshal(data, &book); err != nil {
		return set, book, game.Err(BadData, "book.json of ", gameName, ": ", err.Error())
	}
	return set, book, nil
}

// check returns an error for the first invalid opening or character of the set.
func (s Set) check() error {
	for _, o := range s.Openings {
		if o.Side != game.First.String() && o.Side != game.Second.String() {
			return game.Err(BadData, "the opening ", o.Name, " has no side")
		}
		if len(o.Plan) == 0 || slices.ContainsFunc(o.Plan, func(step []string) bool { return len(step) == 0 }) {
			return game.Err(BadData, "the opening ", o.Name, " has no moves")
		}
	}
	for i, c := range s.Characters {
		for _, name := range c.Likes {
			if _, ok := s.Opening(name); !ok {
				return game.Err(BadData, "the character of level ", strconv.Itoa(i+1), " likes an unknown opening: ", name)
			}
		}
		_, known := (Facts{}).Value(c.Trait)
		if c.Slack < 0 || c.Slack > most {
			return game.Err(BadData, "the character of level ", strconv.Itoa(i+1), " may lose too much for its taste")
		}
		if c.Weakness != (Weakness{}) && !c.Weakness.valid() {
			return game.Err(BadData, "the character of level ", strconv.Itoa(i+1), " has no weakness that an engine knows")
		}
		if c.Name == "" || known != (c.Taste != Taste{}) || c.Nodes == 0 {
			return game.Err(BadData, "the character of level ", strconv.Itoa(i+1), " lacks a name, a trait or its nodes")
		}
	}
	return nil
}

// valid reports whether the engine knows the reason w.Name, w.Odds increases its odds (above 100
// %), and w.Others does not increase the odds of the other reasons.
func (w Weakness) valid() bool {
	_, known := engine.OversightOf(w.Name)
	return known && w.Odds > 100 && w.Odds <= 1000 && w.Others > 0 && w.Others <= 100
}
