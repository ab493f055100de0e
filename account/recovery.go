package account

import (
	"crypto/sha256"
	"crypto/subtle"
	"io"
	"slices"
	"strings"

	"kydai/game"
)

const (
	// RecoveryCodes is the number of recovery codes of an account.
	RecoveryCodes = 10
	// A code has 24 characters of 5 bits, which is 120 random bits. With so many bits, one round of
	// SHA-256 is enough (ASVS 5.0, 6.5.2, requires 112 bits).
	recoveryLength = 24
	recoveryGroup  = 6
)

// alphabet is Crockford's base 32, which has no I, L, O or U.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// RecoveryHash is the stored hash of a recovery code.
type RecoveryHash [sha256.Size]byte

// NewRecoveryCodes makes ten codes and their hashes. The codes are shown to the user once
// and not stored.
func NewRecoveryCodes(random io.Reader) (codes []string, hashes []RecoveryHash, err error) {
	for range RecoveryCodes {
		var bytes [recoveryLength]byte
		if _, err := io.ReadFull(random, bytes[:]); err != nil {
			return nil, nil, err
		}
		var b strings.Builder
		for i, x := range bytes {
			if i > 0 && i%recoveryGroup == 0 {
				b.WriteByte('-')
			}
			b.WriteByte(alphabet[int(x)%len(alphabet)]) // no bias: 256 is a multiple of 32, the length of the alphabet
		}
		codes = append(codes, b.String())
		hashes = append(hashes, hashRecovery(plainRecovery(b.String())))
	}
	return codes, hashes, nil
}

// UseRecoveryCode removes the hash of a used code and returns the remaining hashes, which the
// caller stores with a compare-and-set. In code, case, spaces and hyphens do not matter, and the
// letters I, L and O are read as the digits that they look like.
func UseRecoveryCode(hashes []RecoveryHash, code string) ([]RecoveryHash, error) {
	want := hashRecovery(plainRecovery(code))
	found := -1
	for i := range hashes { // compare all hashes, so that the time does not reveal which one matches
		if subtle.ConstantTimeCompare(hashes[i][:], want[:]) == 1 {
			found = i
		}
	}
	if found < 0 {
		return hashes, game.Err(BadToken, "this recovery code is not valid or was used already")
	}
	return slices.Delete(slices.Clone(hashes), found, found+1), nil
}

func hashRecovery(plain string) RecoveryHash {
	return sha256.Sum256([]byte("kydai/recovery/" + plain))
}

// plainRecovery normalises a recovery code for hashing. It returns "" for a text that is
// too long.
func plainRecovery(code string) string {
	if len(code) > 4*recoveryLength {
		return ""
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '-', '\t', '\n', '\r':
			return -1
		case 'I', 'L':
			return '1'
		case 'O':
			return '0'
		}
		return r
	}, strings.ToUpper(code))
}
