package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/events"
	"kydai/internal/wire"
)

// EventRound is a round of a tournament (event).
type EventRound struct {
	Round   int             `json:"round"`
	At      int64           `json:"at" doc:"Time of the pairing, as Unix time in milliseconds."`
	Hand    bool            `json:"hand,omitempty" doc:"True if an arbiter paired the round by hand."`
	Boards  []EventBoard    `json:"boards"`
	Byes    []EventRoundBye `json:"byes"`
	Matches []EventMatch    `json:"matches,omitempty" doc:"Matches between teams; the field tie of a board is the number of its match, starting at 1."`
}

// EventMatch is a match between two teams in a round.
type EventMatch struct {
	Home string `json:"home" doc:"Name of the team that has the first move on boards 1, 3 and so on."`
	Away string `json:"away,omitempty" doc:"Name of the other team; missing if the home team has no opponent and wins the match."`
}

// EventBoard is a pairing in a round with its result. The first side is the entrant who moves
// first.
type EventBoard struct {
	Board       int    `json:"board" doc:"Number of the board, starting at 1."`
	First       int    `json:"first" doc:"Number of the entrant who has the first move."`
	Second      int    `json:"second"`
	Match       string `json:"match,omitempty" doc:"Match id of a board on screen, which may start some seconds after the pairing; missing for a wooden board."`
	Tie         int    `json:"tie,omitempty" doc:"Number of the tie in an elimination plan, or of the match between teams."`
	Game        int    `json:"game,omitempty" doc:"Number of the game within its series, if greater than 1."`
	Twin        int    `json:"twin,omitempty" doc:"Number of the board in this round that has the same deal; both results appear when both games are over."`
	Result      string `json:"result,omitempty" enum:"first,second,draw,none" doc:"Result of the board: none means that neither entrant has won; missing while there is no result."`
	Forfeit     bool   `json:"forfeit,omitempty"`
	Through     int    `json:"through,omitempty" doc:"Number of the entrant who advances after an elimination tie without a winner."`
	Source      string `json:"source,omitempty" enum:"match,both,arbiter,absence,deal" doc:"Source of the result; deal means that a player was missing during the fair deal before the match."`
	Reason      string `json:"reason,omitempty" doc:"Reason given by the arbiter."`
	By          string `json:"by,omitempty" doc:"Player id of the arbiter."`
	Version     int    `json:"version" doc:"Number of results set so far; a decision must contain the version that it replaces."`
	ClaimFirst  string `json:"claimFirst,omitempty" enum:"first,second,draw" doc:"Result that the first player has reported for a wooden board."`
	ClaimSecond string `json:"claimSecond,omitempty" enum:"first,second,draw" doc:"Result that the second player has reported for a wooden board."`
}

// EventRoundBye is an entrant who has no opponent in a round.
type EventRoundBye struct {
	Entrant int    `json:"entrant" minimum:"1" maximum:"2000"`
	Bye     string `json:"bye" enum:"half,zero,full,pairing,absent" doc:"Kind of bye; the kind pairing is for the entrant who has no opponent."`
}

// NewRound is the body of a request for a new round. It may contain pairings that the arbiter has
// made by hand.
type NewRound struct {
	Boards [][2]int        `json:"boards,omitempty" nullable:"false" maxItems:"300" doc:"Pairs of entrant numbers, one pair per board, first move first; if missing, the server pairs by the rules of the format."`
	Byes   []EventRoundBye `json:"byes,omitempty" nullable:"false" maxItems:"600" doc:"Byes of the round, allowed only together with boards; entrants in neither list count as absent."`
}

// mostValues returns the maximum number of JSON values in a request body of this type: two values
// for each entrant of the largest tournament.
func (*NewRound) mostValues() int { return 2 * events.MaxEntrants }

var errRound = errors.New("a round has boards, each with two entrants, and byes, each with entrant and bye")

// UnmarshalJSON refuses fields and lists that do not have the form described by the API. Whether
// the pairings are allowed is checked later, by the rules of the tournament.
func (r *NewRound) UnmarshalJSON(data []byte) error {
	var in struct {
		Boards [][]int
		Byes   []EventRoundBye
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if d.Decode(&in) != nil {
		return errRound
	}
	*r = NewRound{Boards: make([][2]int, len(in.Boards)), Byes: in.Byes}
	for i, b := range in.Boards {
		if len(b) != 2 {
			return errRound
		}
		r.Boards[i] = [2]int(b)
	}
	return nil
}

// RoundPath holds the id of an event and the number of a round in the path of a request.
type RoundPath struct {
	EventPath
	Round int `path:"round" minimum:"1" maximum:"3000" doc:"Number of the round, starting at 1."`
}

// maxRound is the maximum size of a request body with the pairings of a round, in bytes.
const maxRound = 48 << 10

// roundView returns a round of a tournament. If the parameter last is positive, the result contains
// only the last boards of the round, as many as this number.
func roundView(e *events.State, number, last int) EventRound {
	r := &e.Rounds[number-1]
	out := EventRound{Round: number, At: wire.Millis(r.At), Hand: r.Hand, Boards: make([]EventBoard, len(r.Boards)), Byes: make([]EventRoundBye, len(r.Byes))}
	for i := range r.Boards {
		b := &r.Boards[i]
		out.Boards[i] = EventBoard{
			Board: i + 1, First: b.First, Second: b.Second, Match: b.Match, Tie: b.Tie, Game: b.Game, Twin: b.Twin, Result: b.Result.Result, Forfeit: b.Forfeit, Through: b.Through,
			Source: string(b.Source), Reason: b.Reason, By: b.By, Version: b.Version, ClaimFirst: b.Claims[0], ClaimSecond: b.Claims[1],
		}
	}
	if last > 0 && last < len(out.Boards) {
		out.Boards = out.Boards[len(out.Boards)-last:]
	}
	for i, b := range r.Byes {
		out.Byes[i] = EventRoundBye{b.Entrant, b.Kind}
	}
	for _, m := range r.Matches {
		out.Matches = append(out.Matches, EventMatch(m))
	}
	return out
}

func (s *Server) roundOperations(a huma.API) {
	const path = eventPath + "/{id}/rounds/{round}"
	handle(s, a, operation(http.MethodGet, path, "getRound", "Get a round of an event with its boards and results"),
		func(ctx context.Context, v visitor, in *struct {
			RoundPath
			Last int `query:"last" minimum:"0" maximum:"1000" doc:"Return only this many of the newest boards, for an arena, which adds boards to its only round."`
		}) (*answer[EventRound], error) {
			e, err := s.event(ctx, v, in.ID)
			if err != nil {
				return nil, err
			}
			if in.Round > len(e.Rounds) {
				return nil, game.Err(events.NotFound, "this round is not paired yet")
			}
			return reply(roundView(e, in.Round, in.Last)), nil
		})
	pair := operation(http.MethodPost, path, "pairRound", "Pair the next round by the rules or by hand; repeating a pairing by the rules changes nothing")
	pair.MaxBodyBytes, pair.SkipValidateBody = maxRound, true
	eventCommand(s, a, pair, true,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct {
			RoundPath
			Body NewRound
		}) (*events.State, error) {
			if len(in.Body.Boards) == 0 {
				return all.Pair(ctx, who, in.ID, in.Round)
			}
			byes := make([]events.Bye, len(in.Body.Byes))
			for i, b := range in.Body.Byes {
				byes[i] = events.Bye{Entrant: b.Entrant, Kind: b.Bye}
			}
			return all.PairByHand(ctx, who, in.ID, in.Round, in.Body.Boards, byes)
		})
	eventCommand(s, a, operation(http.MethodDelete, path, "undoRound", "Undo the pairing of the last round and delete its results"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *RoundPath) (*events.State, error) {
			return all.Undo(ctx, who, in.ID, in.Round)
		})
}

// BoardPath holds the tournament (event), the round and the board number in the path of a request.
type BoardPath struct {
	RoundPath
	Board int `path:"board" minimum:"1" maximum:"30000" doc:"Number of the board, starting at 1."`
}

// EventClaim is a player's report of the result on a physical board.
type EventClaim struct {
	Result string `json:"result" enum:"first,second,draw" doc:"Result of the game; if both players report the same result, it counts."`
}

// EventDecision is an arbiter's decision about the result of a board.
type EventDecision struct {
	Result  string `json:"result" enum:"first,second,draw,none" doc:"Result of the board; none means that neither entrant has won."`
	Forfeit bool   `json:"forfeit,omitempty" doc:"True if the game was not played."`
	Through int    `json:"through,omitempty" minimum:"0" maximum:"2000" doc:"Number of the entrant who advances after an elimination tie without a winner."`
	Reason  string `json:"reason,omitempty" maxLength:"200" doc:"Reason for the decision; required for the correction of an earlier result."`
	Version int    `json:"version" minimum:"0" doc:"Version of the board on which the arbiter's decision is based."`
}

func (s *Server) boardOperations(a huma.API) {
	const path = eventPath + "/{id}/rounds/{round}/boards/{board}"
	eventCommand(s, a, operation(http.MethodPost, path+"/claim", "claimResult", "Report the result of a wooden board; for its two players only"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct {
			BoardPath
			Body EventClaim
		}) (*events.State, error) {
			return all.Claim(ctx, who, in.ID, in.Round, in.Board, in.Body.Result)
		})
	eventCommand(s, a, operation(http.MethodPut, path, "decideResult",
		"Set or correct the result of a board as an arbiter; later pairings stay, standings are recomputed"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct {
			BoardPath
			Body EventDecision
		}) (*events.State, error) {
			d := &in.Body
			return all.Decide(ctx, who, in.ID, in.Round, in.Board, d.Version, events.Result{Result: d.Result, Forfeit: d.Forfeit, Through: d.Through, Reason: d.Reason})
		})
}
