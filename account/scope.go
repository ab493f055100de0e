package account

import "slices"

// Scope is a part of what a program with a token may do.
type Scope string

// The scopes. Each action that the role Bot may perform belongs to one.
const (
	ScopeRead Scope = "read"     // look at matches, profiles and lists
	ScopePlay Scope = "play"     // seek, accept and play
	ScopeTalk Scope = "talk"     // send phrases
	ScopeHook Scope = "webhooks" // have events sent to an address
)

// Scopes lists all scopes.
func Scopes() []Scope { return []Scope{ScopeRead, ScopePlay, ScopeTalk, ScopeHook} }

// ScopeOf is the scope of an action; "" for one that no token opens.
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

// Covers reports whether a token with these scopes may perform an action of its
// role. A token without scopes has all.
func Covers(scopes []Scope, a Action) bool {
	return len(scopes) == 0 || slices.Contains(scopes, ScopeOf(a))
}
