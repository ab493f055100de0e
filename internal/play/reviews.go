package play

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/match"
)

const (
	reviewNodes   = 20_000           // search limit per position, in nodes
	reviewTime    = 5 * time.Second  // maximum duration of the search of one position
	reviewEvery   = time.Second      // interval at which a node looks for reviews
	reviewLease   = 10 * time.Second // if a node dies, another node continues its review after this time
	reviewChunk   = 32               // positions per lease of a review; afterwards another player's review may be next
	reviewFlights = 4                // maximum number of search requests in flight
	reviewsOfOne  = 3                // maximum number of unfinished reviews per player
	reviewKept    = 90 * 24 * time.Hour
	reviewTries   = 3 // a search may be interrupted; the result of the search with this number is accepted anyway
	reviewPause   = 50 * time.Millisecond
)

// Reviews lets workers review finished matches.
//
// Each review is a database row. A node leases a row, asks workers to search some of the positions
// that still have no result, stores the results and ends the lease. If a worker dies, the node
// requests the worker's position again. If the node dies, another node continues when the lease has
// expired. There is no state outside the rows. The players who requested reviews are served in
// turn, regardless of how many reviews each has requested.
type Reviews struct {
	store    StoredReviews
	node     string
	log      *slog.Logger
	gate     *gate
	machines *machines
	tables   interface {
		Look(ctx context.Context, by Player, id string) (*Snapshot, game.Side, error)
	}
	dropped time.Time // when old reviews were last deleted

	positions, cut atomic.Uint64 // number of searched positions; number of interrupted reviews
}

var (
	errReviewEarly = game.Err(NoHelp, "a match is reviewed once it is over")
	errReviewShort = game.Err(NotFound, "there is nothing to review in this match")
)

// Ask requests a review of a finished match and returns the results found so far. Every player who
// may see the match may request a review. A second request changes nothing.
func (rs *Reviews) Ask(ctx context.Context, by Player, id string) (Review, error) {
	if err := rs.gate.enter(); err != nil {
		return Review{}, err
	}
	defer rs.gate.leave()
	if by.ID == "" {
		return Review{}, errNobody
	}
	snap, err := rs.over(ctx, by, id)
	if err != nil {
		return Review{}, err
	}
	n := len(questionsOf(snap))
	if snap.Ply < 2 || n == 0 {
		return Review{}, errReviewShort
	}
	if err := rs.store.AddReview(ctx, ReviewRow{Match: id, Player: by.ID, Plies: n}, reviewsOfOne); err != nil {
		if errors.Is(err, ErrBusy) {
			return Review{}, game.Err(TooMany, "at most three of your reviews run at a time; please wait")
		}
		return Review{}, err
	}
	return rs.read(ctx, id)
}

// Get returns the results of a match's review found so far, or ErrNotFound if the match has no
// review.
func (rs *Reviews) Get(ctx context.Context, by Player, id string) (Review, error) {
	if _, err := rs.over(ctx, by, id); err != nil {
		return Review{}, err
	}
	return rs.read(ctx, id)
}

func (rs *Reviews) read(ctx context.Context, id string) (Review, error) {
	row, err := rs.store.Review(ctx, id)
	if err != nil {
		return Review{}, err
	}
	return row.Review()
}

// over returns a match that is over. It returns an error if the match is still in progress, or
// sealed because another match with the same deal is still in progress.
func (rs *Reviews) over(ctx context.Context, by Player, id string) (*Snapshot, error) {
	snap, _, err := rs.tables.Look(ctx, by, id)
	if err == nil && !snap.Open() {
		err = errReviewEarly
	}
	return snap, err
}

// counts returns the numbers of searched positions and of interrupted reviews.
func (rs *Reviews) counts() (positions, cut uint64) { return rs.positions.Load(), rs.cut.Load() }

// work serves reviews until no review is left that this node can lease.
func (rs *Reviews) work(ctx context.Context) {
	if now := rs.machines.options.Clock(); now.Sub(rs.dropped) > time.Hour {
		rs.dropped = now
		if _, err := rs.store.DropReviews(ctx, reviewKept); err != nil {
			rs.log.WarnContext(ctx, "old reviews could not be deleted", "err", err)
		}
	}
	for ctx.Err() == nil {
		row, ok, err := rs.store.TakeReview(ctx, rs.node, reviewLease)
		if err != nil || !ok {
			return
		}
		if err := rs.serve(ctx, &row); err != nil {
			rs.cut.Add(1)
			if ctx.Err() == nil {
				rs.log.InfoContext(ctx, "a review was interrupted", "match", row.Match, "err", err)
			}
			return // keep the lease: when it expires, a node tries this review again
		}
	}
}

// serve searches some missing positions of a review and stores the results.
func (rs *Reviews) serve(ctx context.Context, row *ReviewRow) error {
	review, err := row.Review()
	if err != nil {
		return err
	}
	snap, _, err := rs.tables.Look(ctx, Player{}, row.Match)
	if err != nil {
		return err
	}
	have := map[int]bool{}
	for _, f := range review.Found {
		have[f.Ply] = true
	}
	var missing []question
	for _, q := range questionsOf(snap) {
		if !have[q.ply] && len(missing) < reviewChunk {
			missing = append(missing, q)
		}
	}
	within, cancel := context.WithTimeout(ctx, reviewLease*8/10)
	defer cancel()
	found := rs.search(within, snap, missing)
	rs.positions.Add(uint64(len(found)))
	review.Found = append(review.Found, found...)
	body, err := json.Marshal(review.Found)
	if err != nil {
		return err
	}
	if err := rs.store.SaveReview(ctx, row.Match, rs.node, len(review.Found), body, 0); err != nil {
		return err
	}
	if len(found) == 0 && len(missing) > 0 {
		return game.Err(Unavailable, "no worker has answered")
	}
	return nil
}

// search asks workers to search positions, several at a time, until ctx ends.
func (rs *Reviews) search(ctx context.Context, snap *Snapshot, all []question) []ReviewFound {
	var mu sync.Mutex
	var out []ReviewFound
	next := make(chan question)
	var wg sync.WaitGroup
	for range reviewFlights {
		wg.Go(func() {
			for q := range next {
				if f, ok := rs.position(ctx, snap, q); ok {
					mu.Lock()
					out = append(out, f)
					mu.Unlock()
				}
			}
		})
	}
	for _, q := range all {
		next <- q
	}
	close(next)
	wg.Wait()
	return out
}

// position searches one position of a review; it returns false if ctx ended first.
func (rs *Reviews) position(ctx context.Context, snap *Snapshot, q question) (ReviewFound, bool) {
	t, ok := rs.think(ctx, snap, q.line, "")
	if !ok {
		return ReviewFound{}, false
	}
	best := t.Lines[0]
	f := ReviewFound{Ply: q.ply, Nodes: t.Nodes, Score: best.Score, Line: best.Codes}
	switch q.sent {
	case "":
	case t.Best():
		f.Played = &best.Score
	default:
		played, ok := rs.think(ctx, snap, q.line, q.sent)
		if !ok {
			return ReviewFound{}, false
		}
		f.Played = &played.Lines[0].Score
	}
	return f, true
}

// think asks a worker to search a position. After a failure it tries again until ctx ends. It
// repeats a search that was interrupted by a more urgent job, up to reviewTries searches in total.
// If the parameter only is not "", the worker searches only this move.
func (rs *Reviews) think(ctx context.Context, snap *Snapshot, line *game.Line, only string) (engine.Thought, bool) {
	lim := engine.Limits{Nodes: reviewNodes}
	if only != "" {
		lim.Only = []string{only}
	}
	v := snap.View(line.Position().Turn())
	v.Line = line
	for tries := 1; ctx.Err() == nil; tries++ {
		t, err := rs.machines.review(ctx, v, snap.ID, lim)
		whole := t.Nodes >= reviewNodes*9/10 || tries >= reviewTries
		if err == nil && len(t.Lines) > 0 && (whole || t.Lines[0].Mate != 0) {
			return t, true
		}
		if err != nil {
			tries--
			select {
			case <-ctx.Done():
			case <-time.After(reviewPause):
			}
		}
	}
	return engine.Thought{}, false
}

// review asks a worker to search one position of a review, with the lowest priority.
func (s *machines) review(ctx context.Context, v match.View, id string, lim engine.Limits) (engine.Thought, error) {
	r, err := s.budgets.take(ctx, "", reviewTime)
	if err != nil {
		return engine.Thought{}, err
	}
	a, err := s.ask(ctx, s.newJob(v, id, match.Seat{}, lim, reviewTime), forWatch, reviewTime, r)
	return a.thought, err
}
