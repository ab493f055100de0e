package web

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/ties"
	"kydai/internal/wire"
)

// ReportAsk is the body of a player's report.
type ReportAsk struct {
	Reason string `json:"reason" enum:"cheating,abuse,stalling,losing,name,other"`
	Text   string `json:"text,omitempty" maxLength:"500"`
	Match  string `json:"match,omitempty" maxLength:"64" doc:"Id of the match in which the reported behaviour occurred."`
}

// ReportView is a report as a moderator sees it.
type ReportView struct {
	ID           string `json:"id"`
	Reporter     string `json:"reporter" doc:"Player id of the person who reported."`
	ReporterName string `json:"reporterName,omitempty" doc:"Name of the person who reported; missing if the account was deleted."`
	Reported     string `json:"reported" doc:"Player id of the reported person."`
	ReportedName string `json:"reportedName,omitempty" doc:"Name of the reported person; missing if the account was deleted."`
	Match        string `json:"match,omitempty"`
	Reason       string `json:"reason" enum:"cheating,abuse,stalling,losing,name,other"`
	Text         string `json:"text,omitempty"`
	At           int64  `json:"at"`
	State        string `json:"state" enum:"open,closed"`
	Moderator    string `json:"moderator,omitempty" doc:"Player id of the moderator who last closed or reopened the report."`
	Note         string `json:"note,omitempty"`
	Settled      int64  `json:"settled,omitempty"`
}

// Settle is the body of a moderator's decision about a report.
type Settle struct {
	State string `json:"state" enum:"open,closed"`
	Note  string `json:"note,omitempty" maxLength:"500"`
}

func reportView(r *ties.Report) ReportView {
	out := ReportView{
		ID: strconv.Itoa(r.Number), Reporter: r.Reporter, ReporterName: r.ReporterName, Reported: r.Reported, ReportedName: r.ReportedName,
		Match: r.Match, Reason: string(r.Reason), Text: r.Text, At: wire.Millis(r.At), State: string(r.State),
		Moderator: r.Moderator, Note: r.Note,
	}
	if !r.Settled.IsZero() {
		out.Settled = wire.Millis(r.Settled)
	}
	return out
}

func (s *Server) reportOperations(a huma.API) {
	handle(s, a, operation(http.MethodPost, "/api/players/{id}/reports", "report", "Report a player to the moderators, at most 10 times a day"),
		func(ctx context.Context, v visitor, in *struct {
			PlayerPath
			Body ReportAsk
		}) (*answer[Named], error) {
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			t, id, err := s.tieWith(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			r, err := t.Report(ctx, v.ID, id, ties.Reason(in.Body.Reason), in.Body.Text, in.Body.Match, s.opts.Play.Now())
			return reply(Named{ID: strconv.Itoa(r.Number)}), err
		})
	handle(s, a, operation(http.MethodGet, "/api/admin/reports", "listReports", "List reports, latest first"),
		func(ctx context.Context, _ visitor, in *struct {
			State  string `query:"state" enum:"open,closed" doc:"Return only reports in this state; default: all reports."`
			Player string `query:"player" maxLength:"64" doc:"Return only reports about this player."`
			Cursor string `query:"cursor" maxLength:"20" doc:"Cursor from the header Next-Cursor of the previous page."`
			Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Maximum number of entries per page."`
		}) (*page[ReportView], error) {
			t, err := s.ties()
			if err != nil {
				return nil, err
			}
			before := 0
			if in.Cursor != "" {
				if before, err = reportNumber(in.Cursor); err != nil {
					return nil, err
				}
			}
			list, next, err := t.Reports(ctx, ties.Query{State: ties.State(in.State), Reported: in.Player, Before: before, Limit: in.Limit})
			out := &page[ReportView]{Body: []ReportView{}}
			for i := range list {
				out.Body = append(out.Body, reportView(&list[i]))
			}
			if next > 0 {
				out.Next = strconv.Itoa(next)
			}
			return out, err
		})
	handle(s, a, operation(http.MethodPost, "/api/admin/reports/{id}", "settleReport", "Close a report with a note, or reopen the report"),
		func(ctx context.Context, v visitor, in *struct {
			ID   string `path:"id" maxLength:"64" doc:"Id of the report."`
			Body Settle
		}) (*none, error) {
			t, err := s.ties()
			if err != nil {
				return nil, err
			}
			number, err := reportNumber(in.ID)
			if err != nil {
				return nil, err
			}
			return &none{}, t.Settle(ctx, v.ID, number, ties.State(in.Body.State), in.Body.Note, s.opts.Play.Now())
		})
}

func reportNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, ties.ErrNoReport
	}
	return n, nil
}
