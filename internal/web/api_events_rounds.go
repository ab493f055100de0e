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
	At      int64           `json:"at" doc:"when it was paired"`
	Hand    bool            `json:"hand,omitempty" doc:"paired by hand"`
	Boards  []EventBoard    `json:"boards"`
	Byes    []EventRoundBye `json:"byes"`
	Matches []EventMatch    `json:"matches,omitempty" doc:"of teams; the tie of a board is the number of its match, from 1 on"`
}

// EventMatch is a match between two teams in a round.
type EventMatch struct {
	Home string `json:"home" doc:"the team that has the first move on boards 1, 3 and so on"`
	Away string `json:"away,omitempty" doc:"absent if the team is left over: it wins the match"`
}

// EventBoard is a pairing in a round with its result. The first side is the entrant who moves
// first.
type EventBoard struct {
	Board       int    `json:"board" doc:"number of the board, from 1 on"`
	First       int    `json:"first" doc:"entrant who has the first move"`
	Second      int    `json:"second"`
	Match       string `json:"match,omitempty" doc:"match id of a board on screen, which may begin some seconds after the pairing; absent for a wooden board"`
	Tie         int    `json:"tie,omitempty" doc:"number of the tie in the plan of an elimination, or of the match of teams"`
	Game        int    `json:"game,omitempty" doc:"number of the game in its series, from 2 on"`
	Twin        int    `json:"twin,omitempty" doc:"board of the round that is played with the same deal; both results come when both games are over"`
	Result      string `json:"result,omitempty" enum:"first,second,draw,none" doc:"none means that nobody has won; absent while there is no result"`
	Forfeit     bool   `json:"forfeit,omitempty"`
	Through     int    `json:"through,omitempty" doc:"entrant who goes on after a tie of an elimination without a winner"`
	Source      string `json:"source,omitempty" enum:"match,both,arbiter,absence,deal" doc:"where the result comes from; deal means that a player was not there for the deal before the match"`
	Reason      string `json:"reason,omitempty" doc:"of the arbiter"`
	By          string `json:"by,omitempty" doc:"player id of the arbiter"`
	Version     int    `json:"version" doc:"number of results so far; a decision names the one that it replaces"`
	ClaimFirst  string `json:"claimFirst,omitempty" enum:"first,second,draw" doc:"what first has reported of a wooden board"`
	ClaimSecond string `json:"claimSecond,omitempty" enum:"first,second,draw" doc:"what second has reported of a wooden board"`
}

// EventRoundBye is an entrant who has no opponent in a round.
type EventRoundBye struct {
	Entrant int    `json:"entrant" minimum:"1" maximum:"2000"`
	Bye     string `json:"bye" enum:"half,zero,full,pairing,absent" doc:"pairing is the bye of who is left over"`
}

// NewRound is the body of a request for a new round. It may contain pairings that the arbiter has
// made by hand.
type NewRound struct {
	Boards [][2]int        `json:"boards,omitempty" nullable:"false" maxItems:"300" doc:"entrants of each board, who has the first move first; absent: paired by the rules of the format"`
	Byes   []EventRoundBye `json:"byes,omitempty" nullable:"false" maxItems:"600" doc:"only with boards; who is in neither is absent"`
}

// mostValues returns the maximum number of JSON values in the body: two for each entrant of the
// largest tournament.
func (*NewRound) mostValues() int { return 2 * events.MaxEntrants }

var errRound = errors.New("a round has boards, each with two entrants, and byes, each with entrant and bye")

// UnmarshalJSON refuses fields and forms that the API does not describe. The rules of the
// tournament check the rest.
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
	Round int `path:"round" minimum:"1" maximum:"3000" doc:"number of the round, from 1 on"`
}

// maxRound is the maximum size of a request body with the pairings of a round, in bytes.
const maxRound = 48 << 10

// roundView returns a round of a tournament. If last is positive, the result contains only the
// newest boards, at most last of them.
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
			Last int `query:"last" minimum:"0" maximum:"1000" doc:"only so many of the newest boards: an arena adds boards to its one round"`
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
	pair := operation(http.MethodPost, path, "pairRound", "Pair the next round, by the rules or by hand; repeating it by the rules changes nothing")
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
	eventCommand(s, a, operation(http.MethodDelete, path, "undoRound", "Take back the pairing of the last round with its results"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *RoundPath) (*events.State, error) {
			return all.Undo(ctx, who, in.ID, in.Round)
		})
}

// BoardPath holds the tournament (event), the round and the board number in the path of a request.
type BoardPath struct {
	RoundPath
	Board int `path:"board" minimum:"1" maximum:"30000" doc:"number of the board, from 1 on"`
}

// EventClaim is a player's report of the result on a physical board.
type EventClaim struct {
	Result string `json:"result" enum:"first,second,draw" doc:"who has won; when both players say the same, it is the result"`
}

// EventDecision is an arbiter's decision about the result of a board.
type EventDecision struct {
	Result  string `json:"result" enum:"first,second,draw,none" doc:"who has won; none means nobody"`
	Forfeit bool   `json:"forfeit,omitempty" doc:"the game was not played"`
	Through int    `json:"through,omitempty" minimum:"0" maximum:"2000" doc:"entrant who goes on after a tie of an elimination without a winner"`
	Reason  string `json:"reason" minLength:"1" maxLength:"200"`
	Version int    `json:"version" minimum:"0" doc:"version of the board that the arbiter saw"`
}

func (s *Server) boardOperations(a huma.API) {
	const path = eventPath + "/{id}/rounds/{round}/boards/{board}"
	eventCommand(s, a, operation(http.MethodPost, path+"/claim", "claimResult", "Report the result of a wooden board as one of its players"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct {
			BoardPath
			Body EventClaim
		}) (*events.State, error) {
			return all.Claim(ctx, who, in.ID, in.Round, in.Board, in.Body.Result)
		})
	eventCommand(s, a, operation(http.MethodPut, path, "decideResult",
		"Set or correct the result of a board as an arbiter, also after the next round is paired: pairings stand, standings follow"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct {
			BoardPath
			Body EventDecision
		}) (*events.State, error) {
			d := &in.Body
			return all.Decide(ctx, who, in.ID, in.Round, in.Board, d.Version, events.Result{Result: d.Result, Forfeit: d.Forfeit, Through: d.Through, Reason: d.Reason})
		})
}
