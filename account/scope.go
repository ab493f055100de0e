package account

import "slices"

// Scope is a group of actions that an access token permits.
type Scope string

// The scopes. Each action that the role Bot may perform belongs to one scope.
const (
	ScopeRead Scope = "read"     // view matches, profiles and lists
	ScopePlay Scope = "play"     // seek, accept and play games
	ScopeTalk Scope = "talk"     // send preset phrases
	ScopeHook Scope = "webhooks" // have events sent to a URL
)

// Scopes lists all scopes.
func Scopes() []Scope { return []Scope{ScopeRead, ScopePlay, ScopeTalk, ScopeHook} }

// ScopeOf returns the scope that permits an action, or "" if no token permits it.
func ScopeOf(a Action) Scope {
	switch a {
	case Watch:
		return ScopeRead
	case PlayCasual, MeetOthers:
		return ScopePlay
	case UsePhrases:
		return ScopeTalk
	case KeepWebhooks:
		return ScopeHook
	}
	return ""
}

// Covers reports whether a token with these scopes permits an action. Without scopes, a
// token permits every action of its role.
func Covers(scopes []Scope, a Action) bool {
	return len(scopes) == 0 || slices.Contains(scopes, ScopeOf(a))
}
