package web

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/events"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// eventPath is the path prefix of requests about tournaments.
const eventPath = "/api/events"

// EventSettings are the settings of a tournament (event), chosen by its organiser.
type EventSettings struct {
	Name       string            `json:"name" minLength:"1" maxLength:"80"`
	Game       string            `json:"game" maxLength:"40"`
	Options    map[string]string `json:"options,omitempty" doc:"Options of the game's rules."`
	Clock      string            `json:"clock" maxLength:"40" doc:"Time control as in a match, such as 10+5."`
	Format     string            `json:"format" enum:"swiss,roundrobin,knockout,double,arena,ladder"`
	Rounds     int               `json:"rounds,omitempty" minimum:"0" maximum:"30" doc:"Number of rounds of a Swiss event."`
	Cycles     int               `json:"cycles,omitempty" minimum:"0" maximum:"4" doc:"Number of games between each pair of entrants in a round robin."`
	Third      bool              `json:"third,omitempty" doc:"True if a knock-out has a match for third place."`
	Games      int               `json:"games,omitempty" minimum:"0" maximum:"9" doc:"Number of games in each tie of a knock-out or double elimination, whose points are added; missing means 1."`
	Deciding   int               `json:"deciding,omitempty" minimum:"0" maximum:"5" doc:"Maximum number of extra games after a level tie; the first game with a winner decides."`
	Scoring    string            `json:"scoring" enum:"1-0.5-0,2-1-0,3-1-0" doc:"Points for a win, a draw and a loss."`
	TieBreaks  []string          `json:"tieBreaks,omitempty" nullable:"false" maxItems:"9" enum:"buchholz,buchholz-cut1,buchholz-median,sonneborn-berger,direct,wins,games-won,progressive,black-games" doc:"Tie-breaks in the order of their use."`
	Rated      bool              `json:"rated,omitempty" doc:"True if games on screen are rated."`
	RatedWood  bool              `json:"ratedWood,omitempty" doc:"True if results of wooden boards between accounts are rated when the event ends; after that they cannot be changed."`
	Boards     string            `json:"boards" enum:"screen,wood,both" doc:"Kind of boards; with both, a board is on screen if both players have checked in by themselves."`
	CheckIn    bool              `json:"checkIn,omitempty" doc:"True if only entrants who have checked in are paired; boards on screen always require it."`
	FirstMove  int64             `json:"firstMove,omitempty" minimum:"0" maximum:"86400000" doc:"Time limit of each side's first move on screen, in milliseconds; exceeding it loses by forfeit."`
	Minutes    int               `json:"minutes,omitempty" minimum:"0" maximum:"1440" doc:"Pairing time of an arena in minutes; games in progress at its end are finished and count."`
	Streak     bool              `json:"streak,omitempty" doc:"True if an arena counts points twice after two wins in a row, until the player fails to win a game."`
	Pause      int               `json:"pause,omitempty" minimum:"0" maximum:"86400" doc:"Seconds between the last result and the automatic pairing of the next round, or the automatic end of the event; missing if arbiters pair."`
	TeamBoards int               `json:"teamBoards,omitempty" minimum:"0" maximum:"20" doc:"Number of boards in a match between teams, seated in the order of their members; missing if entrants are paired and not teams."`
	Duplicate  bool              `json:"duplicate,omitempty" doc:"True if boards 1 and 2 of a team match, 3 and 4 and so on, are played with the same deal and swapped sides. Until both games are over, only their two players see each board."`
	Reach      int               `json:"reach,omitempty" minimum:"0" maximum:"20" doc:"Number of places above a player in a ladder within which the player may challenge."`
	TeamBest   int               `json:"teamBest,omitempty" minimum:"0" maximum:"20" doc:"Number of best members whose results count for a team, in events that pair single entrants and not teams; missing means 2."`
	LateUntil  int               `json:"lateUntil,omitempty" minimum:"0" maximum:"30" doc:"Last round for which players may enter late by themselves."`
	Arbiters   []string          `json:"arbiters,omitempty" nullable:"false" maxItems:"20" doc:"Player ids of the arbiters."`
}

func (v *EventSettings) settings() events.Settings {
	return events.Settings{
		Name: v.Name, Game: v.Game, Options: v.Options, Clock: v.Clock, Format: events.Format(v.Format), Rounds: v.Rounds, Cycles: v.Cycles,
		Third: v.Third, Games: v.Games, Deciding: v.Deciding, Scoring: v.Scoring, TieBreaks: v.TieBreaks, Rated: v.Rated, RatedWood: v.RatedWood, Boards: events.Place(v.Boards), CheckIn: v.CheckIn,
		FirstMove: time.Duration(v.FirstMove) * time.Millisecond, LateUntil: v.LateUntil, Arbiters: v.Arbiters,
		Minutes: v.Minutes, Streak: v.Streak, Pause: v.Pause, TeamBoards: v.TeamBoards, Duplicate: v.Duplicate, TeamBest: v.TeamBest, Reach: v.Reach,
	}
}

func settingsView(s *events.Settings) EventSettings {
	return EventSettings{
		Name: s.Name, Game: s.Game, Options: s.Options, Clock: s.Clock, Format: string(s.Format), Rounds: s.Rounds, Cycles: s.Cycles,
		Third: s.Third, Games: s.Games, Deciding: s.Deciding, Scoring: s.Scoring, TieBreaks: s.TieBreaks, Rated: s.Rated, RatedWood: s.RatedWood, Boards: string(s.Boards), CheckIn: s.CheckIn,
		FirstMove: s.FirstMove.Milliseconds(), LateUntil: s.LateUntil, Arbiters: s.Arbiters,
		Minutes: s.Minutes, Streak: s.Streak, Pause: s.Pause, TeamBoards: s.TeamBoards, Duplicate: s.Duplicate, TeamBest: s.TeamBest, Reach: s.Reach,
	}
}

// EventView is a tournament (event), as the API returns it.
type EventView struct {
	ID        string        `json:"id"`
	Organiser string        `json:"organiser" doc:"Player id of the organiser."`
	Phase     string        `json:"phase" enum:"draft,open,running,over"`
	Version   int           `json:"version" doc:"Version number of the event; each change increases it."`
	Made      int64         `json:"made"`
	Settings  EventSettings `json:"settings"`
	Total     int           `json:"total,omitempty" doc:"Total number of rounds; missing before the start if the number depends on the entrants."`
	Paired    int           `json:"paired" doc:"Number of rounds paired so far."`
	Done      bool          `json:"done,omitempty" doc:"True if all boards of the last round have results."`
	Ends      int64         `json:"ends,omitempty" doc:"End of pairing in a running arena, as Unix time in milliseconds."`
	Entrant   int           `json:"entrant,omitempty" doc:"Entrant number of the caller; missing if the caller has not entered."`
	Arbiter   bool          `json:"arbiter,omitempty" doc:"True if the caller may pair rounds and decide results."`
	Runs      bool          `json:"runs,omitempty" doc:"True if the caller has the rights of the organiser, as the organiser or as an organiser of the event's club."`
	Forbidden [][2]int      `json:"forbidden,omitempty" doc:"Pairs of entrant numbers who must not be paired."`
}

// EventHead is a tournament (event) in a list.
type EventHead struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Game      string `json:"game"`
	Format    string `json:"format" enum:"swiss,roundrobin,knockout,double,arena,ladder"`
	Organiser string `json:"organiser" doc:"Player id of the organiser."`
	Phase     string `json:"phase" enum:"draft,open,running,over"`
	Made      int64  `json:"made"`
	Entrants  int    `json:"entrants"`
	Paired    int    `json:"paired" doc:"Number of rounds paired so far."`
}

// EventPath holds the id of a tournament (event) in the path of a request.
type EventPath struct {
	ID string `path:"id" maxLength:"32" doc:"Id of the event."`
}

// EventPhase is the body of a request that moves a tournament (event) to its next phase.
type EventPhase struct {
	Phase string `json:"phase" enum:"open,running,over" doc:"New phase: open accepts entries, running starts the event, over ends or cancels it."`
}

var errNoEvents = game.Err(play.NotFound, "this server holds no events")

// events returns the service for tournaments (events), or errNoEvents if this server has none.
func (s *Server) events() (*events.Service, error) {
	if s.opts.Events == nil {
		return nil, errNoEvents
	}
	return s.opts.Events, nil
}

func callerOf(v visitor) events.Caller {
	return events.Caller{ID: v.ID, Also: v.Also, Name: v.Name, Account: v.Account}
}

func eventView(e *events.State, v visitor) EventView {
	who := callerOf(v)
	out := EventView{
		ID: e.ID, Organiser: e.Organiser, Phase: string(e.Phase), Version: e.Version, Made: wire.Millis(e.Made), Settings: settingsView(&e.Settings),
		Total: e.Total(), Paired: len(e.Rounds), Arbiter: e.Arbiter(who), Runs: e.Runs(who), Forbidden: e.Forbidden,
	}
	if n := len(e.Rounds); n > 0 {
		out.Done = e.Rounds[n-1].Done()
	}
	if at := e.Ends(); !at.IsZero() {
		out.Ends = wire.Millis(at)
	}
	if x := e.EntrantOf(who); x != nil {
		out.Entrant = x.ID
	}
	return out
}

func headView(h *events.Head) EventHead {
	return EventHead{
		ID: h.ID, Name: h.Name, Game: h.Game, Format: string(h.Format), Organiser: h.Organiser, Phase: string(h.Phase),
		Made: wire.Millis(h.Made), Entrants: h.Entrants, Paired: h.Rounds,
	}
}

// eventCommand registers an operation that changes a tournament (event). The response is the
// changed tournament. If the parameter limited is true, a rate limit applies, because the operation
// is expensive.
func eventCommand[I any](s *Server, a huma.API, op huma.Operation, limited bool, do func(ctx context.Context, all *events.Service, who events.Caller, in *I) (*events.State, error)) {
	handle(s, a, op, func(ctx context.Context, v visitor, in *I) (*answer[EventView], error) {
		all, err := s.events()
		if err != nil {
			return nil, err
		}
		if limited {
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
		}
		e, err := do(ctx, all, callerOf(v), in)
		if err != nil {
			return nil, err
		}
		return reply(eventView(e, v)), nil
	})
}

func (s *Server) eventOperations(a huma.API) {
	eventCommand(s, a, operation(http.MethodPost, eventPath, "createEvent", "Create an event as a draft that only its arbiters see"), true,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct{ Body EventSettings }) (*events.State, error) {
			return all.Create(ctx, who, in.Body.settings())
		})
	eventCommand(s, a, operation(http.MethodPut, eventPath+"/{id}", "alterEvent",
		"Change the settings of an event; after its start only name, arbiters, tie-breaks, late entry, pause between rounds and first-move limit can change"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct {
			EventPath
			Body EventSettings
		}) (*events.State, error) {
			return all.Alter(ctx, who, in.ID, in.Body.settings())
		})
	eventCommand(s, a, operation(http.MethodPost, eventPath+"/{id}/phase", "moveEvent", "Open an event for entries, start it, or end it"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct {
			EventPath
			Body EventPhase
		}) (*events.State, error) {
			switch events.Phase(in.Body.Phase) {
			case events.Open:
				return all.OpenEntries(ctx, who, in.ID)
			case events.Running:
				return all.Start(ctx, who, in.ID)
			}
			return all.End(ctx, who, in.ID)
		})
	handle(s, a, operation(http.MethodGet, eventPath+"/{id}", "getEvent", "Get an event"),
		func(ctx context.Context, v visitor, in *EventPath) (*answer[EventView], error) {
			e, err := s.event(ctx, v, in.ID)
			if err != nil {
				return nil, err
			}
			return reply(eventView(e, v)), nil
		})
	s.eventList(a)
	s.entrantOperations(a)
	s.roundOperations(a)
	s.boardOperations(a)
	s.standingOperations(a)
	s.eventFileOperations(a)
	s.arbiterOperations(a)
}

func (s *Server) eventList(a huma.API) {
	handle(s, a, operation(http.MethodGet, eventPath, "listEvents", "List events, newest first"),
		func(ctx context.Context, v visitor, in *struct {
			Phase  string `query:"phase" enum:"draft,open,running,over" doc:"Return only events in this phase; default: all phases but drafts, which need the parameter mine."`
			Game   string `query:"game" maxLength:"40" doc:"Return only events of this game."`
			Mine   bool   `query:"mine" doc:"Return only events that the caller created, including drafts."`
			Cursor string `query:"cursor" maxLength:"600" doc:"Cursor from the header Next-Cursor of the previous page; keep the other parameters the same."`
			Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Maximum number of entries per page."`
		}) (*page[EventHead], error) {
			all, err := s.events()
			if err != nil {
				return nil, err
			}
			q := events.Query{Game: in.Game, Phases: []events.Phase{events.Open, events.Running, events.Over}}
			if in.Mine {
				q.Organiser, q.Phases = v.ID, append(q.Phases, events.Draft)
			}
			if p := events.Phase(in.Phase); p != "" {
				if q.Phases = []events.Phase{p}; p == events.Draft && !in.Mine {
					q.Phases = nil
				}
			}
			if in.Cursor != "" {
				at, err := play.ParseCursor(in.Cursor)
				if err != nil {
					return nil, err
				}
				q.Before.Made, q.Before.ID = at.Ended, at.ID
			}
			list, err := all.List(ctx, q, in.Limit+1)
			if err != nil {
				return nil, err
			}
			list, next := cut(list, in.Limit, func(h *events.Head) string { return play.Cursor{Ended: h.Made, ID: h.ID}.String() })
			return pageOf(list, next, each(headView)), nil
		})
}
