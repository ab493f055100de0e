package store

import (
	"errors"
	"testing"
	"time"

	"kydai/account"
	"kydai/internal/classes"
	"kydai/internal/people"
)

// pupilOf returns a child of a class. The child has an account with the nickname nick, a login card
// and a login code, and is not stored yet.
func pupilOf(t *testing.T, class, player, nick, secret string) *classes.NewPupil {
	t.Helper()
	name, err := account.ParseName(nick)
	if err != nil {
		t.Fatal(err)
	}
	card, code := classes.CardHash(secret), classes.CodeHash(class, secret)
	return &classes.NewPupil{
		Pupil: classes.Pupil{Player: player, Class: class, Real: "Tên thật " + player}, Name: name, Keys: classes.Keys{Card: card[:], Code: code[:]},
	}
}

// TestClasses checks that a class has at most the allowed number of children,
// each with an account and a card; that a child is deleted with its account;
// and that a class can be deleted only without children.
func TestClasses(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		for i, id := range []string{"one", "two", "three"} {
			full, err := s.AddClass(ctx, &classes.Class{ID: id, Name: "Lớp " + id, Teacher: "teacher", Code: "CODE" + id}, 2)
			if err != nil || full != (i == 2) {
				t.Errorf("class %s: full %t, %v", id, full, err)
			}
		}
		if _, err := s.AddClass(ctx, &classes.Class{ID: "four", Name: "x", Teacher: "other", Code: "CODEone"}, 2); !errors.Is(err, classes.ErrCodeTaken) {
			t.Errorf("a second class with the same code: %v", err)
		}
		add := func(class, player, nick, secret string) (bool, error) {
			return s.AddPupil(ctx, pupilOf(t, class, player, nick, secret), 2)
		}
		full, err := add("one", "an", "Gấu Xanh", "s1")
		want(t, err, nil)
		if _, err := add("one", "binh", "Gấu xanh", "s2"); full || !errors.Is(err, people.ErrNameTaken) {
			t.Errorf("the same nickname: %v", err)
		}
		if list, err := s.Pupils(ctx, "one"); err != nil || len(list) != 1 {
			t.Errorf("after a refused child: %v %v", list, err)
		}
		_, err = add("one", "binh", "Thỏ Nâu", "s2")
		want(t, err, nil)
		if full, err := add("one", "chi", "Cáo Đỏ", "s3"); err != nil || !full {
			t.Errorf("a third child: full %t, %v", full, err)
		}
		if full, err := add("none", "chi", "Cáo Đỏ", "s3"); err != nil || !full {
			t.Errorf("a child of no class: full %t, %v", full, err)
		}
		if _, err := s.Account(ctx, "chi"); !errors.Is(err, people.ErrNoAccount) {
			t.Errorf("a refused child has an account: %v", err)
		}
		a, err := s.Account(ctx, "an")
		if err != nil || a.Role != account.Pupil || a.Name.Shown != "Gấu Xanh" || a.Password != people.NoPassword {
			t.Errorf("the account of a child is %#v, %v", a.Name, err)
		}
		one, err := s.CardOf(ctx, classes.CardHash("s1"))
		if err != nil || one.Player != "an" || one.Real != "Tên thật an" || one.Nick != "Gấu Xanh" || !one.Card {
			t.Errorf("the card is of %+v, %v", one, err)
		}
		if _, err := s.CodeOf(ctx, "two", classes.CodeHash("one", "s1")); !errors.Is(err, classes.ErrNoClass) {
			t.Errorf("a code of another class: %v", err)
		}
		want(t, s.SetCard(ctx, "an", classes.Keys{}), nil)
		if _, err := s.CardOf(ctx, classes.CardHash("s1")); !errors.Is(err, classes.ErrNoClass) {
			t.Errorf("a withdrawn card: %v", err)
		}
		want(t, s.SetReal(ctx, "an", "Lê An"), nil)
		if one, err = s.Pupil(ctx, "an"); err != nil || one.Card || one.Real != "Lê An" {
			t.Errorf("the child is %+v, %v", one, err)
		}
		if err := s.DropClass(ctx, "one"); !errors.Is(err, classes.ErrNoClass) {
			t.Errorf("a class with children was deleted: %v", err)
		}
		now := time.Now()
		for _, player := range []string{"an", "binh"} {
			want(t, s.DeleteAccount(ctx, player, now), nil)
		}
		want(t, s.DropClass(ctx, "one"), nil)
		if list, err := s.Classes(ctx, "teacher"); err != nil || len(list) != 1 || list[0].ID != "two" || list[0].Pupils != 0 {
			t.Errorf("the classes are %+v, %v", list, err)
		}
	})
}
