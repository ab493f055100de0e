package clubs

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"kydai/account"
	"kydai/internal/events"
)

// Rule determines how the result of an event counts in a league.
type Rule string

// The rules. ByScore counts the points of the standings. ByPlace gives points to the
// first eight places; players who share a place get the same points.
const (
	ByScore Rule = "score"
	ByPlace Rule = "place"
)

// placePoints are the points of the first eight places, best first.
var placePoints = []int{10, 8, 6, 5, 4, 3, 2, 1}

// Unit is the number of internal units in one league point. With two units, half points are
// integers.
const Unit = 2

// longest is the maximum length of a season.
const longest = 3 * 366 * 24 * time.Hour

// Season is a period of time whose events count for one league table.
type Season struct {
	Number int // number of the season, counted from 1
	Name   string
	Starts time.Time
	Ends   time.Time // end of the season, exclusive
	Rule   Rule
	Best   int // number of each person's best events that count; 0 means all
}

// Row is one person's row in the table of a league.
type Row struct {
	Place   int
	Player  string // account id; "" for a name without an account
	Name    string // name of the person; "" if the account is deleted
	Units   int    // league points, in units: see Unit
	Played  int    // number of events played
	Counted int    // number of events that count for the points
}

// League is the table of a season.
type League struct {
	Season Season
	Events int // number of events that count
	Rows   []Row
}

// PutSeason creates a season or changes an existing season. It returns the number of the season.
func (s *Service) PutSeason(ctx context.Context, player, id string, season Season) (int, error) {
	var ok bool
	if season.Name, ok = line(season.Name, 1, MaxName); !ok || season.Starts.Before(firstDate) || season.Ends.After(lastDate) ||
		!season.Starts.Before(season.Ends) || season.Ends.Sub(season.Starts) > longest {
		return 0, errSeason
	}
	if season.Rule != ByScore && season.Rule != ByPlace || season.Best < 0 || season.Best > MaxBest {
		return 0, errRule
	}
	if _, _, err := s.as(ctx, player, id, true); err != nil {
		return 0, err
	}
	full, err := s.opts.Store.PutSeason(ctx, id, &season, MaxSeasons)
	if full {
		return 0, errSeasons
	}
	return season.Number, err
}

// DropSeason deletes a season. Its events are kept.
func (s *Service) DropSeason(ctx context.Context, player, id string, number int) error {
	if _, _, err := s.as(ctx, player, id, true); err != nil {
		return err
	}
	return s.opts.Store.DropSeason(ctx, id, number)
}

// Seasons lists the seasons of a club, the newest first.
func (s *Service) Seasons(ctx context.Context, id string) ([]Season, error) {
	return s.opts.Store.Seasons(ctx, id)
}

// table caches the league points of an event's entrants. It is valid only for one version of the
// event.
type table struct {
	version int
	lines   []entrantLine
}

// entrantLine holds the league points of one entrant of an event.
type entrantLine struct {
	player, name string
	source       string // key of the server that signed the name; "" for this server
	score, place int    // points by both rules (ByScore and ByPlace), in units
}

// mostTables is the maximum number of events whose tables are cached in memory.
const mostTables = 1000

// table returns the league points of an event's entrants. It calls compute unless the points are
// cached for this version of the event.
func (s *Service) table(id string, version int, compute func() ([]entrantLine, error)) ([]entrantLine, error) {
	s.mu.Lock()
	t, ok := s.tables[id]
	s.mu.Unlock()
	if ok && t.version == version {
		return t.lines, nil
	}
	lines, err := compute()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for other := range s.tables { // delete an arbitrary table; it is computed again when needed
		if len(s.tables) < mostTables {
			break
		}
		delete(s.tables, other)
	}
	s.tables[id] = table{version, lines}
	return lines, nil
}

// League computes the table of a season from the events in the calendar that have ended
// and began within the season.
func (s *Service) League(ctx context.Context, id string, number int) (League, error) {
	seasons, err := s.opts.Store.Seasons(ctx, id)
	if err != nil {
		return League{}, err
	}
	at := slices.IndexFunc(seasons, func(x Season) bool { return x.Number == number })
	if at < 0 {
		return League{}, ErrNoSeason
	}
	l := League{Season: seasons[at]}
	calendar, err := s.Calendar(ctx, None, id)
	if err != nil {
		return League{}, err
	}
	var all [][]entrantLine
	for i := range calendar {
		e := &calendar[i]
		if e.Starts.Before(l.Season.Starts) || !e.Starts.Before(l.Season.Ends) {
			continue
		}
		lines, err := s.linesOf(ctx, id, e)
		if err != nil {
			return League{}, err
		}
		if len(lines) > 0 {
			all = append(all, lines)
		}
	}
	l.Events = len(all)
	l.Rows, err = s.sum(ctx, id, all, l.Season)
	return l, err
}

// linesOf returns the league points of a calendar event; nil if the event is not over.
func (s *Service) linesOf(ctx context.Context, club string, e *Entry) ([]entrantLine, error) {
	if e.Result.ID != "" {
		return s.resultLines(ctx, club, &e.Result)
	}
	if e.Event.Phase != events.Over || e.Event.Rounds == 0 {
		return nil, nil
	}
	return s.table(e.Event.ID, e.Event.Version, func() ([]entrantLine, error) {
		state, err := s.opts.Events.Event(ctx, events.Caller{}, e.Event.ID)
		if err != nil {
			return nil, err
		}
		// If several people in the event have the same name, Names adds numbers to their names.
		names, err := s.opts.Events.Names(ctx, state)
		if err != nil {
			return nil, err
		}
		places, unit := state.Standings("")
		lines := make([]entrantLine, len(places))
		for i, p := range places {
			x := state.Entrant(p.Entrant)
			lines[i] = entrantLine{player: x.Player, score: p.Score * Unit / unit, place: byPlace(p.Place)}
			if x.Player == "" {
				lines[i].name = names[x.ID]
			}
		}
		return lines, nil
	})
}

func byPlace(place int) int {
	if place < 1 || place > len(placePoints) {
		return 0
	}
	return placePoints[place-1] * Unit
}

// nameKey returns a key that is the same for names that differ only in case or spaces.
func nameKey(name string) string {
	if key := account.SearchKey(name); key != "" {
		return key
	}
	return strings.ToLower(strings.Join(strings.Fields(name), " "))
}

// sum adds up the league points of each person over all events. A name without an account belongs
// to the member that the club's ties name. Children of classes are left out.
func (s *Service) sum(ctx context.Context, club string, all [][]entrantLine, season Season) ([]Row, error) {
	members, err := s.Members(ctx, None, club)
	if err != nil {
		return nil, err
	}
	ties, err := s.opts.Store.ClubNames(ctx, club)
	if err != nil {
		return nil, err
	}
	trusted, err := s.opts.Store.TrustedKeys(ctx, club)
	if err != nil {
		return nil, err
	}
	names := nameBook(ties, trusted, members)
	who := func(x *entrantLine) (player, name string) {
		if x.player != "" {
			return x.player, x.name
		}
		return names.who(x.source, x.name)
	}
	ids := map[string]bool{}
	for _, lines := range all {
		for i := range lines {
			if player, _ := who(&lines[i]); player != "" {
				ids[player] = true
			}
		}
	}
	persons, err := s.opts.Store.Persons(ctx, slices.Collect(maps.Keys(ids)))
	if err != nil {
		return nil, err
	}
	rows := map[string]*Row{}
	got := map[string][]int{}
	for _, lines := range all {
		for i := range lines {
			x := &lines[i]
			player, name := who(x)
			key, is := "name "+nameKey(name), Person{Name: name}
			if player != "" {
				if is = persons[player]; is.Pupil {
					continue
				}
				is.Player = cmp.Or(is.Player, player)
				key = "player " + is.Player
			}
			if rows[key] == nil {
				rows[key] = &Row{Player: is.Player, Name: is.Name}
			}
			units := x.score
			if season.Rule == ByPlace {
				units = x.place
			}
			got[key] = append(got[key], units)
		}
	}
	return rank(rows, got, season.Best), nil
}

// rank adds up the results of each person's best events and sorts the rows by this sum. The
// parameter best is the number of events that count; 0 means all. Persons with equal sums share a
// place.
func rank(rows map[string]*Row, got map[string][]int, best int) []Row {
	list := make([]Row, 0, len(rows))
	for key, r := range rows {
		units := got[key]
		slices.SortFunc(units, func(a, b int) int { return b - a })
		r.Played, r.Counted = len(units), len(units)
		if best > 0 {
			r.Counted = min(best, len(units))
		}
		for _, u := range units[:r.Counted] {
			r.Units += u
		}
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b Row) int {
		return cmp.Or(b.Units-a.Units, strings.Compare(a.Name, b.Name), strings.Compare(a.Player, b.Player))
	})
	for i := range list {
		if list[i].Place = i + 1; i > 0 && list[i].Units == list[i-1].Units {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}
