package clubs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"kydai/game"
)

// Error codes for names.
const (
	Untrusted = "key-untrusted" // the owner does not trust the key that signed these results
	NameTaken = "name-claimed"  // an organiser has tied the name to another member
	TwoPeople = "two-people"    // two names that played in the same event cannot be one person
)

// Errors of a Store about names, for errors.Is.
var (
	ErrNoName    = game.Err(NotFound, "the club says nothing about this name")
	ErrNameTaken = game.Err(NameTaken, "this name is another member's, as an organiser of the club says; please ask them")

	errNotMember = game.Err(NotForYou, "only members of the club may do this")
	errOnlyYou   = game.Err(NotForYou, "you can say this of yourself only; organisers say it of others")
	errUntrusted = game.Err(Untrusted, "the owner of the club does not trust the key of these results, so their names are not members")
	errTie       = game.Err(Bad, "say which name of 1 to 80 characters it is, and either which member or which other spelling")
	errTwo       = game.Err(TwoPeople, "both names played in the same event, so they are two people")
	errCircle    = game.Err(Bad, "both are one person already")
	errNames     = game.Err(TooMany, "the club has explained as many names as one may; take one back first")
	errNoKey     = game.Err(NotFound, "the club has no results that this key has signed")
)

// MaxNames is the maximum number of ties (owners of names) that a club may have.
const MaxNames = 2000

// maxPerson is the maximum length of a person's name, in characters.
const maxPerson = 80

// Word says which leader of the club has confirmed a tie: no leader, an organiser or the owner.
type Word int

// The values of Word, in increasing order of authority.
const (
	NoWord Word = iota
	OrganiserWord
	OwnerWord
)

// Tie states to which member of the club a name belongs, or that the name is another spelling of a
// person's name (adr/0053).
type Tie struct {
	ID       string
	Source   string // key of the server that signed the name, in hexadecimal; "" for names of this server and for spellings
	Name     string // the name as the results show it
	Player   string // account id of the member; "" for another spelling
	Spelling string // the spelling to use instead; "" for a member
	Led      Word   // whether an organiser or the owner has confirmed the tie
	Own      bool   // true if the member has confirmed the tie
}

// Counts reports whether a tie has enough confirmations. A tie to a spelling needs one organiser;
// a tie to a member needs the owner, or an organiser together with the member.
func (t *Tie) Counts() bool {
	return t.Player == "" || t.Led == OwnerWord || t.Led == OrganiserWord && t.Own
}

// SourceOf returns the source (Tie.Source) for names in results that a key has signed: the key in
// hexadecimal.
func SourceOf(key []byte) string { return hex.EncodeToString(key) }

// tieID returns the id of the tie for a name from a source.
func tieID(source, name string) string {
	sum := sha256.Sum256([]byte(source + "\n" + nameKey(name)))
	return hex.EncodeToString(sum[:12])
}

// Key is a public key that signed results in the calendar of a club.
type Key struct {
	Server  string // name of the server, according to its last file
	Key     []byte
	Trusted bool
}

// Keys lists the keys that signed the imported results of a club, and whether the owner
// trusts them.
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

// Trust lets the owner decide whether names in results signed with a key may be tied to members.
// fingerprint identifies the key; the owner has compared it with the fingerprint that the other
// server shows.
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

// Names lists the ties of a club. Organisers and the owner get all ties; other members get only the
// ties to themselves.
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

// Tie stores to whom a name belongs. result is the imported event in which the name occurs; ""
// means a name on this server. Organisers may tie names to any member and set spellings. Other
// members may only tie names to themselves. If the member and an organiser both state the same tie,
// the second statement confirms the first.
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

// checkMember records in the tie t who confirms it: the owner, an organiser, or the member. If
// organisers tie a name to their own account, this counts only as the member's confirmation, and
// another leader must also confirm the tie.
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

// checkSpelling returns an error if the new spelling would create a cycle of spellings.
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
	return s.checkApart(ctx, id, list, t)
}

// signedName checks that a name occurs in an imported event, and returns the key that signed the
// event, in hexadecimal. It returns an error if the club's owner does not trust the key.
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

// Untie deletes the tie of a name. Organisers may delete any tie; other members may delete only
// ties to themselves.
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

// book contains the ties, the trusted keys and the members of a club. Its method who finds the
// member to whom a name belongs.
type book struct {
	ties    map[string]*Tie
	trusted map[string]bool
	members map[string]string // player id by name key (nameKey) of the member's name
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

// mostSpellings limits the number of spelling ties that are followed, because two organisers who
// act at the same time can create a cycle.
const mostSpellings = 10

// spelt follows the spelling ties of a name to the last spelling and returns it.
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

// who finds the member to whom a name from a source belongs. It returns the player id ("" if the
// name belongs to no member) and the final spelling of the name. The nickname of a member on this
// server belongs to that member. A name signed by another server belongs to a member only if a tie
// with enough confirmations says so and the owner trusts the server's key.
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
