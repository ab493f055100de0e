// Package talk implements the messages between the two players of a match: preset phrases, which
// each player reads in their own language, and short texts.
//
// Each message (Line) is a database row of its own, not an event of the match, so a message cannot
// delay a move. Only the two players can read and write the lines of a match.
package talk

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/play"
	"kydai/match"
)

// Phrase is the key of a preset sentence that the client shows in the reader's language.
type Phrase string

// Phrases lists all phrases, in the order in which a client offers them.
var Phrases = []Phrase{"hello", "luck", "good", "oops", "sorry", "thanks", "again", "bye"}

// Line is one message of a player.
type Line struct {
	Match  string
	Number int // number of the line in its match, counted from 1
	Player string
	Side   game.Side // side of the player; not stored
	Phrase Phrase    // key of a phrase; "" if the line is a text
	Text   string    // free text; "" if the line is a phrase
	At     time.Time // time of the database when the line was stored
}

// Error codes.
const (
	BadLine  = "bad-line"  // the line is neither a phrase nor a text of 1 to 140 characters
	NoText   = "no-text"   // only phrases are allowed in this match
	TooMany  = "too-many"  // the player has sent too many lines, or the match has too many
	NoSecond = "no-second" // the match has no second person to talk to
)

var (
	errPlayers = game.Err(match.NotAPlayer, "only the players of a match can read and write its lines")
	errNobody  = game.Err(NoSecond, "there is nobody to talk to: the other player is a machine or yourself")
	errPhrase  = game.Err(BadLine, "there is no such phrase")
	errOne     = game.Err(BadLine, "a line is either a phrase or a text")
	errGuests  = game.Err(NoText, "texts are for two players with accounts; phrases work for everybody")
	errPupils  = game.Err(NoText, "children of a class say ready phrases, and hear only those")
	errHidden  = game.Err(NoText, "in a rated game with hidden pieces only phrases can be said")
	errTooMany = game.Err(TooMany, "that is more than one may say in so short a time; please wait a moment")
)

// Reasons why players can send only phrases in a match; see Service.NoTexts.
const (
	ForGuests = "guests" // one of the two players has no account
	ForPupils = "pupils" // one of the two players is a child of a class
	ForHidden = "hidden" // the match is a rated game with hidden pieces and is not over
)

// A match has at most MaxLines lines. A player can send at most Burst lines within the duration
// Within.
const (
	MaxLines = 200
	Burst    = 5
	Within   = 20 * time.Second
)

// Store keeps lines.
type Store interface {
	// AddLine stores a line and returns it with its number and time. It stores nothing and returns
	// full = true if the match already has the maximum number of lines (most), or if the player has
	// already sent the maximum number of lines (burst) in the given duration.
	AddLine(ctx context.Context, l Line, most, burst int, within time.Duration) (stored Line, full bool, err error)
	// Lines lists the lines of a match whose numbers are greater than the given number, oldest
	// first.
	Lines(ctx context.Context, match string, after int) ([]Line, error)
}

// Matches is the part of play.Service that package talk needs.
type Matches interface {
	Look(ctx context.Context, by play.Player, id string) (*play.Snapshot, game.Side, error)
}

// Options configure a Service.
type Options struct {
	Store   Store
	Matches Matches
	Bus     bus.Bus
	Log     *slog.Logger // nil discards the log
	// Registered reports whether a player has an account. nil means that no player has an account.
	Registered func(ctx context.Context, player string) (bool, error)
	// Pupil reports whether a player is a child of a class. Such players send and receive only
	// phrases. nil means that no player is a child of a class.
	Pupil func(ctx context.Context, player string) (bool, error)
	// Blocks reports whether one player has blocked another: the first of the two players is the
	// one who may have blocked the second. If Blocks is nil, no player has blocked another.
	Blocks func(ctx context.Context, player, other string) (bool, error)
}

// Service implements the messages of all matches.
type Service struct{ options Options }

// New returns a service.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Registered == nil {
		o.Registered = func(context.Context, string) (bool, error) { return false, nil }
	}
	if o.Pupil == nil {
		o.Pupil = func(context.Context, string) (bool, error) { return false, nil }
	}
	if o.Blocks == nil {
		o.Blocks = func(context.Context, string, string) (bool, error) { return false, nil }
	}
	return &Service{options: o}
}

// Say stores a line and notifies both players.
func (s *Service) Say(ctx context.Context, by play.Player, matchID string, phrase Phrase, text string) (Line, error) {
	p, err := s.pair(ctx, by, matchID)
	if err != nil {
		return Line{}, err
	}
	if p.other == "" {
		return Line{}, errNobody
	}
	l := Line{Match: matchID, Player: p.seat, Side: p.side, Phrase: phrase}
	switch {
	case (phrase == "") == (text == ""):
		return Line{}, errOne
	case phrase != "" && !slices.Contains(Phrases, phrase):
		return Line{}, errPhrase
	case text != "":
		if l.Text, err = CleanText(text); err != nil {
			return Line{}, err
		}
		if err := s.mayWrite(ctx, p); err != nil {
			return Line{}, err
		}
	}
	stored, full, err := s.options.Store.AddLine(ctx, l, MaxLines, Burst, Within)
	if err != nil {
		return Line{}, err
	}
	if full {
		return Line{}, errTooMany
	}
	stored.Side = p.side
	if err := s.options.Bus.Publish(subjectOf(matchID), nil); err != nil {
		s.options.Log.DebugContext(ctx, "a line was not announced", "match", matchID, "err", err)
	}
	return stored, nil
}

// Lines lists the lines of a match whose numbers are greater than the given number, oldest first.
// Lines of a player whom the reader has blocked are left out.
func (s *Service) Lines(ctx context.Context, by play.Player, matchID string, after int) ([]Line, error) {
	p, err := s.pair(ctx, by, matchID)
	if err != nil {
		return nil, err
	}
	lines, err := s.options.Store.Lines(ctx, matchID, after)
	if err != nil || len(lines) == 0 {
		return nil, err
	}
	deaf, err := s.options.Blocks(ctx, by.ID, p.other)
	if err != nil {
		return nil, err
	}
	kept := lines[:0]
	for _, l := range lines {
		l.Side = p.side
		if l.Player != p.seat {
			l.Side = p.side.Other()
		}
		if !deaf || l.Player == p.seat {
			kept = append(kept, l)
		}
	}
	return kept, nil
}

// Hear calls f whenever the lines of a match may have changed, until the caller calls the returned
// function cancel. The function f should call Lines.
func (s *Service) Hear(matchID string, f func()) (cancel func(), err error) {
	if err := bus.CheckGroup(matchID); err != nil {
		return nil, errPlayers
	}
	sub, err := s.options.Bus.Subscribe(subjectOf(matchID), bus.Handler{
		Message: func(string, []byte) { f() },
		Gap:     func(bus.Gap) { f() },
	})
	if err != nil {
		return nil, err
	}
	back := s.options.Bus.OnReconnect(f)
	return func() {
		sub.Cancel()
		back()
	}, nil
}

func subjectOf(id string) string { return "m." + id + ".talk" }

// pair describes a player who reads or writes the lines of a match, and the other player.
type pair struct {
	me     string // account id of the player who reads or writes; the guest's id if there is no account
	seat   string // player id of this player in the match; see play.Snapshot.SeatOf
	other  string // player id of the other side; "" for an engine, or if one person plays both sides
	side   game.Side
	veiled bool // true for a rated game with hidden pieces that is not over
}

// pair returns the given player, who reads or writes lines, together with the other player of the
// match. It returns an error if the given player does not play in the match.
func (s *Service) pair(ctx context.Context, by play.Player, matchID string) (pair, error) {
	snap, side, err := s.options.Matches.Look(ctx, by, matchID)
	if err != nil {
		return pair{}, err
	}
	if side == game.NoSide || by.ID == "" {
		return pair{}, errPlayers
	}
	p := pair{me: by.ID, seat: snap.SeatOf(by), side: side, veiled: snap.Veiled()}
	if id := snap.View(game.NoSide).Seats[side.Other().Index()].Player; id != p.seat {
		p.other = id
	}
	return p, nil
}

// NoTexts returns why the two players of a match can send only phrases: ForGuests,
// ForPupils or ForHidden, or "" if they may write texts.
func (s *Service) NoTexts(ctx context.Context, by play.Player, matchID string) (why string, err error) {
	p, err := s.pair(ctx, by, matchID)
	if err != nil {
		return "", err
	}
	return s.noTexts(ctx, p)
}

func (s *Service) noTexts(ctx context.Context, p pair) (why string, err error) {
	for _, id := range []string{p.me, p.other} {
		child, err := s.options.Pupil(ctx, id)
		if err != nil {
			return "", err
		}
		if child {
			return ForPupils, nil
		}
	}
	if p.veiled {
		return ForHidden, nil
	}
	for _, id := range []string{p.me, p.other} {
		ok, err := s.options.Registered(ctx, id)
		if err != nil {
			return "", err
		}
		if !ok {
			return ForGuests, nil
		}
	}
	return "", nil
}

// mayWrite returns an error if the two players may send only phrases.
func (s *Service) mayWrite(ctx context.Context, p pair) error {
	switch why, err := s.noTexts(ctx, p); {
	case err != nil:
		return err
	case why == ForHidden:
		return errHidden
	case why == ForPupils:
		return errPupils
	case why == ForGuests:
		return errGuests
	}
	return nil
}
