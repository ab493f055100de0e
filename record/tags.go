package record

import (
	"encoding/hex"
	"slices"
	"strings"

	"kydai/game"
)

// SideTags returns the tags for the names of the players: the capitalised names of the game's
// sides, such as White and Black.
func SideTags(in game.Info) [2]string {
	names := [2]string{"First", "Second"}
	for i, s := range in.Sides {
		if s != "" {
			names[i] = strings.ToUpper(s[:1]) + s[1:]
		}
	}
	return names
}

// Roster lists the tags with which every PGN record begins.
func Roster(in game.Info) []string {
	side := SideTags(in)
	return []string{"Event", "Site", "Date", "Round", side[0], side[1]}
}

// RosterFirst sorts the tags: the roster and the players' ratings come first, the other tags keep
// their order.
func RosterFirst(in game.Info, tags []Tag) []Tag {
	rank := map[string]int{}
	side := SideTags(in)
	for i, name := range append(Roster(in), side[0]+"Elo", side[1]+"Elo") {
		rank[name] = i - 100
	}
	ordered := slices.Clone(tags)
	slices.SortStableFunc(ordered, func(a, b Tag) int { return rank[a.Name] - rank[b.Name] })
	return ordered
}

// hexMark is the prefix of a deal in hexadecimal. A deal is written in hexadecimal if it contains
// other bytes than letters.
const hexMark = "0x"

// DealText formats a deal as it is written in records.
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

// ParseDeal parses the output of DealText.
func ParseDeal(text string) (game.Secret, error) {
	digits, isHex := strings.CutPrefix(text, hexMark)
	if !isHex {
		return game.NewSecret([]byte(text)), nil
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		return game.Secret{}, game.Err(BadRecord, "the deal is not hexadecimal")
	}
	return game.NewSecret(b), nil
}
