package store

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"kydai/internal/play"
)

// TestFullDisk checks that on a full disk a write fails at once with the
// guarantee that nothing was written, that reads still work, and that writes
// work again when there is space.
func TestFullDisk(t *testing.T) {
	s, ctx := sqlitePlace(t).open(t), t.Context()
	hold(s)
	newMatch(t, s, "m")
	var pages int
	want(t, s.db.QueryRow(`PRAGMA page_count`).Scan(&pages), nil)
	limit := func(n int) {
		t.Helper()
		var got int
		want(t, s.db.QueryRow(fmt.Sprint("PRAGMA max_page_count = ", n)).Scan(&got), nil)
	}
	limit(pages)
	big := move("m", 0)
	big.Events[0] = make([]byte, 1<<20)
	began := time.Now()
	_, err := s.Commit(ctx, big)
	if got, _ := errorCode(err); got != play.NoRoom {
		t.Fatalf("a full disk: %v", err)
	}
	want(t, err, play.ErrUnavailable)
	if took := time.Since(began); took > answerWithin/2 {
		t.Errorf("the answer took %v", took)
	}
	if r := must(s.Load(ctx, "m"))(t); r.Seq != 0 {
		t.Errorf("the match is at %d", r.Seq)
	}
	limit(1 << 30)
	must(s.Commit(ctx, big))(t)
	want(t, s.Health(), nil)
}

// TestDamagedFile checks that damaged pages are detected when the file is
// opened and when they are read, and that Health returns an error from then on.
func TestDamagedFile(t *testing.T) {
	p := sqlitePlace(t)
	s, ctx := p.open(t), t.Context()
	furnish(t, s)
	want(t, s.Health(), nil)
	want(t, s.Close(), nil)
	f := must(os.OpenFile(p.address, os.O_RDWR, 0))(t)
	size := must(f.Stat())(t).Size()
	const page = 4096
	junk := make([]byte, page)
	for i := range junk {
		junk[i] = 0xa5
	}
	for at := int64(2 * page); at < size; at += page { // keeps the first two pages: the file header and the table of schema steps
		must(f.WriteAt(junk, at))(t)
	}
	want(t, f.Close(), nil)
	damaged, err := openAt(ctx, p.address)
	if err != nil {
		if got, _ := errorCode(err); got != play.Damaged {
			t.Errorf("the start failed with %v", err)
		}
		return
	}
	defer func() { _ = damaged.Close() }()
	want(t, damaged.Health(), play.ErrDamaged)
	if _, err := damaged.Load(ctx, "m1"); err == nil {
		t.Error("a match was read from a damaged page")
	}
}

// TestFilesArePrivate checks that only the owner can read the files of a database and of its
// backup. The files contain the hidden pieces of games in progress.
func TestFilesArePrivate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.db")
	want(t, os.WriteFile(file, nil, 0o644), nil) //nolint:gosec // others can read this file until the store opens it
	s := placeAt(t, file).open(t)
	newMatch(t, s, "m")
	want(t, s.Backup(t.Context(), file+".copy"), nil)
	for _, name := range []string{file, file + "-wal", file + "-shm", file + ".copy"} {
		if mode := must(os.Stat(name))(t).Mode().Perm(); mode != 0o600 {
			t.Errorf("%s has the mode %o", filepath.Base(name), mode)
		}
	}
	dir := t.TempDir()
	for mode, loose := range map[os.FileMode]bool{0o700: false, 0o755: true} {
		want(t, os.Chmod(dir, mode), nil)
		if got := must(keepPrivate(filepath.Join(dir, "y.db")))(t); got != loose {
			t.Errorf("a folder of mode %o: %v", mode, got)
		}
	}
}

// TestShedLoad checks that new changes are refused, and certainly not applied,
// while the oldest change has waited for a second, and that the store works
// normally afterwards.
func TestShedLoad(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		for _, id := range []string{"a", "b", "c", "d"} {
			newMatch(t, s, id)
		}
		blocked := make(chan struct{})
		f := &faulty{before: func(int, []*submission) error { <-blocked; return nil }}
		oneDatabase(t)
		f.into(s)
		answers := make(chan error, 8)
		commit := func(id string) {
			go func() { _, err := s.Commit(ctx, move(id, 0)); answers <- err }()
		}
		commit("a") // the first writer takes this change and is blocked
		time.Sleep(50 * time.Millisecond)
		commit("b") // the second writer, if there is one, takes this change and is blocked
		time.Sleep(50 * time.Millisecond)
		commit("c") // this change waits in the queue
		for range 100 {
			time.Sleep(20 * time.Millisecond)
			s.moves.mu.Lock()
			old := len(s.moves.pending) > 0 && time.Since(s.moves.pending[0].since) > maxWait+50*time.Millisecond
			s.moves.mu.Unlock()
			if old {
				break
			}
		}
		_, err := s.Commit(ctx, move("d", 0))
		want(t, err, play.ErrBusy)
		close(blocked)
		for range 3 {
			want(t, <-answers, nil)
		}
		if r := must(s.Load(ctx, "d"))(t); r.Seq != 0 {
			t.Error("what was refused was made")
		}
		must(s.Commit(ctx, move("d", 0)))(t)
	})
}
