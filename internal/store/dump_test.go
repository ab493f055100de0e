package store

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/account"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/ties"
)

// furnish stores some rows in every table.
func furnish(t testing.TB, s *Store) {
	t.Helper()
	ctx := t.Context()
	for i := range 8 {
		id := fmt.Sprint("m", i)
		newMatch(t, s, id)
		for seq := range i {
			c := move(id, seq)
			c.Over = seq == 5
			must(s.Commit(ctx, c))(t)
			if c.Over {
				break
			}
		}
	}
	want(t, s.Propose(ctx, play.Offer{ID: "o", Owner: "anna", Open: true, Expires: time.Now().Add(time.Hour), Body: []byte{1}}), nil)
	want(t, s.BeginCeremony(ctx, "", ceremony("c")), nil)
	want(t, s.AddToken(ctx, play.Token{Hash: [32]byte{1, 2}, Player: "bot", Name: `"quoted"`}), nil)
	for i, name := range []string{"Anna", "Hùng", "Hưng"} {
		want(t, s.AddAccount(ctx, person(t, fmt.Sprint("p", i), name), []account.RecoveryHash{{byte(i)}}), nil)
	}
	want(t, s.Belong(ctx, "guest", "p0", time.Now()), nil)
	must(s.Follow(ctx, "p0", "p1", 9, time.Now()))(t) // this follow is deleted with the account p1 below
	must(s.Block(ctx, "p0", "bao", 9, time.Now()))(t)
	_, _, err := s.AddReport(ctx, ties.Report{Reporter: "p0", Reported: "bao", Reason: "other", Text: "…", At: time.Now(), State: ties.Open}, 9, time.Hour)
	want(t, err, nil)
	for _, id := range []string{"p1", "p2"} {
		want(t, s.DeleteAccount(ctx, id, time.Now()), nil)
	}
	want(t, s.AddLink(ctx, account.Token{Hash: people.Hash{7}, Expires: time.Now()}, time.Now(), entry("e", people.MadeLink, "p0")), nil)
}

func dumpOf(t testing.TB, s *Store) string {
	t.Helper()
	var b strings.Builder
	must(s.Dump(t.Context(), &b))(t)
	return b.String()
}

// sortedLines sorts the lines of a dump, because the databases return rows in any order.
func sortedLines(s string) string {
	lines := map[string]int{}
	for l := range strings.SplitSeq(s, "\n") {
		l, _, _ = strings.Cut(l, `,"sha256"`) // the checksum depends on the order of the lines, so remove it
		lines[l]++
	}
	return fmt.Sprint(lines)
}

func TestDumpAndRestore(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		furnish(t, s)
		first := dumpOf(t, s)
		targets := map[string]place{"sqlite": sqlitePlace(t), "postgres": postgresPlace(t)}
		for name, target := range targets {
			into := target.open(t)
			n := must(into.Restore(ctx, strings.NewReader(first)))(t)
			if n != strings.Count(first, "\n")-2 {
				t.Errorf("into %s: %d rows", name, n)
			}
			if second := dumpOf(t, into); sortedLines(second) != sortedLines(first) {
				t.Errorf("into %s: the dump of what was restored is another", name)
			}
			for i := range 8 {
				id := fmt.Sprint("m", i)
				a, b := must(s.Load(ctx, id))(t), must(into.Load(ctx, id))(t)
				if a.Seq != b.Seq || a.Over != b.Over || !bytes.Equal(a.Secret.Open(), b.Secret.Open()) || a.Over && !a.Ended.Equal(b.Ended) {
					t.Errorf("%s differs after the restore into %s", id, name)
				}
			}
			_, err := into.Restore(ctx, strings.NewReader(first))
			want(t, err, errNotEmpty)
		}
		// A dump of an old release has no checksum.
		old, _, _ := strings.Cut(first, `,"sha256"`)
		old += "}\n"
		must(sqlitePlace(t).open(t).Restore(ctx, strings.NewReader(old)))(t)
		lines := strings.SplitAfter(strings.TrimSuffix(first, "\n"), "\n")
		for _, bad := range []struct {
			text string
			err  error
		}{
			{"", errNoDump},
			{strings.Replace(first, `"anna"`, `"anne"`, 1), errChanged},
			{"{}", errNoDump},
			{strings.Replace(first, `"schema":`, `"schema":9`, 1), errNoDump},
			{strings.Join(lines[:len(lines)-1], ""), errCutOff},
			{first[:len(first)/2], errCutOff},
			{strings.Join(append(lines[:2:2], lines[3:]...), ""), errCutOff},
			{lines[0] + `{"t":"nodes","r":[]}`, errNoDump},
			{lines[0] + `{"t":"live","r":[1]}`, errNoDump},
		} {
			into := sqlitePlace(t).open(t)
			_, err := into.Restore(ctx, strings.NewReader(bad.text))
			want(t, err, bad.err)
			if n := count(t, into, "live"); n != 0 {
				t.Errorf("a bad dump left %d matches", n)
			}
		}
	})
}

// TestDumpWhileOthersWrite checks that a dump is a consistent snapshot even during writes: each
// match has as many events as its row says.
func TestDumpWhileOthersWrite(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		stop := make(chan struct{})
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				for g := 0; ; g++ {
					id := fmt.Sprintf("m%d-%d", i, g)
					if _, err := s.Create(ctx, row(id)); err != nil {
						t.Error(err)
						return
					}
					for seq := range 6 {
						c := move(id, seq)
						c.Over = seq == 5
						if _, err := insist(ctx, s, c); err != nil {
							t.Error(err)
							return
						}
					}
					select {
					case <-stop:
						return
					default:
					}
				}
			})
		}
		rounds := 5
		if testing.Short() {
			rounds = 2
		}
		for range rounds {
			time.Sleep(30 * time.Millisecond)
			into := sqlitePlace(t).open(t)
			r, w := io.Pipe()
			go func() { _, err := s.Dump(ctx, w); _ = w.CloseWithError(err) }()
			must(into.Restore(ctx, r))(t)
			for _, m := range must(into.Playing(ctx, "anna"))(t) {
				must(into.Load(ctx, m.ID))(t) // Load fails if the row and the events disagree
			}
		}
		close(stop)
		wg.Wait()
	})
}

func TestBackup(t *testing.T) {
	s := sqlitePlace(t).open(t)
	furnish(t, s)
	for n := 1; n > 0; { // waits until the archiver has moved all ended matches
		want(t, s.reads.QueryRow(`SELECT COUNT(*) FROM live WHERE finished`).Scan(&n), nil)
	}
	file := filepath.Join(t.TempDir(), "it's a copy.db")
	want(t, s.Backup(t.Context(), file), nil)
	cp := placeAt(t, file).open(t)
	if dumpOf(t, cp) != dumpOf(t, s) {
		t.Error("the copy is another")
	}
	if s.Backup(t.Context(), file) == nil {
		t.Error("a backup was written over")
	}
	if err := postgresPlace(t).open(t).Backup(t.Context(), file); code(err) != "backup" {
		t.Errorf("got %v", err)
	}
}
