package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"kydai/game"
	"kydai/games"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/match"
	"kydai/record"
	"kydai/record/formats"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the database driver pgx
)

// resigned stores a match in which each side makes one move and then the first player resigns.
func resigned(t *testing.T, s *store.Store, id, name string) {
	t.Helper()
	rules, _ := games.Find(name)
	var setup game.Setup
	if d, ok := rules.(game.Dealer); ok {
		setup.Secret = d.Deal(func(int) int { return 0 })
	}
	at := time.Now()
	m, err := match.New(rules, match.Terms{
		Game: name, Setup: setup, Seats: [2]match.Seat{{Kind: match.Human, Player: "an", Name: "An"}, {Kind: match.Human, Player: "binh", Name: "Bình"}},
	}, at)
	for _, side := range []game.Side{game.First, game.Second} {
		if err == nil {
			line := m.View(side).Line
			err = m.Move(side, m.Ply(), line.Position().Encode(line.Legal()[0]), at)
		}
	}
	if err == nil {
		err = m.Resign(game.First, at)
	}
	if err != nil {
		t.Fatal(err)
	}
	terms, err := match.EncodeTerms(m.Terms())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(t.Context(), play.Row{
		ID: id, Game: name, Players: [2]string{"an", "binh"}, Terms: terms, Secret: setup.Secret,
		Names: []play.Called{{Player: "an", Name: "An"}, {Player: "binh", Name: "Bình"}},
	}); err != nil {
		t.Fatal(err)
	}
	var bodies [][]byte
	for _, e := range m.Since(0) {
		bodies = append(bodies, e.Encode())
	}
	if _, err := s.Commit(t.Context(), play.Change{ID: id, Ply: 2, Events: bodies, Over: true, Result: "second resign", Winner: "second", Reason: "resign"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Archive(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// unzipped opens a compressed file.
func unzipped(t *testing.T, name string) io.Reader {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	z, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(z.Close)
	return z
}

// TestArchiveMonth exports a month, reads the files back as game records and as database rows,
// removes the month from the database and restores it.
func TestArchiveMonth(t *testing.T) {
	address, ctx := ownSchema(t), context.Background()
	s, err := store.OpenServer(ctx, address, store.Options{Connections: 8, NoTasks: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"chess", "jieqi", "caro"} {
		resigned(t, s, "id"+name, name)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// The test exports March 2026. In a new database the partition archive_before covers all past
	// months and holds the matches of this test. So detach archive_before, add a partition for
	// March, and copy the matches into it.
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, text := range []string{
		`ALTER TABLE archive DETACH PARTITION archive_before`,
		`CREATE TABLE archive_2026_03 (LIKE archive INCLUDING ALL)`,
		`ALTER TABLE archive ATTACH PARTITION archive_2026_03 FOR VALUES FROM (1772323200000000) TO (1775001600000000)`,
		`INSERT INTO archive SELECT id, game, first, second, created, 1772323200000000, seq, ply, result, terms, secret, events, compact FROM archive_before`,
		`UPDATE ended SET at = 1772323200000000`,
	} {
		if _, err := db.ExecContext(ctx, text); err != nil {
			t.Fatal(text, err)
		}
	}
	folder := t.TempDir()
	run := func(code int, args ...string) string {
		t.Helper()
		got := kydai("", append(append([]string{"archive"}, args...), "--database", address)...)
		if got.code != code {
			t.Fatalf("%v: %d, %s%s", args, got.code, got.out, got.err)
		}
		return got.out + got.err
	}
	if out := run(0, "months"); !strings.Contains(out, "2026-03") || !strings.Contains(out, "rest") {
		t.Errorf("the months are\n%s", out)
	}
	out := run(0, "export", "2026-03", folder)
	for _, text := range []string{"3 rows in", "1 records in", "2026-03.chess.pgn.zst", "2026-03.jieqi.ndjson.zst", "2026-03.caro.ndjson.zst"} {
		if !strings.Contains(out, text) {
			t.Errorf("no %q in\n%s", text, out)
		}
	}
	for file, name := range map[string]string{"2026-03.chess.pgn.zst": "chess", "2026-03.jieqi.ndjson.zst": "jieqi", "2026-03.caro.ndjson.zst": "caro"} {
		rules, _ := games.Find(name)
		format := map[bool]string{true: "pgn", false: "json"}[strings.Contains(file, "pgn")]
		r, err := formats.NewReader(format, unzipped(t, filepath.Join(folder, file)), record.ReadOptions{Rules: rules})
		if err != nil {
			t.Fatal(err)
		}
		g, err := r.Next()
		if err != nil || g.Tag("Site") != "id"+name || g.Tag("Termination") != "resignation" || g.Tag(record.SideTags(rules.Info())[1]) != "Bình" {
			t.Errorf("%s: %v, %v", name, g, err)
		}
		if _, err := r.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("%s: after the last record: %v", name, err)
		}
	}
	if out := run(1, "export", "2026-03", folder); !strings.Contains(out, "already exists") {
		t.Errorf("a second export says %s", out)
	}
	run(0, "detach", "2026-03")
	run(1, "detach", "2026-03")
	run(2, "detach")

	// Check that kydai can restore the exported rows from this file alone, as from a backup.
	file := filepath.Join(folder, "rows.kydai")
	text, err := io.ReadAll(unzipped(t, filepath.Join(folder, "2026-03.rows.ndjson.zst")))
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if got := kydai("", "restore", file, "--data", folder); err != nil || got.code != 0 {
		t.Fatal(err, got.err)
	}
	back, err := store.OpenSQLite(ctx, filepath.Join(folder, databaseFile))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = back.Close() }()
	again, err := store.OpenServer(ctx, address, store.Options{Connections: 8, NoTasks: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = again.Close() }()
	if _, err := again.Load(ctx, "idchess"); !errors.Is(err, play.ErrNotFound) {
		t.Errorf("a match of a month that was taken out: %v", err)
	}
	run(0, "attach", "2026-03")
	for _, id := range []string{"idchess", "idjieqi", "idcaro"} {
		a, err := back.Load(ctx, id)
		b, other := again.Load(ctx, id)
		if err != nil || other != nil || len(a.Events) != 4 || !bytes.Equal(a.Secret.Open(), b.Secret.Open()) {
			t.Fatalf("%s: %v, %v", id, err, other)
		}
		for i := range a.Events {
			if !bytes.Equal(a.Events[i].Body, b.Events[i].Body) || !a.Events[i].Began.Equal(b.Events[i].Began) {
				t.Errorf("%s: event %d differs", id, i)
			}
		}
	}
}
