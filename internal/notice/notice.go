// Package notice implements notifications for players who are not watching: a match has started,
// the player is to move in a correspondence game, the time for the turn is running out, a challenge
// has arrived, or a match has a result.
//
// A notice is a database row. The row is written in the same transaction as the fact that it
// reports, or by the consumer of ended matches, so that no notice is lost or doubled if a node
// dies. A notice names the match, the game and the other player. It contains no information about
// the board.
package notice

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/play"
)

// Kind is the kind of a notice.
type Kind string

// The kinds of notices.
const (
	Started   Kind = "started"   // a match with another player has started
	Turn      Kind = "turn"      // the player is to move in a correspondence game
	Soon      Kind = "soon"      // a quarter of the time for the player's turn is left
	Challenge Kind = "challenge" // another player has challenged the player
	Result    Kind = "result"    // a match with another player has ended
)

// Kinds lists all kinds.
var Kinds = []Kind{Started, Turn, Soon, Challenge, Result}

// The results of a match, from the point of view of the notified player.
const (
	Won     = "won"
	Drawn   = "drawn"
	Lost    = "lost"
	Aborted = "aborted"
)

// Newest is the maximum number of notices that are kept for each player. Lasts is the time after
// which a notice is deleted.
const (
	Newest = 50
	Lasts  = 60 * 24 * time.Hour
)

// trimWithin is the time limit for deleting old notices.
const trimWithin = 10 * time.Second

// Notice is one notification for a player.
type Notice struct {
	Kind    Kind
	Subject string // id of the match; for a Challenge, id of the offer
	Game    string
	Other   string // id of the other player
	Name    string // name of the other player; "" if the account was deleted; not stored with the notice
	Result  string // for a notice of kind Result: Won, Drawn, Lost or Aborted
	At      time.Time
	Seen    bool
	Event   Event // tournament to which the match belongs; not stored with the notice
}

// Event is the round of a tournament to which a match belongs. The zero value means that the match
// belongs to no tournament.
type Event struct {
	ID    string
	Name  string
	Round int
}

// BadKind is the error code for an unknown kind of notice.
const BadKind = "bad-kind"

var errKind = game.Err(BadKind, "there is no such kind of notice")

// Settings are the notification settings of a player.
type Settings struct {
	Off  []Kind    // kinds of notices that the player has turned off
	Seen time.Time // the player has seen all notices up to this time
}

// Store is the database interface of the package.
type Store interface {
	play.Names
	// Notices lists the newest notices of a player, newest first, no more than the given maximum.
	// The parameter players lists all ids of the player. Challenges that are no longer open are
	// left out.
	Notices(ctx context.Context, players []string, most int) ([]Notice, error)
	// EventsOf returns the tournaments of the given matches, as a map from the id of a match to its
	// tournament. Matches that belong to no tournament are missing.
	EventsOf(ctx context.Context, matches []string) (map[string]Event, error)
	// SeeNotices marks the notices of a player about one subject (a match or an offer) as seen.
	SeeNotices(ctx context.Context, players []string, subject string) error
	// TrimNotices deletes old notices of a player. The parameter keep is the number of newest
	// notices that are kept.
	TrimNotices(ctx context.Context, player string, keep int) error
	// NoticeSettings returns the settings of a player; the zero value if the player has no stored
	// settings.
	NoticeSettings(ctx context.Context, player string) (Settings, error)
	// SwitchNotices sets the kinds of notices that a player has turned off.
	SwitchNotices(ctx context.Context, player string, off []Kind) error
	// SeeAllNotices records that a player has seen everything up to a time.
	SeeAllNotices(ctx context.Context, player string, until time.Time) error
}

// Options configure a Service.
type Options struct {
	Store Store
	Bus   bus.Bus
	// Offer returns an offer. It is used to find the names of guests who challenge. If Offer is
	// nil, challenges by guests have no name.
	Offer func(ctx context.Context, id string) (play.Seek, error)
	Log   *slog.Logger // logger; nil means that nothing is logged
}

// Service implements the notices of all players.
type Service struct{ options Options }

// New returns a service.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{options: o}
}

// List is a player's notices and settings.
type List struct {
	Notices []Notice // newest first, without the kinds that the player has turned off
	Unseen  int
	Off     []Kind
}

// List returns the notices of a player.
func (s *Service) List(ctx context.Context, by play.Player) (List, error) {
	set, err := s.options.Store.NoticeSettings(ctx, by.ID)
	if err != nil {
		return List{}, err
	}
	all, err := s.options.Store.Notices(ctx, idsOf(by), Newest)
	if err != nil {
		return List{}, err
	}
	l := List{Off: set.Off}
	for _, n := range all {
		if slices.Contains(set.Off, n.Kind) {
			continue
		}
		n.Seen = n.Seen || !n.At.After(set.Seen)
		if !n.Seen {
			l.Unseen++
		}
		l.Notices = append(l.Notices, n)
	}
	return l, errors.Join(s.name(ctx, l.Notices), s.place(ctx, l.Notices))
}

// place fills in the field Event of each notice about a match: the tournament of the match.
func (s *Service) place(ctx context.Context, list []Notice) error {
	var matches []string
	for i := range list {
		if list[i].Kind != Challenge {
			matches = append(matches, list[i].Subject)
		}
	}
	if len(matches) == 0 {
		return nil
	}
	slices.Sort(matches)
	events, err := s.options.Store.EventsOf(ctx, slices.Compact(matches))
	for i := range list {
		list[i].Event = events[list[i].Subject]
	}
	return err
}

// name fills in, for each notice, the name of the other player.
func (s *Service) name(ctx context.Context, list []Notice) error {
	var players []string
	for _, n := range list {
		players = append(players, n.Other)
	}
	slices.Sort(players)
	called, err := s.options.Store.Called(ctx, slices.Compact(players))
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, c := range called {
		if c.Alias == "" || names[c.Player] == "" { // a player's own name takes precedence over the name of the player's bot
			names[c.Player] = c.Name
		}
	}
	for i := range list {
		n := &list[i]
		n.Name = names[n.Other]
		if n.Name == "" && n.Kind == Challenge && s.options.Offer != nil {
			// A guest who has not played yet has no stored name. Only the offer contains the name.
			if seek, err := s.options.Offer(ctx, n.Subject); err == nil {
				n.Name = seek.OwnerName
			}
		}
	}
	return nil
}

// See marks the notices about a match or an offer as seen.
func (s *Service) See(ctx context.Context, by play.Player, subject string) error {
	return s.options.Store.SeeNotices(ctx, idsOf(by), subject)
}

// SeeAll records that a player has seen everything up to a time.
func (s *Service) SeeAll(ctx context.Context, by play.Player, until time.Time) error {
	return s.options.Store.SeeAllNotices(ctx, by.ID, until)
}

// Switch sets the kinds of notices that a player has turned off.
func (s *Service) Switch(ctx context.Context, by play.Player, off []Kind) error {
	for _, k := range off {
		if !slices.Contains(Kinds, k) {
			return errKind
		}
	}
	off = slices.Clone(off)
	slices.Sort(off)
	return s.options.Store.SwitchNotices(ctx, by.ID, slices.Compact(off))
}

// Tell announces to all nodes that a notice was stored, and deletes the player's oldest notices. An
// error is not returned, because Tell tries to delete them again after the player's next notice.
func (s *Service) Tell(player, subject string) {
	play.TellNotice(s.options.Bus, player, subject)
	ctx, cancel := context.WithTimeout(context.Background(), trimWithin)
	defer cancel()
	if err := s.options.Store.TrimNotices(ctx, player, Newest); err != nil {
		s.options.Log.DebugContext(ctx, "old notices were not deleted", "err", err)
	}
}

// Hear calls f with the player and the subject of every notice that any node stores, until the
// caller calls the returned function cancel. Messages may be lost, but List returns all notices.
func (s *Service) Hear(f func(player, subject string)) (cancel func(), err error) {
	sub, err := s.options.Bus.Subscribe(play.NoticePattern, bus.Handler{
		Message: func(subject string, data []byte) {
			f(strings.TrimPrefix(subject, strings.TrimSuffix(play.NoticePattern, "*")), string(data))
		},
		Gap: func(bus.Gap) {},
	})
	if err != nil {
		return nil, err
	}
	return sub.Cancel, nil
}

// idsOf returns all ids of a person: the account's id and the ids of the guests that belong to the
// account.
func idsOf(by play.Player) []string { return append([]string{by.ID}, by.Also...) }
