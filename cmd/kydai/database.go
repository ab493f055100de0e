package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kydai/internal/store"
)

// place says where matches are stored: in a PostgreSQL database, or in a SQLite
// file in the data folder.
type place struct {
	database string
	data     string
	use      store.Options
}

func (p *place) bind(flags *flag.FlagSet) {
	secret(flags, &p.database, "database", "the `ADDRESS` of PostgreSQL (default SQLite in the data folder)")
	flags.IntVar(&p.use.Connections, "database-connections", store.DefaultConnections, "the most connections to PostgreSQL, `N` of at least 7")
	flags.BoolVar(&p.use.Pooler, "database-pooler", false, "PostgreSQL is behind a pooler in transaction mode, such as PgBouncer")
	flags.StringVar(&p.data, "data", usualData(), "the `FOLDER` for everything that must be kept")
}

// databaseFile is the file name of the SQLite database in the data folder.
const databaseFile = "kydai.db"

// open opens the database. It creates the data folder if necessary.
func (p *place) open(ctx context.Context) (*store.Store, error) {
	if p.database != "" {
		if !strings.HasPrefix(p.database, "postgres://") && !strings.HasPrefix(p.database, "postgresql://") {
			return nil, errors.New("the address of the database must begin with postgres://")
		}
		return store.OpenServer(ctx, p.database, p.use)
	}
	if err := os.MkdirAll(p.data, 0o700); err != nil {
		return nil, err
	}
	return store.OpenFile(ctx, filepath.Join(p.data, databaseFile), p.use)
}

func backupCommand() command {
	return command{
		name:     "backup",
		settings: true,
		args:     "FILE",
		short:    "write everything that a server keeps into one file",
		long: `Writes all matches, offers and tokens as of one moment, while servers go on.
The file serves both databases: 'kydai restore' reads it into either. It holds
what is hidden in games under way, so keep it as you keep the database.`,
		examples: func() []string { return []string{"kydai backup club.kydai"} },
		bind: func(flags *flag.FlagSet) func(*app, []string) error {
			var p place
			p.bind(flags)
			return func(a *app, args []string) error { return a.backup(args, p) }
		},
	}
}

func (a *app) backup(args []string, p place) error {
	if len(args) != 1 {
		return usage("backup", "backup needs the file to write")
	}
	if p.database == "" {
		if _, err := os.Stat(filepath.Join(p.data, databaseFile)); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no database in %s", p.data)
		}
	}
	ctx := context.Background()
	s, err := p.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close() //nolint:errcheck // nothing was written
	return writeWhole(args[0], func(f *os.File) error {
		rows, err := s.Dump(ctx, f)
		if err == nil {
			a.printf("%d rows in %s\n", rows, args[0])
		}
		return err
	})
}

// writeWhole writes a file atomically: readers see the whole file or none. Only
// the owner may read it.
func writeWhole(name string, write func(*os.File) error) error {
	if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("%s is there already", name)
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".kydai-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) //nolint:errcheck // fails if the file was renamed, which is the normal case
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func restoreCommand() command {
	return command{
		name:     "restore",
		settings: true,
		args:     "FILE",
		short:    "read a backup into an empty database",
		long: `Reads what 'kydai backup' wrote: all of it or nothing. The database must be
empty; no server may run on it meanwhile.`,
		examples: func() []string { return []string{"kydai restore club.kydai --data /srv/kydai"} },
		bind: func(flags *flag.FlagSet) func(*app, []string) error {
			var p place
			p.bind(flags)
			return func(a *app, args []string) error { return a.restore(args, p) }
		},
	}
}

func (a *app) restore(args []string, p place) error {
	if len(args) != 1 {
		return usage("restore", "restore needs the file to read")
	}
	f, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // read-only
	ctx := context.Background()
	s, err := p.open(ctx)
	if err != nil {
		return err
	}
	rows, err := s.Restore(ctx, f)
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	a.printf("%d rows from %s\n", rows, args[0])
	return nil
}
