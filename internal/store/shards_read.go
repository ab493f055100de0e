package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"time"

	"kydai/internal/operator"
	"kydai/internal/play"
)

// load returns a match from the database that holds it.
func (r *shards) load(ctx context.Context, id string) (play.Row, error) {
	if sh := r.of(id); sh != nil && sh.known.has(id) {
		row, err := sh.load(ctx, id)
		if !errors.Is(err, play.ErrNotFound) && !errors.Is(err, play.ErrUnavailable) {
			return row, err
		}
		sh.known.drop(id) // the match may have returned home
	}
	for range shardTries {
		row, held, err := r.home.loadHere(ctx, id)
		if err != nil || held == heldHere {
			return row, err
		}
		sh := r.letter(held)
		if sh == nil {
			return play.Row{}, r.home.failed("loading a match", errNoShard)
		}
		if err := sh.arrived(ctx, id, row.CheckAt.IsZero()); err != nil {
			return play.Row{}, err
		}
		if row, err = sh.load(ctx, id); !errors.Is(err, play.ErrNotFound) {
			return row, err
		}
	}
	return play.Row{}, r.home.failed("loading a match", errShardLost)
}

// load returns a match that the shard holds, or ErrNotFound. The names of the players are at home.
func (sh *shard) load(ctx context.Context, id string) (play.Row, error) {
	s, err := sh.store()
	if err != nil {
		return play.Row{}, err
	}
	row, held, err := s.loadHere(ctx, id)
	if errors.Is(err, play.ErrNotFound) || err == nil && held != heldHere {
		sh.known.drop(id)
		return play.Row{}, play.ErrNotFound
	}
	if err != nil {
		return play.Row{}, err
	}
	if row.Over {
		// The home database may have received the match, and later events of it, before the shard
		// was told.
		if st, err := sh.of.home.standing(ctx, id); err != nil || st.held != sh.Letter {
			sh.known.drop(id)
			return play.Row{}, cmp.Or(err, play.ErrNotFound)
		}
	}
	players := slices.DeleteFunc(slices.Clone(row.Players[:]), func(player string) bool { return player == "" })
	row.Names, err = sh.of.home.Called(ctx, players)
	return row, err
}

// due leases matches of the home database and of all shards, up to n of each. It completes the
// moves that were interrupted. A shard that does not answer soon is left out.
func (r *shards) due(ctx context.Context, now time.Time, n int, lease time.Duration) ([]string, error) {
	var mu sync.Mutex
	var ids []string
	done := make(chan struct{}, len(r.all))
	asked := 0
	for _, sh := range r.all {
		s, err := sh.store()
		if err != nil || sh.asking.Swap(true) {
			continue
		}
		asked++
		go func() {
			defer func() { sh.asking.Store(false); done <- struct{}{} }()
			within, cancel := context.WithTimeout(ctx, shardWithin)
			defer cancel()
			// Matches of an answer that comes too late are due again when the lease ends.
			due, err := s.dueHere(within, now, n, lease)
			if err != nil && ctx.Err() == nil && sh.up.Load() {
				r.home.opts.Log.WarnContext(ctx, "the matches of a shard with a passed deadline could not be read", "shard", sh.Letter, "err", err)
			}
			mu.Lock()
			defer mu.Unlock()
			ids = append(ids, due...)
		}()
	}
	own, err := r.home.dueHere(ctx, now, n, lease)
	if err != nil {
		return nil, err
	}
	if len(own) > 0 {
		if own, err = r.completeMoves(ctx, own); err != nil {
			return nil, err
		}
	}
	late := time.NewTimer(shardWithin / 4)
	defer late.Stop()
	for waiting := asked; waiting > 0; {
		select {
		case <-done:
			waiting--
		case <-late.C:
			waiting = 0
		}
	}
	mu.Lock()
	defer mu.Unlock()
	return append(own, ids...), nil
}

// completeMoves completes the moves of matches that are due at home, and returns those of the given
// matches that are at home.
func (r *shards) completeMoves(ctx context.Context, ids []string) (own []string, err error) {
	away := map[string]string{}
	err = r.home.rowsOf(ctx, r.home.db, "looking for interrupted moves", func(rows *sql.Rows) error {
		var id, held string
		err := rows.Scan(&id, &held)
		away[id] = held
		return err
	}, `SELECT id, held FROM live WHERE id @IN(1) AND held <> ''`, ids)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		held, is := away[id]
		if !is {
			own = append(own, id)
			continue
		}
		sh := r.letter(held)
		if sh == nil || !sh.up.Load() {
			continue
		}
		if err := sh.arrived(ctx, id, false); err != nil && ctx.Err() == nil {
			r.home.opts.Log.WarnContext(ctx, "the move of a match to a shard could not be completed; the next check tries again", "shard", held, "match", id, "err", err)
		}
	}
	return own, nil
}

// grouped returns the ids of matches by the shard to which they belong.
func (r *shards) grouped(ids []string) map[*shard][]string {
	groups := map[*shard][]string{}
	for _, id := range ids {
		if sh := r.of(id); sh != nil {
			groups[sh] = append(groups[sh], id)
		}
	}
	return groups
}

// ask queries a shard that can be reached, with a short time limit. An error is logged: the caller
// continues with what the home database knows.
func (sh *shard) ask(ctx context.Context, doing string, each func(*sql.Rows) error, text string, args ...any) {
	if !sh.up.Load() {
		return
	}
	if err := sh.query(ctx, doing, each, text, args...); err != nil && ctx.Err() == nil {
		sh.of.home.opts.Log.WarnContext(ctx, "a shard did not answer", "shard", sh.Letter, "err", err)
	}
}

// query queries the shard with a short time limit.
func (sh *shard) query(ctx context.Context, doing string, each func(*sql.Rows) error, text string, args ...any) error {
	s, err := sh.store()
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, shardWithin)
	defer cancel()
	return s.rows(within, doing, each, text, args...)
}

// seqs returns the number of events of each match. It leaves out the matches on a shard that does not
// answer, because the number that they had when they moved would pass for the present one; then it
// also returns an error.
func (r *shards) seqs(ctx context.Context, ids []string) (map[string]int, error) {
	found, playing := map[string]int{}, map[string]bool{}
	var away []string // matches that belong on a shard which has not answered
	var cause error
	for sh, group := range r.grouped(ids) {
		err := sh.query(ctx, "counting events", func(rows *sql.Rows) error {
			var id string
			var seq int
			var finished bool
			err := rows.Scan(&id, &seq, &finished)
			found[id], playing[id] = seq, !finished
			return err
		}, `SELECT id, seq, finished FROM live WHERE id @IN(1) AND held = ''`, group)
		if err != nil {
			away, cause = append(away, group...), err
		}
	}
	// The home database may have received a match that is over, and later events of it, already.
	rest := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return playing[id] })
	if len(rest) == 0 {
		return found, nil
	}
	home, err := r.home.seqsHere(ctx, rest)
	if err != nil {
		return nil, err
	}
	for id, seq := range home {
		found[id] = max(found[id], seq)
	}
	if len(away) == 0 {
		return found, nil
	}
	held, err := queryIDs(ctx, r.home.reads, r.home.sql(`SELECT id FROM live WHERE id @IN(1) AND held <> ''`), away)
	if err != nil {
		return nil, r.home.failed("counting events", err)
	}
	if len(held) == 0 {
		return found, nil
	}
	for _, id := range held {
		delete(found, id)
	}
	return found, cause
}

// refresh brings a list of matches in progress up to date, which the home database has as they were
// when they moved. It removes matches that are over on a shard.
func (r *shards) refresh(ctx context.Context, list []play.Summary) []play.Summary {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	ply, over := map[string]int{}, map[string]bool{}
	for sh, group := range r.grouped(ids) {
		sh.ask(ctx, "listing games", func(rows *sql.Rows) error {
			var id string
			var n int
			var finished bool
			err := rows.Scan(&id, &n, &finished)
			ply[id], over[id] = n, finished
			return err
		}, `SELECT id, ply, finished FROM live WHERE id @IN(1) AND held = ''`, group)
	}
	list = slices.DeleteFunc(list, func(g play.Summary) bool { return over[g.ID] })
	for i := range list {
		list[i].Ply = max(list[i].Ply, ply[list[i].ID])
	}
	return list
}

// active lists matches on the shards with a recent event. At most n of each shard are listed.
func (r *shards) active(ctx context.Context, active time.Duration, n int) (ids []string) {
	for _, sh := range r.all {
		sh.ask(ctx, "listing games", func(rows *sql.Rows) error {
			var id string
			err := rows.Scan(&id)
			ids = append(ids, id)
			return err
		}, `SELECT id FROM live WHERE NOT finished AND held = '' AND first <> '' AND second <> '' AND first <> second
			AND EXISTS (SELECT 1 FROM events WHERE events.id = live.id AND events.seq = live.seq - 1 AND began > @NOW - $1)
			ORDER BY ply DESC, id LIMIT $2`, active.Microseconds(), max(n, 100)*activeTimes)
	}
	return ids
}

// activeTimes is how many times more matches of a shard are listed than are shown, because the home
// database leaves some out and chooses the best by ratings that only it has.
const activeTimes = 20

// records returns the stored rows of matches, from the databases that hold them. It reads the home
// database before the shards and a second time after them, because matches move in both directions.
func (r *shards) records(ctx context.Context, ids []string) (all []play.Row, err error) {
	read := func(s *Store, ids []string) (rest []string, err error) {
		if len(ids) == 0 {
			return nil, nil
		}
		rows, err := s.recordsHere(ctx, ids)
		all = append(all, rows...)
		return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
			return slices.ContainsFunc(rows, func(row play.Row) bool { return row.ID == id })
		}), err
	}
	rest, err := read(r.home, ids)
	if err != nil {
		return nil, err
	}
	var missing []string
	for sh, group := range r.grouped(rest) {
		s, err := sh.store()
		if err != nil {
			return nil, err
		}
		left, err := read(s, group)
		if err != nil {
			return nil, err
		}
		missing = append(missing, left...)
	}
	_, err = read(r.home, missing)
	return all, err
}

// addWork adds to the counts of the home database the work on the shards.
func (r *shards) addWork(ctx context.Context, w *operator.Work) {
	for _, sh := range r.all {
		sh.ask(ctx, "counting what is under way", func(rows *sql.Rows) error {
			var overdue, backlog int
			err := rows.Scan(&overdue, &backlog)
			w.Overdue, w.Backlog = w.Overdue+overdue, w.Backlog+backlog
			return err
		}, `SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM live WHERE check_at <= @NOW - $2 LIMIT $1) AS a), (SELECT COUNT(*) FROM (SELECT 1 FROM live WHERE finished LIMIT $1) AS b)`,
			operator.MostCounted, lateCheck.Microseconds())
	}
}

// homeSeq returns the number of events that the home database has of a match. It returns false if
// the match does not have seq events in the database that holds it, or is over.
func (r *shards) homeSeq(ctx context.Context, id string, seq int) (home int, ok bool, err error) {
	st, err := r.home.standing(ctx, id)
	if err != nil || st.held == heldHere {
		return seq, true, err // the statement at home compares the number
	}
	sh := r.letter(st.held)
	if sh == nil {
		return 0, false, errNoShard
	}
	s, err := sh.store()
	if err != nil {
		return 0, false, err
	}
	there, err := s.standing(ctx, id)
	return st.seq, there.found && there.held == heldHere && !there.finished && there.seq == seq, err
}
