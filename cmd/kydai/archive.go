package main

import (
	"context"
	"flag"

	"kydai/internal/store"
)

func archiveCommand() command {
	return command{
		name:     "archive",
		settings: true,
		args:     "months | export MONTH FOLDER | detach MONTH | attach MONTH",
		short:    "look after the finished matches in PostgreSQL, month by month",
		long: `Finished matches are stored by the month in which they ended, such as 2026-11;
'before' is everything before the first month. 'export' writes the matches of a month
that is over to files compressed with zstd: MONTH.rows.ndjson.zst holds the rows,
which 'kydai restore' reads after 'zstd -d', and MONTH.GAME.pgn.zst or
MONTH.GAME.ndjson.zst the records. 'detach' takes a month out of the archive: its
matches are no longer found or listed, and its table stays until you drop it;
'attach' puts it back. Servers may keep running. The files hold the names of players.`,
		examples: func() []string {
			return []string{"kydai archive months", "kydai archive export 2026-11 /srv/old", "kydai archive detach 2026-11"}
		},
		bind: func(flags *flag.FlagSet) func(*app, []string) error {
			var p place
			p.bind(flags)
			return func(a *app, args []string) error { return a.archive(args, p) }
		},
	}
}

func (a *app) archive(args []string, p place) error {
	words := map[string]int{"months": 1, "export": 3, "detach": 2, "attach": 2}
	if len(args) == 0 || words[args[0]] != len(args) {
		return usage("archive", "archive needs one of: months, export MONTH FOLDER, detach MONTH, attach MONTH")
	}
	ctx := context.Background()
	p.use.NoTasks = true
	s, err := p.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close() //nolint:errcheck // every statement was already committed, so an error of Close has no effect
	switch args[0] {
	case "months":
		return a.months(ctx, s)
	case "export":
		return a.exportMonth(ctx, s, args[1], args[2])
	case "attach":
		if err := s.AttachMonth(ctx, args[1]); err != nil {
			return err
		}
		a.printf("%s is part of the archive again\n", args[1])
		return nil
	}
	if err := s.DetachMonth(ctx, args[1]); err != nil {
		return err
	}
	a.printf("%s is no longer part of the archive; its table stays until you drop it\n", args[1])
	return nil
}

func (a *app) months(ctx context.Context, s *store.Store) error {
	list, err := s.Months(ctx)
	if err != nil {
		return err
	}
	a.printf("%-10s %14s %14s\n", "month", "matches, about", "bytes")
	for _, m := range list {
		a.printf("%-10s %14d %14d\n", m.Name, m.Rows, m.Bytes)
	}
	return nil
}
