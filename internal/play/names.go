package play

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"kydai/match"
)

// Stored terms hold no names of people. A name is one row per player, so that a
// change of a name and the deletion of an account need no change of matches. The
// bots of a player share the player's id; the terms hold a tag of each bot's name,
// under which the name is a row too.

// Called is the name of a player, or of a bot of a player.
type Called struct {
	Player string
	Alias  string // "" for the player, the tag of its name for a bot
	Name   string // "" if the account was deleted
}

// tagMark begins the tag of a bot's name.
const tagMark = "#"

// tagOf is what the terms hold in place of a bot's name.
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

// encodeTerms encodes terms for the store, without the names of people. It
// returns those names.
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

// Nameless removes the names of people from the stored terms of an earlier
// release and returns them. Without names there is nothing to change.
func Nameless(body []byte) (stripped []byte, names []Called, err error) {
	terms, err := match.DecodeTerms(body)
	if err != nil {
		return nil, nil, err
	}
	return encodeTerms(terms)
}

// rename sets the names of the players in seats. The name of a player without a
// row stays as the terms have it.
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

// withSeats fills in the seats of each match from its terms. If the terms cannot
// be read, the match is listed with player ids only.
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
