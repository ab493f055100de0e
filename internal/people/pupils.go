package people

import (
	"context"
	"errors"
	"time"

	"kydai/account"
)

// NoPassword stands in the row of an account that is opened by a card only. It is
// no hash, so no password fits.
const NoPassword = "-"

// pupil returns the account of a child of a class; ErrNoAccount for all others.
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

// SignInPupil opens a session of a child whose card or code was checked. Nothing
// of the device is kept.
func (s *Service) SignInPupil(ctx context.Context, id string, now time.Time) (Signed, error) {
	a, err := s.pupil(ctx, id)
	if err != nil {
		return Signed{}, err
	}
	return s.open(ctx, a, Device{}, now)
}

// RenamePupil gives a child another nickname, on the word of the teacher.
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

// RemovePupil deletes the account of a child, on the word of the teacher.
func (s *Service) RemovePupil(ctx context.Context, id string, now time.Time) error {
	if _, err := s.pupil(ctx, id); err != nil {
		return err
	}
	return s.remove(ctx, id, now)
}

// RoleOf returns the account of a name and its role; "" if there is none.
func (s *Service) RoleOf(ctx context.Context, name string) (id string, role account.Role, err error) {
	a, err := s.named(ctx, name)
	if errors.Is(err, ErrNoAccount) {
		return "", "", nil
	}
	return a.ID, a.Role, err
}
