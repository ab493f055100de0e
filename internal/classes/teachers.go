package classes

import (
	"context"
	"slices"
	"time"

	"kydai/account"
	"kydai/game"
)

// MaxTeachers is the maximum number of additional teachers of a class.
const MaxTeachers = 10

var (
	errOwner     = game.Err(NotForYou, "only the teacher who made the class may do this")
	errTeachers  = game.Err(TooMany, "a class has at most 11 teachers")
	errNoTeacher = game.Err(Bad, "there is no teacher of this name")
)

// Taught reports whether a player is the owner or another teacher of the class.
func (c *Class) Taught(player string) bool {
	return player != "" && (c.Teacher == player || slices.Contains(c.Also, player))
}

// owned returns a class if the teacher is its owner, and an error otherwise.
func (s *Service) owned(ctx context.Context, teacher, id string) (Class, error) {
	c, err := s.of(ctx, teacher, id)
	if err == nil && c.Teacher != teacher {
		return Class{}, errOwner
	}
	return c, err
}

// Invite adds the account with the given name to a class as an additional teacher.
func (s *Service) Invite(ctx context.Context, teacher, id, name string) error {
	c, err := s.owned(ctx, teacher, id)
	if err != nil {
		return err
	}
	other, role, err := s.opts.People.RoleOf(ctx, name)
	if err != nil {
		return err
	}
	if other == "" || !account.May(role, account.HoldClasses) {
		return errNoTeacher
	}
	if c.Taught(other) {
		return nil
	}
	full, err := s.opts.Store.AddTeacher(ctx, id, other, MaxTeachers)
	if full {
		return errTeachers
	}
	return err
}

// Dismiss removes an additional teacher from a class. The owner may dismiss any additional teacher;
// additional teachers may dismiss only themselves.
func (s *Service) Dismiss(ctx context.Context, teacher, id, other string) error {
	c, err := s.of(ctx, teacher, id)
	if err != nil {
		return err
	}
	if c.Teacher != teacher && other != teacher {
		return errOwner
	}
	return s.opts.Store.DropTeacher(ctx, id, other)
}

// DropAll handles the classes of a teacher whose account is deleted. A class with additional
// teachers gets the first of them as its new owner. Classes without additional teachers are
// deleted.
func (s *Service) DropAll(ctx context.Context, teacher string, now time.Time) error {
	list, err := s.List(ctx, teacher)
	if err != nil {
		return err
	}
	for i := range list {
		c, err := s.of(ctx, teacher, list[i].ID)
		switch {
		case err != nil:
		case c.Teacher != teacher:
			err = s.opts.Store.DropTeacher(ctx, c.ID, teacher)
		case len(c.Also) > 0:
			err = s.opts.Store.HandOverClass(ctx, c.ID, c.Also[0])
		default:
			err = s.Drop(ctx, teacher, c.ID, now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
