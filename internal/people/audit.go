package people

import (
	"context"
	"encoding/base64"
	"io"
	"time"

	"kydai/account"
)

// Entry is a row of the audit log: it records which account changed what, and when. Rows are never
// changed or deleted, so they contain ids instead of names.
type Entry struct {
	ID      string // random id; rows are ordered by At and ID
	At      time.Time
	Who     string       // id of the account that acted; "" means the server
	Role    account.Role // role of the acting account at that time
	Action  string
	Subject string // id of the account that was changed or reported
	Details map[string]string
}

// The actions that the audit log records.
const (
	MadeAdminLink  = "admin-link"     // the server created the link by which an account becomes the first administrator
	BecameAdmin    = "become-admin"   // an account became administrator by that link
	MadeLink       = "sign-in-link"   // an account created a link to sign in on another device
	SetRole        = "set-role"       // the role of an account was changed; details "from" and "to": the old and the new role
	EndedSession   = "end-session"    // a session was ended; detail "created": when the session began
	TookName       = "take-name"      // an offensive name was replaced with a neutral name
	DeletedAccount = "delete-account" // an administrator or a moderator deleted an account
	ClosedReport   = "close-report"   // a moderator closed a report; subject: the reported player; detail "report": its number
	OpenedReport   = "open-report"    // a moderator reopened a closed report
)

// After is a position in a list that is ordered by time and id, latest first. The zero
// After is the beginning of the list.
type After struct {
	At time.Time
	ID string
}

// entry creates a row of the audit log for an action of the visitor v, or of the server if v is
// nil. The parameter details contains a key, its value, the next key, and so on.
func (s *Service) entry(v *Visitor, action, subject string, now time.Time, details ...string) (Entry, error) {
	var raw [12]byte
	_, err := io.ReadFull(s.opts.Random, raw[:])
	e := Entry{ID: base64.RawURLEncoding.EncodeToString(raw[:]), At: now, Action: action, Subject: subject}
	if v != nil {
		e.Who, e.Role = v.Account.ID, v.Account.Role
	}
	for i := 0; i+1 < len(details); i += 2 {
		if e.Details == nil {
			e.Details = map[string]string{}
		}
		e.Details[details[i]] = details[i+1]
	}
	return e, err
}

// Audit lists up to n rows of the audit log after a position, latest first. If the given account id
// is not "", only rows with this account as actor or subject are listed.
func (s *Service) Audit(ctx context.Context, about string, after After, n int) ([]Entry, error) {
	return s.opts.Store.Audit(ctx, about, after, n)
}
