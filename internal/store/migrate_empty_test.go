package store

import (
	"slices"
	"strings"
	"testing"
)

// shape lists the tables, columns, indexes and constraints of a database, for comparisons.
func shape(t *testing.T, s *Store) []string {
	t.Helper()
	text := `SELECT type || ' ' || name || ' ' || COALESCE(sql, '') FROM sqlite_master`
	if s.dialect.name == "postgres" {
		text = `SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) FROM information_schema.columns WHERE table_schema = current_schema()
			UNION ALL SELECT replace(indexdef, current_schema() || '.', '') FROM pg_indexes WHERE schemaname = current_schema()
			UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = current_schema()::regnamespace`
	}
	rows := must(s.reads.QueryContext(t.Context(), text))(t)
	defer func() { _ = rows.Close() }()
	var all []string
	for rows.Next() {
		var line string
		want(t, rows.Scan(&line), nil)
		all = append(all, strings.Join(strings.Fields(line), " "))
	}
	want(t, rows.Err(), nil)
	slices.Sort(all)
	return all
}

// TestEmptyAtOnce checks that a new database, created in one transaction, has the same schema as an old
// database that ran the steps one by one.
func TestEmptyAtOnce(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		hold(s)
		s.tasks.close() // the background tasks would hold the lease
		steps := must(readSteps(schema))(t)
		dropTables(t, p, s)
		want(t, s.migrateBy(ctx, steps), nil)
		atOnce := shape(t, s)
		dropTables(t, p, s)
		for n := range steps {
			want(t, s.migrateBy(ctx, steps[:n+1]), nil)
		}
		one := shape(t, s)
		if !slices.Equal(atOnce, one) {
			t.Errorf("at once:\n%s\none by one:\n%s", lines(atOnce, one), lines(one, atOnce))
		}
		if len(one) < 100 {
			t.Errorf("only %d lines", len(one))
		}
	})
}

// lines returns, as text, the elements of the first list that are not in the second list.
func lines(of, but []string) string {
	var out []string
	for _, l := range of {
		if !slices.Contains(but, l) {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}
