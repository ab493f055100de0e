package play

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"kydai/match"
)

// Stored terms contain no names of people. Each player's name is stored in a row of its own, so
// that changing a name or deleting an account changes no matches. A player's bots have the same id
// as the player. The terms name a bot by a tag derived from the bot's name; the name itself is in a
// row with this tag as its alias.

// Called is the name of a player or of a player's bot.
type Called struct {
	Player string
	Alias  string // "" for the player's own name; for a bot the tag of the bot's name
	Name   string // "" if the account was deleted
}

// tagMark is the first character of the tag of a bot's name.
const tagMark = "#"

// tagOf returns the tag that stored terms hold instead of a bot's name.
func tagOf(player, name string) string {
	if name == "" {
		return ""
	}
	sum := sha256.Sum256([]byte("kydai/bot/" + player + "/" + name))
	return tagMark + hex.EncodeToString(sum[:6])
}

func isTag(name string) bool {
	rest, ok := strings.CutPrefix(name, tagMark)
	_, err := hex.DecodeString(rest)
	return ok && len(rest) == 12 && err == nil
}

// encodeTerms encodes terms for the store without the names of people. It returns these names
// separately.
func encodeTerms(terms match.Terms) (body []byte, names []Called, err error) {
	for i := range terms.Seats {
		seat := &terms.Seats[i]
		if seat.Player == "" || seat.Name == "" || seat.Kind == match.Bot && isTag(seat.Name) {
			continue
		}
		one := Called{Player: seat.Player, Name: seat.Name}
		seat.Name = ""
		if seat.Kind == match.Bot {
			one.Alias = tagOf(one.Player, one.Name)
			seat.Name = one.Alias
		}
		names = append(names, one)
	}
	body, err = match.EncodeTerms(terms)
	return body, names, err
}

// Nameless removes the names of people from stored terms of an earlier release and returns the
// names. If names is empty, the terms need no change.
func Nameless(body []byte) (stripped []byte, names []Called, err error) {
	terms, err := match.DecodeTerms(body)
	if err != nil {
		return nil, nil, err
	}
	return encodeTerms(terms)
}

// rename sets the names of the players in seats. If the list names has no name for a player, the
// seat keeps the name that it has.
func rename(seats *[2]match.Seat, names []Called) {
	for i := range seats {
		seat, alias := &seats[i], ""
		if seat.Player == "" {
			continue
		}
		if seat.Kind == match.Bot {
			alias = seat.Name
		}
		for _, c := range names {
			switch {
			case c.Player != seat.Player:
			case c.Name == "":
				seat.Deleted = true
			case c.Alias == alias:
				seat.Name = c.Name
			}
		}
		if seat.Deleted {
			seat.Name = ""
		}
	}
}

// readTerms decodes stored terms and looks up the names of the players.
func readTerms(ctx context.Context, store Names, body []byte) (match.Terms, error) {
	terms, err := match.DecodeTerms(body)
	if err != nil {
		return terms, err
	}
	var players []string
	for _, seat := range terms.Seats {
		if seat.Player != "" {
			players = append(players, seat.Player)
		}
	}
	names, err := store.Called(ctx, players)
	rename(&terms.Seats, names)
	return terms, err
}

// withSeats fills in the seats of each match from its terms. If the terms cannot be
// decoded, the match is listed with player ids only.
func withSeats(ctx context.Context, store Names, list []Summary) error {
	players := map[string]bool{}
	for i := range list {
		for _, id := range list[i].Players {
			players[id] = id != ""
		}
	}
	delete(players, "")
	ids := make([]string, 0, len(players))
	for id := range players {
		ids = append(ids, id)
	}
	names, err := store.Called(ctx, ids)
	of := map[string][]Called{}
	for _, c := range names {
		of[c.Player] = append(of[c.Player], c)
	}
	for i := range list {
		if terms, bad := match.DecodeTerms(list[i].Terms); bad == nil {
			list[i].Seats = terms.Seats
			for _, id := range list[i].Players {
				rename(&list[i].Seats, of[id])
			}
		}
		list[i].Terms = nil
	}
	return err
}
