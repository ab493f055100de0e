package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// A site can keep its matches in progress on several PostgreSQL servers (docs/adr/0048). The home
// database has everything; a shard has only matches in progress, in its own schema and with its own
// group committer. Each match is created at home. If its id has the letter of a shard, its first
// change moves the match to that shard, and the later changes are written there. After the end of
// the match, the match returns home, where it is numbered, rated and archived like every match.
//
// The column held of the table live says which database has the current state of a match. The
// files are: shards_commit.go for changes, shards_move.go for the way to a shard, shards_return.go
// for the way home, shards_read.go for reading, and shards_clock.go for the time of the shards.

// Values of the column held. At home, the letter of a shard means that the shard has the match.
const (
	heldHere   = ""       // this database has the current state of the match
	heldMoving = "moving" // on a shard: the match has not arrived yet; the home database has it
	heldGone   = "gone"   // on a shard: the match has returned home; the home database has it
)

// heldStep is the schema step that added the column held.
const heldStep = 41

// homeLetter is the letter of the home database in the ids of matches.
const homeLetter = "a"

// Shard is a further PostgreSQL server for matches in progress.
type Shard struct {
	Letter  string // letter of the shard in the ids of matches: b to z
	Address string // URL of the database, which may contain a password
	Closed  bool   // no match moves to the shard any more; matches on it are played to their end
}

// Format prints only the letter, because the address may contain a password.
func (s Shard) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "shard %s", s.Letter) }

var (
	errBadShard   = game.Err("bad-shard", "a shard must be given as LETTER=postgres://…, with a letter from b to z; ,closed at the end lets no more matches move there")
	errTwoShards  = game.Err("bad-shard", "two shards have the same letter")
	errShardHome  = game.Err("bad-shard", "the database of the shard is the home database of a site")
	errShardUsed  = game.Err("bad-shard", "the database of the shard is not empty, and no shard of this site")
	errShardOther = game.Err("bad-shard", "the database of the shard is a shard of another site, or has another letter")

	errNoShard   = fmt.Errorf("the match is on a shard that this server does not know: %w", play.ErrUnavailable)
	errShardAway = fmt.Errorf("the shard of the match cannot be reached: %w", play.ErrUnavailable)
	errShardLost = game.Err(play.Damaged, "the shard does not have a match that moved there; restore the shard")
)

// ParseShard reads a shard in the form LETTER=URL or LETTER=URL,closed.
func ParseShard(text string) (Shard, error) {
	letter, address, _ := strings.Cut(strings.TrimSpace(text), "=")
	address, closed := strings.CutSuffix(address, ",closed")
	if len(letter) != 1 || letter[0] < 'b' || letter[0] > 'z' || !strings.HasPrefix(address, "postgres://") && !strings.HasPrefix(address, "postgresql://") {
		return Shard{}, errBadShard
	}
	return Shard{letter, address, closed}, nil
}

// shards routes the matches in progress to the databases that hold them.
type shards struct {
	home *Store
	all  []*shard // in the order of their letters
	stop context.CancelFunc
	done sync.WaitGroup
	// step is called between the steps of a move and of a return. An error ends the operation at
	// this point, as a crash of the process would. It is nil except in tests.
	step func(at string) error
}

// shard is one of the shards. Its store is nil until the database was reached for the first time.
type shard struct {
	Shard
	of      *shards
	opened  atomic.Pointer[Store]
	rest    atomic.Int64 // until this Unix time in milliseconds no match moves to the shard, because the last attempt failed
	asking  atomic.Bool  // whether a query for due matches is running
	known   knownIDs     // matches that were on the shard when they were last used
	returns returner
	up      atomic.Bool // whether the last check has reached the database
}

const (
	shardEvery  = 2 * time.Second // interval at which a shard is checked, and opened if it could not be reached before
	shardRest   = 5 * time.Second // time without moves to a shard that could not be reached
	shardWithin = 2 * time.Second // time limit of a query about matches of several databases
	shardTries  = 5               // attempts to find a match that moves at the same time
)

// openShards connects the store to its shards. A shard that cannot be reached is tried again in the
// background: meanwhile its matches wait, and new matches stay at home.
func (s *Store) openShards(ctx context.Context) error {
	site, err := s.siteName(ctx)
	if err != nil {
		return err
	}
	// A program that does not know the column held would write to matches that have moved.
	err = s.inTx(ctx, "refusing older programs", func(tx *sql.Tx) error { return s.refuseBefore(ctx, tx, heldStep) })
	if err != nil {
		return s.failed("refusing older programs", err)
	}
	run, stop := context.WithCancel(context.Background())
	r := &shards{home: s, stop: stop}
	s.shards = r
	for _, o := range s.opts.Shards {
		if slices.ContainsFunc(r.all, func(sh *shard) bool { return sh.Letter == o.Letter }) {
			return errTwoShards
		}
		r.all = append(r.all, &shard{Shard: o, of: r})
	}
	slices.SortFunc(r.all, func(a, b *shard) int { return strings.Compare(a.Letter, b.Letter) })
	for _, sh := range r.all {
		sh.returns.init()
		switch err := sh.open(ctx, site); {
		case errors.Is(err, play.ErrUnavailable):
			s.opts.Log.ErrorContext(ctx, "a shard cannot be reached; its matches wait until it can", "shard", sh.Letter, "err", err)
		case err != nil:
			return fmt.Errorf("shard %s: %w", sh.Letter, err)
		}
	}
	for _, sh := range r.all {
		r.done.Go(func() { sh.watch(run, site) })
		r.done.Go(func() { sh.bringAll(run) })
	}
	return nil
}

// open connects to the database of the shard, migrates its schema and sets its time.
func (sh *shard) open(ctx context.Context, site string) error {
	o := sh.of.home.opts
	s, err := OpenServer(ctx, sh.Address, Options{Log: o.Log, Connections: o.Connections, Pooler: o.Pooler, Meters: o.Meters, NoTasks: true, shard: true})
	if err == nil {
		if err = s.claimShard(ctx, site, sh.Letter); err == nil {
			err = sh.keepTime(ctx, s)
		}
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}
	if err != nil {
		return err
	}
	sh.opened.Store(s)
	sh.up.Store(true)
	return nil
}

// watch checks the shard every shardEvery until ctx ends.
func (sh *shard) watch(ctx context.Context, site string) {
	tick := time.NewTicker(shardEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		var err error
		if s := sh.opened.Load(); s == nil {
			err = sh.open(ctx, site)
		} else {
			within, cancel := context.WithTimeout(ctx, shardWithin)
			err = sh.keepTime(within, s)
			cancel()
		}
		if up := err == nil; sh.up.Swap(up) != up && ctx.Err() == nil {
			if up {
				sh.of.home.opts.Log.InfoContext(ctx, "a shard can be reached again", "shard", sh.Letter)
			} else {
				sh.of.home.opts.Log.ErrorContext(ctx, "a shard cannot be reached; its matches wait until it can", "shard", sh.Letter, "err", err)
			}
		}
	}
}

// close stops the background work and closes the databases of the shards.
func (r *shards) close() {
	r.stop()
	r.done.Wait()
	for _, sh := range r.all {
		if s := sh.opened.Load(); s != nil {
			_ = s.Close()
		}
	}
}

// at marks a point between two steps at which a process may crash.
func (r *shards) at(step string) error {
	if r.step == nil {
		return nil
	}
	return r.step(step)
}

// of returns the shard to which a match belongs by its id, or nil for the home database.
func (r *shards) of(id string) *shard {
	if r.home.opts.every {
		return r.all[0]
	}
	letter, ok := play.ShardOf(id)
	if !ok || letter == homeLetter {
		return nil
	}
	return r.letter(letter)
}

// letter returns the shard with a letter, or nil.
func (r *shards) letter(letter string) *shard {
	for _, sh := range r.all {
		if sh.Letter == letter {
			return sh
		}
	}
	return nil
}

// store returns the database of the shard, or an error if it was not reached yet.
func (sh *shard) store() (*Store, error) {
	if s := sh.opened.Load(); s != nil {
		return s, nil
	}
	return nil, errShardAway
}

// NewLetters returns the letters for the ids of new matches: the letter of the home database, and
// those of the shards that take matches.
func (s *Store) NewLetters() string {
	letters := homeLetter
	for _, sh := range s.opts.Shards {
		if !sh.Closed {
			letters += sh.Letter
		}
	}
	return letters
}

// Keys of the table settings: the random name of the site, in its home database, and the site and
// letter to which a shard belongs, in the database of the shard.
const (
	siteSetting  = "site"
	shardSetting = "shard"
)

// siteName returns the name of the site. It chooses one when the site gets its first shard.
func (s *Store) siteName(ctx context.Context) (name string, err error) {
	const doing = "reading the name of the site"
	if _, err := s.exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, siteSetting, rand.Text()); err != nil {
		return "", s.failed(doing, err)
	}
	return s.setting(ctx, siteSetting)
}

// setting reads a value of the table settings; it is "" if there is none.
func (s *Store) setting(ctx context.Context, name string) (value string, err error) {
	err = s.db.QueryRowContext(ctx, s.sql(`SELECT value FROM settings WHERE name = $1`), name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return value, s.failed("reading a setting", err)
}

// claimShard makes an empty database the shard of a site. It returns an error if the database is
// used for anything else, so that a wrong address does no harm.
func (s *Store) claimShard(ctx context.Context, site, letter string) error {
	had, err := s.setting(ctx, shardSetting)
	if err != nil || had == site+" "+letter {
		return err
	}
	if had != "" {
		return errShardOther
	}
	if name, err := s.setting(ctx, siteSetting); err != nil || name != "" {
		return errors.Join(err, errShardHome)
	}
	var used bool
	err = s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM live) OR EXISTS (SELECT 1 FROM archive) OR EXISTS (SELECT 1 FROM accounts)`).Scan(&used)
	if err != nil || used {
		return errors.Join(s.failed("looking at a shard", err), errShardUsed)
	}
	_, err = s.exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, shardSetting, site+" "+letter)
	if err != nil {
		return s.failed("claiming a shard", err)
	}
	if had, err = s.setting(ctx, shardSetting); err == nil && had != site+" "+letter {
		err = errShardOther
	}
	return err
}

// knownIDs is a set of matches of limited size. It is a cache: a missing id costs a query, and a
// wrong one an attempt that fails.
type knownIDs struct {
	mu  sync.Mutex
	ids map[string]struct{}
}

const mostKnown = 200_000

func (k *knownIDs) has(id string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, ok := k.ids[id]
	return ok
}

func (k *knownIDs) add(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.ids == nil || len(k.ids) >= mostKnown {
		k.ids = map[string]struct{}{}
	}
	k.ids[id] = struct{}{}
}

func (k *knownIDs) drop(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.ids, id)
}
