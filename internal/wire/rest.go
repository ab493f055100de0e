package wire

import (
	"strings"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
	"kydai/play"
)

// Game is a game that can be played.
type Game struct {
	Name     string     `json:"name"`
	Sides    [2]string  `json:"sides" doc:"codes of the sides' names, first side first"`
	Width    int        `json:"width"`
	Height   int        `json:"height"`
	Points   bool       `json:"points" doc:"for the side to move, in hundredths of the smallest unit of material"`
	RankZero bool       `json:"rankZero" doc:"ranks are counted from 0"`
	Hidden   bool       `json:"hidden" doc:"something is dealt face down"`
	Options  []GameRule `json:"options"`
	Formats  []string   `json:"formats" doc:"of records, the usual one first"`
	Levels   int        `json:"levels" doc:"of the machine; 0: there is none"`
}

// GameRule is an option of a game.
type GameRule struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Values  []string `json:"values" doc:"empty: any text that the game accepts"`
}

// GameOf describes a game.
func GameOf(r game.Rules, levels int) Game {
	in := r.Info()
	_, deals := r.(game.Dealer)
	g := Game{
		Name: in.Name, Sides: in.Sides, Width: in.Width, Height: in.Height, Points: in.Points, RankZero: in.RankZero,
		Hidden: deals, Options: []GameRule{}, Formats: list(in.Formats), Levels: levels,
	}
	for _, o := range in.Options {
		if o.Name == game.ViewOption {
			continue // it is how a view is written, not for players to choose
		}
		g.Options = append(g.Options, GameRule{Name: o.Name, Default: o.Default, Values: list(o.Values)})
	}
	return g
}

// Deal is what is played and on what terms.
type Deal struct {
	Game      string            `json:"game" maxLength:"64"`
	Start     string            `json:"start,omitempty" maxLength:"1000" doc:"a position as text; empty is the usual one"`
	Options   map[string]string `json:"options,omitempty" doc:"of the rules"`
	Opening   []string          `json:"opening,omitempty" maxItems:"100" doc:"moves played before the game"`
	Clock     string            `json:"clock,omitempty" maxLength:"32" doc:"5+3, 10+5x30, 30s/move, 3d/move or none"`
	Extra     *[2]int64         `json:"extra,omitempty" doc:"odds in time: of a match for the first and the second side, of an offer for its owner and the other"`
	FirstMove int64             `json:"firstMove,omitempty" minimum:"0" doc:"how long each side may take for its first move, before the clock runs"`
	Rated     bool              `json:"rated,omitempty"`
	Takebacks int               `json:"takebacks,omitempty" minimum:"-1" doc:"moves that each side may take back; -1 is any number"`
	KeepSides bool              `json:"keepSides,omitempty" doc:"a rematch does not swap sides"`
	Fair      bool              `json:"fair,omitempty" doc:"the asker's client adds a number of its own to the deal: see docs/rules/fair-deal.md"`
}

// Play reads a deal.
func (d *Deal) Play() (play.Deal, error) {
	out := play.Deal{
		Game: d.Game, Start: d.Start, Options: d.Options, Opening: d.Opening,
		FirstMove: time.Duration(d.FirstMove) * time.Millisecond, Rated: d.Rated, Takebacks: d.Takebacks, KeepSides: d.KeepSides,
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
	if d.Extra != nil {
		for i, ms := range d.Extra {
			out.Extra[i] = time.Duration(ms) * time.Millisecond
		}
	}
	return out, nil
}

func dealOf(d *play.Deal, fair bool) Deal {
	out := Deal{
		Game: d.Game, Start: d.Start, Options: d.Options, Opening: d.Opening, Clock: d.Clock.String(),
		FirstMove: d.FirstMove.Milliseconds(), Rated: d.Rated, Takebacks: d.Takebacks, KeepSides: d.KeepSides, Fair: fair,
	}
	out.Extra = extraOf(d.Extra)
	return out
}

// extraOf writes odds in time; nil: there are none.
func extraOf(d [2]time.Duration) *[2]int64 {
	if d == [2]time.Duration{} {
		return nil
	}
	return &[2]int64{d[0].Milliseconds(), d[1].Milliseconds()}
}

// NewMatch is a match that needs nobody's consent: against machines, of
// machines, or of one player on both sides. The first seat has the first move;
// a seat of kind human or bot is the asker's.
type NewMatch struct {
	Deal
	Seats []Seat `json:"seats" minItems:"2" maxItems:"2"`
}

// Play reads a new match.
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
		seat := match.Seat{Player: s.Player, Name: s.Name, Level: s.Level, Spec: s.Spec}
		if err := seat.Kind.UnmarshalText([]byte(s.Kind)); err != nil {
			return out, game.Err(match.BadTerms, "there is no such kind of player")
		}
		if seat.Machine() {
			seat.Player, seat.Name = "", "" // a machine passes for nobody
		}
		out.Seats[i] = seat
	}
	return out, nil
}

// Proposal is a match that wants an opponent.
type Proposal struct {
	Deal
	Side  string `json:"side,omitempty" enum:"first,second" doc:"of the asker; left out it is drawn by lot"`
	Open  bool   `json:"open,omitempty" doc:"it stands in the lobby; otherwise it is for whoever has its id"`
	To    string `json:"to,omitempty" maxLength:"64" doc:"the only player who may accept"`
	Lasts int64  `json:"lasts,omitempty" minimum:"0"`
}

// Play reads a proposal.
func (p *Proposal) Play() (play.Proposal, error) {
	deal, err := p.Deal.Play()
	return play.Proposal{
		Deal: deal, Side: SideOf(p.Side), Open: p.Open, To: p.To, Lasts: time.Duration(p.Lasts) * time.Millisecond,
	}, err
}

// OfferView is an offer that stands, or stood.
type OfferView struct {
	ID    string `json:"id"`
	Owner string `json:"owner"`
	Name  string `json:"name" doc:"of its owner"`
	Bot   bool   `json:"bot,omitempty"`
	Proposal
	Created int64  `json:"created"`
	Expires int64  `json:"expires"`
	Match   string `json:"match,omitempty" doc:"that it became"`
}

// OfferOf writes an offer.
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

// LobbyOf writes the lobby.
func LobbyOf(seeks []play.Seek) Lobby {
	l := Lobby{T: TellLobby, Offers: []OfferView{}}
	for i := range seeks {
		l.Offers = append(l.Offers, OfferOf(&seeks[i]))
	}
	return l
}

// SideOf reads a side; NoSide if it is none.
func SideOf(text string) game.Side {
	for _, s := range []game.Side{game.First, game.Second} {
		if text == s.String() {
			return s
		}
	}
	return game.NoSide
}

// WhatOf reads what can be offered; 0 if it is nothing of the kind.
func WhatOf(text string) match.What {
	for w := match.Draw; w <= match.Rematch; w++ {
		if w.String() == text {
			return w
		}
	}
	return 0
}

// Command reads an act.
func (a *Act) Command(received time.Time) play.Command {
	return play.Command{Kind: play.Act(a.Kind), What: WhatOf(a.What), N: a.N, Side: SideOf(a.Side), Received: received}
}

// Summary is a match in a list.
type Summary struct {
	ID      string    `json:"id"`
	Game    string    `json:"game"`
	Players [2]string `json:"players"`
	Ply     int       `json:"ply"`
	Over    bool      `json:"over"`
	Winner  string    `json:"winner,omitempty" enum:"first,second,none" doc:"once it is over"`
	Why     string    `json:"why,omitempty"`
	Created int64     `json:"created"`
	Ended   int64     `json:"ended,omitempty"`
}

// SummaryOf writes a summary.
func SummaryOf(s *play.Summary) Summary {
	w := Summary{
		ID: s.ID, Game: s.Game, Players: s.Players, Ply: s.Ply, Over: s.Over,
		Created: Millis(s.Created), Ended: Millis(s.Ended),
	}
	w.Winner, w.Why, _ = strings.Cut(s.Result, " ")
	return w
}

// BotEvent is a line of a bot's stream: one of its matches has begun (or was
// under way when the stream began), awaits its move, has changed otherwise, or
// has ended.
type BotEvent struct {
	T     string `json:"t" enum:"started,turn,changed,ended,alive" doc:"alive says nothing else than that"`
	Match *View  `json:"match,omitempty"`
}

// Hint is what a machine thinks of a position.
type Hint struct {
	Depth int        `json:"depth"`
	Nodes uint64     `json:"nodes"`
	Took  int64      `json:"took"`
	Lines []HintLine `json:"lines" doc:"the best first"`
}

// HintLine is one way to go on.
type HintLine struct {
	Points int      `json:"points" doc:"for the side to move, in hundredths of the smallest unit of material"`
	Mate   int      `json:"mate,omitempty" doc:"moves until the win, below zero until the loss"`
	Codes  []string `json:"codes" doc:"moves, from the position in question on"`
}
