package build

import (
	"maps"
	"slices"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/scan"
)

// NotationTag returns the name of the notation that a tag names; false if the tag names no
// notation.
func NotationTag(r game.Rules, t record.Tag) (string, bool) {
	noted, ok := r.(game.Noted)
	if !ok || t.Name != TagFormat {
		return "", false
	}
	for _, n := range noted.Notations() {
		if strings.EqualFold(n.Name(), t.Value) {
			return n.Name(), true
		}
	}
	return "", false
}

// TagName replaces each character that a tag name must not contain by an underscore.
func TagName(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.ContainsRune("_+#=:.-", c):
			return c
		}
		return '_'
	}, scan.Clean(s))
}

// Names of the tags that describe the start of a game, in every format that has tags.
const (
	TagResult  = "Result"
	tagSetUp   = "SetUp"
	TagFEN     = "FEN"
	TagVariant = "Variant"
	TagOption  = "Option_" // prefix, followed by the option's name
	TagDeal    = "Deal"
	TagFormat  = "Format" // notation of the moves, if it is not the default notation
)

// variantOption is the option that PGN calls Variant.
const variantOption = "variant"

// UnknownValue returns the value that PGN requires for a roster tag without a value. The roster is
// the list of tags that every PGN game must have.
func UnknownValue(name string) string {
	if name == "Date" {
		return "????.??.??"
	}
	return "?"
}

// Reserved reports whether a Game stores the value of a tag in Result or in Setup. Such a tag must
// not be in Game.Tags.
func Reserved(r game.Rules, name string) bool {
	switch name {
	case TagResult, tagSetUp, TagFEN:
		return true
	case TagDeal:
		_, deals := r.(game.Dealer)
		return deals
	}
	_, isOption := OptionOf(r.Info(), name)
	return isOption
}

// OptionOf returns the option that a tag sets; false if the tag sets no option.
func OptionOf(in game.Info, tag string) (game.Option, bool) {
	name, ok := strings.CutPrefix(tag, TagOption)
	if tag == TagVariant {
		name, ok = variantOption, true
	}
	for _, o := range in.Options {
		if ok && o.Name == name {
			return o, true
		}
	}
	return game.Option{}, false
}

// OptionTag returns the tag that sets an option.
func OptionTag(name string) string {
	if name == variantOption {
		return TagVariant
	}
	return TagOption + name
}

// TakeTag stores the value of a tag in the right field of g. The value must be the output of
// scan.Clean.
func TakeTag(g *record.Game, t record.Tag) error {
	in := g.Rules.Info()
	switch t.Name {
	case TagResult:
		g.Result, _ = record.ParseResult(t.Value)
		return nil
	case tagSetUp:
		return nil
	case TagFEN:
		g.Setup.Start = t.Value
		return nil
	case TagDeal:
		if Reserved(g.Rules, TagDeal) {
			return TakeDeal(g, t.Value)
		}
	}
	if o, ok := OptionOf(in, t.Name); ok {
		value, err := optionValue(in, o, t.Value)
		if err == nil {
			SetOption(g, o, value)
		}
		return err
	}
	if t.Value == in.Tags[t.Name] && t.Value != "" {
		return nil
	}
	for _, name := range record.Roster(in) {
		if t.Name == name && (t.Value == "" || t.Value == UnknownValue(name)) {
			return nil
		}
	}
	if len(g.Tags) >= record.MaxTags {
		return game.Err(record.TooBig, "too many tags for one game")
	}
	g.Tags = append(g.Tags, t)
	return nil
}

// TakeOnce is like TakeTag, but for formats in which a tag may occur only once: it ignores all
// values after the first.
func TakeOnce(g *record.Game, t record.Tag) error {
	for _, have := range g.Tags {
		if have.Name == t.Name {
			return nil
		}
	}
	return TakeTag(g, t)
}

// TakeDeal parses a deal and stores it in the start of g.
func TakeDeal(g *record.Game, text string) error {
	secret, err := record.ParseDeal(text)
	if err == nil {
		g.Setup.Secret = secret
	}
	return err
}

// SetOption sets an option of the start of g.
func SetOption(g *record.Game, o game.Option, value string) {
	if g.Setup.Options == nil {
		g.Setup.Options = map[string]string{}
	}
	g.Setup.Options[o.Name] = value
}

// optionValue parses the value of an option as people write it: in upper or lower case, with
// spaces, with or without the name of the game. For the option variant, it also accepts common
// names such as "standard" or "Fischerandom".
func optionValue(in game.Info, o game.Option, text string) (string, error) {
	if len(o.Values) == 0 || slices.Contains(o.Values, text) {
		return text, nil
	}
	want := Letters(text)
	for _, v := range o.Values {
		if plain := Letters(v); want == plain || want == Letters(in.Name)+plain || Letters(in.Name)+want == plain {
			return v, nil
		}
	}
	if o.Name == variantOption {
		switch {
		case want == "standard" || want == "normal" || want == "fromposition":
			return o.Default, nil
		case strings.HasPrefix(want, "fischer"):
			return optionValue(in, o, "960")
		}
	}
	return "", game.Err(game.BadOption, "option ", o.Name, " cannot be ", text)
}

// Letters returns only the lower-case letters and digits of s.
func Letters(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(s))
}

// StartTags lists the tags that describe the start of g, in a fixed order. The tag for the deal is
// included only if g still contains the deal; ForWriting removes the deal unless it may be written.
func StartTags(g *record.Game) []record.Tag {
	var tags []record.Tag
	if g.Setup.Start != "" {
		tags = append(tags, record.Tag{Name: tagSetUp, Value: "1"}, record.Tag{Name: TagFEN, Value: g.Setup.Start})
	}
	for _, name := range OptionNames(g.Setup) {
		tags = append(tags, record.Tag{Name: OptionTag(name), Value: g.Setup.Options[name]})
	}
	if !g.Setup.Secret.Empty() {
		tags = append(tags, record.Tag{Name: TagDeal, Value: record.DealText(g.Setup.Secret)})
	}
	return tags
}

// OptionNames lists the names of the options that s sets, sorted.
func OptionNames(s game.Setup) []string {
	return slices.Sorted(maps.Keys(s.Options))
}

// ForWriting returns the game that may be written. If g has hidden pieces and o.OpenSecret is not
// set, this is g as a spectator knows it; otherwise it is g.
func ForWriting(g *record.Game, o record.WriteOptions) (*record.Game, error) {
	if g.Setup.Secret.Empty() || o.OpenSecret {
		return g, nil
	}
	return g.View(game.NoSide)
}
