package clubs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"kydai/game"
	"kydai/tourney"
	"kydai/tourney/signed"
	"kydai/tourney/trf"
)

// EventMark begins the line of a signed report that contains the id of the event. By this id the
// server recognises two files about the same event.
const EventMark = "### kydai event "

// Fingerprint returns a short form of a key for people to compare: the first 20
// hexadecimal digits of its hash.
func Fingerprint(key []byte) string {
	sum := sha256.Sum256(key)
	text := hex.EncodeToString(sum[:10])
	return text[:4] + " " + text[4:8] + " " + text[8:12] + " " + text[12:16] + " " + text[16:]
}

// Standing is one line of the final standings in an event from another server.
type Standing struct {
	Place int
	Name  string
	Score int // score of the player, in units: see Sheet.Unit
}

// Sheet is the parsed content of an imported event from another server.
type Sheet struct {
	Result    Result
	Rounds    int
	Unit      int // number of units in one point of the report
	Standings []Standing
	Trusted   bool // the owner of the club trusts the key that signed the results
}

// Import adds a signed results file to the calendar of a club. The club remembers a server's key
// from the first file of that server. A file signed with another key is refused unless replace is
// true, which means that the organiser has compared both keys. added is false if the same file was
// already imported.
func (s *Service) Import(ctx context.Context, player, id string, file []byte, replace bool) (r Result, added bool, err error) {
	if _, _, err := s.as(ctx, player, id, true); err != nil {
		return Result{}, false, err
	}
	if len(file) > MaxFile {
		return Result{}, false, game.Err(BadResults, "a file of results has at most 512 KB")
	}
	doc, err := signed.Verify(file)
	if err != nil {
		return Result{}, false, err
	}
	if bytes.Equal(doc.Key, s.opts.Key) {
		return Result{}, false, game.Err(OwnFile, "these results are of this server; put the event itself into the calendar")
	}
	r, _, err = read(&doc)
	if err != nil {
		return Result{}, false, err
	}
	r.File = file
	known, err := s.opts.Store.ServerKey(ctx, id, r.Server)
	if err != nil {
		return Result{}, false, err
	}
	if known != nil && !bytes.Equal(known, r.Key) && !replace {
		return Result{}, false, game.Err(KeyChanged, r.Server, " signs with another key than before: known is ", Fingerprint(known), ", this file has ", Fingerprint(r.Key))
	}
	old, err := s.opts.Store.Result(ctx, id, r.ID)
	switch {
	case err == nil && bytes.Equal(old.File, file):
		return old, false, nil
	case err == nil && old.Signed >= r.Signed:
		return Result{}, false, game.Err(OldFile, "the club has a later file of this event")
	case err != nil && !errors.Is(err, ErrNoEntry):
		return Result{}, false, err
	}
	full, err := s.opts.Store.PutResult(ctx, id, &r, MaxResults)
	if full {
		return Result{}, false, errResults
	}
	return r, err == nil, err
}

var errReport = game.Err(BadResults, "the report in this file cannot be read")

// read parses the tournament report in a signed document.
func read(doc *signed.Document) (Result, *Sheet, error) {
	at, err := time.Parse(time.RFC3339, doc.At)
	if doc.Type != signed.TRF || err != nil {
		return Result{}, nil, errReport
	}
	file, err := trf.Read(doc.Body)
	if err != nil {
		return Result{}, nil, errReport
	}
	t, _, err := file.Table()
	if err != nil || len(t.Players) == 0 || len(t.Players) > 2000 {
		return Result{}, nil, errReport
	}
	starts, err := time.Parse("2006/01/02", file.Header.Start)
	if err != nil || starts.Before(firstDate) || starts.After(lastDate) {
		starts = at.UTC().Truncate(24 * time.Hour)
	}
	name, ok := line(file.Header.Name, 1, 80)
	if !ok {
		return Result{}, nil, errReport
	}
	sum := sha256.Sum256([]byte(hex.EncodeToString(doc.Key) + "\n" + eventOf(file)))
	r := Result{
		ID: hex.EncodeToString(sum[:12]), Name: name, Server: doc.By, Key: doc.Key, Signed: at.UTC().Format(time.RFC3339), Starts: starts,
	}
	return r, &Sheet{Result: r, Rounds: len(t.Rounds), Unit: t.Scoring.Unit, Standings: standings(file, t)}, nil
}

// eventOf returns a text that identifies the event of a report: its id, or its name and
// start date if the report has no id.
func eventOf(file *trf.File) string {
	for _, k := range file.Kept {
		if id, ok := strings.CutPrefix(k.Text, EventMark); ok {
			return "id " + strings.TrimSpace(id)
		}
	}
	return "name " + file.Header.Name + "\n" + file.Header.Start
}

// standings returns the final standings: the places given in the report, otherwise
// computed by score.
func standings(file *trf.File, t *tourney.Table) []Standing {
	ranked := t.Standings()
	list := make([]Standing, 0, len(ranked))
	for _, p := range ranked {
		x := file.Player(p.Line.Player.Number)
		if x == nil {
			continue
		}
		place := p.Place
		if x.Rank > 0 {
			place = x.Rank
		}
		list = append(list, Standing{place, strings.TrimSpace(x.Name), p.Line.Score})
	}
	slices.SortStableFunc(list, func(a, b Standing) int { return a.Place - b.Place })
	return list
}

// Sheet returns the parsed content of an event that was imported from another server.
func (s *Service) Sheet(ctx context.Context, id, result string) (*Sheet, error) {
	r, err := s.opts.Store.Result(ctx, id, result)
	if err != nil {
		return nil, err
	}
	doc, err := signed.Verify(r.File)
	if err != nil {
		return nil, err
	}
	_, sheet, err := read(&doc)
	if err != nil {
		return nil, err
	}
	sheet.Result = r
	trusted, err := s.opts.Store.TrustedKeys(ctx, id)
	sheet.Trusted = slices.Contains(trusted, SourceOf(r.Key))
	return sheet, err
}

// resultLines returns the league points of an imported event.
func (s *Service) resultLines(ctx context.Context, club string, r *Result) ([]entrantLine, error) {
	return s.table(club+" "+r.ID+" "+r.Signed, 0, func() ([]entrantLine, error) {
		sheet, err := s.Sheet(ctx, club, r.ID)
		if err != nil {
			return nil, err
		}
		lines := make([]entrantLine, len(sheet.Standings))
		for i, p := range sheet.Standings {
			lines[i] = entrantLine{name: p.Name, source: SourceOf(r.Key), score: p.Score * Unit / sheet.Unit, place: byPlace(p.Place)}
		}
		return lines, nil
	})
}

// DropResult deletes an imported event from the calendar.
func (s *Service) DropResult(ctx context.Context, player, id, result string) error {
	if _, _, err := s.as(ctx, player, id, true); err != nil {
		return err
	}
	return s.opts.Store.DropResult(ctx, id, result)
}
