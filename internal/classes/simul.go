package classes

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/internal/play"
)

// Simul is a simultaneous exhibition: a teacher plays against several children of a
// class, each on one board.
type Simul struct {
	ID      string // random id
	Class   string
	Teacher string // account id of the teacher
	Terms   Terms
	Made    time.Time
	Boards  []SimulBoard
}

// Terms are the settings shared by all boards of a simul.
type Terms struct {
	Game    string            `json:"game"`
	Start   string            `json:"start,omitempty"` // start position; "" means the usual start position of the game
	Options map[string]string `json:"options,omitempty"`
	Clock   string            `json:"clock,omitempty"` // time control, as text; "" means no clock
	// Side is the side that the teacher plays: first, second, or both. With both, the side
	// alternates from board to board.
	Side string `json:"side,omitempty"`
}

// BoardState is the state of a board of a simul.
type BoardState string

// The states of boards.
const (
	Waiting BoardState = "waiting" // the match of the board is not yet started
	Seated  BoardState = "seated"
	Ended   BoardState = "ended"
)

// SimulBoard is one board of a simul. Its database row counts as the consent of both players to the
// match, because the children of a class need not accept a game with their teacher.
type SimulBoard struct {
	Match   string
	Number  int // number of the board, counted from 1
	Pupil   string
	Players [2]string // player ids: first side, second side
	State   BoardState
	Winner  string // winner of an ended match: first, second or none
	Reason  string
}

// Values of Terms.Side.
const (
	SideFirst  = "first"
	SideSecond = "second"
	SideBoth   = "both" // the side alternates from board to board
)

var (
	errSimul    = game.Err(Bad, "a simul needs a game, a clock or none, and a position that is not over")
	errNobodyIn = game.Err(Bad, "none of these children is there")
)

// simulFirst is the time limit for the first moves of a simul with a clock. It is long
// because the teacher goes from board to board.
const simulFirst = 30 * time.Minute

// deal converts the terms to the form in which the play service creates a match.
func (t *Terms) deal() (play.Deal, error) {
	d := play.Deal{Game: t.Game, Start: t.Start, Options: t.Options}
	if t.Clock == "" || t.Clock == "none" {
		return d, nil
	}
	var err error
	d.Clock, err = clock.Parse(t.Clock)
	if d.Clock.Kind == clock.Fischer || d.Clock.Kind == clock.ByoYomi {
		d.FirstMove = simulFirst
	}
	return d, err
}

// StartSimul starts a match of the teacher against each of the listed children, or
// against all connected children if players is empty.
func (s *Service) StartSimul(ctx context.Context, by play.Player, class string, terms Terms, players []string) (Simul, error) {
	_, list, err := s.Look(ctx, by.ID, class)
	if err != nil {
		return Simul{}, err
	}
	if s.opts.Play == nil {
		return Simul{}, errNotThere
	}
	if err := s.checkTerms(&terms); err != nil {
		return Simul{}, err
	}
	m := Simul{Class: class, Teacher: by.ID, Terms: terms}
	if m.ID, err = token(s.opts.Random, classBytes); err != nil {
		return Simul{}, err
	}
	for _, p := range s.present(list, players) {
		b := SimulBoard{Number: len(m.Boards) + 1, Pupil: p.Player, Players: [2]string{by.ID, p.Player}, State: Waiting}
		if terms.Side == SideSecond || terms.Side == SideBoth && b.Number%2 == 0 {
			slices.Reverse(b.Players[:])
		}
		if b.Match, err = s.opts.Play.NewID(); err != nil {
			return Simul{}, err
		}
		m.Boards = append(m.Boards, b)
	}
	if len(m.Boards) == 0 {
		return Simul{}, errNobodyIn
	}
	if err := s.opts.Store.AddSimul(ctx, &m); err != nil {
		return Simul{}, err
	}
	return s.Simul(ctx, by, class, m.ID)
}

// checkTerms returns an error if the terms of a simul are invalid. An unknown side
// becomes SideFirst.
func (s *Service) checkTerms(t *Terms) error {
	r, ok := s.opts.Rules(t.Game)
	if _, view := t.Options[game.ViewOption]; !ok || view {
		return errSimul
	}
	if p, err := r.New(game.Setup{Start: t.Start, Options: t.Options}); err != nil || p.Outcome().Over() {
		return errors.Join(errSimul, err)
	}
	if _, err := t.deal(); err != nil {
		return errors.Join(errSimul, err)
	}
	switch t.Side {
	case SideFirst, SideSecond, SideBoth:
	default:
		t.Side = SideFirst
	}
	return nil
}

// present returns the listed children, or the connected children if players is empty.
func (s *Service) present(list []Pupil, players []string) []Pupil {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].Player
	}
	online := s.opts.Play.Online(ids)
	return slices.DeleteFunc(list, func(p Pupil) bool {
		if len(players) > 0 {
			return !slices.Contains(players, p.Player)
		}
		return !online[p.Player]
	})
}

// Simuls lists the latest simuls of a class, newest first, without their boards.
func (s *Service) Simuls(ctx context.Context, teacher, class string) ([]Simul, error) {
	const most = 20
	if _, err := s.of(ctx, teacher, class); err != nil {
		return nil, err
	}
	return s.opts.Store.Simuls(ctx, class, most)
}

// seatsAtOnce is the maximum number of boards whose matches are started concurrently.
const seatsAtOnce = 8

// Simul returns a simul. If the given player is the teacher of the simul, Simul also starts the
// matches of boards that still wait. The rows store the state of each board. So if a node fails
// before all matches are started, the missing matches are started when the teacher opens the simul
// again.
func (s *Service) Simul(ctx context.Context, by play.Player, class, id string) (Simul, error) {
	_, list, err := s.Look(ctx, by.ID, class)
	if err != nil {
		return Simul{}, err
	}
	m, err := s.opts.Store.Simul(ctx, class, id)
	if err != nil || m.Teacher != by.ID || s.opts.Play == nil || !slices.ContainsFunc(m.Boards, func(b SimulBoard) bool { return b.State == Waiting }) {
		return m, err
	}
	names := map[string]string{by.ID: by.Name}
	for i := range list {
		names[list[i].Player] = list[i].Nick
	}
	deal, err := m.Terms.deal()
	if err != nil {
		return m, err
	}
	errs := make([]error, len(m.Boards))
	slots := make(chan struct{}, seatsAtOnce)
	var wg sync.WaitGroup
	for i := range m.Boards {
		b := &m.Boards[i]
		if b.State != Waiting {
			continue
		}
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			seating := play.Seating{Match: b.Match, Deal: deal}
			for n, p := range b.Players {
				seating.Players[n] = play.Player{ID: p, Name: names[p]}
			}
			if err := s.opts.Play.Seat(ctx, seating); err != nil && !errors.Is(err, play.ErrNotFound) { // ErrNotFound: another request for the same simul has already started the match
				errs[i] = err
				return
			}
			b.State = Seated
		})
	}
	wg.Wait()
	return m, errors.Join(errs...)
}

// EndSimul aborts the unfinished matches of a simul.
func (s *Service) EndSimul(ctx context.Context, by play.Player, class, id string) (Simul, error) {
	m, err := s.Simul(ctx, by, class, id)
	if err != nil || s.opts.Play == nil {
		return m, err
	}
	for i := range m.Boards {
		if m.Boards[i].State == Ended {
			continue
		}
		err := s.opts.Play.Abort(ctx, m.Boards[i].Match)
		if e, ok := errors.AsType[*game.Error](err); ok && (e.Code == game.GameOver || e.Code == play.NotFound) {
			err = nil
		}
		if err != nil {
			return m, err
		}
	}
	return s.opts.Store.Simul(ctx, class, id)
}
