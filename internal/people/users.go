package people

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"kydai/account"
	"kydai/game"
)

// Error codes for changes to other users' accounts.
const (
	LastAdmin  = "last-admin"  // the change would leave the site without an administrator
	HigherRole = "higher-role" // a moderator may not change administrators and moderators
	OwnAccount = "own-account" // users change their own accounts on another page, not by these functions
)

// ErrLastAdmin means that the change would leave the site without an administrator.
var ErrLastAdmin = game.Err(LastAdmin, "this is the last administrator of the site; make another one first")

// User is an account in the operator's list of accounts.
type User struct {
	Account
	Sessions int
	Seen     time.Time // last visit in any session, precise to an hour; zero if the account has no session
}

// UserFilter selects and pages a list of accounts. Deleted accounts are never selected.
type UserFilter struct {
	Prefix string       // list only names whose search key begins with Prefix, ordered by key (see account.SearchKey)
	Role   account.Role // "" means any role
	Key    string       // if Prefix is set: last key of the previous page
	After  After        // if Prefix is empty: last account of the previous page; the newest account comes first
}

// Users lists up to n accounts: ordered by name if the filter has a prefix, otherwise
// newest first.
func (s *Service) Users(ctx context.Context, f UserFilter, n int) ([]User, error) {
	return s.opts.Store.Users(ctx, f, n)
}

// Account returns an account by id; ErrNoAccount for guests and deleted accounts.
func (s *Service) Account(ctx context.Context, id string) (Account, error) {
	a, err := s.opts.Store.Account(ctx, id)
	if err == nil && !a.Deleted.IsZero() {
		err = ErrNoAccount
	}
	return a, err
}

// other returns the account with the given id, for a change by the user v. It returns an error if
// the account is v's own, or if only an administrator may change the account and v is none.
func (s *Service) other(ctx context.Context, v *Visitor, id string) (Account, error) {
	if id == v.Account.ID {
		return Account{}, game.Err(OwnAccount, "this is your own account; please change it on its own page")
	}
	a, err := s.Account(ctx, id)
	if err == nil && account.May(a.Role, account.CloseAccounts) && !account.May(v.Account.Role, account.GiveRoles) {
		err = game.Err(HigherRole, "only an administrator can change this account")
	}
	return a, err
}

// GiveRole sets the role of another user's account. The parameter password is the password of the
// visitor v. The role of the last administrator cannot be changed.
func (s *Service) GiveRole(ctx context.Context, v Visitor, password, id string, role account.Role, now time.Time) error {
	if !account.May(role, account.KeepAccount) {
		return game.Err(account.BadRole, "an account cannot have this role")
	}
	a, err := s.Account(ctx, id)
	if err != nil || a.Role == role {
		return err
	}
	if a.Role == account.Pupil {
		return game.Err(account.BadRole, "the account of a child has no other role; it goes with its class")
	}
	if err := s.confirm(ctx, v, password, now); err != nil {
		return err
	}
	log, err := s.entry(&v, SetRole, id, now, "from", string(a.Role), "to", string(role))
	if err != nil {
		return err
	}
	return s.opts.Store.SetRole(ctx, a, role, log)
}

// EndOther ends a session of another user.
func (s *Service) EndOther(ctx context.Context, v Visitor, id string, hash Hash, now time.Time) error {
	if _, err := s.other(ctx, &v, id); err != nil {
		return err
	}
	all, err := s.opts.Store.Sessions(ctx, id)
	if err != nil {
		return err
	}
	for i := range all {
		if all[i].Hash == hash {
			return s.endLogged(ctx, &v, &all[i], now)
		}
	}
	return ErrNoAccount
}

// EndAllOther ends all sessions of another user.
func (s *Service) EndAllOther(ctx context.Context, v Visitor, id string, now time.Time) error {
	if _, err := s.other(ctx, &v, id); err != nil {
		return err
	}
	all, err := s.opts.Store.Sessions(ctx, id)
	if err != nil {
		return err
	}
	for i := range all {
		if err := s.endLogged(ctx, &v, &all[i], now); err != nil && !errors.Is(err, ErrNoAccount) {
			return err
		}
	}
	return nil
}

func (s *Service) endLogged(ctx context.Context, v *Visitor, one *Session, now time.Time) error {
	log, err := s.entry(v, EndedSession, one.Account, now, "created", one.Created.UTC().Format(time.RFC3339))
	if err != nil {
		return err
	}
	if err := s.opts.Store.DropSession(ctx, one.Account, one.Hash, log); err != nil {
		return err
	}
	s.opts.Ended(one.Hash)
	return nil
}

// TakeName replaces the name of another user with a neutral name. The user may choose a new name at
// once.
func (s *Service) TakeName(ctx context.Context, v Visitor, id string, now time.Time) (Account, error) {
	a, err := s.other(ctx, &v, id)
	if err != nil {
		return a, err
	}
	log, err := s.entry(&v, TookName, id, now)
	if err != nil {
		return a, err
	}
	a.Renamed = time.Time{}
	for range neutralTries {
		if a.Name, err = s.neutralName(); err != nil {
			return a, err
		}
		if err = s.opts.Store.SetAccount(ctx, a, log); !errors.Is(err, ErrNameTaken) {
			break
		}
	}
	if err != nil {
		return a, err
	}
	return a, s.tellAll(ctx, id)
}

// neutralTries is the maximum number of random neutral names to try. A random name is rarely taken.
const neutralTries = 5

// neutralName returns a random neutral name: "Kỳ thủ" (Vietnamese for "player") and six digits. The
// word "player" alone is a reserved name.
func (s *Service) neutralName() (account.Name, error) {
	var raw [4]byte
	if _, err := io.ReadFull(s.opts.Random, raw[:]); err != nil {
		return account.Name{}, err
	}
	return account.ParseName(fmt.Sprintf("Kỳ thủ %06d", binary.BigEndian.Uint32(raw[:])%1_000_000))
}

// DeleteOther deletes another user's account, as Delete does. password is the password of v.
func (s *Service) DeleteOther(ctx context.Context, v Visitor, password, id string, now time.Time) error {
	if _, err := s.other(ctx, &v, id); err != nil {
		return err
	}
	if err := s.confirm(ctx, v, password, now); err != nil {
		return err
	}
	log, err := s.entry(&v, DeletedAccount, id, now)
	if err != nil {
		return err
	}
	return s.remove(ctx, id, now, log)
}

// tellAll notifies all nodes that the name of an account has changed, also for the guests
// that belong to the account.
func (s *Service) tellAll(ctx context.Context, id string) error {
	also, err := s.opts.Store.Belonging(ctx, id)
	s.tellNamed(&Visitor{Account: Account{ID: id}, Also: also})
	return err
}
