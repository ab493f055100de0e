package people

import (
	"context"
	"errors"
	"time"

	"kydai/account"
)

// NoPassword is stored instead of a password hash for a child's account, which can sign in only
// with a printed card or its code. It is not a valid hash, so no password matches it.
const NoPassword = "-"

// pupil returns the account of a child of a class; ErrNoAccount for any other account.
func (s *Service) pupil(ctx context.Context, id string) (Account, error) {
	a, err := s.Account(ctx, id)
	if err == nil && a.Role != account.Pupil {
		err = ErrNoAccount
	}
	return a, err
}

// IsPupil reports whether a player is a child of a class.
func (s *Service) IsPupil(ctx context.Context, id string) (bool, error) {
	_, err := s.pupil(ctx, id)
	if errors.Is(err, ErrNoAccount) {
		return false, nil
	}
	return err == nil, err
}

// SignInPupil opens a session for a child whose card or code the caller has already checked. The
// session contains no data about the child's device.
func (s *Service) SignInPupil(ctx context.Context, id string, now time.Time) (Signed, error) {
	a, err := s.pupil(ctx, id)
	if err != nil {
		return Signed{}, err
	}
	return s.open(ctx, a, Device{}, now)
}

// RenamePupil gives a child another nickname. The caller must check that a teacher of the
// child requested it.
func (s *Service) RenamePupil(ctx context.Context, id, name string, now time.Time) error {
	n, err := account.ParseName(name)
	if err != nil {
		return err
	}
	a, err := s.pupil(ctx, id)
	if err != nil || a.Name == n {
		return err
	}
	a.Name, a.Renamed = n, now
	if err := s.opts.Store.SetAccount(ctx, a); err != nil {
		return err
	}
	return s.tellAll(ctx, id)
}

// RemovePupil deletes the account of a child. The caller must check that a teacher of the
// child requested it.
func (s *Service) RemovePupil(ctx context.Context, id string, now time.Time) error {
	if _, err := s.pupil(ctx, id); err != nil {
		return err
	}
	return s.remove(ctx, id, now)
}

// RoleOf returns the id and the role of the account with the given name. id is "" if there is no
// such account.
func (s *Service) RoleOf(ctx context.Context, name string) (id string, role account.Role, err error) {
	a, err := s.named(ctx, name)
	if errors.Is(err, ErrNoAccount) {
		return "", "", nil
	}
	return a.ID, a.Role, err
}
