package operator

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/game/clock"
	"kydai/games"
	"kydai/internal/play"
	"kydai/match"
)

func seconds(list ...float64) (all []time.Duration) {
	for _, s := range list {
		all = append(all, time.Duration(s*float64(time.Second)))
	}
	return all
}

func TestTimesOf(t *testing.T) {
	got := TimesOf(seconds(5, 1, 2, 4, 3))
	want := Times{Moves: 5, Median: 3 * time.Second, P10: 1400 * time.Millisecond, P90: 4600 * time.Millisecond, Variation: math.Sqrt(2.5) / 3}
	if math.Abs(got.Variation-want.Variation) > 1e-12 {
		t.Errorf("variation %v; want %v", got.Variation, want.Variation)
	}
	if got.Variation = want.Variation; got != want {
		t.Errorf("%+v; want %+v", got, want)
	}
	if got := TimesOf(seconds(2, 2, 2)); got.Variation != 0 || got.Median != 2*time.Second {
		t.Errorf("equal times: %+v", got)
	}
	if got := TimesOf(nil); got != (Times{}) {
		t.Errorf("no moves: %+v", got)
	}
	if got := TimesOf(seconds(7)); got != (Times{Moves: 1, Median: 7 * time.Second, P10: 7 * time.Second, P90: 7 * time.Second}) {
		t.Errorf("one move: %+v", got)
	}
	if got := TimesOf(seconds(0, 0)); got.Variation != 0 {
		t.Errorf("no time: %+v", got)
	}
}

// shelf is a Store in memory. The tests fill it with games of random moves.
type shelf struct {
	rows         map[string]play.Row
	reviews      map[string]play.ReviewRow
	games, peers []RatedGame
	asked        int
}

func (s *shelf) Work(context.Context) (Work, error) { return Work{}, nil }
func (s *shelf) RatedGames(_ context.Context, _ string, n int) ([]RatedGame, error) {
	return s.games[:min(n, len(s.games))], nil
}

func (s *shelf) Peers(_ context.Context, _ RatedGame, _, _ float64, players, each int) ([]RatedGame, error) {
	s.asked++
	return s.peers[:min(2*players*each, len(s.peers))], nil
}

func (s *shelf) Records(_ context.Context, ids []string) (all []play.Row, err error) {
	for _, id := range ids {
		if r, ok := s.rows[id]; ok {
			all = append(all, r)
		}
	}
	return all, nil
}

func (s *shelf) WholeReviews(_ context.Context, ids []string) (all []play.ReviewRow, err error) {
	for _, id := range ids {
		if r, ok := s.reviews[id]; ok {
			all = append(all, r)
		}
	}
	return all, nil
}

// add stores a game of at most the given number of plies between the players "a" and "b". The
// function own returns the thinking time of each move of "a", the function other that of each move
// of "b". If first is true, "a" has the first side.
func (s *shelf) add(t testing.TB, id, name string, plies int, first bool, own, other func(int) time.Duration) {
	t.Helper()
	r, _ := games.Find(name)
	c, err := clock.Parse("60+30")
	if err != nil {
		t.Fatal(err)
	}
	players := [2]string{"a", "b"}
	if !first {
		players = [2]string{"b", "a"}
	}
	terms := match.Terms{Game: name, Clock: c, Rated: true}
	for i := range terms.Seats {
		terms.Seats[i] = match.Seat{Kind: match.Human, Player: players[i]}
	}
	src := rand.New(rand.NewPCG(uint64(len(s.rows)), 17)) //nolint:gosec // fixed seed: the random games are the same in every run
	if d, ok := r.(game.Dealer); ok {
		terms.Setup.Secret = d.Deal(src.IntN)
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	m, err := match.New(r, terms, now)
	if err != nil {
		t.Fatal(err)
	}
	for ply := 0; ply < plies && !m.Over(); ply++ {
		p := m.View(m.Turn()).Line.Position()
		legal := p.Legal()
		think := other
		if players[m.Turn().Index()] == "a" {
			think = own
		}
		now = now.Add(think(ply / 2))
		if err := m.Move(m.Turn(), ply, p.Encode(legal[src.IntN(len(legal))]), now); err != nil {
			t.Fatal(err)
		}
	}
	row := play.Row{ID: id, Game: name, Players: players, Secret: terms.Setup.Secret}
	if row.Terms, err = match.EncodeTerms(terms); err != nil {
		t.Fatal(err)
	}
	for _, e := range m.Since(0) {
		row.Events = append(row.Events, play.Event{Body: e.Encode()})
	}
	if s.rows == nil {
		s.rows = map[string]play.Row{}
	}
	s.rows[id] = row
}

func constant(s float64) func(int) time.Duration {
	return func(int) time.Duration { return time.Duration(s * float64(time.Second)) }
}

func service(s *shelf) *Service {
	return New(Options{Store: s, Rules: games.Find, Scale: func(string) float64 { return 200 }})
}

// TestSheet checks that a player's sheet contains the times of the player's own moves, whichever
// side the player had. It also checks that the sheet contains the times of players with a similar
// rating.
func TestSheet(t *testing.T) {
	s := &shelf{}
	for i := range 6 {
		id := fmt.Sprint("g", i)
		s.add(t, id, "chess", 20, i%2 == 0, func(n int) time.Duration { return time.Duration(1+n%3) * time.Second }, constant(9))
		s.games = append(s.games, RatedGame{Player: "a", Opponent: "b", Match: id, Game: "chess", Speed: "rapid", After: 1500 - float64(i)})
		s.peers = append(s.peers, RatedGame{Player: "b", Opponent: "a", Match: id, Game: "chess", Speed: "rapid"})
	}
	s.add(t, "j", "jieqi", 20, false, constant(4), constant(9))
	s.games = append(s.games, RatedGame{Player: "a", Opponent: "b", Match: "j", Game: "jieqi", Speed: "blitz"},
		RatedGame{Player: "a", Opponent: "b", Match: "lost", Game: "jieqi", Speed: "blitz"})
	got, err := service(s).Sheet(t.Context(), "a", 50)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Games) != 8 || got.Games[0].Match != "g0" {
		t.Fatalf("games %v", got.Games)
	}
	for _, g := range got.Games[:6] {
		if g.Times.Moves != 10 || g.Times.Median != 2*time.Second || g.Times.P10 != time.Second || g.Times.P90 != 3*time.Second || g.Times.Variation == 0 {
			t.Errorf("%s: %+v", g.Match, g.Times)
		}
	}
	if hidden := got.Games[6].Times; hidden.Moves != 10 || hidden.Median != 4*time.Second || hidden.Variation != 0 {
		t.Errorf("the game with hidden pieces: %+v", hidden)
	}
	if lost := got.Games[7].Times; lost != (Times{}) {
		t.Errorf("a game that is not stored: %+v", lost)
	}
	if len(got.Kinds) != 2 || got.Kinds[0].Game != "chess" || got.Kinds[0].Rating != 1500 {
		t.Fatalf("kinds %+v", got.Kinds)
	}
	if k := got.Kinds[0]; k.Own.Games != 6 || k.Own.Median.Middle != 2*time.Second || k.Others.Games != 6 || k.Others.Median.Middle != 9*time.Second || k.Others.Variation.High != 0 {
		t.Errorf("compared: %+v", k)
	}
	if k := got.Kinds[1]; k.Own.Games != 1 || k.Others.Games != 0 || s.asked != 1 {
		t.Errorf("few games are compared with others: %+v", k)
	}
	if got, err := service(&shelf{}).Sheet(t.Context(), "a", 50); err != nil || len(got.Games)+len(got.Kinds) != 0 {
		t.Errorf("a player without games: %+v %v", got, err)
	}
}

// TestAgreement checks that the player's own moves are compared with completed reviews. It checks
// how many moves are the engine's first choice, and how much winning chance the moves lose.
func TestAgreement(t *testing.T) {
	s := &shelf{reviews: map[string]play.ReviewRow{}}
	for i, first := range []bool{true, false} {
		id := fmt.Sprint("g", i)
		s.add(t, id, "chess", 4, first, constant(1), constant(1))
		s.games = append(s.games, RatedGame{Player: "a", Opponent: "b", Match: id, Game: "chess", Speed: "rapid"})
		m, err := play.Replay(games.Find, s.rows[id])
		if err != nil {
			t.Fatal(err)
		}
		codes := m.View(game.First).Line.Codes()
		// The first side plays the engine's moves. The first move of the second side loses points
		// equal to the scale, so the winning chance of that side drops from 0.5 to 0.25.
		found := []play.ReviewFound{
			{Ply: 0, Line: []string{codes[0]}}, {Ply: 1, Line: []string{"a7a5a"}},
			{Ply: 2, Line: []string{codes[2]}, Score: engine.Score{Points: 200}},
			{Ply: 3, Line: []string{codes[3]}, Score: engine.Score{Points: -200}}, {Ply: 4, Line: []string{"a1a2"}, Score: engine.Score{Points: 200}},
		}
		body, err := json.Marshal(found)
		if err != nil {
			t.Fatal(err)
		}
		s.reviews[id] = play.ReviewRow{Match: id, Plies: 5, Done: 5, Body: body}
	}
	s.add(t, "unseen", "chess", 4, true, constant(1), constant(1))
	s.games = append(s.games, RatedGame{Player: "a", Opponent: "b", Match: "unseen", Game: "chess", Speed: "rapid"})
	got, err := service(s).Sheet(t.Context(), "a", 50)
	if err != nil {
		t.Fatal(err)
	}
	if first := got.Games[0].Review; first != (Agreement{Games: 1, Moves: 2, Agreed: 2}) {
		t.Errorf("as the first side: %+v", first)
	}
	if second := got.Games[1].Review; second.Moves != 2 || second.Agreed != 1 || math.Abs(second.Loss-0.25) > 1e-9 {
		t.Errorf("as the second side: %+v", second)
	}
	if unseen := got.Games[2].Review; unseen != (Agreement{}) {
		t.Errorf("without a review: %+v", unseen)
	}
	k := got.Kinds[0]
	if k.Own.Games != 3 || k.Review.Games != 2 || k.Review.Share() != 0.75 || math.Abs(k.Review.MeanLoss()-0.0625) > 1e-9 {
		t.Errorf("%+v", k)
	}
}

// BenchmarkSheet creates the largest possible sheet: 100 games of 80 plies, and
// 60 games of other players.
func BenchmarkSheet(b *testing.B) {
	for _, name := range []string{"chess", "xiangqi", "jieqi", "caro"} {
		s := &shelf{}
		for i := range 100 {
			id := fmt.Sprint("g", i)
			s.add(b, id, name, 80, i%2 == 0, constant(2), constant(3))
			s.games = append(s.games, RatedGame{Player: "a", Opponent: "b", Match: id, Game: name, Speed: "rapid"})
			s.peers = append(s.peers, RatedGame{Player: "b", Opponent: "a", Match: id, Game: name, Speed: "rapid"})
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := service(s).Sheet(b.Context(), "a", 100); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
