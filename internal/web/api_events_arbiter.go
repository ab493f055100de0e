package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/events"
	"kydai/internal/wire"
)

// EventPast is an entry in the history of a board's result: the current result, or an earlier
// result that an arbiter changed.
type EventPast struct {
	Result  string `json:"result" enum:"first,second,draw,none" doc:"Result of the board; none means that neither entrant has won."`
	Forfeit bool   `json:"forfeit,omitempty"`
	Through int    `json:"through,omitempty" doc:"Number of the entrant who advances after a knock-out tie without a winner."`
	Source  string `json:"source" enum:"match,both,arbiter,absence,deal" doc:"Source of the result."`
	Reason  string `json:"reason,omitempty" doc:"Reason given by the arbiter."`
	By      string `json:"by,omitempty" doc:"Player id of the arbiter."`
	Name    string `json:"name,omitempty" doc:"Name of the arbiter; missing if the account was deleted."`
	At      int64  `json:"at" doc:"Time when the result was set, as Unix time in milliseconds."`
}

func pastView(p *events.Past) EventPast {
	return EventPast{
		Result: p.Result.Result, Forfeit: p.Forfeit, Through: p.Through, Source: string(p.Source), Reason: p.Reason, By: p.By, Name: p.Name,
		At: wire.Millis(p.At),
	}
}

// exportEvents adds to an export the tournaments that the account organises and those that it has
// entered.
func (s *Server) exportEvents(ctx context.Context, v visitor, head *Export) error {
	if s.opts.Events == nil {
		return nil
	}
	if err := s.exportEventsOf(ctx, events.Query{Organiser: v.ID}, &head.Events); err != nil {
		return err
	}
	for _, id := range append([]string{v.ID}, v.Also...) {
		if err := s.exportEventsOf(ctx, events.Query{Entrant: id}, &head.Entered); err != nil {
			return err
		}
	}
	return nil
}

// exportEventsOf appends all tournaments selected by a query to a list. It reads them page by page.
func (s *Server) exportEventsOf(ctx context.Context, q events.Query, to *[]EventHead) error {
	q.Phases = []events.Phase{events.Draft, events.Open, events.Running, events.Over}
	for {
		list, err := s.opts.Events.List(ctx, q, exportPage)
		for i := range list {
			*to = append(*to, headView(&list[i]))
		}
		if err != nil || len(list) < exportPage {
			return err
		}
		q.Before = list[len(list)-1]
	}
}

// arbiterOperations registers the operations that arbiters and administrators
// need in addition to those of normal play.
func (s *Server) arbiterOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, eventPath+"/{id}/rounds/{round}/boards/{board}/history", "getBoardHistory",
		"Get all results of a board in the order in which they were set, with author, time and reason"),
		func(ctx context.Context, v visitor, in *BoardPath) (*answer[[]EventPast], error) {
			all, err := s.events()
			if err != nil {
				return nil, err
			}
			list, err := all.History(ctx, callerOf(v), in.ID, in.Round, in.Board)
			if err != nil {
				return nil, err
			}
			out := make([]EventPast, len(list))
			for i := range list {
				out[i] = pastView(&list[i])
			}
			return reply(out), nil
		})
	eventCommand(s, a, operation(http.MethodPost, eventPath+"/{id}/entrants/{entrant}/return", "readmitEntrant",
		"Readmit a withdrawn entrant; for arbiters only"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *EntrantPath) (*events.State, error) {
			return all.Readmit(ctx, who, in.ID, in.Entrant)
		})
	eventCommand(s, a, operation(http.MethodPost, eventPath+"/{id}/organiser", "takeOverEvent",
		"Become the organiser of an event as an administrator; the old organiser stays an arbiter"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *EventPath) (*events.State, error) {
			return all.TakeOver(ctx, who, in.ID)
		})
}
