package store

import (
	"testing"
	"time"

	"kydai/internal/events"
	"kydai/internal/play"
)

// TestWoodenRated checks that the results of an event's games on physical boards are rated once,
// when the event ends, if the event is rated and both players have an account. The operator's list
// of rated games must not contain these results, because their moves are unknown. The statistics
// must not count them.
func TestWoodenRated(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		node := eventNode(s)
		boss := events.Caller{ID: "boss", Account: true}
		for _, name := range []string{"Anna", "Bình", "Chi", "Dung"} {
			want(t, s.AddAccount(ctx, person(t, name, name), nil), nil)
		}
		hold := func(rated bool, players ...string) {
			t.Helper()
			settings := eventSettings()
			settings.Rounds, settings.RatedWood = 1, rated
			e := must(node.Create(ctx, boss, settings))(t)
			must(node.OpenEntries(ctx, boss, e.ID))(t)
			for _, id := range players {
				must(node.Enter(ctx, events.Caller{ID: id, Name: id, Account: id != "guest"}, e.ID))(t)
			}
			must(node.Start(ctx, boss, e.ID))(t)
			must(node.PairByHand(ctx, boss, e.ID, 1, [][2]int{{1, 2}}, nil))(t)
			must(node.Decide(ctx, boss, e.ID, 1, 1, 0, events.Result{Result: events.FirstWins, Reason: "seen"}))(t)
			must(node.End(ctx, boss, e.ID))(t)
			_, err := node.Decide(ctx, boss, e.ID, 1, 1, 1, events.Result{Result: events.Drawn, Reason: "late"})
			if fixed := rated && players[1] != "guest"; (err != nil) != fixed {
				t.Errorf("a correction after the end: %v", err)
			}
		}
		hold(false, "Chi", "Dung")
		hold(true, "Chi", "guest")
		hold(true, "Anna", "Bình")
		var anna []play.PlayerRating
		for end := time.Now().Add(20 * time.Second); len(anna) == 0 && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			anna = must(s.RatingsOf(ctx, "Anna"))(t)
		}
		if len(anna) != 1 || anna[0].Game != "chess" || anna[0].Speed != "rapid" || anna[0].Mean <= 1500 {
			t.Fatalf("the winner has %+v", anna)
		}
		if lost := must(s.RatingsOf(ctx, "Bình"))(t); len(lost) != 1 || lost[0].Mean >= 1500 {
			t.Errorf("the loser has %+v", lost)
		}
		if other := must(s.RatingsOf(ctx, "Chi"))(t); len(other) != 0 {
			t.Errorf("a player of unrated results has %+v", other)
		}
		history := must(s.RatingHistory(ctx, "Anna", "chess", "rapid", 9))(t)
		if len(history) != 1 || history[0].Match != "" || history[0].Opponent != "Bình" {
			t.Errorf("the history is %+v", history)
		}
		if games := must(s.RatedGames(ctx, "Anna", 9))(t); len(games) != 0 {
			t.Errorf("games with moves: %+v", games)
		}
		for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			done, last, err := s.progress(ctx, Statistics.Name)
			want(t, err, nil)
			if done == last && last > 0 {
				break
			}
		}
		if days := must(s.Statistics(ctx, time.Now().Add(-48*time.Hour)))(t); len(days) != 0 {
			t.Errorf("the statistics count %+v", days)
		}
	})
}
