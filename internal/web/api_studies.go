package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/study"
	"kydai/internal/wire"
)

// studyPath is the path prefix of requests about studies (analyses that players share by a link).
const studyPath = "/api/studies"

// maxStudy is the maximum size of a request body that contains a study, in bytes.
const maxStudy = study.MaxBody + 1<<10

// NewStudy is the body of a request that shares a study.
type NewStudy struct {
	Game  string `json:"game" maxLength:"40"`
	Study string `json:"study" maxLength:"49152" pattern:"^[A-Za-z0-9_-]+$" doc:"Study as compressed by the analysis page; the server does not read it."`
}

// SharedStudy is a study (an analysis) that a player has shared.
type SharedStudy struct {
	ID    string `json:"id"`
	Game  string `json:"game"`
	Study string `json:"study,omitempty" doc:"Content of the study as shared; missing in lists."`
	Made  int64  `json:"made,omitempty"`
	Seen  int64  `json:"seen,omitempty" doc:"Day on which the study was last opened, as Unix time in milliseconds."`
	Until int64  `json:"until,omitempty" doc:"Time of deletion unless somebody opens the study before, as Unix time in milliseconds; only in the owner's list, missing if the study does not expire."`
}

// StudyPath holds the id of a study in the path of a request.
type StudyPath struct {
	ID string `path:"id" maxLength:"32" doc:"Id of the study."`
}

var errNoStudies = game.Err(play.NotFound, "this server keeps no studies")

// studies returns the service for shared studies, or errNoStudies if this server has none.
func (s *Server) studies() (*study.Service, error) {
	if s.opts.Studies == nil {
		return nil, errNoStudies
	}
	return s.opts.Studies, nil
}

func (s *Server) studyOperations(a huma.API) {
	add := operation(http.MethodPost, studyPath, "shareStudy",
		"Share a study that is too long for a link; a guest's study is deleted 90 days after it was last opened")
	add.MaxBodyBytes = maxStudy
	handle(s, a, add, func(ctx context.Context, v visitor, in *struct{ Body NewStudy }) (*answer[SharedStudy], error) {
		all, err := s.studies()
		if err != nil {
			return nil, err
		}
		if err := s.allow(v, "studies", s.opts.Limits.Studies); err != nil {
			return nil, err
		}
		id, err := all.Share(ctx, v.ID, in.Body.Game, in.Body.Study)
		return reply(SharedStudy{ID: id, Game: in.Body.Game}), err
	})
	handle(s, a, operation(http.MethodGet, studyPath+"/{id}", "getStudy", "Get a shared study"),
		func(ctx context.Context, _ visitor, in *StudyPath) (*answer[SharedStudy], error) {
			all, err := s.studies()
			if err != nil {
				return nil, err
			}
			one, err := all.Open(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			view := studyView(&one)
			view.Study, view.Seen = one.Body, 0 // leave out when the study was opened, because only its owner may see this
			return reply(view), nil
		})
	handle(s, a, operation(http.MethodDelete, studyPath+"/{id}", "dropStudy", "Delete a study that the caller has shared"),
		func(ctx context.Context, v visitor, in *StudyPath) (*answer[[]SharedStudy], error) {
			all, err := s.studies()
			if err != nil {
				return nil, err
			}
			if err := all.Drop(ctx, idsOf(v), in.ID); err != nil {
				return nil, err
			}
			return s.listStudies(ctx, v)
		})
	handle(s, a, operation(http.MethodGet, "/api/me/studies", "listStudies", "List the studies that the caller has shared, newest first"),
		func(ctx context.Context, v visitor, _ *none) (*answer[[]SharedStudy], error) {
			return s.listStudies(ctx, v)
		})
}

// idsOf returns all ids of a player: the id of the account, and the ids of the guests who belong to
// it.
func idsOf(v visitor) []string { return append([]string{v.ID}, v.Also...) }

func (s *Server) listStudies(ctx context.Context, v visitor) (*answer[[]SharedStudy], error) {
	all, err := s.studies()
	if err != nil {
		return nil, err
	}
	list, err := all.List(ctx, idsOf(v))
	views := make([]SharedStudy, len(list))
	for i := range list {
		views[i] = studyView(&list[i])
		if v.signed == nil {
			views[i].Until = wire.Millis(list[i].Seen.Add(study.KeptFor))
		}
	}
	return reply(views), err
}

func studyView(s *study.Study) SharedStudy {
	return SharedStudy{ID: s.ID, Game: s.Game, Made: wire.Millis(s.Made), Seen: wire.Millis(s.Seen)}
}

// exportStudies adds the studies that the account has shared to its export.
func (s *Server) exportStudies(ctx context.Context, v visitor, head *Export) error {
	if s.opts.Studies == nil {
		return nil
	}
	list, err := s.listStudies(ctx, v)
	if err == nil {
		head.Studies = list.Body
	}
	return err
}
