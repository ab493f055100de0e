package web

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/wire"
	"kydai/record"
)

// fairTag and matchTag are the names of tags in a game record. They hold the data that the command
// kydai verify needs to verify how the pieces were dealt.
const (
	fairTag  = "Fair"
	matchTag = "Match"
)

// FairKey is the public key that verifies the signatures of deals.
type FairKey struct {
	Key string `json:"key" doc:"Public key as 64 hexadecimal digits, the input of kydai verify --key."`
}

// FairBody is a player's message in a fair-deal exchange: first a commitment (a hash), then the
// random number that the player has committed to.
type FairBody struct {
	Commit *play.Hash `json:"commit,omitempty" doc:"Commitment as 64 hexadecimal digits."`
	Open   *play.Hash `json:"open,omitempty" doc:"Revealed number as 64 hexadecimal digits."`
}

// sayFair passes a player's message to the fair-deal exchange of a match: either a commitment or
// the number that opens it. Exactly one of the parameters commit and open must be set; the other
// must be nil.
func (s *Server) sayFair(ctx context.Context, p play.Player, id string, commit, open *play.Hash) (*play.Dealing, error) {
	switch {
	case commit != nil && open == nil:
		return s.opts.Play.Deals().Commit(ctx, p, id, *commit)
	case open != nil && commit == nil:
		return s.opts.Play.Deals().Open(ctx, p, id, *open)
	}
	return nil, game.Err(badRequest, "send either a commitment or a number, not both")
}

var errNoDeal = game.Err(play.NotFound, "this match has no deal that can be verified")

func (s *Server) fairOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/matches/{id}/fair", "getFair",
		"Get the fair-deal transcript of a match, which is complete once the match is over"),
		func(ctx context.Context, v visitor, in *MatchPath) (*answer[play.Transcript], error) {
			snap, side, err := s.look(ctx, v, in.ID)
			if code(err) == play.NotFound { // there is no match, but its fair-deal exchange may be in progress
				d, err := s.opts.Play.Deals().Dealing(ctx, v.Player, in.ID)
				if err != nil {
					return nil, err
				}
				return reply(d.Transcript), nil
			}
			if err != nil {
				return nil, err
			}
			t := snap.Transcript(side)
			if t == nil {
				return nil, errNoDeal
			}
			return reply(*t), nil
		})
	handle(s, a, operation(http.MethodPost, "/api/matches/{id}/fair", "dealFair",
		"Send a commitment for the fair deal, or reveal the committed number; sending it again is safe"),
		func(ctx context.Context, v visitor, in *struct {
			MatchPath
			Body FairBody
		}) (*answer[wire.Fair], error) {
			if err := s.mayMove(v); err != nil {
				return nil, err
			}
			d, err := s.sayFair(ctx, v.Player, in.ID, in.Body.Commit, in.Body.Open)
			if err != nil {
				return nil, err
			}
			return reply(wire.FairOf(d)), nil
		})
	handle(s, a, operation(http.MethodGet, "/api/fair/key", "getFairKey", "Get the public key with which this server signs deals"),
		func(context.Context, visitor, *none) (*answer[FairKey], error) {
			key, ok := s.opts.Play.Deals().Key()
			if !ok {
				return nil, errNoDeal
			}
			text, err := key.MarshalText()
			return reply(FairKey{Key: string(text)}), err
		})
}

// addFair adds the transcript of the fair deal to the game record of a finished
// match.
func addFair(g *record.Game, snap *play.Snapshot, side game.Side) {
	t := snap.Transcript(side)
	if t == nil {
		return
	}
	text, err := json.Marshal(t)
	if err != nil {
		return
	}
	g.SetTag(fairTag, string(text))
	g.SetTag(matchTag, snap.ID)
}
