package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/account"
	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/wire"
)

const (
	// tokenPrefix is the first part of every token. With this prefix, people recognise a token, and
	// so do programs that search published files for secrets.
	tokenPrefix = "kydai_"
	// limitedMark follows tokenPrefix in tokens that have scopes or an expiry. The stored hash of
	// such a token includes this mark. So an old release, which does not know scopes and expiry,
	// does not find the token and refuses it.
	limitedMark = "limited_"
	tokenBytes  = 32
)

// wrongScope is the error code for a token whose scopes do not include the operation.
const wrongScope = "wrong-scope"

// tokenHash returns the hash under which the store keeps a token. The result ok is false if the
// parameter text does not have the form of a token.
func tokenHash(text string) (hash [sha256.Size]byte, ok bool) {
	text = strings.TrimPrefix(text, tokenPrefix)
	text, limited := strings.CutPrefix(text, limitedMark)
	raw, err := b64.DecodeString(text)
	if err != nil || len(raw) != tokenBytes {
		return hash, false
	}
	if limited {
		raw = append([]byte(limitedMark), raw...)
	}
	return sha256.Sum256(raw), true
}

// TokenHash returns the hash under which a token is stored. It returns false if the text is not a
// token.
func TokenHash(text string) (hash [sha256.Size]byte, ok bool) { return tokenHash(text) }

// TokenWanted is the body of a request that creates a token.
type TokenWanted struct {
	Name   string   `json:"name" minLength:"1" maxLength:"200"`
	Scopes []string `json:"scopes,omitempty" maxItems:"4" uniqueItems:"true" enum:"read,play,talk,webhooks" doc:"Rights of the token; if missing, the token has all rights that bots can have."`
	Days   int      `json:"days,omitempty" minimum:"1" maximum:"1825" doc:"Number of days until the token expires; if missing, it expires a year after its last use."`
}

// TokenView is a bot's token. Only the response to its creation contains the token itself.
type TokenView struct {
	ID      string   `json:"id"`
	Name    string   `json:"name" doc:"Name under which the bot plays."`
	Player  string   `json:"player" doc:"Id of the player for whom the bot acts."`
	Created int64    `json:"created"`
	Scopes  []string `json:"scopes,omitempty" enum:"read,play,talk,webhooks" doc:"Rights of the token; if missing, the token has all rights that bots can have."`
	Expires int64    `json:"expires,omitempty" doc:"Expiry of the token as Unix time in milliseconds; if missing, it expires a year after its last use."`
	Token   string   `json:"token,omitempty" doc:"Secret token for the request header Authorization: Bearer …"`
}

func (s *Server) tokenOperations(a huma.API) {
	handle(s, a, operation(http.MethodPost, "/api/tokens", "makeToken", "Create a token with which a bot acts for the caller"),
		func(ctx context.Context, v visitor, in *struct{ Body TokenWanted }) (*answer[TokenView], error) {
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			return s.makeToken(ctx, v, &in.Body)
		})
	handle(s, a, operation(http.MethodGet, "/api/tokens", "listTokens", "List the caller's tokens"),
		func(ctx context.Context, v visitor, _ *none) (*answer[[]TokenView], error) {
			list, err := s.opts.Play.Tokens().Tokens(ctx, v.ID)
			out := []TokenView{}
			for i := range list {
				out = append(out, tokenView(&list[i]))
			}
			return reply(out), err
		})
	handle(s, a, operation(http.MethodDelete, "/api/tokens/{id}", "dropToken", "Revoke a token"),
		func(ctx context.Context, v visitor, in *struct {
			ID string `path:"id" maxLength:"64" doc:"Id of the token, as shown in the list."`
		}) (*none, error) {
			var hash [sha256.Size]byte
			raw, err := hex.DecodeString(in.ID)
			if err != nil || copy(hash[:], raw) != len(hash) || len(raw) != len(hash) {
				return nil, play.ErrNotFound
			}
			return &none{}, s.opts.Play.Tokens().End(ctx, v.ID, hash)
		})
}

func (s *Server) makeToken(ctx context.Context, v visitor, in *TokenWanted) (*answer[TokenView], error) {
	if v.token {
		return nil, game.Err(play.NotForYou, "a bot cannot create tokens")
	}
	name, err := checkName(in.Name)
	if err != nil {
		return nil, err
	}
	have, err := s.opts.Play.Tokens().Tokens(ctx, v.ID)
	if err != nil {
		return nil, err
	}
	if len(have) >= s.opts.Limits.Tokens {
		return nil, errTooMany
	}
	var raw [tokenBytes]byte
	_, _ = rand.Read(raw[:]) // rand.Read never fails
	t := play.Token{Player: v.ID, Name: name, Created: s.opts.Play.Now(), Scopes: in.Scopes}
	text := tokenPrefix
	if in.Days > 0 {
		t.Expires = t.Created.Add(time.Duration(in.Days) * 24 * time.Hour)
	}
	if len(t.Scopes) > 0 || in.Days > 0 {
		text += limitedMark
	}
	text += b64.EncodeToString(raw[:])
	t.Hash, _ = tokenHash(text)
	if err := s.opts.Play.Tokens().AddToken(ctx, t); err != nil {
		return nil, err
	}
	view := tokenView(&t)
	view.Token = text
	return reply(view), nil
}

func tokenView(t *play.Token) TokenView {
	view := TokenView{ID: hex.EncodeToString(t.Hash[:]), Name: t.Name, Player: t.Player, Created: wire.Millis(t.Created), Scopes: t.Scopes}
	if !t.Expires.IsZero() {
		view.Expires = wire.Millis(t.Expires)
	}
	return view
}

// covered returns an error if the visitor uses a token whose scopes do not allow an action.
func covered(v visitor, needs account.Action) error {
	if !v.token || account.Covers(v.scopes, needs) {
		return nil
	}
	return game.Err(wrongScope, "this token does not have the scope \"", string(account.ScopeOf(needs)), "\"")
}
