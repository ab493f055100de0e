package web

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// tags assigns operations to groups by path prefix. The first matching prefix counts.
var tags = []struct{ path, name, text string }{
	{"/api/admin/", "operator", "Requests of a site's operator and moderators"},
	{"/api/account", "account", "The caller's account: password, sessions, passkeys and data"},
	{"/api/session", "session", "Sign-in and sign-out"},
	{"/api/tokens", "bots", "Tokens and the event stream of bots"},
	{"/api/bot/", "bots", ""},
	{"/api/matches", "matches", "Matches: start, view, move, act, chat, review"},
	{"/api/offers", "lobby", "Offers, challenges and automatic pairing"},
	{"/api/ticket", "lobby", ""},
	{"/api/me/push", "notices", "Notices to a player, on pages and devices"},
	{"/api/me/notices", "notices", ""},
	{"/api/events", "events", "Tournaments: entries, rounds, results, standings"},
	{"/api/clubs", "clubs", "Clubs: members, calendar, leagues, imported results"},
	{"/api/me/studies", "studies", "Studies (analyses) that players share by a link"},
	{"/api/studies", "studies", ""},
	{"/api/me/webhooks", "webhooks", "Webhooks: events sent to an address of the player"},
	{"/api/me/apps", "apps", "Apps to which players grant rights by OAuth"},
	{"/api/me/grants", "apps", ""},
	{"/api/me", "me", "The caller: name, matches, turns, followed and blocked players"},
	{"/api/players/", "players", "Other players: profiles, matches, following, blocking, reports"},
	{"/api/leaders/", "ratings", "Leaderboards and the strength of engine levels"},
	{"/api/levels/", "ratings", ""},
	{"/picture/", "pictures", "Positions, matches and links as pictures"},
	{"/api/", "site", "Games, presence and statistics of this site"},
}

func tagOf(path string) string {
	for _, t := range tags {
		if strings.HasPrefix(path, t.path) {
			return t.name
		}
	}
	return ""
}

// operations lists the operations of the OpenAPI document, sorted by path and method.
func operations(doc *huma.OpenAPI) (all []*huma.Operation) {
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		item := doc.Paths[path]
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil {
				all = append(all, op)
			}
		}
	}
	return all
}

// responseTexts replaces the texts with which huma describes responses by their HTTP status.
var responseTexts = map[string]string{
	"OK":         "The request succeeded; the body contains the result.",
	"No Content": "The request succeeded; the response has no body.",
	"Error":      "The request failed; the body is a Problem with an error code.",
}

// describe adds generated parts to the OpenAPI document: tags, descriptions of responses, error
// codes, and the error response for operations that list their responses themselves.
func describe(doc *huma.OpenAPI) {
	for _, t := range tags {
		if t.text != "" {
			doc.Tags = append(doc.Tags, &huma.Tag{Name: t.name, Description: t.text})
		}
	}
	doc.Servers = []*huma.Server{{URL: "/", Description: "The server that sent this document."}}
	for _, op := range operations(doc) {
		op.Tags = []string{tagOf(op.Path)}
		if op.Responses["default"] == nil {
			op.Responses["default"] = &huma.Response{Description: "Error", Content: map[string]*huma.MediaType{
				problemType: {Schema: &huma.Schema{Ref: schemaRef + "Problem"}},
			}}
		}
		for _, r := range op.Responses {
			if text := responseTexts[r.Description]; text != "" {
				r.Description = text
			}
		}
		if op.Extensions == nil {
			op.Extensions = map[string]any{}
		}
		op.Extensions[codesKey] = codesOf(op)
	}
	if doc.Extensions == nil {
		doc.Extensions = map[string]any{}
	}
	doc.Extensions[codesKey] = ErrorCodes()
}

// sunsetKey is the name of the OpenAPI extension that contains the day on which an operation will
// be removed.
const sunsetKey = "x-sunset"

// deprecated marks an operation that will be removed. From the given time on, all its responses,
// including errors, have the headers Deprecation (RFC 9745) and Sunset (RFC 8594). The operation is
// removed a year later at the earliest, as docs/api.md promises.
func deprecated(op huma.Operation, since time.Time) huma.Operation {
	sunset := since.AddDate(1, 0, 0).UTC()
	op.Deprecated = true
	extensions := map[string]any{sunsetKey: sunset.Format(time.DateOnly)}
	maps.Copy(extensions, op.Extensions)
	op.Extensions = extensions
	// Responses that refuse a request need the headers too. So this middleware runs before those
	// that refuse requests.
	op.Middlewares = slices.Insert(slices.Clone(op.Middlewares), 0, func(c huma.Context, next func(huma.Context)) {
		c.SetHeader("Deprecation", "@"+strconv.FormatInt(since.Unix(), 10))
		c.SetHeader("Sunset", sunset.Format(http.TimeFormat))
		next(c)
	})
	return op
}
