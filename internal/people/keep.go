package people

import (
	"context"
	"errors"
	"time"

	"kydai/account"
	"kydai/game"
)

// TakeAlong assigns the games that a guest has played to an account. From then on the guest's
// cookie is invalid.
func (s *Service) TakeAlong(ctx context.Context, owner, guest string, now time.Time) error {
	if err := s.opts.Store.Belong(ctx, guest, owner, now); err != nil {
		return err
	}
	s.opts.Ended(GuestHash(guest))
	s.opts.Named(guest)
	return nil
}

// Sessions lists the sessions of an account, the most recently used first.
func (s *Service) Sessions(ctx context.Context, owner string) ([]Session, error) {
	return s.opts.Store.Sessions(ctx, owner)
}

// End ends a session of an account.
func (s *Service) End(ctx context.Context, owner string, hash Hash) error {
	return s.end(ctx, owner, hash)
}

func (s *Service) end(ctx context.Context, owner string, hash Hash) error {
	if err := s.opts.Store.DropSession(ctx, owner, hash); err != nil {
		return err
	}
	s.opts.Ended(hash)
	return nil
}

// EndAll ends all sessions of an account except the session with the given hash.
func (s *Service) EndAll(ctx context.Context, owner string, except Hash) error {
	all, err := s.opts.Store.Sessions(ctx, owner)
	if err != nil {
		return err
	}
	for i := range all {
		if all[i].Hash == except {
			continue
		}
		if err := s.end(ctx, owner, all[i].Hash); err != nil && !errors.Is(err, ErrNoAccount) {
			return err
		}
	}
	return nil
}

// confirm checks the password of a signed-in user again, before an action that cannot be undone.
func (s *Service) confirm(ctx context.Context, v Visitor, password string, now time.Time) error {
	release, err := s.brake.pass([]brakeKey{{"confirm " + v.Account.ID, familiarRule}}, now)
	if err != nil {
		return err
	}
	if _, err := s.opts.Hasher.Check(ctx, v.Account.Password, password); err != nil {
		var known *game.Error
		if errors.As(err, &known) && known.Code == account.WrongPassword {
			return game.Err(account.WrongPassword, "the password is wrong")
		}
		return err
	}
	release()
	return nil
}

// ChangePassword sets a new password and ends all other sessions.
func (s *Service) ChangePassword(ctx context.Context, v Visitor, old, password string, now time.Time) error {
	if err := s.confirm(ctx, v, old, now); err != nil {
		return err
	}
	a := v.Account
	var err error
	if a.Password, err = s.newPassword(ctx, password, a.Name.Shown); err != nil {
		return err
	}
	if err := s.opts.Store.SetAccount(ctx, a); err != nil {
		return err
	}
	return s.EndAll(ctx, a.ID, v.Session.Hash)
}

// Rename changes the name of an account, at most once a month.
func (s *Service) Rename(ctx context.Context, v Visitor, name string, now time.Time) (Account, error) {
	a := v.Account
	n, err := account.ParseName(name)
	if err != nil || n == a.Name {
		return a, err
	}
	if err := account.MayRename(a.Renamed, now); err != nil {
		return a, err
	}
	a.Name, a.Renamed = n, now
	if err := s.opts.Store.SetAccount(ctx, a); err != nil {
		return a, err
	}
	s.tellNamed(&v)
	return a, nil
}

// NewCodes replaces the recovery codes of an account. The returned codes are shown once
// and not stored.
func (s *Service) NewCodes(ctx context.Context, v Visitor, password string, now time.Time) ([]string, error) {
	if err := s.confirm(ctx, v, password, now); err != nil {
		return nil, err
	}
	codes, hashes, err := account.NewRecoveryCodes(s.opts.Random)
	if err != nil {
		return nil, err
	}
	return codes, s.opts.Store.SetCodes(ctx, v.Account.ID, hashes)
}

// CodesLeft returns the number of unused recovery codes of an account.
func (s *Service) CodesLeft(ctx context.Context, owner string) (int, error) {
	codes, err := s.opts.Store.Codes(ctx, owner)
	return len(codes), err
}

// Delete deletes an account. Its finished matches stay visible to the opponents, against
// a deleted player without a name; package play ends its matches in progress. The account
// and the guests that belong to it can no longer sign in.
func (s *Service) Delete(ctx context.Context, v Visitor, password string, now time.Time) error {
	if err := s.confirm(ctx, v, password, now); err != nil {
		return err
	}
	return s.remove(ctx, v.Account.ID, now)
}

func (s *Service) remove(ctx context.Context, id string, now time.Time, log ...Entry) error {
	all, err := s.opts.Store.Sessions(ctx, id)
	if err != nil {
		return err
	}
	also, err := s.opts.Store.Belonging(ctx, id)
	if err != nil {
		return err
	}
	if err := s.opts.Deleting(ctx, id); err != nil {
		return err
	}
	if err := s.opts.Store.DeleteAccount(ctx, id, now, log...); err != nil {
		return err
	}
	for i := range all {
		s.opts.Ended(all[i].Hash)
	}
	s.tellNamed(&Visitor{Account: Account{ID: id}, Also: also})
	s.opts.Deleted(ctx)
	return nil
}

// tellNamed notifies all nodes that the name of an account has changed, also for the
// guests that belong to the account.
func (s *Service) tellNamed(v *Visitor) {
	s.opts.Named(v.Account.ID)
	for _, id := range v.Also {
		s.opts.Named(id)
	}
}
