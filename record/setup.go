package record

import (
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"kydai/game"
)

// Names of what a record says about its start, in every format that has tags.
const (
	tagResult  = "Result"
	tagSetUp   = "SetUp"
	tagFEN     = "FEN"
	tagVariant = "Variant"
	tagOption  = "Option_" // and the option's name
	tagDeal    = "Deal"
	tagFormat  = "Format" // the notation of the moves, where it is not the usual one
)

// variantOption is the option that PGN knows as Variant.
const variantOption = "variant"

// sideTags are the tags that name the players: what the game calls its sides,
// with a capital.
func sideTags(in game.Info) [2]string {
	names := [2]string{"First", "Second"}
	for i, s := range in.Sides {
		if s != "" {
			names[i] = strings.ToUpper(s[:1]) + s[1:]
		}
	}
	return names
}

// roster lists the tags that every PGN record begins with.
func roster(in game.Info) []string {
	side := sideTags(in)
	return []string{"Event", "Site", "Date", "Round", side[0], side[1]}
}

// rosterFirst sorts the roster and the players' ratings to the front and
// leaves the rest in order.
func rosterFirst(in game.Info, tags []Tag) []Tag {
	rank := map[string]int{}
	side := sideTags(in)
	for i, name := range append(roster(in), side[0]+"Elo", side[1]+"Elo") {
		rank[name] = i - 100
	}
	ordered := slices.Clone(tags)
	slices.SortStableFunc(ordered, func(a, b Tag) int { return rank[a.Name] - rank[b.Name] })
	return ordered
}

// unknownValue is what PGN writes for a roster tag that nobody filled in.
func unknownValue(name string) string {
	if name == "Date" {
		return "????.??.??"
	}
	return "?"
}

// reserved reports whether a tag's place is elsewhere in a Game, so that it
// must not be among its Tags.
func reserved(r game.Rules, name string) bool {
	switch name {
	case tagResult, tagSetUp, tagFEN:
		return true
	case tagDeal:
		_, deals := r.(game.Dealer)
		return deals
	}
	_, isOption := optionOf(r.Info(), name)
	return isOption
}

// optionOf returns the option that a tag sets.
func optionOf(in game.Info, tag string) (game.Option, bool) {
	name, ok := strings.CutPrefix(tag, tagOption)
	if tag == tagVariant {
		name, ok = variantOption, true
	}
	for _, o := range in.Options {
		if ok && o.Name == name {
			return o, true
		}
	}
	return game.Option{}, false
}

// optionTag is the tag that sets an option.
func optionTag(name string) string {
	if name == variantOption {
		return tagVariant
	}
	return tagOption + name
}

// takeTag puts a tag where it belongs in g. Values are clean.
func takeTag(g *Game, t Tag) error {
	in := g.Rules.Info()
	switch t.Name {
	case tagResult:
		g.Result, _ = parseResult(t.Value)
		return nil
	case tagSetUp:
		return nil
	case tagFEN:
		g.Setup.Start = t.Value
		return nil
	case tagDeal:
		if reserved(g.Rules, tagDeal) {
			return takeDeal(g, t.Value)
		}
	}
	if o, ok := optionOf(in, t.Name); ok {
		value, err := optionValue(in, o, t.Value)
		if err == nil {
			setOption(g, o, value)
		}
		return err
	}
	if t.Value == in.Tags[t.Name] && t.Value != "" {
		return nil
	}
	for _, name := range roster(in) {
		if t.Name == name && (t.Value == "" || t.Value == unknownValue(name)) {
			return nil
		}
	}
	if len(g.Tags) >= MaxTags {
		return game.Err(TooBig, "too many tags for one game")
	}
	g.Tags = append(g.Tags, t)
	return nil
}

// takeOnce is takeTag for formats in which a name stands once: the first
// value stays.
func takeOnce(g *Game, t Tag) error {
	for _, have := range g.Tags {
		if have.Name == t.Name {
			return nil
		}
	}
	return takeTag(g, t)
}

func takeDeal(g *Game, text string) error {
	secret, err := parseDeal(text)
	if err == nil {
		g.Setup.Secret = secret
	}
	return err
}

func setOption(g *Game, o game.Option, value string) {
	if g.Setup.Options == nil {
		g.Setup.Options = map[string]string{}
	}
	g.Setup.Options[o.Name] = value
}

// optionValue reads the value of an option as people write it: in any case,
// with spaces, with or without the game's name, or by a name that others use.
func optionValue(in game.Info, o game.Option, text string) (string, error) {
	if len(o.Values) == 0 || slices.Contains(o.Values, text) {
		return text, nil
	}
	want := letters(text)
	for _, v := range o.Values {
		if plain := letters(v); want == plain || want == letters(in.Name)+plain || letters(in.Name)+want == plain {
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

// letters keeps the lower-case letters and digits of s.
func letters(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(s))
}

// startTags are the tags that say how g starts, in a fixed order. The deal is
// among them only if g still has its secret: see forWriting.
func startTags(g *Game) []Tag {
	var tags []Tag
	if g.Setup.Start != "" {
		tags = append(tags, Tag{tagSetUp, "1"}, Tag{tagFEN, g.Setup.Start})
	}
	for _, name := range optionNames(g.Setup) {
		tags = append(tags, Tag{optionTag(name), g.Setup.Options[name]})
	}
	if !g.Setup.Secret.Empty() {
		tags = append(tags, Tag{tagDeal, DealText(g.Setup.Secret)})
	}
	return tags
}

func optionNames(s game.Setup) []string {
	return slices.Sorted(maps.Keys(s.Options))
}

// forWriting is g as it may be written: with its secret only if that was
// asked for.
func forWriting(g *Game, o WriteOptions) (*Game, error) {
	if g.Setup.Secret.Empty() || o.OpenSecret {
		return g, nil
	}
	return g.View(game.NoSide)
}

// hexMark begins a deal that is not plain letters.
const hexMark = "0x"

// DealText writes a deal as records do.
func DealText(s game.Secret) string {
	b := s.Open()
	for _, c := range b {
		if c <= ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return hexMark + hex.EncodeToString(b)
		}
	}
	if strings.HasPrefix(string(b), hexMark) {
		return hexMark + hex.EncodeToString(b)
	}
	return string(b)
}

func parseDeal(text string) (game.Secret, error) {
	digits, isHex := strings.CutPrefix(text, hexMark)
	if !isHex {
		return game.NewSecret([]byte(text)), nil
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		return game.Secret{}, badRecord("the deal is not hexadecimal")
	}
	return game.NewSecret(b), nil
}
