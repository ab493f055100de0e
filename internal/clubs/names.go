package clubs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"kydai/game"
)

// Error codes of names.
const (
	Untrusted = "key-untrusted" // the owner does not trust the key of these results
	NameTaken = "name-claimed"  // the name is somebody else's, as an organiser says
)

// Errors of a Store about names, for errors.Is.
var (
	ErrNoName    = game.Err(NotFound, "the club says nothing about this name")
	ErrNameTaken = game.Err(NameTaken, "this name is another member's, as an organiser of the club says; please ask them")

	errNotMember = game.Err(NotForYou, "only members of the club may do this")
	errOnlyYou   = game.Err(NotForYou, "you can say this of yourself only; organisers say it of others")
	errUntrusted = game.Err(Untrusted, "the owner of the club does not trust the key of these results, so their names are not members")
	errTie       = game.Err(Bad, "say which name of 1 to 80 characters it is, and either which member or which other spelling")
	errCircle    = game.Err(Bad, "both are one person already")
	errNames     = game.Err(TooMany, "the club has explained as many names as one may; take one back first")
	errNoKey     = game.Err(NotFound, "the club has no results that this key has signed")
)

// MaxNames is the number of ties of a club.
const MaxNames = 2000

// maxPerson is the length of a name.
const maxPerson = 80

// Word is who of those that lead a club says something.
type Word int

// The words.
const (
	NoWord Word = iota
	OrganiserWord
	OwnerWord
)

// Tie says who a name is: a member of the club, or the same person as another
// spelling (adr/0053).
type Tie struct {
	ID       string
	Source   string // key of the server that signed the name, in hexadecimal; "" for names of this server and for spellings
	Name     string // as it is written
	Player   string // the member; "" for a spelling
	Spelling string // the name that counts instead; "" for a member
	Led      Word   // what those who lead the club say
	Own      bool   // the member says so
}

// Counts reports whether a tie is confirmed: a spelling by any organiser; a member
// by the owner, or by an organiser and the member.
func (t *Tie) Counts() bool {
	return t.Player == "" || t.Led == OwnerWord || t.Led == OrganiserWord && t.Own
}

// SourceOf is the source of a key.
func SourceOf(key []byte) string { return hex.EncodeToString(key) }

// tieID is the id of what is said about a name of a source.
func tieID(source, name string) string {
	sum := sha256.Sum256([]byte(source + "\n" + nameKey(name)))
	return hex.EncodeToString(sum[:12])
}

// Key is a key that has signed results of a club.
type Key struct {
	Server  string // as its last file names it
	Key     []byte
	Trusted bool
}

// Keys lists the keys of the results of a club.
func (s *Service) Keys(ctx context.Context, id string) ([]Key, error) {
	results, err := s.opts.Store.Results(ctx, id)
	if err != nil {
		return nil, err
	}
	trusted, err := s.opts.Store.TrustedKeys(ctx, id)
	if err != nil {
		return nil, err
	}
	var list []Key
	for i := range slices.Backward(results) {
		r := &results[i]
		source := SourceOf(r.Key)
		if !slices.ContainsFunc(list, func(k Key) bool { return SourceOf(k.Key) == source }) {
			list = append(list, Key{r.Server, r.Key, slices.Contains(trusted, source)})
		}
	}
	return list, nil
}

// Trust says as the owner whether names that a key has signed may be members. The
// key is named by its fingerprint, which the owner has compared.
func (s *Service) Trust(ctx context.Context, player, id, fingerprint string, trusted bool) error {
	if _, _, err := s.as(ctx, player, id, false); err != nil {
		return err
	}
	keys, err := s.Keys(ctx, id)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(keys, func(k Key) bool { return Fingerprint(k.Key) == fingerprint })
	if at < 0 {
		return errNoKey
	}
	return s.opts.Store.TrustKey(ctx, id, SourceOf(keys[at].Key), trusted)
}

// Names lists what is said about names: for organisers all, for a member that of
// the member.
func (s *Service) Names(ctx context.Context, player, id string) ([]Tie, error) {
	_, role, err := s.Look(ctx, player, id)
	if err != nil {
		return nil, err
	}
	list, err := s.opts.Store.ClubNames(ctx, id)
	if !role.Runs() {
		list = slices.DeleteFunc(list, func(t Tie) bool { return t.Player != player || player == "" })
	}
	return list, err
}

// Tie says who a name is. result is the event of another server in which the name
// stands; "" is a name of this server. Organisers say it of any member and of
// spellings, a member of herself or himself. A second word about the same member
// confirms the first.
func (s *Service) Tie(ctx context.Context, player, id, result string, t Tie) error {
	_, role, err := s.Look(ctx, player, id)
	if err != nil {
		return err
	}
	var ok bool
	if t.Name, ok = line(t.Name, 1, maxPerson); !ok || (t.Player == "") == (t.Spelling == "") {
		return errTie
	}
	switch {
	case role == None || role == Asked:
		return errNotMember
	case t.Player != "":
		err = s.checkMember(ctx, player, role, id, &t)
	case !role.Runs():
		return errOrganiser
	default:
		t.Led = OrganiserWord
		err = s.checkSpelling(ctx, id, &t)
	}
	if err != nil {
		return err
	}
	if result != "" && t.Player != "" {
		if t.Source, err = s.signedName(ctx, id, result, t.Name); err != nil {
			return err
		}
	}
	t.ID = tieID(t.Source, t.Name)
	full, err := s.opts.Store.PutClubName(ctx, id, &t, MaxNames)
	if full {
		return errNames
	}
	return err
}

// checkMember sets whose word a tie to a member is. What an organiser says about
// herself or himself is the word of a member only: somebody else has to confirm it.
func (s *Service) checkMember(ctx context.Context, player string, role Role, id string, t *Tie) error {
	if is, err := s.opts.Store.ClubRole(ctx, id, t.Player); err != nil {
		return err
	} else if is == None || is == Asked {
		return ErrNoMember
	}
	t.Own = t.Player == player
	switch {
	case role == Owner:
		t.Led = OwnerWord
	case !t.Own && role == Organiser:
		t.Led = OrganiserWord
	case !t.Own:
		return errOnlyYou
	}
	return nil
}

// checkSpelling refuses spellings that lead back to themselves.
func (s *Service) checkSpelling(ctx context.Context, id string, t *Tie) error {
	var ok bool
	if t.Spelling, ok = line(t.Spelling, 1, maxPerson); !ok {
		return errTie
	}
	list, err := s.opts.Store.ClubNames(ctx, id)
	if err != nil {
		return err
	}
	if nameKey(nameBook(list, nil, nil).spelt(t.Spelling)) == nameKey(t.Name) {
		return errCircle
	}
	return nil
}

// signedName returns the source of a name in an event of another server whose key
// is trusted.
func (s *Service) signedName(ctx context.Context, id, result, name string) (string, error) {
	sheet, err := s.Sheet(ctx, id, result)
	if err != nil {
		return "", err
	}
	if !sheet.Trusted {
		return "", errUntrusted
	}
	if !slices.ContainsFunc(sheet.Standings, func(p Standing) bool { return nameKey(p.Name) == nameKey(name) }) {
		return "", ErrNoName
	}
	return SourceOf(sheet.Result.Key), nil
}

// Untie takes back what was said about a name, as an organiser or as the member
// who it is said to be.
func (s *Service) Untie(ctx context.Context, player, id, tie string) error {
	list, err := s.Names(ctx, player, id)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(list, func(t Tie) bool { return t.ID == tie }) {
		return ErrNoName
	}
	return s.opts.Store.DropClubName(ctx, id, tie)
}

// book says who the names of a club are.
type book struct {
	ties    map[string]*Tie
	trusted map[string]bool
	members map[string]string // by the key of their name: player
	players map[string]bool
}

func nameBook(list []Tie, trusted []string, members []Member) *book {
	b := &book{map[string]*Tie{}, map[string]bool{}, map[string]string{}, map[string]bool{}}
	for i := range list {
		b.ties[list[i].ID] = &list[i]
	}
	for _, source := range trusted {
		b.trusted[source] = true
	}
	for i := range members {
		b.members[nameKey(members[i].Name)] = members[i].Player
		b.players[members[i].Player] = true
	}
	return b
}

// mostSpellings bounds a chain of spellings: two organisers at once can make a circle.
const mostSpellings = 10

// spelt follows the spellings of a name to the one that counts.
func (b *book) spelt(name string) string {
	for range mostSpellings {
		t := b.ties[tieID("", name)]
		if t == nil || t.Spelling == "" {
			break
		}
		name = t.Spelling
	}
	return name
}

// who returns the member that a name of a source is, or "" and the name that counts.
// On this server a name that is the nickname of a member is that member; a name that
// another server has signed is one only by a tie that counts, of a trusted key.
func (b *book) who(source, name string) (player, counts string) {
	counts = b.spelt(name)
	for _, n := range []string{name, counts} {
		t := b.ties[tieID(source, n)]
		if t != nil && t.Player != "" && t.Counts() && b.players[t.Player] && (source == "" || b.trusted[source]) {
			return t.Player, counts
		}
	}
	if source == "" {
		return b.members[nameKey(counts)], counts
	}
	return "", counts
}
