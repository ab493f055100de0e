package clubs

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"io"
	"slices"
	"sync"
	"time"

	"kydai/internal/events"
)

// Events is the part of this server's tournament service that clubs need.
type Events interface {
	Event(ctx context.Context, who events.Caller, id string) (*events.State, error)
	Create(ctx context.Context, who events.Caller, settings events.Settings) (*events.State, error)
	Names(ctx context.Context, e *events.State) (map[int]string, error)
}

// Options configure a Service.
type Options struct {
	Store  Store
	Events Events
	Random io.Reader
	Key    []byte // public part of the key with which this server signs its result files
}

// Service implements the operations on clubs. It is safe for concurrent use.
type Service struct {
	opts Options

	mu     sync.Mutex
	tables map[string]table // cached tables by the id of the event or imported result
}

const (
	idBytes   = 9
	linkBytes = 12
)

// New makes a service.
func New(o Options) *Service { return &Service{opts: o, tables: map[string]table{}} }

func (s *Service) draw(n int) (string, error) {
	raw := make([]byte, n)
	_, err := io.ReadFull(s.opts.Random, raw)
	return base64.RawURLEncoding.EncodeToString(raw), err
}

// Create makes a club whose owner is the caller.
func (s *Service) Create(ctx context.Context, player string, c Club) (Club, error) {
	if err := c.check(); err != nil {
		return Club{}, err
	}
	var err error
	if c.ID, err = s.draw(idBytes); err != nil {
		return Club{}, err
	}
	if c.Link, err = s.draw(linkBytes); err != nil {
		return Club{}, err
	}
	full, err := s.opts.Store.AddClub(ctx, &c, player, MaxClubs)
	switch {
	case err != nil:
		return Club{}, err
	case full:
		return Club{}, errClubs
	}
	return s.opts.Store.Club(ctx, c.ID)
}

// List lists up to n clubs, the newest first.
func (s *Service) List(ctx context.Context, q Query, n int) ([]Club, error) {
	return s.opts.Store.Clubs(ctx, q, n)
}

// Look returns a club and the role of a player in it. The link is empty unless the player
// is an organiser or the owner.
func (s *Service) Look(ctx context.Context, player, id string) (Club, Role, error) {
	c, err := s.opts.Store.Club(ctx, id)
	if err != nil {
		return Club{}, None, err
	}
	role, err := s.opts.Store.ClubRole(ctx, id, player)
	if !role.Runs() {
		c.Link = ""
	}
	return c, role, err
}

// as returns a club and the player's role in it. It returns an error unless the player is the owner
// or, if the parameter organiser is true, an organiser of the club.
func (s *Service) as(ctx context.Context, player, id string, organiser bool) (Club, Role, error) {
	c, role, err := s.Look(ctx, player, id)
	switch {
	case err != nil:
		return Club{}, None, err
	case organiser && !role.Runs():
		return Club{}, role, errOrganiser
	case !organiser && role != Owner:
		return Club{}, role, errOwner
	}
	return c, role, nil
}

// Alter changes the name, place and description of a club.
func (s *Service) Alter(ctx context.Context, player string, change Club) error {
	if err := change.check(); err != nil {
		return err
	}
	c, _, err := s.as(ctx, player, change.ID, true)
	if err != nil {
		return err
	}
	change.Link = c.Link
	return s.opts.Store.SetClub(ctx, &change)
}

// RenewLink replaces the link with which accounts join the club. The old link becomes
// invalid.
func (s *Service) RenewLink(ctx context.Context, player, id string) error {
	c, _, err := s.as(ctx, player, id, true)
	if err != nil {
		return err
	}
	if c.Link, err = s.draw(linkBytes); err != nil {
		return err
	}
	return s.opts.Store.SetClub(ctx, &c)
}

// Close deletes a club. Its events are kept.
func (s *Service) Close(ctx context.Context, player, id string) error {
	if _, _, err := s.as(ctx, player, id, false); err != nil {
		return err
	}
	return s.opts.Store.DropClub(ctx, id)
}

// Members lists the members of a club. Organisers also see the accounts that have asked
// to join.
func (s *Service) Members(ctx context.Context, role Role, id string) ([]Member, error) {
	list, err := s.opts.Store.ClubMembers(ctx, id)
	if !role.Runs() {
		list = slices.DeleteFunc(list, func(m Member) bool { return m.Role == Asked })
	}
	return list, err
}

// Join makes the caller a member if link is the club's link. If link is "", it sends a
// request to the organisers. It changes nothing for an existing member.
func (s *Service) Join(ctx context.Context, player, id, link string) error {
	c, err := s.opts.Store.Club(ctx, id)
	if err != nil {
		return err
	}
	if link != "" && subtle.ConstantTimeCompare([]byte(link), []byte(c.Link)) != 1 {
		return errLink
	}
	was, err := s.opts.Store.ClubRole(ctx, id, player)
	if err != nil {
		return err
	}
	var full bool
	switch {
	case was == None && link == "":
		full, err = s.opts.Store.JoinClub(ctx, id, player, Asked, MaxAsking, MaxJoined)
	case was == None:
		full, err = s.opts.Store.JoinClub(ctx, id, player, Ordinary, MaxMembers, MaxJoined)
	case was == Asked && link != "":
		full, err = s.opts.Store.SetClubRole(ctx, id, player, Asked, Ordinary, MaxMembers)
	}
	if full {
		return errFull
	}
	return err
}

// SetRole accepts a request to join or changes the role of a member. Organisers accept
// requests; only the owner appoints organisers or hands the club over.
func (s *Service) SetRole(ctx context.Context, player, id, member string, role Role) error {
	_, own, err := s.as(ctx, player, id, true)
	if err != nil {
		return err
	}
	was, err := s.opts.Store.ClubRole(ctx, id, member)
	if err != nil {
		return err
	}
	most := MaxMembers
	switch {
	case role != Ordinary && role != Organiser && role != Owner:
		return errRole
	case was == None:
		return ErrNoMember
	case was == role:
		return nil
	case was == Owner:
		return errStay
	case was == Asked && role != Ordinary:
		return ErrNoMember
	case was != Asked && own != Owner:
		return errOwner
	case role == Owner:
		return s.opts.Store.HandOver(ctx, id, player, member)
	case role == Organiser:
		most = MaxOrganisers
	}
	full, err := s.opts.Store.SetClubRole(ctx, id, member, was, role, most)
	if full {
		return errFull
	}
	return err
}

// Remove deletes a member or a request to join. Members may remove themselves. Organisers may
// remove members and requests; only the owner may remove other organisers.
func (s *Service) Remove(ctx context.Context, player, id, member string) error {
	_, own, err := s.Look(ctx, player, id)
	if err != nil {
		return err
	}
	was, err := s.opts.Store.ClubRole(ctx, id, member)
	switch {
	case err != nil:
		return err
	case was == None:
		return ErrNoMember
	case was == Owner && player == member:
		return errStay
	case was == Owner, was == Organiser && own != Owner && player != member:
		return errOwner
	case player != member && !own.Runs():
		return errOrganiser
	}
	return s.opts.Store.LeaveClub(ctx, id, member)
}

// Runs reports whether a player may run an event as an organiser or the owner of the club that the
// event belongs to.
func (s *Service) Runs(ctx context.Context, player, event string) (bool, error) {
	return s.opts.Store.RunsEvent(ctx, player, event)
}

// Of returns the club whose calendar has an event, without its secret link.
func (s *Service) Of(ctx context.Context, event string) (Club, error) {
	c, err := s.opts.Store.ClubOf(ctx, event)
	c.Link = ""
	return c, err
}

var firstDate, lastDate = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

// CreateEvent creates an event of the club. An organiser of a club needs no site-wide
// right to hold events, because the owner of the club has appointed them.
func (s *Service) CreateEvent(ctx context.Context, who events.Caller, id string, settings events.Settings, starts time.Time) (*events.State, error) {
	if starts.Before(firstDate) || starts.After(lastDate) {
		return nil, errDate
	}
	if _, _, err := s.as(ctx, who.ID, id, true); err != nil {
		return nil, err
	}
	e, err := s.opts.Events.Create(ctx, who, settings)
	if err != nil {
		return nil, err
	}
	return e, s.put(ctx, id, e.ID, starts)
}

func (s *Service) put(ctx context.Context, id, event string, starts time.Time) error {
	full, err := s.opts.Store.PutClubEvent(ctx, id, event, starts, MaxEvents)
	if full {
		return errEvents
	}
	return err
}

// PutEvent puts the caller's own event into the calendar of a club, or changes its date.
// From then on all organisers of the club may run the event.
func (s *Service) PutEvent(ctx context.Context, who events.Caller, id, event string, starts time.Time) error {
	if starts.Before(firstDate) || starts.After(lastDate) {
		return errDate
	}
	if _, _, err := s.as(ctx, who.ID, id, true); err != nil {
		return err
	}
	e, err := s.opts.Events.Event(ctx, who, event)
	if err != nil {
		return err
	}
	if !e.Runs(who) {
		return errNotYours
	}
	return s.put(ctx, id, event, starts)
}

// DropEvent removes an event from the calendar. The event itself is kept.
func (s *Service) DropEvent(ctx context.Context, player, id, event string) error {
	if _, _, err := s.as(ctx, player, id, true); err != nil {
		return err
	}
	return s.opts.Store.DropClubEvent(ctx, id, event)
}

// Calendar lists the events of a club by date, including imported events. Only organisers see
// drafts.
func (s *Service) Calendar(ctx context.Context, role Role, id string) ([]Entry, error) {
	list, err := s.opts.Store.ClubEvents(ctx, id)
	if err != nil {
		return nil, err
	}
	if !role.Runs() {
		list = slices.DeleteFunc(list, func(e Entry) bool { return e.Event.Phase == events.Draft })
	}
	others, err := s.opts.Store.Results(ctx, id)
	for i := range others {
		list = append(list, Entry{Starts: others[i].Starts, Result: others[i]})
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return a.Starts.Compare(b.Starts) })
	return list, err
}
