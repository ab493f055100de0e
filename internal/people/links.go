package people

import (
	"context"
	"errors"
	"time"

	"kydai/account"
	"kydai/game"
)

var errLink = game.Err(account.BadToken, "this link or code is not valid")

// NewLink creates a link that signs another device in to the account. It is valid once
// and for two minutes.
func (s *Service) NewLink(ctx context.Context, v Visitor, now time.Time) (text string, expires time.Time, err error) {
	text, t, err := account.NewToken(account.SignInByCode, v.Account.ID, now, account.SignInByCodeFor, s.opts.Random)
	if err != nil {
		return "", time.Time{}, err
	}
	log, err := s.entry(&v, MadeLink, v.Account.ID, now)
	if err != nil {
		return "", time.Time{}, err
	}
	return text, t.Expires, s.opts.Store.AddLink(ctx, t, now, log)
}

// LinkName returns the name of the account that a link signs in to, so that the page can
// ask for confirmation. It does not use up the link.
func (s *Service) LinkName(ctx context.Context, text string, now time.Time) (string, error) {
	t, err := s.link(ctx, account.SignInByCode, text, now)
	if err != nil {
		return "", err
	}
	a, err := s.opts.Store.Account(ctx, t.Account)
	if err != nil || !a.Deleted.IsZero() {
		return "", errLink
	}
	return a.Name.Shown, nil
}

// link returns a valid one-time link and marks it as used, but only in the returned value. The
// caller must store the mark.
func (s *Service) link(ctx context.Context, p account.Purpose, text string, now time.Time) (account.Token, error) {
	t, err := s.opts.Store.Link(ctx, account.TokenHash(p, text))
	if errors.Is(err, ErrNoAccount) {
		return t, errLink
	}
	if err != nil {
		return t, err
	}
	return t.Use(text, now)
}

func (s *Service) use(ctx context.Context, p account.Purpose, text string, now time.Time) (account.Token, error) {
	t, err := s.link(ctx, p, text, now)
	if err != nil {
		return t, err
	}
	err = s.opts.Store.UseLink(ctx, t)
	if errors.Is(err, ErrChanged) {
		err = game.Err(account.UsedToken, "this link or code was used already")
	}
	return t, err
}

// SignInByLink uses a link and opens a session on the device that opened the link.
func (s *Service) SignInByLink(ctx context.Context, text string, d Device, now time.Time) (Signed, error) {
	t, err := s.use(ctx, account.SignInByCode, text, now)
	if err != nil {
		return Signed{}, err
	}
	a, err := s.opts.Store.Account(ctx, t.Account)
	if err != nil || !a.Deleted.IsZero() {
		return Signed{}, errors.Join(errLink, err)
	}
	return s.open(ctx, a, d, now)
}

// AdminLink creates the link by which an account becomes the first administrator. It
// returns "" if there is already an administrator.
func (s *Service) AdminLink(ctx context.Context, now time.Time) (string, error) {
	n, err := s.opts.Store.CountAccounts(ctx, account.Admin)
	if err != nil || n > 0 {
		return "", err
	}
	text, t, err := account.NewToken(account.FirstAdmin, "", now, account.FirstAdminFor, s.opts.Random)
	if err != nil {
		return "", err
	}
	log, err := s.entry(nil, MadeAdminLink, "", now)
	if err != nil {
		return "", err
	}
	return text, s.opts.Store.AddLink(ctx, t, now, log)
}

// BecomeAdmin makes the caller the first administrator with the link printed at the first
// start. Once there is an administrator, every such link is invalid.
func (s *Service) BecomeAdmin(ctx context.Context, v Visitor, text string, now time.Time) error {
	n, err := s.opts.Store.CountAccounts(ctx, account.Admin)
	if err != nil {
		return err
	}
	if n > 0 {
		return game.Err(account.UsedToken, "this site has an administrator already")
	}
	if _, err := s.use(ctx, account.FirstAdmin, text, now); err != nil {
		return err
	}
	a := v.Account
	a.Role = account.Admin
	log, err := s.entry(&v, BecameAdmin, a.ID, now)
	if err != nil {
		return err
	}
	return s.opts.Store.SetAccount(ctx, a, log)
}
