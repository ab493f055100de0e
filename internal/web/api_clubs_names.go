package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/clubs"
)

// ClubKey is a public key with which another server has signed results that the club has imported.
type ClubKey struct {
	Server  string `json:"server" doc:"Name of the server as stated in its last file."`
	Key     string `json:"key" doc:"Fingerprint of the key."`
	Trusted bool   `json:"trusted" doc:"True if the club's owner trusts the key, so that names signed with it can be linked to members."`
}

// ClubTrust is the body of a request with which a club's owner decides whether the club trusts a
// key of another server.
type ClubTrust struct {
	Key     string `json:"key" minLength:"1" maxLength:"40" doc:"Fingerprint of the key."`
	Trusted bool   `json:"trusted"`
}

// ClubName links a name in tournament results to a member of the club, or to another spelling of
// the name.
type ClubName struct {
	ID       string `json:"id"`
	Name     string `json:"name" doc:"Name as written in the results."`
	Key      string `json:"key,omitempty" doc:"Fingerprint of the key that signed the name; missing for names of this server."`
	Player   string `json:"player,omitempty" doc:"Player id of the linked member; missing if the name is linked to another spelling."`
	Spelling string `json:"spelling,omitempty" doc:"Spelling that counts instead of the name; missing if the name is linked to a member."`
	Counts   bool   `json:"counts" doc:"True if the link is confirmed: by the owner, or by both an organiser and the member."`
	Waits    string `json:"waits,omitempty" enum:"member,organiser" doc:"Person whose confirmation is missing."`
}

// ClubTie is the body of a request that links a name in tournament results to a member of the club,
// or to another spelling of the name. See ClubName.
type ClubTie struct {
	Name     string `json:"name" minLength:"1" maxLength:"200" doc:"Name as written in the results."`
	Result   string `json:"result,omitempty" maxLength:"32" doc:"Id of the imported result that contains the name; missing for a name of this server."`
	Player   string `json:"player,omitempty" maxLength:"64" doc:"Player id of the member to link: the caller's own id or, for organisers, any member."`
	Spelling string `json:"spelling,omitempty" maxLength:"200" doc:"Other spelling of the same person's name, given instead of player; for organisers only."`
}

// ClubNamePath holds the id of a club and the id of a ClubName in the path of a request.
type ClubNamePath struct {
	ClubPath
	Name string `path:"name" maxLength:"32" doc:"Id of the link between a name and a person."`
}

func clubName(t *clubs.Tie, keys []clubs.Key) ClubName {
	n := ClubName{ID: t.ID, Name: t.Name, Player: t.Player, Spelling: t.Spelling, Counts: t.Counts()}
	for _, k := range keys {
		if t.Source != "" && clubs.SourceOf(k.Key) == t.Source {
			n.Key = clubs.Fingerprint(k.Key)
			n.Counts = n.Counts && k.Trusted
		}
	}
	switch {
	case t.Counts():
	case t.Own:
		n.Waits = "organiser"
	default:
		n.Waits = "member"
	}
	return n
}

// clubNames returns the names in a club's results and the members or spellings to which they are
// linked, as far as the caller may see them.
func (s *Server) clubNames(ctx context.Context, v visitor, id string) (*answer[[]ClubName], error) {
	list, err := s.opts.Clubs.Names(ctx, v.ID, id)
	if err != nil {
		return nil, err
	}
	keys, err := s.opts.Clubs.Keys(ctx, id)
	if err != nil {
		return nil, err
	}
	out := make([]ClubName, len(list))
	for i := range list {
		out[i] = clubName(&list[i], keys)
	}
	return reply(out), nil
}

// clubNameOperations registers the operations that link names in results to members.
func (s *Server) clubNameOperations(a huma.API) {
	keys := func(ctx context.Context, id string) (*answer[[]ClubKey], error) {
		list, err := s.opts.Clubs.Keys(ctx, id)
		if err != nil {
			return nil, err
		}
		out := make([]ClubKey, len(list))
		for i, k := range list {
			out[i] = ClubKey{k.Server, clubs.Fingerprint(k.Key), k.Trusted}
		}
		return reply(out), nil
	}
	handle(s, a, operation(http.MethodGet, clubPath+"/{id}/keys", "listClubKeys", "List the keys with which other servers have signed results of a club"),
		func(ctx context.Context, _ visitor, in *ClubPath) (*answer[[]ClubKey], error) {
			if _, err := s.clubs(); err != nil {
				return nil, err
			}
			return keys(ctx, in.ID)
		})
	handle(s, a, operation(http.MethodPut, clubPath+"/{id}/keys", "trustKey",
		"Set whether a club trusts a key, so that names signed with the key can be linked to members; for the owner only"),
		func(ctx context.Context, v visitor, in *struct {
			ClubPath
			Body ClubTrust
		}) (*answer[[]ClubKey], error) {
			all, err := s.clubs()
			if err == nil {
				err = all.Trust(ctx, v.ID, in.ID, in.Body.Key, in.Body.Trusted)
			}
			if err != nil {
				return nil, err
			}
			return keys(ctx, in.ID)
		})
	handle(s, a, operation(http.MethodGet, clubPath+"/{id}/names", "listClubNames", "List the links between names in results and members of a club; members see only their own links"),
		func(ctx context.Context, v visitor, in *ClubPath) (*answer[[]ClubName], error) {
			if _, err := s.clubs(); err != nil {
				return nil, err
			}
			return s.clubNames(ctx, v, in.ID)
		})
	handle(s, a, operation(http.MethodPost, clubPath+"/{id}/names", "tieClubName",
		"Link a name in results to a member or to another spelling; links to members need the confirmation of the owner, or of an organiser and the member"),
		func(ctx context.Context, v visitor, in *struct {
			ClubPath
			Body ClubTie
		}) (*answer[[]ClubName], error) {
			all, err := s.clubs()
			if err == nil {
				err = s.mayCreate(v)
			}
			if err == nil {
				err = all.Tie(ctx, v.ID, in.ID, in.Body.Result, clubs.Tie{Name: in.Body.Name, Player: in.Body.Player, Spelling: in.Body.Spelling})
			}
			if err != nil {
				return nil, err
			}
			return s.clubNames(ctx, v, in.ID)
		})
	handle(s, a, operation(http.MethodDelete, clubPath+"/{id}/names/{name}", "untieClubName",
		"Delete the link of a name; for organisers and for the linked member"),
		func(ctx context.Context, v visitor, in *ClubNamePath) (*answer[[]ClubName], error) {
			all, err := s.clubs()
			if err == nil {
				err = all.Untie(ctx, v.ID, in.ID, in.Name)
			}
			if err != nil {
				return nil, err
			}
			return s.clubNames(ctx, v, in.ID)
		})
}
