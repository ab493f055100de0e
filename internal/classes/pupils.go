package classes

import (
	"context"
	"errors"
	"time"

	"kydai/internal/people"
)

// playerBytes is the number of random bytes in the player id of a child, the same as in the id of a
// guest.
const playerBytes = 32

// Add creates accounts for a pasted list of names and returns the children's sign-in cards. If Add
// fails halfway, the children already added stay in the class, and the teacher must make new cards
// for them.
func (s *Service) Add(ctx context.Context, teacher, id, list, lang string) ([]Card, error) {
	names, err := ParseNames(list)
	if err != nil {
		return nil, err
	}
	c, err := s.of(ctx, teacher, id)
	if err != nil {
		return nil, err
	}
	if c.Pupils+len(names) > MaxPupils {
		return nil, errFull
	}
	cards := make([]Card, len(names))
	for i, name := range names {
		if cards[i], err = s.add(ctx, id, name, lang); err != nil {
			return nil, err
		}
	}
	return cards, nil
}

// add creates one account. If the nickname is taken, it tries another nickname.
func (s *Service) add(ctx context.Context, class, name, lang string) (Card, error) {
	player, err := token(s.opts.Random, playerBytes)
	if err != nil {
		return Card{}, err
	}
	p := NewPupil{Pupil: Pupil{Player: player, Class: class, Real: name, Card: true}}
	card := Card{}
	if card.Secret, card.Code, p.Keys, err = newCard(class, s.opts.Random); err != nil {
		return Card{}, err
	}
	for try := range nickTries {
		if p.Name, err = nickname(lang, try, s.opts.Random); err != nil {
			return Card{}, err
		}
		var full bool
		full, err = s.opts.Store.AddPupil(ctx, &p, MaxPupils)
		if full {
			return Card{}, errFull
		}
		if !errors.Is(err, people.ErrNameTaken) {
			break
		}
	}
	p.Nick = p.Name.Shown
	card.Pupil = p.Pupil
	return card, err
}

// check returns an error unless player is a child of the class id and the teacher teaches
// this class.
func (s *Service) check(ctx context.Context, teacher, id, player string) error {
	if _, err := s.of(ctx, teacher, id); err != nil {
		return err
	}
	p, err := s.opts.Store.Pupil(ctx, player)
	if errors.Is(err, ErrNoClass) || err == nil && p.Class != id {
		return errNoPupil
	}
	return err
}

// Change sets the real name and the nickname of a child; "" leaves a name unchanged.
func (s *Service) Change(ctx context.Context, teacher, id, player, name, nick string, now time.Time) error {
	if err := s.check(ctx, teacher, id, player); err != nil {
		return err
	}
	if nick != "" {
		if err := s.opts.People.RenamePupil(ctx, player, nick, now); err != nil {
			return err
		}
	}
	if name == "" {
		return nil
	}
	name, ok := text(name)
	if !ok {
		return errReal
	}
	return s.opts.Store.SetReal(ctx, player, name)
}

// Remove deletes a child's account and so removes the child from the class.
func (s *Service) Remove(ctx context.Context, teacher, id, player string, now time.Time) error {
	if err := s.check(ctx, teacher, id, player); err != nil {
		return err
	}
	return s.remove(ctx, player, now)
}

// Cards makes new cards for the listed children of a class, or for all its children if
// players is empty. The old cards become invalid, and devices signed in with them are
// signed out.
func (s *Service) Cards(ctx context.Context, teacher, id string, players []string) ([]Card, error) {
	_, list, err := s.Look(ctx, teacher, id)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, p := range players {
		wanted[p] = true
	}
	var cards []Card
	for i := range list {
		if len(wanted) > 0 && !wanted[list[i].Player] {
			continue
		}
		card := Card{Pupil: list[i]}
		var k Keys
		if card.Secret, card.Code, k, err = newCard(id, s.opts.Random); err != nil {
			return nil, err
		}
		card.Pupil.Card = true
		if err := s.setCard(ctx, card.Player, k); err != nil {
			return nil, err
		}
		cards = append(cards, card)
	}
	if len(cards) == 0 {
		return nil, errNoPupil
	}
	return cards, nil
}

// setCard replaces the card of a child and ends all sessions of the child.
func (s *Service) setCard(ctx context.Context, player string, k Keys) error {
	if err := s.opts.Store.SetCard(ctx, player, k); err != nil {
		return err
	}
	return s.opts.People.EndAll(ctx, player, people.Hash{})
}

// Withdraw makes the card of a child invalid and signs the child out everywhere.
func (s *Service) Withdraw(ctx context.Context, teacher, id, player string) error {
	if err := s.check(ctx, teacher, id, player); err != nil {
		return err
	}
	return s.setCard(ctx, player, Keys{})
}
