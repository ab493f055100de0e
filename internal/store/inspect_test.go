package store

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestInspect checks that an inspection changes nothing, whether the database is empty, in use, or
// was changed by a newer program.
func TestInspect(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		look := func() Inspection {
			t.Helper()
			inspect := InspectFile
			if p.name == "postgres" {
				inspect = InspectServer
			}
			in, err := inspect(t.Context(), p.address)
			if err != nil {
				t.Fatal(err)
			}
			return in
		}
		if p.name == "postgres" {
			if in := look(); in.Schema != 0 || in.Known == 0 || in.Key != "" {
				t.Errorf("an empty database: %+v", in)
			}
		} else if _, err := InspectFile(t.Context(), filepath.Join(t.TempDir(), "none")); err == nil {
			t.Error("a file is made")
		}
		s := p.open(t)
		if err := s.ClaimKey(context.Background(), []string{"abc"}); err != nil {
			t.Fatal(err)
		}
		in := look()
		if in.Schema != in.Known || in.Key != "abc" || in.Latency <= 0 || in.Offset.Abs() > time.Minute || !in.Durable || in.Pooler || in.Damage != "" || !strings.Contains(in.Server, "SQL") {
			t.Errorf("%+v", in)
		}
		if _, err := s.db.ExecContext(t.Context(), `INSERT INTO schema_steps (number, done_at) VALUES (9999, 1)`); err != nil {
			t.Fatal(err)
		}
		if in := look(); in.Schema != 9999 || in.TooOld {
			t.Errorf("after a newer program: %+v", in)
		}
		if _, err := s.db.ExecContext(t.Context(), `INSERT INTO settings (name, value) VALUES ('least-steps', '9999') ON CONFLICT (name) DO UPDATE SET value = '9999'`); err != nil {
			t.Fatal(err)
		}
		if in := look(); !in.TooOld {
			t.Error("it may be used by this program")
		}
	})
}
