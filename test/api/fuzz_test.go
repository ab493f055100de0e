// Package api fuzzes the HTTP API. It is separate from internal/web so that the fuzz
// binary does not contain the database and the bus, which take minutes to build.
package api

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"kydai/games"
	"kydai/internal/bus"
	"kydai/internal/play"
	"kydai/internal/web"
	"kydai/internal/web/webtest"
)

// noStore is a play.Store that stores nothing. It implements every method itself. If it embedded a
// nil interface instead, a missing method would panic and look like a fault of the server.
type noStore struct{}

var _ play.Store = noStore{}

func (noStore) Reading(context.Context) (time.Time, time.Duration, error) {
	return time.Now(), 0, nil
}
func (noStore) Correct(context.Context, time.Duration, time.Duration) error { return nil }
func (noStore) Uncorrected(now time.Time, _ time.Duration) time.Time        { return now }
func (noStore) Rebase(context.Context, time.Duration) error                 { return nil }
func (noStore) Called(context.Context, []string) ([]play.Called, error)     { return nil, nil }
func (noStore) Create(context.Context, play.Row) (time.Time, error)         { return time.Now(), nil }
func (noStore) Load(context.Context, string) (play.Row, error)              { return play.Row{}, play.ErrNotFound }
func (noStore) Commit(context.Context, play.Change) (time.Time, error) {
	return time.Time{}, play.ErrConflict
}
func (noStore) Arm(context.Context, string, int, time.Time) error                    { return play.ErrConflict }
func (noStore) Due(context.Context, time.Time, int, time.Duration) ([]string, error) { return nil, nil }
func (noStore) Seqs(context.Context, []string) (map[string]int, error)               { return nil, nil }
func (noStore) Watched(context.Context, []string, time.Duration) error               { return nil }
func (noStore) WatchedUntil(context.Context, string) (time.Time, error)              { return time.Time{}, nil }
func (noStore) CountWatched(context.Context) (int, error)                            { return 0, nil }
func (noStore) Playing(context.Context, string) ([]play.Summary, error)              { return nil, nil }
func (noStore) Played(context.Context, string, play.Cursor, int) ([]play.Summary, error) {
	return nil, nil
}

func (noStore) Find(context.Context, []string, play.Filter, play.Cursor, int) ([]play.Summary, error) {
	return nil, nil
}

func (noStore) UnderWay(context.Context, time.Duration, int) ([]play.Summary, error) { return nil, nil }
func (noStore) RatingsAmong(context.Context, []string) ([]play.PlayerRating, error)  { return nil, nil }

func (noStore) AddReview(context.Context, play.ReviewRow, int) error { return play.ErrBusy }
func (noStore) Review(context.Context, string) (play.ReviewRow, error) {
	return play.ReviewRow{}, play.ErrNotFound
}
func (noStore) TakeReview(context.Context, string, time.Duration) (play.ReviewRow, bool, error) {
	return play.ReviewRow{}, false, nil
}
func (noStore) SaveReview(context.Context, string, string, int, []byte, time.Duration) error {
	return play.ErrConflict
}
func (noStore) DropReviews(context.Context, time.Duration) (int, error)          { return 0, nil }
func (noStore) AddPlan(context.Context, play.Plan, int) error                    { return play.ErrConflict }
func (noStore) Plans(context.Context, string) ([]play.Plan, error)               { return nil, nil }
func (noStore) DropPlans(context.Context, string, string, []string) (int, error) { return 0, nil }
func (noStore) MatchRatings(context.Context, string) ([]play.SideRating, bool, error) {
	return nil, false, nil
}
func (noStore) Levels(context.Context, string) ([]play.LevelStrength, error) { return nil, nil }

func (noStore) Remind(context.Context, play.Reminder) (bool, error) { return false, nil }

func (noStore) Propose(context.Context, play.Offer) error           { return nil }
func (noStore) Lobby(context.Context) ([]play.Offer, error)         { return nil, nil }
func (noStore) Standing(context.Context, string, bool) (int, error) { return 0, nil }
func (noStore) Offer(context.Context, string) (play.Offer, error) {
	return play.Offer{}, play.ErrNotFound
}
func (noStore) Accept(context.Context, string, play.Row) (time.Time, error) {
	return time.Time{}, play.ErrNotFound
}
func (noStore) Withdraw(context.Context, string, string) error          { return play.ErrNotFound }
func (noStore) Addressed(context.Context, string) ([]play.Offer, error) { return nil, nil }
func (noStore) Renew(context.Context, []string, time.Time) error        { return nil }
func (noStore) Expire(context.Context) (int, error)                     { return 0, nil }

func (noStore) RatingsOf(context.Context, string) ([]play.PlayerRating, error) { return nil, nil }
func (noStore) RatingHistory(context.Context, string, string, string, int) ([]play.RatingPoint, error) {
	return nil, nil
}
func (noStore) Leaders(context.Context, string, string, play.Place, int) ([]play.PlayerRating, error) {
	return nil, nil
}
func (noStore) StatisticsOf(context.Context, []string) (play.PlayerStatistics, error) {
	return play.PlayerStatistics{}, nil
}
func (noStore) Names(context.Context, []string) (map[string]string, error) { return nil, nil }
func (noStore) Belonging(context.Context, string) ([]string, error)        { return nil, nil }
func (noStore) CorrectRating(context.Context, string, play.RatingCorrection) error {
	return play.ErrExists
}

func (noStore) PutTicket(context.Context, play.Ticket, time.Duration, string) error { return nil }
func (noStore) Ticket(context.Context, string) (play.Ticket, error) {
	return play.Ticket{}, play.ErrNotFound
}
func (noStore) DropTicket(context.Context, string) error                       { return play.ErrNotFound }
func (noStore) RenewTickets(context.Context, []string, time.Duration) error    { return nil }
func (noStore) Waiting(context.Context) ([]play.Ticket, error)                 { return nil, nil }
func (noStore) LeasePool(context.Context, string, time.Duration) (bool, error) { return false, nil }
func (noStore) Seat(context.Context, play.Row) (time.Time, error)              { return time.Now(), nil }
func (noStore) SeatCeremony(context.Context, play.Ceremony) error              { return play.ErrNotFound }
func (noStore) ShutCeremony(context.Context, string) error                     { return play.ErrNotFound }
func (noStore) Sealed(context.Context, string) (bool, error)                   { return false, nil }
func (noStore) PairCeremony(context.Context, play.Pair, play.Ceremony) error   { return play.ErrNotFound }
func (noStore) Pair(context.Context, play.Pair, play.Row) (time.Time, error) {
	return time.Time{}, play.ErrNotFound
}

func (noStore) Blocked(context.Context, []string) ([][2]string, error) { return nil, nil }

func (noStore) BeginCeremony(context.Context, string, play.Ceremony) error { return nil }
func (noStore) Ceremony(context.Context, string) (play.Ceremony, error) {
	return play.Ceremony{}, play.ErrNotFound
}
func (noStore) StepCeremony(context.Context, int, play.Ceremony, []play.Row) ([]time.Time, error) {
	return nil, play.ErrConflict
}
func (noStore) DueCeremonies(context.Context, time.Time, int, time.Duration) ([]string, error) {
	return nil, nil
}

func (noStore) Beat(context.Context, string, []byte) error                { return nil }
func (noStore) Alive(context.Context, time.Duration) ([]play.Node, error) { return nil, nil }
func (noStore) AddToken(context.Context, play.Token) error                { return nil }
func (noStore) Tokens(context.Context, string) ([]play.Token, error)      { return nil, nil }
func (noStore) DropToken(context.Context, string, [32]byte) error         { return play.ErrNotFound }
func (noStore) FindToken(context.Context, [32]byte) (play.Token, error) {
	return play.Token{}, play.ErrNotFound
}

func (noStore) Statistics(context.Context, time.Time) ([]play.Tally, error) { return nil, nil }
func (noStore) Ends() play.EndsState                                        { return play.EndsState{} }

// noBus is a bus that delivers nothing.
type noBus struct{}

var _ bus.Bus = noBus{}

func (noBus) Publish(string, []byte) error                            { return nil }
func (noBus) Subscribe(string, bus.Handler) (bus.Subscription, error) { return nothing{}, nil }
func (noBus) Request(context.Context, string, []byte) ([]byte, error) { return nil, bus.ErrNobody }
func (noBus) Serve(string, string, int, bus.Server) (bus.Subscription, error) {
	return nothing{}, nil
}
func (noBus) Connected() bool             { return true }
func (noBus) OnReconnect(func()) func()   { return func() {} }
func (noBus) Stats() bus.Stats            { return bus.Stats{} }
func (noBus) Drain(context.Context) error { return nil }
func (noBus) Close()                      {}

type nothing struct{}

func (nothing) Cancel() {}

// FuzzREST checks that the server answers every failed request with a Problem.
func FuzzREST(f *testing.F) {
	service, err := play.New(play.Options{
		Store: noStore{}, Bus: noBus{}, Games: games.All, Key: make([]byte, 32),
		Rules: games.Find,
	})
	if err != nil {
		f.Fatal(err)
	}
	fast := web.Rate{Second: 1e9, Burst: 1e9}
	server, err := web.New(web.Options{Play: service, Key: make([]byte, 32), Limits: web.Limits{Creates: fast, Requests: fast, Moves: fast}})
	if err != nil {
		f.Fatal(err)
	}
	paths := []string{
		"/api/matches", "/api/offers", "/api/tokens", "/api/me", "/api/matches/x/moves", "/api/matches/x/acts", "/api/offers/x/accept",
		"/api/matches/x/hint", "/api/matches/x/fair", "/api/statistics",
	}
	f.Add(uint8(0), "", []byte(`{"game":"chess","seats":[{"kind":"human"},{"kind":"level","level":3}],"clock":"5+3","opening":["e2e4"]}`))
	f.Add(uint8(1), "", []byte(`{"game":"caro","options":{"size":"20"},"open":true,"side":"second","extra":[1,-1],"firstMove":30000,"lasts":5}`))
	f.Add(uint8(1), "kydai=a.b.c", []byte(`{"game":"jieqi","start":"x","clock":"10+5x30","rated":true,"takebacks":-1}`))
	f.Add(uint8(2), "kydai=", []byte(`{"name":"Tí"}`))
	f.Add(uint8(3), "", []byte(`{"name":"\u202e"}`))
	f.Add(uint8(4), "", []byte(`{"ply":0,"code":"e2e4"}`))
	f.Add(uint8(5), "", []byte(`{"kind":"offer","what":"takeback","n":-1}`))
	f.Add(uint8(6), "", []byte(`[[[[`))
	f.Add(uint8(7), "", []byte(`{"ply":3,"lines":2,"time":50}`))
	f.Add(uint8(8), "", []byte(`{"commit":"8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c"}`))
	f.Fuzz(func(t *testing.T, which uint8, cookie string, body []byte) {
		path := paths[int(which)%len(paths)]
		method := http.MethodPost
		if path == "/api/me" {
			method = http.MethodPatch
		}
		r := httptest.NewRequestWithContext(t.Context(), method, path, bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", cookie)
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		answer, _ := io.ReadAll(w.Body)
		if err := webtest.Undeclared(r, w.Code, w.Header(), answer); err != nil {
			t.Fatal(err)
		}
		if w.Code == http.StatusInternalServerError {
			t.Fatalf("%s: %s", path, answer)
		}
		if len(answer) > 0 && !json.Valid(answer) {
			t.Fatalf("%s: %d %s", path, w.Code, answer)
		}
	})
}

func (noStore) Leftovers(context.Context, time.Time, string, int) ([]play.Leftover, error) {
	return nil, nil
}
