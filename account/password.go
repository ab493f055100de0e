package account

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/secure/precis"

	"kydai/game"
)

// Error codes for passwords.
const (
	BadPassword    = "bad-password"
	CommonPassword = "common-password"
	WrongPassword  = "wrong-password"
	BadHash        = "bad-hash"
)

// Cost holds the parameters of argon2id for one hash.
type Cost struct {
	Memory uint32 // KiB
	Time   uint32 // passes over the memory
	Lanes  uint8
}

// StandardCost returns 19 MiB and two passes, the first recommendation of OWASP's
// password storage cheat sheet.
func StandardCost() Cost { return Cost{Memory: 19 * 1024, Time: 2, Lanes: 1} }

// Upper limits for the cost stored in a hash, so that a corrupt row cannot exhaust memory
// or CPU.
const (
	maxMemory = 256 * 1024
	maxTime   = 16
	maxLanes  = 16
)

const (
	saltBytes = 16
	hashBytes = 32
)

// Hasher makes and checks hashes of passwords. The channel Slots limits how many hashes are
// computed at once, and so their total memory: each computation occupies one place in the channel.
// All hashers of a process share Slots.
type Hasher struct {
	Cost  Cost
	Slots chan struct{}
}

// Hash returns the hash of a password in PHC form,
// $argon2id$v=19$m=19456,t=2,p=1$salt$hash. The salt is read from random. Hash
// waits for a slot until ctx ends.
func (h Hasher) Hash(ctx context.Context, password string, random io.Reader) (string, error) {
	text, err := prepared(password)
	if err != nil {
		return "", err
	}
	salt := make([]byte, saltBytes)
	if _, err := io.ReadFull(random, salt); err != nil {
		return "", err
	}
	sum, err := h.sum(ctx, text, salt, h.Cost, hashBytes)
	if err != nil {
		return "", err
	}
	return encode(h.Cost, salt, sum), nil
}

// Check returns nil if the password matches the hash. The result again is true if the hash was made
// with a cost other than h.Cost; the caller should then store a new hash.
func (h Hasher) Check(ctx context.Context, hash, password string) (again bool, err error) {
	cost, salt, want, err := decode(hash)
	if err != nil {
		return false, err
	}
	text, err := prepared(password)
	if err != nil {
		text = nil // hash an empty text, so that the check takes as long as for any other wrong password
	}
	got, err := h.sum(ctx, text, salt, cost, uint32(len(want))) //nolint:gosec // decode limits the length, so it fits into uint32
	if err != nil {
		return false, err
	}
	if text == nil || subtle.ConstantTimeCompare(got, want) != 1 {
		return false, game.Err(WrongPassword, "the name or the password is wrong")
	}
	return cost != h.Cost, nil
}

// Waste does the same work as Check and always fails. Call it if no account has the name,
// so that the response time does not reveal whether a name exists.
func (h Hasher) Waste(ctx context.Context, password string) error {
	text, err := prepared(password)
	if err != nil {
		text = nil
	}
	if _, err := h.sum(ctx, text, make([]byte, saltBytes), h.Cost, hashBytes); err != nil {
		return err
	}
	return game.Err(WrongPassword, "the name or the password is wrong")
}

func (h Hasher) sum(ctx context.Context, text, salt []byte, c Cost, length uint32) ([]byte, error) {
	select {
	case h.Slots <- struct{}{}:
		defer func() { <-h.Slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return argon2.IDKey(text, salt, c.Time, c.Memory, c.Lanes, length), nil
}

// prepared normalises a password for hashing with the PRECIS profile OpaqueString (RFC
// 8265), so that composed and decomposed forms of a letter such as ế give the same hash.
func prepared(password string) ([]byte, error) {
	if len(password) > maxPasswordBytes {
		return nil, errPasswordLength
	}
	text, err := precis.OpaqueString.String(password)
	if err != nil || text == "" || !utf8.ValidString(password) {
		return nil, game.Err(BadPassword, "the password is empty or holds a character that cannot be typed")
	}
	return []byte(text), nil
}

var phc = base64.RawStdEncoding.Strict()

func encode(c Cost, salt, sum []byte) string {
	n := func(x uint32) string { return strconv.FormatUint(uint64(x), 10) }
	return "$argon2id$v=" + n(argon2.Version) + "$m=" + n(c.Memory) + ",t=" + n(c.Time) + ",p=" + n(uint32(c.Lanes)) +
		"$" + phc.EncodeToString(salt) + "$" + phc.EncodeToString(sum)
}

// decode parses a stored hash.
func decode(hash string) (c Cost, salt, sum []byte, err error) {
	bad := game.Err(BadHash, "the stored hash of the password is damaged")
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != "v="+strconv.Itoa(argon2.Version) {
		return Cost{}, nil, nil, bad
	}
	values := strings.Split(parts[3], ",")
	if len(values) != 3 {
		return Cost{}, nil, nil, bad
	}
	var numbers [3]uint64
	for i, limit := range []struct {
		name string
		most uint64
	}{{"m=", maxMemory}, {"t=", maxTime}, {"p=", maxLanes}} {
		text, ok := strings.CutPrefix(values[i], limit.name)
		n, err := strconv.ParseUint(text, 10, 32)
		if !ok || err != nil || n < 1 || n > limit.most {
			return Cost{}, nil, nil, bad
		}
		numbers[i] = n
	}
	salt, err1 := phc.DecodeString(parts[4])
	sum, err2 := phc.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(salt) < 8 || len(salt) > 64 || len(sum) < 16 || len(sum) > 64 {
		return Cost{}, nil, nil, bad
	}
	c = Cost{Memory: uint32(numbers[0]), Time: uint32(numbers[1]), Lanes: uint8(numbers[2])} //nolint:gosec // the checks above limit each number, so the conversions cannot overflow
	if hash != encode(c, salt, sum) {
		return Cost{}, nil, nil, bad
	}
	return c, salt, sum, nil
}
