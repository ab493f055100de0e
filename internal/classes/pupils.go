package classes

import (
	"context"
	"errors"
	"time"

	"kydai/internal/people"
)

// playerBytes is the length of a player id before it is text, as guests have it.
const playerBytes = 32

// Add makes accounts of names as they were pasted and returns the cards. If it
// fails in between, the children before it are in the class and need new cards.
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

// add makes one account. The nickname is drawn again if it is taken.
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

// check returns an error if a player is no child of a class of a teacher.
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

// Change sets the real name or the nickname of a child; "" leaves it.
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

// Remove deletes a child from a class, with its account.
func (s *Service) Remove(ctx context.Context, teacher, id, player string, now time.Time) error {
	if err := s.check(ctx, teacher, id, player); err != nil {
		return err
	}
	return s.remove(ctx, player, now)
}

// Cards makes new cards for some children of a class, or for all if none is named.
// The old cards and the devices that are signed in by them open nothing any more.
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

// setCard replaces the card of a child and ends what was signed in by the old one.
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
