package wire

import (
	"math"
	"strings"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/internal/play"
	"kydai/match"
)

// Game describes a game that the server offers.
type Game struct {
	Name     string     `json:"name"`
	Sides    [2]string  `json:"sides" doc:"Name codes of the two sides, first side first."`
	Width    int        `json:"width"`
	Height   int        `json:"height"`
	Points   bool       `json:"points" doc:"True if pieces stand on intersections and not in cells."`
	RankZero bool       `json:"rankZero" doc:"True if ranks are numbered from 0."`
	Hidden   bool       `json:"hidden" doc:"True if the game has hidden pieces."`
	Options  []GameRule `json:"options"`
	Formats  []string   `json:"formats" doc:"Record formats, default format first."`
	Levels   int        `json:"levels" doc:"Number of engine levels; 0 if there is no engine."`
}

// GameRule is an option of a game's rules.
type GameRule struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Values  []string `json:"values" doc:"Allowed values; empty if any text that the game can parse is allowed."`
}

// GameOf returns the description of a game with the rules r.
func GameOf(r game.Rules, levels int) Game {
	in := r.Info()
	_, deals := r.(game.Dealer)
	g := Game{
		Name: in.Name, Sides: in.Sides, Width: in.Width, Height: in.Height, Points: in.Points, RankZero: in.RankZero,
		Hidden: deals, Options: []GameRule{}, Formats: list(in.Formats), Levels: levels,
	}
	for _, o := range in.Options {
		if o.Name == game.ViewOption {
			continue // a technical option for views of hidden games; players do not choose it
		}
		g.Options = append(g.Options, GameRule{Name: o.Name, Default: o.Default, Values: list(o.Values)})
	}
	return g
}

// Deal holds the terms of a match: game, rules, clock and so on.
type Deal struct {
	Game      string            `json:"game" maxLength:"64"`
	Start     string            `json:"start,omitempty" maxLength:"1000" doc:"Start position as text; empty or missing means the standard position."`
	Options   map[string]string `json:"options,omitempty" doc:"Options of the game's rules."`
	Opening   []string          `json:"opening,omitempty" maxItems:"100" doc:"Codes of the moves played before the game."`
	Clock     string            `json:"clock,omitempty" maxLength:"32" doc:"Time control: 5+3, 10+5x30, 30s/move, 3d/move or none."`
	Extra     *[2]int64         `json:"extra,omitempty" doc:"Time odds in milliseconds: extra time of the first and second side in a match, of the owner and the opponent in an offer."`
	FirstMove int64             `json:"firstMove,omitempty" minimum:"0" doc:"Time limit of each side's first move in milliseconds. No clock runs before that move, and exceeding the limit aborts the match. Default: one minute if the match has a clock per game."`
	Rated     bool              `json:"rated,omitempty"`
	Takebacks int               `json:"takebacks,omitempty" minimum:"-1" doc:"Number of takebacks per side; -1 means no limit."`
	KeepSides bool              `json:"keepSides,omitempty" doc:"True if a rematch keeps the sides instead of swapping them."`
	Games     int               `json:"games,omitempty" minimum:"0" maximum:"10" doc:"Number of games in the series, which rematches continue; 0 or 1 means a single game."`
	Fair      bool              `json:"fair,omitempty" doc:"True if the creator's client contributes a random number to the deal; see docs/fair-deal.md."`
}

// firstMove is the default time for each side's first move. No clock runs before the first move, so
// that pages can load.
const firstMove = time.Minute

// Play converts the terms of a match to the type of package play. It returns an error if the terms
// are invalid.
func (d *Deal) Play() (play.Deal, error) {
	out := play.Deal{
		Game: d.Game, Start: d.Start, Options: d.Options, Opening: d.Opening,
		Rated: d.Rated, Takebacks: d.Takebacks, KeepSides: d.KeepSides, Games: d.Games,
	}
	var err error
	if out.FirstMove, err = duration(d.FirstMove); err != nil {
		return out, err
	}
	if _, ok := d.Options[game.ViewOption]; ok {
		return out, game.Err(match.BadTerms, "a game starts as it is, not as somebody's view")
	}
	if d.Clock != "" {
		c, err := clock.Parse(d.Clock)
		if err != nil {
			return out, err
		}
		out.Clock = c
	}
	if hasBase := out.Clock.Kind == clock.Fischer || out.Clock.Kind == clock.ByoYomi; hasBase && d.FirstMove == 0 {
		out.FirstMove = firstMove
	}
	if d.Extra != nil {
		for i, ms := range d.Extra {
			if out.Extra[i], err = duration(ms); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

// maxMillis is the longest time that a request can name, in milliseconds. A
// larger number does not fit a time.Duration.
const maxMillis = int64(math.MaxInt64 / time.Millisecond)

// duration converts a time in milliseconds from a request. It returns an error if the time is out
// of range.
func duration(ms int64) (time.Duration, error) {
	if ms < -maxMillis || ms > maxMillis {
		return 0, game.Err(match.BadTerms, "a time is out of range")
	}
	return time.Duration(ms) * time.Millisecond, nil
}

func dealOf(d *play.Deal, fair bool) Deal {
	out := Deal{
		Game: d.Game, Start: d.Start, Options: d.Options, Opening: d.Opening, Clock: d.Clock.String(),
		FirstMove: d.FirstMove.Milliseconds(), Rated: d.Rated, Takebacks: d.Takebacks, KeepSides: d.KeepSides, Games: d.Games, Fair: fair,
	}
	out.Extra = extraOf(d.Extra)
	return out
}

// extraOf converts time odds to milliseconds; nil if no side has extra time.
func extraOf(d [2]time.Duration) *[2]int64 {
	if d == [2]time.Duration{} {
		return nil
	}
	return &[2]int64{d[0].Milliseconds(), d[1].Milliseconds()}
}

// NewMatch requests a match that needs no opponent's consent: against an
// engine, between engines, or with one player on both sides. The first seat has
// the first move. A seat of kind human or bot belongs to the sender of the
// request.
type NewMatch struct {
	Deal
	Seats []Seat `json:"seats" minItems:"2" maxItems:"2"`
}

// Play converts the request to the type of package play. It returns an error if the request is
// invalid.
func (n *NewMatch) Play() (play.NewMatch, error) {
	deal, err := n.Deal.Play()
	if err != nil {
		return play.NewMatch{}, err
	}
	out := play.NewMatch{Deal: deal}
	for i, s := range n.Seats {
		if i >= len(out.Seats) {
			break
		}
		seat := match.Seat{Player: s.Player, Name: s.Name, Level: s.Level, Spec: s.Spec, Opening: s.Opening}
		if err := seat.Kind.UnmarshalText([]byte(s.Kind)); err != nil {
			return out, game.Err(match.BadTerms, "there is no such kind of player")
		}
		if seat.Machine() {
			seat.Player, seat.Name = "", "" // an engine has no player id or name of its own
		}
		if seat.Kind == match.Engine {
			seat.Name = seat.Spec // views omit Spec, so show the operator's name for the engine program as the name of the seat
		}
		out.Seats[i] = seat
	}
	return out, nil
}

// Proposal is the body of a request for an offer: a match that waits for an opponent.
type Proposal struct {
	Deal
	Side  string `json:"side,omitempty" enum:"first,second" doc:"Side of the creator; if missing, chosen at random."`
	Open  bool   `json:"open,omitempty" doc:"True to show the offer in the lobby; otherwise only players who know its id can accept it."`
	To    string `json:"to,omitempty" maxLength:"64" doc:"Player id of the only player who may accept."`
	Lasts int64  `json:"lasts,omitempty" minimum:"0"`
}

// Play converts the proposal to the type of package play. It returns an error if the proposal is
// invalid.
func (p *Proposal) Play() (play.Proposal, error) {
	deal, err := p.Deal.Play()
	if err != nil {
		return play.Proposal{}, err
	}
	lasts, err := duration(p.Lasts)
	return play.Proposal{Deal: deal, Side: SideOf(p.Side), Open: p.Open, To: p.To, Lasts: lasts}, err
}

// OfferView is an offer, as the API returns it.
type OfferView struct {
	ID    string `json:"id"`
	Owner string `json:"owner"`
	Name  string `json:"name" doc:"Name of the offer's owner."`
	Bot   bool   `json:"bot,omitempty"`
	Proposal
	Created int64  `json:"created"`
	Expires int64  `json:"expires"`
	Match   string `json:"match,omitempty" doc:"Id of the match created from the offer."`
}

// OfferOf converts an offer to the form of the API.
func OfferOf(s *play.Seek) OfferView {
	v := OfferView{
		ID: s.ID, Owner: s.Owner, Name: s.OwnerName, Bot: s.OwnerBot,
		Proposal: Proposal{Deal: dealOf(&s.Deal, s.OwnerFair), Open: s.Open, To: s.To, Lasts: s.Lasts.Milliseconds()},
		Created:  Millis(s.Created), Expires: Millis(s.Expires), Match: s.Match,
	}
	if s.Side != game.NoSide {
		v.Side = s.Side.String()
	}
	return v
}

// LobbyOf returns the message with the open offers of the lobby. The parameter more is the number
// of open offers that are not listed.
func LobbyOf(seeks []play.Seek, more int) Lobby {
	return Lobby{T: TellLobby, Offers: seeksOf(seeks), More: more}
}

// LobbyChangesOf returns the message with the changes of the lobby. The parameter more is the
// number of open offers that are not listed.
func LobbyChangesOf(added []play.Seek, removed []string, more int) LobbyChanges {
	return LobbyChanges{T: TellOffers, Added: seeksOf(added), Removed: removed, More: more}
}

func seeksOf(seeks []play.Seek) []OfferView {
	list := make([]OfferView, 0, len(seeks))
	for i := range seeks {
		list = append(list, OfferOf(&seeks[i]))
	}
	return list
}

// SideOf parses the name of a side. It returns NoSide for an invalid name.
func SideOf(text string) game.Side {
	for _, s := range []game.Side{game.First, game.Second} {
		if text == s.String() {
			return s
		}
	}
	return game.NoSide
}

// WhatOf parses the kind of an offer within a match, such as a draw. It returns 0 for an invalid
// kind.
func WhatOf(text string) match.What {
	for w := match.Draw; w <= match.Rematch; w++ {
		if w.String() == text {
			return w
		}
	}
	return 0
}

// Command converts the act to a command of package play.
func (a *Act) Command(received time.Time) play.Command {
	return play.Command{Kind: play.Act(a.Kind), What: WhatOf(a.What), Count: a.Count, Side: SideOf(a.Side), Received: received}
}

// Summary is one match in a list of matches.
type Summary struct {
	ID      string    `json:"id"`
	Game    string    `json:"game"`
	Players [2]string `json:"players" doc:"Player ids of both sides; empty for an engine."`
	Seats   []Seat    `json:"seats" doc:"Seats as in a match: names of players, levels of engines."`
	Ply     int       `json:"ply"`
	Over    bool      `json:"over"`
	Winner  string    `json:"winner,omitempty" enum:"first,second,none" doc:"Winner of the match; missing while the match is in progress."`
	Why     string    `json:"why,omitempty"`
	Created int64     `json:"created"`
	Ended   int64     `json:"ended,omitempty"`
}

// SummaryOf converts the summary of a match to the form of the API.
func SummaryOf(s *play.Summary) Summary {
	w := Summary{
		ID: s.ID, Game: s.Game, Players: s.Players, Ply: s.Ply, Over: s.Over,
		Created: Millis(s.Created), Ended: Millis(s.Ended),
		Seats: []Seat{SeatOf(s.Seats[0]), SeatOf(s.Seats[1])},
	}
	w.Winner, w.Why, _ = strings.Cut(s.Result, " ")
	return w
}

// BotEvent is a line of a bot's event stream. It reports that one of the bot's matches has started
// (or was in progress when the stream opened), waits for the bot's move, has changed or has ended.
// It also reports that another player challenges the bot or withdraws a challenge.
type BotEvent struct {
	T     string     `json:"t" enum:"started,turn,changed,ended,challenge,unchallenge,alive" doc:"Kind of event; alive is a heartbeat without content."`
	Match *View      `json:"match,omitempty"`
	Offer *OfferView `json:"offer,omitempty" doc:"Offer that an event of the kind challenge or unchallenge reports."`
}
