package web

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/play"
	"kydai/internal/ties"
	"kydai/internal/wire"
)

// exportPage is how many matches an export reads from the store at a time.
const exportPage = 100

// Export is the first line of an account's export. A line for each match follows.
type Export struct {
	Account AccountView `json:"account"`
	Guests  []string    `json:"guests" doc:"Player ids under which the account's owner played as a guest."`
	Tokens  []TokenView `json:"tokens"`
	// Following, Blocks and Reports are absent if the server has no service for them.
	Following []KnownPlayer `json:"following,omitempty"`
	Blocks    []KnownPlayer `json:"blocks,omitempty"`
	Reports   []OwnReport   `json:"reports,omitempty" doc:"Reports sent by the account."`

	Devices  []ExportedDevice `json:"devices,omitempty" doc:"Devices that receive notices."`
	Webhooks []WebhookView    `json:"webhooks,omitempty"`
	Apps     []AppView        `json:"apps,omitempty" doc:"Apps registered by the account."`
	Grants   []GrantView      `json:"grants,omitempty" doc:"Rights that the account has granted to apps."`
	Studies  []SharedStudy    `json:"studies,omitempty" doc:"Studies that the account has shared by a link."`
	Events   []EventHead      `json:"events,omitempty" doc:"Tournaments organised by the account."`
	Entered  []EventHead      `json:"entered,omitempty" doc:"Tournaments that the account has entered, also as a guest."`
	Clubs    []ClubHead       `json:"clubs,omitempty" doc:"Clubs of which the account is a member."`
	Names    []ExportedName   `json:"names,omitempty" doc:"Names in club results that are linked to the account."`
}

// ExportedMatch is one match in an account's export.
type ExportedMatch struct {
	Match  wire.Summary `json:"match"`
	Record string       `json:"record,omitempty" doc:"Record of the game in its default format; missing until the match is over."`
	Plans  []wire.Plan  `json:"plans,omitempty" doc:"Lines of moves that the account has stored in advance."`
}

func (s *Server) exportOperation(a huma.API) {
	op := operation(http.MethodGet, "/api/account/export", "exportAccount",
		"Export all data of the account as lines of JSON: first the account, then one line per match with its record")
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Lines of JSON: one Export, then one ExportedMatch per match",
		Content:     map[string]*huma.MediaType{"application/x-ndjson": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	handle(s, a, op, func(ctx context.Context, v visitor, _ *none) (*huma.StreamResponse, error) {
		if err := s.mayCreate(v); err != nil {
			return nil, err
		}
		view, err := s.account(ctx, v, nil)
		if err != nil {
			return nil, err
		}
		head := Export{Account: view.Body, Guests: append([]string{}, v.Also...), Tokens: []TokenView{}}
		for _, id := range append([]string{v.ID}, v.Also...) {
			list, err := s.opts.Play.Tokens().Tokens(ctx, id)
			if err != nil {
				return nil, err
			}
			for i := range list {
				head.Tokens = append(head.Tokens, tokenView(&list[i]))
			}
		}
		if err := s.exportTies(ctx, v, &head); err != nil {
			return nil, err
		}
		if err := s.exportDevices(ctx, v, &head); err != nil {
			return nil, err
		}
		if err := s.exportWebhooks(ctx, v, &head); err != nil {
			return nil, err
		}
		if err := s.exportApps(ctx, v, &head); err != nil {
			return nil, err
		}
		if err := s.exportStudies(ctx, v, &head); err != nil {
			return nil, err
		}
		if err := s.exportClubs(ctx, v, &head); err != nil {
			return nil, err
		}
		if err := s.exportEvents(ctx, v, &head); err != nil {
			return nil, err
		}
		return s.streamed(ctx, "application/x-ndjson", "kydai.ndjson", func(hc huma.Context) error {
			return s.export(ctx, v, head, json.NewEncoder(hc.BodyWriter()).Encode)
		}), nil
	})
}

// OwnReport is a report as its author sees it.
type OwnReport struct {
	Reported string `json:"reported" doc:"Player id of the reported person."`
	Match    string `json:"match,omitempty"`
	Reason   string `json:"reason"`
	Text     string `json:"text,omitempty"`
	At       int64  `json:"at"`
}

// exportTies adds to an export the players whom the account follows and blocks, and the account's
// reports about players.
func (s *Server) exportTies(ctx context.Context, v visitor, head *Export) (err error) {
	t := s.opts.Ties
	if t == nil {
		return nil
	}
	if head.Following, err = s.following(ctx, v); err != nil {
		return err
	}
	if head.Blocks, err = s.blocks(ctx, v); err != nil {
		return err
	}
	for before := 0; ; {
		list, next, err := t.Reports(ctx, ties.Query{Reporter: v.ID, Before: before, Limit: exportPage})
		for i := range list {
			r := reportView(&list[i])
			head.Reports = append(head.Reports, OwnReport{Reported: r.Reported, Match: r.Match, Reason: r.Reason, Text: r.Text, At: r.At})
		}
		if err != nil || next == 0 {
			return err
		}
		before = next
	}
}

// export writes the lines of an account's export.
func (s *Server) export(ctx context.Context, v visitor, head Export, write func(any) error) error {
	if err := write(head); err != nil {
		return err
	}
	live, err := s.opts.Play.Playing(ctx, v.Player)
	if err != nil {
		return err
	}
	for i := range live {
		plans, err := s.opts.Play.Plans().List(ctx, v.Player, live[i].ID)
		if err != nil {
			return err
		}
		if err := write(ExportedMatch{Match: wire.SummaryOf(&live[i]), Plans: wire.PlansOf(plans)}); err != nil {
			return err
		}
	}
	return s.eachRecord(ctx, &records{viewer: v, by: v.Player}, func(m *play.Summary, record *recordAnswer) error {
		return write(ExportedMatch{Match: wire.SummaryOf(m), Record: string(record.Body)})
	})
}
