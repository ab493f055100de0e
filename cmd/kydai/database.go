package main

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/internal/store"
)

// place holds the flags that select the database: a PostgreSQL database, or an SQLite file in the
// data folder.
type place struct {
	database string
	data     string
	use      store.Options
}

func (p *place) bind(flags *flag.FlagSet) {
	secret(flags, &p.database, "database", "the PostgreSQL `URL` (default: a SQLite file in the data folder)")
	secret(flags, &p.use.Replica, "database-replica", "the `URL` of a PostgreSQL replica for lists and exports")
	shardFlags(flags, &p.use.Shards)
	flags.IntVar(&p.use.Connections, "database-connections", store.DefaultConnections, "open at most `N` connections to PostgreSQL; N must be at least 7")
	flags.BoolVar(&p.use.Pooler, "database-pooler", false, "PostgreSQL is behind a transaction pooler such as PgBouncer")
	flags.BoolFunc("step-copy", "copy a SQLite database before its schema changes (default true)", func(text string) error {
		on, err := strconv.ParseBool(text)
		p.use.NoStepCopy = !on
		return err
	})
	flags.StringVar(&p.data, "data", usualData(), "the `FOLDER` of the database file and the key file")
}

// databaseFile is the file name of the SQLite database in the data folder.
const databaseFile = "kydai.db"

// open opens the database. It creates the data folder if necessary.
func (p *place) open(ctx context.Context) (*store.Store, error) {
	if p.database != "" {
		if !strings.HasPrefix(p.database, "postgres://") && !strings.HasPrefix(p.database, "postgresql://") {
			return nil, game.Err(codeDatabase, "the database URL must begin with postgres:// or postgresql://")
		}
		return store.OpenServer(ctx, p.database, p.use)
	}
	if len(p.use.Shards) > 0 {
		return nil, game.Err(codeDatabase, "--shard needs --database: shards have only the matches in progress")
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
		short:    "write the whole database of a server to one file",
		long: `Writes a consistent snapshot of all matches, offers and tokens. Servers may keep
running. 'kydai restore' can load the file into SQLite and into PostgreSQL. The
file contains the hidden pieces of running games, so protect it like the database.`,
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
			return game.Err(codeDatabase, "there is no database in ", p.data)
		}
	}
	ctx := context.Background()
	s, err := p.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close() //nolint:errcheck // the command only read the database, so an error of Close has no effect
	return writeWhole(args[0], func(f *os.File) error {
		rows, err := s.Dump(ctx, f)
		if err == nil {
			a.printf("%d rows in %s\n", rows, args[0])
		}
		return err
	})
}

// writeWhole writes a new file atomically: a reader sees the complete file or no file. It fails if
// the file already exists. Only the owner may read the file.
func writeWhole(name string, write func(*os.File) error) error {
	if _, err := os.Stat(name); err == nil {
		return game.Err(codeFileExists, "the file ", name, " already exists")
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".kydai-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) //nolint:errcheck // normally f is already renamed, so Remove fails; otherwise it deletes the incomplete file
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
		short:    "load a backup into an empty database",
		long: `Loads a file of 'kydai backup' in one transaction. The database must be empty, and
no server may use it during the restore.`,
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
