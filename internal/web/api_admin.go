package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/operator"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// AuditView is a row of the audit log.
type AuditView struct {
	At          int64             `json:"at"`
	Who         string            `json:"who,omitempty" doc:"Player id of the account that acted; missing if the server acted."`
	WhoName     string            `json:"whoName,omitempty" doc:"Current name of the account that acted."`
	Role        string            `json:"role,omitempty" doc:"Role of the account at the time of the action."`
	Action      string            `json:"action"`
	Subject     string            `json:"subject,omitempty" doc:"Id of the changed account, report or other object."`
	SubjectName string            `json:"subjectName,omitempty" doc:"Current name of the changed account; missing for other objects."`
	Details     map[string]string `json:"details,omitempty"`
}

// TasksView holds the pending tasks of all nodes of the site. Counts stop at 10,000.
type TasksView struct {
	Node       string         `json:"node" doc:"Name of the node that sent this response."`
	Nodes      []NodeView     `json:"nodes"`
	Players    int            `json:"players" doc:"Number of connected players."`
	Live       int            `json:"live" doc:"Number of matches in progress."`
	Overdue    int            `json:"overdue" doc:"Number of matches whose scheduled check is at least 10 s late."`
	Backlog    int            `json:"backlog" doc:"Number of ended matches that are not in the archive yet."`
	Ceremonies int            `json:"ceremonies" doc:"Number of fair deals in progress."`
	Offers     int            `json:"offers" doc:"Number of open offers and challenges."`
	Tickets    int            `json:"tickets" doc:"Number of players who wait to be paired."`
	Watched    int            `json:"watched" doc:"Number of matches between engines that have spectators."`
	Unnumbered int64          `json:"unnumbered" doc:"Number of ended matches without a sequence number, which consumers cannot read yet."`
	Failing    bool           `json:"failing,omitempty" doc:"True if this node fails to assign sequence numbers to ended matches."`
	Bus        bool           `json:"bus" doc:"True if this node is connected to the message bus."`
	Consumers  []ConsumerView `json:"consumers"`
	Leases     []LeaseView    `json:"leases" doc:"Tasks that only one node runs at a time."`
	Levels     int64          `json:"levels,omitempty" doc:"Time of the last nightly estimate of the engine levels' strength, as Unix time in milliseconds; missing if none was made."`
	Engines    EngineWork     `json:"engines"`
}

// NodeView is a node with a heartbeat in the last minute.
type NodeView struct {
	Name string `json:"name"`
	Beat int64  `json:"beat"`
}

// ConsumerView is the progress of a consumer of ended matches, such as the statistics.
type ConsumerView struct {
	Name     string `json:"name"`
	Done     int64  `json:"done" doc:"Sequence number of the last match that the consumer has processed."`
	Lag      int64  `json:"lag" doc:"Number of matches that the consumer has not processed yet."`
	Failures int64  `json:"failures" doc:"Number of failures on this node since it started."`
	Failing  bool   `json:"failing,omitempty"`
	Error    string `json:"error,omitempty" doc:"Error message of the last failure on this node."`
	FailedAt int64  `json:"failedAt,omitempty"`
}

// LeaseView is a lease: the right of one node to perform a task of the whole site until a certain
// time.
type LeaseView struct {
	Name  string `json:"name"`
	Until int64  `json:"until"`
}

// EngineWork holds statistics of the engine jobs that this node has sent, and of the engines in
// this process.
type EngineWork struct {
	InFlight int     `json:"inFlight" doc:"Number of jobs sent to workers and not answered yet."`
	Waiting  int     `json:"waiting" doc:"Number of jobs that wait for their client's engine-time budget."`
	Refused  uint64  `json:"refused"`
	Failed   uint64  `json:"failed" doc:"Number of jobs that no worker answered in time."`
	Seconds  float64 `json:"seconds" doc:"Total search time of the workers for this node, in seconds."`
	Slots    int64   `json:"slots" doc:"Number of jobs that the workers of this process can run at the same time."`
	Busy     int64   `json:"busy"`
	Done     uint64  `json:"done"`
}

func (s *Server) adminOperations(a huma.API) {
	s.userOperations(a)
	handle(s, a, operation(http.MethodGet, "/api/admin/audit", "listAudit", "List the audit log, latest row first"),
		func(ctx context.Context, _ visitor, in *struct {
			About string `query:"about" maxLength:"64" doc:"Return only rows about the account or report with this id."`
			Paging
		}) (*page[AuditView], error) {
			return s.audit(ctx, in.About, in.Cursor, in.Limit)
		})
	handle(s, a, operation(http.MethodGet, "/api/admin/tasks", "getTasks", "Get the pending work of all nodes of the site"),
		func(ctx context.Context, _ visitor, _ *none) (*answer[TasksView], error) {
			if s.opts.Operator == nil {
				return nil, play.ErrNotFound
			}
			work, err := s.opts.Operator.Work(ctx)
			if err != nil {
				return nil, err
			}
			return reply(s.tasksView(&work)), nil
		})
	s.sheetOperation(a)
}

func (s *Server) audit(ctx context.Context, about, cursor string, limit int) (*page[AuditView], error) {
	after, err := play.ParseCursor(cursor)
	if err != nil {
		return nil, err
	}
	list, err := s.opts.People.Audit(ctx, about, people.After{At: after.Ended, ID: after.ID}, limit+1)
	if err != nil {
		return nil, err
	}
	list, next := cut(list, limit, func(last *people.Entry) string { return play.Cursor{Ended: last.At, ID: last.ID}.String() })
	var ids []string
	for i := range list {
		ids = append(ids, list[i].Who, list[i].Subject)
	}
	names, err := s.opts.Play.Ratings().Names(ctx, ids)
	return pageOf(list, next, each(func(e *people.Entry) AuditView {
		return AuditView{
			At: wire.Millis(e.At), Who: e.Who, WhoName: names[e.Who], Role: string(e.Role), Action: e.Action,
			Subject: e.Subject, SubjectName: names[e.Subject], Details: e.Details,
		}
	})), err
}

func (s *Server) tasksView(w *operator.Work) TasksView {
	ends, figures := s.opts.Play.Ends(), s.opts.Play.Figures()
	engines := figures.Machines
	here := s.opts.Play.Presence()
	out := TasksView{
		Node: here.Node, Nodes: []NodeView{}, Players: here.Players,
		Live: w.Live, Overdue: w.Overdue, Backlog: w.Backlog, Ceremonies: w.Ceremonies, Offers: w.Offers, Tickets: w.Tickets, Watched: w.Watched,
		Unnumbered: ends.Unnumbered, Failing: ends.Failing, Bus: figures.Connected, Consumers: []ConsumerView{}, Leases: []LeaseView{},
		Engines: EngineWork{
			InFlight: engines.InFlight, Waiting: engines.Waiting, Refused: engines.Refused, Failed: engines.Failed, Seconds: tenth(engines.Spent.Seconds()),
		},
	}
	if !w.Levels.IsZero() {
		out.Levels = wire.Millis(w.Levels)
	}
	for i := range w.Nodes {
		out.Nodes = append(out.Nodes, NodeView{Name: w.Nodes[i].ID, Beat: wire.Millis(w.Nodes[i].Beat)})
	}
	for _, l := range w.Leases {
		out.Leases = append(out.Leases, LeaseView{Name: l.Name, Until: wire.Millis(l.Until)})
	}
	for i := range ends.Consumers {
		c := &ends.Consumers[i]
		view := ConsumerView{Name: c.Name, Done: c.Done, Lag: c.Lag, Failures: c.Failures, Failing: c.Failing, Error: c.LastError}
		if !c.FailedAt.IsZero() {
			view.FailedAt = wire.Millis(c.FailedAt)
		}
		out.Consumers = append(out.Consumers, view)
	}
	if workers := s.opts.Workers; workers != nil {
		out.Engines.Slots, out.Engines.Busy, out.Engines.Done = workers.Slots.Load(), workers.Busy.Load(), workers.Done.Load()
	}
	return out
}
