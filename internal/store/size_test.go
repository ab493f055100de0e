package store

import (
	"database/sql"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
	"kydai/match/compact"
)

const sizeEnv = "KYDAI_TEST_ARCHIVE"

// TestArchiveSize measures how many bytes an archived match of 65 plies takes
// on PostgreSQL with all indexes, as text and as bytes.
func TestArchiveSize(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv(sizeEnv))
	if n == 0 {
		t.Skip(sizeEnv + " is not set to a number of matches")
	}
	for _, form := range []string{"text", "bytes"} {
		t.Run(form, func(t *testing.T) {
			p, ctx := postgresPlace(t), t.Context()
			s := must(openAt(ctx, p.address))(t) // a new store still archives matches as text
			if form == "bytes" {
				s = p.open(t)
			}
			rows := synthetic{rng: rand.New(rand.NewPCG(1, 1)), asText: form == "text", people: max(2, n/50)}
			rows.fill(t, s, n)
			long, short := []string{"archive_first", "archive_second"}, []string{"archive_first_short", "archive_second_short"}
			unused := long // indexes that are not used for this storage form, so their size is not counted
			if rows.asText {
				unused = short
			}
			must(s.db.ExecContext(ctx, `VACUUM ANALYSE archive`))(t)
			// In this test all rows are in the first partition.
			var heap, toast, all int64
			want(t, s.reads.QueryRowContext(ctx, `SELECT pg_relation_size('archive_before'), pg_table_size('archive_before') - pg_relation_size('archive_before'),
				pg_table_size('archive_before') + SUM(pg_relation_size(indexrelid)) FROM pg_stat_user_indexes WHERE relid = 'archive_before'::regclass AND indexrelname <> ALL($1::text[])`, unused).
				Scan(&heap, &toast, &all), nil)
			each := func(b int64) string { return strconv.FormatFloat(float64(b)/float64(n), 'f', 0, 64) }
			t.Logf("%d matches of %d plies as %s: %s bytes each, table %s, beside it %s, indexes %s; events %.2f bytes a ply",
				n, synthPlies, form, each(all), each(heap), each(toast), each(all-heap-toast), float64(rows.events)/float64(n*synthPlies))
			err := s.rows(ctx, "listing indexes", func(r *sql.Rows) error {
				var name string
				var size int64
				err := r.Scan(&name, &size)
				t.Logf("%s: %s", name, each(size))
				return err
			}, `SELECT indexrelname, pg_relation_size(indexrelid) FROM pg_stat_user_indexes WHERE relid = 'archive_before'::regclass AND indexrelname <> ALL($1::text[]) ORDER BY 1`, unused)
			want(t, err, nil)
			if got := float64(all) / float64(n); form == "bytes" && got > 1000 {
				t.Errorf("a match takes %.0f bytes", got)
			}
		})
	}
}

const synthPlies = 65

// synthetic creates rows of the archive that look like blitz matches between people.
type synthetic struct {
	rng    *rand.Rand
	asText bool
	people int
	events int // total size in bytes of the events of all rows created so far
}

func (y *synthetic) letters(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(y.rng.Uint32())
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

func (y *synthetic) fill(t *testing.T, s *Store, n int) {
	t.Helper()
	players := make([]string, y.people)
	for i := range players {
		players[i] = y.letters(32)
	}
	control := must(clock.Parse("5+3"))(t)
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for done := 0; done < n; {
		many := min(1000, n-done)
		tx := must(s.db.BeginTx(t.Context(), nil))(t)
		for range many {
			at = at.Add(time.Duration(y.rng.ExpFloat64() * float64(10*time.Millisecond)))
			who := y.rng.IntN(len(players))
			first, second := players[who], players[(who+1+y.rng.IntN(len(players)-1))%len(players)]
			terms := must(match.EncodeTerms(match.Terms{
				Game: "xiangqi", Clock: control, FirstMove: 30 * time.Second, Rated: true,
				Seats: [2]match.Seat{{Kind: match.Human, Player: first}, {Kind: match.Human, Player: second}},
			}))(t)
			events := y.match(at)
			text, packed := writePacked(events), any(nil)
			y.events += len(text)
			if !y.asText {
				b := compact.Encode(events)
				y.events += len(b) - len(text)
				text, packed = "", b
				terms = compact.EncodeTerms(terms, termsWords("xiangqi", [2]string{first, second}))
			}
			ended := events[len(events)-1].Began
			must(tx.ExecContext(t.Context(), `INSERT INTO archive (id, game, first, second, created, ended, seq, ply, result, terms, secret, events, compact)
				VALUES ($1, 'xiangqi', $2, $3, $4, $5, $6, $7, 'second resign', $8, '', $9, $10)`,
				idAt(at, y.letters(12)), first, second, events[0].Began, ended, len(events), synthPlies, terms, text, packed))(t)
		}
		want(t, tx.Commit(), nil)
		done += many
	}
}

// match returns the events of a match whose moves take a few seconds each, including network lag.
func (y *synthetic) match(at time.Time) []compact.Event {
	began := func(at time.Time) int64 { return at.UnixMicro() + 3000 + int64(y.rng.ExpFloat64()*4000) }
	events := []compact.Event{{Began: began(at), Body: match.Event{Kind: match.Started, At: at}.Encode()}}
	for range synthPlies {
		at = at.Add(time.Duration(200+min(y.rng.ExpFloat64()*5000, 40000)) * time.Millisecond)
		lag := time.Duration(20+y.rng.IntN(300)) * time.Millisecond
		e := match.Event{Kind: match.Moved, At: at, Lag: lag, Gave: lag}
		e.Text = fmt.Sprintf("%c%d%c%d", 'a'+y.rng.IntN(9), y.rng.IntN(10), 'a'+y.rng.IntN(9), y.rng.IntN(10))
		events = append(events, compact.Event{Began: began(at), Body: e.Encode()})
	}
	over := match.Event{Kind: match.Ended, At: at.Add(time.Second), Side: game.Second, Text: "resign", By: game.First}
	return append(events, compact.Event{Began: began(over.At), Body: over.Encode()})
}
