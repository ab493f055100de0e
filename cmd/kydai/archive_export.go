package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/klauspost/compress/zstd"

	"kydai/game"
	"kydai/games"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/match"
	"kydai/record"
	"kydai/record/formats"
)

// exportMonth writes the database rows and the game records of one month to the folder.
func (a *app) exportMonth(ctx context.Context, s *store.Store, month, folder string) error {
	rows := filepath.Join(folder, month+".rows.ndjson.zst")
	n := 0
	err := writeWhole(rows, func(f *os.File) error {
		return compressed(f, func(w io.Writer) (err error) {
			n, err = s.DumpMonth(ctx, month, w)
			return err
		})
	})
	if err != nil {
		return err
	}
	a.printf("%d rows in %s\n", n, rows)
	e := &exporting{folder: folder, month: month, files: map[string]*recordFile{}}
	defer e.discard()
	if err := s.EachOfMonth(ctx, month, e.add); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(e.files)) {
		f := e.files[name]
		if err := f.keep(); err != nil {
			return err
		}
		a.printf("%d records in %s\n", f.records, f.name)
	}
	if e.unread > 0 {
		a.printf("%d matches cannot be replayed by this program; they are among the rows\n", e.unread)
	}
	return nil
}

// compressed calls the function write with a writer that compresses the data with zstd and writes
// the compressed data to the destination, the parameter to.
func compressed(to io.Writer, write func(io.Writer) error) error {
	z, err := zstd.NewWriter(to)
	if err != nil {
		return err
	}
	return errors.Join(write(z), z.Close())
}

// exporting holds the state of an export that writes the game records of one month into one file
// per game.
type exporting struct {
	folder, month string
	files         map[string]*recordFile
	unread        int // number of matches that could not be replayed
}

// recordFile is a file of game records. The export writes it under a temporary name; the method
// keep gives it its final name.
type recordFile struct {
	name    string
	temp    *os.File
	zip     *zstd.Encoder
	out     *bufio.Writer
	write   record.Writer
	records int
}

func (e *exporting) add(row play.Row) error {
	m, err := play.Replay(games.Find, row)
	if err != nil {
		e.unread++
		return nil //nolint:nilerr // a damaged match is only counted, so that the export continues with the other matches
	}
	line, err := m.Truth()
	if err != nil {
		e.unread++
		return nil //nolint:nilerr // a damaged match is only counted, so that the export continues with the other matches
	}
	f := e.files[row.Game]
	if f == nil {
		if f, err = e.create(line.Rules().Info()); err != nil {
			return err
		}
		e.files[row.Game] = f
	}
	f.records++
	return f.write.Write(recordOfMatch(m, line, &row))
}

// create starts the file for the records of one game. The format is PGN if PGN is
// the game's first format, otherwise JSON with one match per line.
func (e *exporting) create(in game.Info) (*recordFile, error) {
	format, suffix := "json", "ndjson"
	if len(in.Formats) > 0 && in.Formats[0] == "pgn" {
		format, suffix = "pgn", "pgn"
	}
	f := &recordFile{name: filepath.Join(e.folder, e.month+"."+in.Name+"."+suffix+".zst")}
	if _, err := os.Stat(f.name); err == nil {
		return nil, game.Err(codeFileExists, "the file ", f.name, " already exists")
	}
	var err error
	if f.temp, err = os.CreateTemp(e.folder, ".kydai-*"); err != nil {
		return nil, err
	}
	if f.zip, err = zstd.NewWriter(f.temp); err == nil {
		f.out = bufio.NewWriterSize(f.zip, 1<<16)
		f.write, err = formats.NewWriter(format, f.out, record.WriteOptions{OpenSecret: true})
	}
	if err != nil {
		return nil, errors.Join(err, f.temp.Close(), os.Remove(f.temp.Name()))
	}
	return f, nil
}

// keep finishes the file and gives it its final name.
func (f *recordFile) keep() error {
	temp := f.temp
	if err := errors.Join(f.out.Flush(), f.zip.Close(), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	f.temp = nil
	return os.Rename(temp.Name(), f.name)
}

// discard deletes the temporary files that keep has not renamed.
func (e *exporting) discard() {
	for _, f := range e.files {
		if f.temp != nil {
			_ = f.temp.Close()
			_ = os.Remove(f.temp.Name())
		}
	}
}

// recordOfMatch returns the record of a finished match, including all information that was hidden
// from the players during play.
func recordOfMatch(m *match.Match, line *game.Line, row *play.Row) *record.Game {
	g, terms, out := record.FromLine(line), m.Terms(), m.Outcome()
	g.Result = record.ResultOf(out)
	var names [2]string
	for i, seat := range terms.Seats {
		switch {
		case seat.Name != "":
			names[i] = seat.Name
		case seat.Level > 0:
			names[i] = "level " + strconv.Itoa(seat.Level)
		default:
			names[i] = seat.Kind.String()
		}
	}
	g.SetPlayers(names)
	g.SetTag("Site", row.ID)
	g.SetTag("Date", row.Created.Format("2006.01.02"))
	g.SetTag("TimeControl", terms.Clock.String())
	if out.Why != "" {
		g.SetTag("Termination", string(out.Why))
	}
	return g
}
