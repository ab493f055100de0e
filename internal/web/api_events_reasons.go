package web

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/events"
	"kydai/tourney"
	"kydai/tourney/swiss"
	"kydai/tourney/words"
)

func (s *Server) reasonOperations(a huma.API) {
	const path = eventPath + "/{id}/rounds/{round}"
	handle(s, a, operation(http.MethodGet, path+"/reasons", "explainRound", "Get the reason for each pairing of a Swiss round"),
		func(ctx context.Context, v visitor, in *struct {
			RoundPath
			Lang string `query:"lang" enum:"vi,en,zh-Hans,zh-Hant" doc:"Return the reasons also as sentences in this language."`
		}) (*answer[[]PairingReason], error) {
			all, err := s.reasons(v)
			if err != nil {
				return nil, err
			}
			list, err := all.Explain(ctx, callerOf(v), in.ID, in.Round)
			if err != nil {
				return nil, err
			}
			say, err := s.speaker(ctx, v, in.ID, in.Lang)
			if err != nil {
				return nil, err
			}
			out := make([]PairingReason, len(list))
			for i, r := range list {
				out[i] = PairingReason{Bracket: r.Bracket, Rule: r.Rule}
				for _, seat := range r.Seats {
					out[i].Seats = append(out[i].Seats, PairingSeat(seat))
				}
				if say != nil {
					out[i].Words = say.Pairing(swissReason(&r))
				}
			}
			return reply(out), nil
		})
	handle(s, a, operation(http.MethodGet, path+"/whynot", "explainPairing", "Get the reason why two entrants were not paired in a Swiss round"),
		func(ctx context.Context, v visitor, in *struct {
			RoundPath
			A    int    `query:"a" required:"true" minimum:"1" maximum:"2000" doc:"Number of the first entrant."`
			B    int    `query:"b" minimum:"0" maximum:"2000" doc:"Number of the second entrant; 0 or missing asks why entrant a did not get the bye."`
			Lang string `query:"lang" enum:"vi,en,zh-Hans,zh-Hant" doc:"Return the answer also as a sentence in this language."`
		}) (*answer[PairingAnswer], error) {
			all, err := s.reasons(v)
			if err != nil {
				return nil, err
			}
			found, err := all.WhyNot(ctx, callerOf(v), in.ID, in.Round, in.A, in.B)
			if err != nil {
				return nil, err
			}
			say, err := s.speaker(ctx, v, in.ID, in.Lang)
			if err != nil {
				return nil, err
			}
			out := PairingAnswer{Criterion: found.Criterion, Detail: found.Detail, Bracket: found.Bracket, Best: found.Best, Forced: found.Forced}
			if say != nil {
				out.Words = say.WhyNot(in.A, in.B, found)
			}
			return reply(out), nil
		})
}

// reasons returns the service for tournaments for a request about a pairing. It counts the request
// against a rate limit, because computing the answer takes as long as the pairing itself.
func (s *Server) reasons(v visitor) (*events.Service, error) {
	if err := s.mayCreate(v); err != nil {
		return nil, err
	}
	return s.events()
}

// speaker returns a Speaker that explains pairings in a language, or nil if the request names no
// language. The Speaker refers to entrants by their numbers in the tournament.
func (s *Server) speaker(ctx context.Context, v visitor, id, lang string) (*words.Speaker, error) {
	if lang == "" {
		return nil, nil
	}
	all, err := s.events()
	if err != nil {
		return nil, err
	}
	e, err := all.Event(ctx, callerOf(v), id)
	if err != nil {
		return nil, err
	}
	names, err := all.Names(ctx, e)
	if err != nil {
		return nil, err
	}
	_, unit := e.Standings("")
	t := &tourney.Table{Scoring: tourney.Scoring{Unit: unit}, Forbidden: e.Forbidden}
	name := func(entrant int) string {
		if names[entrant] == "" { // the entrant has no name, because the account was deleted
			return "#" + strconv.Itoa(entrant)
		}
		return names[entrant]
	}
	return words.New(lang, t, name).ByTurns(), nil
}

// swissReason converts the reason for a pairing to the type that package swiss uses. The numbers in
// the result are entrants' numbers in the tournament, not places in the starting list of the Swiss
// system.
func swissReason(r *events.Reason) swiss.Reason {
	colour := map[string]tourney.Colour{events.FirstWins: tourney.White, events.SecondWins: tourney.Black}
	out := swiss.Reason{Bracket: r.Bracket, Rule: r.Rule}
	for _, seat := range r.Seats {
		out.Seats = append(out.Seats, swiss.Seat{
			Number: seat.Entrant, Score: seat.Score, Floated: seat.Floated, Colour: colour[seat.Side], Wants: colour[seat.Wants],
			Force: swiss.Force(seat.Force), Met: seat.Met, //nolint:gosec // Force has a value from 0 to 3
		})
	}
	return out
}
