package character

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"kydai/game"
)

// BadData is the code of errors in the files of characters.
const BadData = "bad-character"

// Slack is the largest loss of winning chance that a taste or a liked opening
// may cost; Asked is that of an opening which the player has asked for.
const (
	Slack = 0.03
	Asked = 0.15
)

// Set is what a game's folder says of its opponents: games/<game>/text/characters.json.
type Set struct {
	// Openings are those that players ask for by name.
	Openings []Opening `json:"openings"`
	// Characters are by level, the weakest first. A level beyond the last has
	// the last one.
	Characters []Character `json:"characters"`
}

// Opening is an opening as a plan of one side. Its name in the languages is
// opening.<name> of games/<game>/text/characters.<language>.json.
type Opening struct {
	Name string `json:"name"`
	Side string `json:"side"` // "first" or "second"
	// Plan lists the side's moves in their order. A step with several codes is
	// done by any of them.
	Plan [][]string `json:"plan"`
	// To lists moves of the other side that the opening answers: at least one of
	// them opens each line of the book. Empty means any move.
	To [][]string `json:"to,omitempty"`
}

// Character is how one opponent plays.
type Character struct {
	Name  string `json:"name"` // of its trait
	Taste Taste  `json:"taste"`
	// Trait is the fact that Taste changes most, by its name in Taste. A
	// minus sign before it means less of it. Who has no taste has no trait.
	Trait string `json:"trait"`
	// Likes are names of openings.
	Likes []string `json:"likes,omitempty"`
	// Nodes is the limit of the search that finds moves of about equal value.
	Nodes uint64 `json:"nodes"`
}

// At returns the character of a level, from 1 on.
func (s Set) At(level int) (Character, bool) {
	if len(s.Characters) == 0 || level < 1 {
		return Character{}, false
	}
	return s.Characters[min(level, len(s.Characters))-1], true
}

// Opening returns an opening by name.
func (s Set) Opening(name string) (Opening, bool) {
	i := slices.IndexFunc(s.Openings, func(o Opening) bool { return o.Name == name })
	if i < 0 {
		return Opening{}, false
	}
	return s.Openings[i], true
}

// Of returns the characters and the book of a game from the texts of all games;
// without any if its folder has no files of them.
func Of(texts fs.FS, gameName string) (Set, Book, error) {
	var set Set
	var book Book
	folder := path.Join("games", gameName, "text")
	data, err := fs.ReadFile(texts, path.Join(folder, "characters.json"))
	if err != nil {
		return set, book, nil //nolint:nilerr // a game may do without
	}
	if err := json.Unmarshal(data, &set); err != nil {
		return set, book, game.Err(BadData, "characters.json of ", gameName, ": ", err.Error())
	}
	if err := set.check(); err != nil {
		return set, book, err
	}
	if data, err = fs.ReadFile(texts, path.Join(folder, "book.json")); err != nil {
		return set, book, nil //nolint:nilerr // without a book the plans of the openings remain
	}
	if err := json.Unmarshal(data, &book); err != nil {
		return set, book, game.Err(BadData, "book.json of ", gameName, ": ", err.Error())
	}
	return set, book, nil
}

// check returns the first fault of a set.
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
		if c.Name == "" || known != (c.Taste != Taste{}) || c.Nodes == 0 {
			return game.Err(BadData, "the character of level ", strconv.Itoa(i+1), " lacks a name, a trait or its nodes")
		}
	}
	return nil
}
