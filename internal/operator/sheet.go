package operator

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// Limits of the data about one player (type Sheet). They keep the time to compute a sheet
// independent of the size of the site.
const (
	// MostGames is the largest number of games in a Sheet.
	MostGames = 100
	// Width is the largest rating difference between the player and the players to compare with.
	Width      = 100.0
	leastGames = 5  // fewer games of the same game and speed are not compared
	mostKinds  = 2  // maximum number of pairs of a game and a speed that are compared
	peers      = 10 // maximum number of higher-rated players to compare with, and also of lower-rated players
	peerGames  = 3  // maximum number of games of each of these players
)

// Sheet holds the data that the operator sees about the games of one rated player: times of moves,
// and comparisons with other players and with the engine. It contains no verdict about cheating.
type Sheet struct {
	Games []SheetGame // latest game first
	Kinds []Kind      // sorted by number of games, largest first
}

// SheetGame is one game in a Sheet.
type SheetGame struct {
	RatedGame
	Times  Times     // zero if the game could not be replayed
	Review Agreement // zero if the match has no completed review
}

// Kind compares the player's games in one game and at one speed with those of other players.
type Kind struct {
	Game, Speed string
	Rating      float64 // the player's rating after the latest game of this kind
	Own, Others Spread  // Others is zero if there are no players to compare with
	Review      Agreement
}

// Sheet computes the data about a player from the latest n rated games. Only one sheet is computed
// at a time; a second request waits for the first.
func (s *Service) Sheet(ctx context.Context, player string, n int) (Sheet, error) {
	select {
	case s.turns <- struct{}{}:
		defer func() { <-s.turns }()
	case <-ctx.Done():
		return Sheet{}, ctx.Err()
	}
	list, err := s.opts.Store.RatedGames(ctx, player, min(max(n, 1), MostGames))
	if err != nil {
		return Sheet{}, err
	}
	var out Sheet
	if out.Games, err = s.timed(ctx, list, true); err != nil {
		return Sheet{}, err
	}
	of := map[[2]string][]SheetGame{}
	for _, g := range out.Games {
		key := [2]string{g.Game, g.Speed}
		of[key] = append(of[key], g)
	}
	for key, games := range of {
		k := Kind{Game: key[0], Speed: key[1], Rating: games[0].After, Own: spreadOf(games)}
		for i := range games {
			k.Review.add(&games[i].Review)
		}
		out.Kinds = append(out.Kinds, k)
	}
	slices.SortFunc(out.Kinds, func(a, b Kind) int {
		return cmp.Or(cmp.Compare(b.Own.Games, a.Own.Games), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Speed, b.Speed))
	})
	for i := range out.Kinds[:min(len(out.Kinds), mostKinds)] {
		if err := s.compare(ctx, player, &out.Kinds[i]); err != nil {
			return Sheet{}, err
		}
	}
	return out, nil
}

// compare sets k.Others, the thinking times of other players with a similar rating. It does nothing
// if the player has fewer than leastGames games of this kind.
func (s *Service) compare(ctx context.Context, player string, k *Kind) error {
	if k.Own.Games < leastGames {
		return nil
	}
	list, err := s.opts.Store.Peers(ctx, RatedGame{Player: player, Game: k.Game, Speed: k.Speed}, k.Rating, Width, peers, peerGames)
	if err != nil {
		return err
	}
	games, err := s.timed(ctx, list, false)
	k.Others = spreadOf(games)
	return err
}

// timed returns games with the thinking times of their moves, which it computes from the stored
// match events. If reviewed is set, it also compares the moves with stored reviews.
func (s *Service) timed(ctx context.Context, list []RatedGame, reviewed bool) ([]SheetGame, error) {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].Match
	}
	slices.Sort(ids)
	rows, err := s.opts.Store.Records(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	found, err := s.reviews(ctx, ids, reviewed)
	if err != nil {
		return nil, err
	}
	thought := map[string][2][]time.Duration{} // thinking times by match id, then by side
	agreed := map[string][2]Agreement{}
	players := map[string][2]string{}
	for i := range rows {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m, err := play.Replay(s.opts.Rules, rows[i])
		if err != nil {
			continue // the result lists this game without times
		}
		thought[rows[i].ID] = [2][]time.Duration{m.Thought(game.First), m.Thought(game.Second)}
		players[rows[i].ID] = rows[i].Players
		if all, ok := found[rows[i].ID]; ok {
			scale := s.opts.Scale(rows[i].Game)
			agreed[rows[i].ID] = [2]Agreement{agreementOf(m, game.First, all, scale), agreementOf(m, game.Second, all, scale)}
		}
	}
	out := make([]SheetGame, len(list))
	for i, g := range list {
		side := 0
		if players[g.Match][0] == g.Opponent {
			side = 1
		}
		out[i] = SheetGame{RatedGame: g, Times: TimesOf(thought[g.Match][side]), Review: agreed[g.Match][side]}
	}
	return out, nil
}

// reviews returns the findings of completed reviews by match id. It skips reviews that cannot be
// decoded. If wanted is false, it returns nothing.
func (s *Service) reviews(ctx context.Context, ids []string, wanted bool) (map[string][]play.ReviewFound, error) {
	found := map[string][]play.ReviewFound{}
	if !wanted || len(ids) == 0 {
		return found, nil
	}
	rows, err := s.opts.Store.WholeReviews(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	for i := range rows {
		if r, err := rows[i].Review(); err == nil {
			found[rows[i].Match] = r.Found
		}
	}
	return found, nil
}
