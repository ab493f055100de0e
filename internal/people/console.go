package people

import (
	"context"
	"errors"
	"time"

	"kydai/account"
)

// Actions that the operator performs with kydai admin, on the server's machine, have no account.
// Their rows in the audit log have no actor, which means the server.

// Note writes a row of the audit log about an action of the operator.
func (s *Service) Note(ctx context.Context, action, subject string, now time.Time, details ...string) error {
	e, err := s.entry(nil, action, subject, now, append(details, "by", "console")...)
	if err != nil {
		return err
	}
	return s.opts.Store.AddEntry(ctx, e)
}

// Named returns the account with the given id or name; ErrNoAccount if there is no such account.
func (s *Service) Named(ctx context.Context, text string) (Account, error) {
	a, err := s.Account(ctx, text)
	if !errors.Is(err, ErrNoAccount) {
		return a, err
	}
	name, bad := account.ParseName(text)
	if bad != nil {
		return a, ErrNoAccount
	}
	return s.opts.Store.AccountNamed(ctx, name.Key)
}

// EndSessions ends all sessions of an account for the operator. It returns the number of
// ended sessions.
func (s *Service) EndSessions(ctx context.Context, id string, now time.Time) (n int, err error) {
	all, err := s.opts.Store.Sessions(ctx, id)
	if err != nil {
		return 0, err
	}
	for i := range all {
		switch err := s.endLogged(ctx, nil, &all[i], now); {
		case err == nil:
			n++
		case !errors.Is(err, ErrNoAccount): // ErrNoAccount means that the session has ended in the meantime
			return n, err
		}
	}
	return n, nil
}
