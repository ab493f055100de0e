package classes

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"sync"
	"time"

	"kydai/account"
	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/people"
)

// People is the part of the account service that classes need.
type People interface {
	// RenamePupil gives a child another nickname.
	RenamePupil(ctx context.Context, id, name string, now time.Time) error
	// RemovePupil deletes the account of a child and all data of the account.
	RemovePupil(ctx context.Context, id string, now time.Time) error
	// EndAll ends all sessions of an account except the session with the given hash.
	EndAll(ctx context.Context, owner string, except people.Hash) error
	// RoleOf returns the id and the role of the account with the given name. id is "" if there is
	// no such account.
	RoleOf(ctx context.Context, name string) (id string, role account.Role, err error)
}

// Options configure a Service.
type Options struct {
	Store  Store
	People People
	Random io.Reader
	Rules  func(name string) (game.Rules, bool)
	Texts  fs.FS   // lessons of the games, in files games/<game>/text/lessons.json; nil means no lessons
	Play   Play    // nil means that games cannot be tasks and that there are no simuls
	Events Events  // nil means that events cannot be tasks
	Bus    bus.Bus // nil means that changes of demo boards are not announced to other nodes
}

// Service implements the operations on classes and checks that the caller may perform them. It is
// safe for concurrent use.
type Service struct {
	opts    Options
	guesses guesses
	lessons sync.Map // lesson goals by name of the game
}

// New makes a service.
func New(o Options) *Service {
	if o.Rules == nil {
		o.Rules = func(string) (game.Rules, bool) { return nil, false }
	}
	return &Service{opts: o}
}

// codeTries is the maximum number of random class codes to try for a new class. There are 24
// million codes, so a random code is rarely taken.
const codeTries = 5

// Create creates a class that the teacher owns, with a random class code.
func (s *Service) Create(ctx context.Context, teacher, name string) (Class, error) {
	name, ok := text(name)
	if !ok {
		return Class{}, errName
	}
	id, err := token(s.opts.Random, classBytes)
	for range codeTries {
		c := Class{ID: id, Name: name, Teacher: teacher}
		if err == nil {
			c.Code, err = draw(s.opts.Random, classCode)
		}
		if err != nil {
			return Class{}, err
		}
		full, err := s.opts.Store.AddClass(ctx, &c, MaxClasses)
		switch {
		case full:
			return Class{}, errClasses
		case err == nil:
			return s.opts.Store.Class(ctx, id)
		case !errors.Is(err, ErrCodeTaken):
			return Class{}, err
		}
	}
	return Class{}, ErrCodeTaken
}

// List lists the classes of a teacher, the newest first.
func (s *Service) List(ctx context.Context, teacher string) ([]Class, error) {
	return s.opts.Store.Classes(ctx, teacher)
}

// of returns a class if the teacher teaches it, otherwise ErrNoClass.
func (s *Service) of(ctx context.Context, teacher, id string) (Class, error) {
	c, err := s.opts.Store.Class(ctx, id)
	if err == nil && !c.Taught(teacher) {
		return Class{}, ErrNoClass
	}
	return c, err
}

// Look returns a class of a teacher with its children.
func (s *Service) Look(ctx context.Context, teacher, id string) (Class, []Pupil, error) {
	c, err := s.of(ctx, teacher, id)
	if err != nil {
		return Class{}, nil, err
	}
	list, err := s.opts.Store.Pupils(ctx, id)
	return c, list, err
}

// Mine returns the child with the given player id and the child's class.
func (s *Service) Mine(ctx context.Context, player string) (Class, Pupil, error) {
	p, err := s.opts.Store.Pupil(ctx, player)
	if err != nil {
		return Class{}, Pupil{}, err
	}
	c, err := s.opts.Store.Class(ctx, p.Class)
	return c, p, err
}

// Teaches reports whether a player is a teacher of a child.
func (s *Service) Teaches(ctx context.Context, teacher, pupil string) (bool, error) {
	c, _, err := s.Mine(ctx, pupil)
	if errors.Is(err, ErrNoClass) {
		return false, nil
	}
	return err == nil && c.Taught(teacher), err
}

// Knows reports whether a player belongs to the class of a child, as one of its teachers
// or as another child.
func (s *Service) Knows(ctx context.Context, player, pupil string) (bool, error) {
	c, _, err := s.Mine(ctx, pupil)
	if errors.Is(err, ErrNoClass) || err == nil && c.Taught(player) {
		return err == nil, nil
	}
	if err != nil || player == "" {
		return false, err
	}
	other, err := s.opts.Store.Pupil(ctx, player)
	if errors.Is(err, ErrNoClass) {
		return false, nil
	}
	return err == nil && other.Class == c.ID, err
}

// Rename changes the name of a class.
func (s *Service) Rename(ctx context.Context, teacher, id, name string) error {
	name, ok := text(name)
	if !ok {
		return errName
	}
	if _, err := s.of(ctx, teacher, id); err != nil {
		return err
	}
	return s.opts.Store.RenameClass(ctx, id, name)
}

// Drop deletes a class with the accounts of its children and their data. If Drop is interrupted,
// the class and the remaining children are kept, and the teacher can call Drop again.
func (s *Service) Drop(ctx context.Context, teacher, id string, now time.Time) error {
	if _, err := s.owned(ctx, teacher, id); err != nil {
		return err
	}
	list, err := s.opts.Store.Pupils(ctx, id)
	if err != nil {
		return err
	}
	for i := range list {
		if err := s.remove(ctx, list[i].Player, now); err != nil {
			return err
		}
	}
	return s.opts.Store.DropClass(ctx, id)
}

// remove deletes the account of a child. It returns no error if the account is already
// deleted.
func (s *Service) remove(ctx context.Context, player string, now time.Time) error {
	err := s.opts.People.RemovePupil(ctx, player, now)
	if e, ok := errors.AsType[*game.Error](err); ok && e.Code == people.NoAccount {
		return nil
	}
	return err
}
