package play

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"math/big"
	"sync"
	"time"

	"kydai/fair"
	"kydai/game"
)

const (
	idLength = 16 // number of characters of an id, which contain 95 random bits
	alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// random draws ids and deals from a source of randomness. It is safe for concurrent use.
type random struct {
	key []byte           // secret key of the site
	now func() time.Time // the site's time, for match ids
	// letters are the shards of new matches, as in Options.Letters.
	letters string
	mu      sync.Mutex
	from    io.Reader
}

// id returns an unguessable random id.
func (l *random) id() (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return readID(l.from)
}

func readID(from io.Reader) (string, error) {
	id := make([]byte, 0, idLength)
	var b [idLength]byte
	for len(id) < idLength {
		if _, err := io.ReadFull(from, b[:]); err != nil {
			return "", err
		}
		for _, c := range b {
			if c < 4*byte(len(alphabet)) && len(id) < idLength {
				id = append(id, alphabet[int(c)%len(alphabet)])
			}
		}
	}
	return string(id), nil
}

// below returns a uniformly distributed random number from 0 to n-1.
func (l *random) below(n int) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	v, err := rand.Int(l.from, big.NewInt(int64(n)))
	if err != nil {
		return 0, err
	}
	return int(v.Int64()), nil
}

// deal returns a random deal if the game has hidden pieces, otherwise the empty Secret.
func (l *random) deal(r game.Rules) (game.Secret, error) {
	d, ok := r.(game.Dealer)
	if !ok {
		return game.Secret{}, nil
	}
	var failed error
	secret := d.Deal(func(n int) int {
		v, err := l.below(n)
		if err != nil {
			failed = err
		}
		return v
	})
	if failed != nil {
		return game.Secret{}, failed
	}
	return secret, nil
}

// nonce returns a random number for the server's part in a deal.
func (l *random) nonce() (fair.Nonce, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return fair.NewNonce(l.from)
}

// seedOf returns the seed of the engines in a match. It can be computed only with the site's key.
// So the engines' moves cannot be predicted from the match id, and the seed does not reveal the id.
func (l *random) seedOf(id string) uint64 {
	return binary.BigEndian.Uint64(l.keyed("seed " + id))
}

// keyed derives bytes from a text and the site's key.
func (l *random) keyed(text string) []byte {
	mac := hmac.New(sha256.New, l.key)
	_, _ = mac.Write([]byte("kydai luck " + text)) // Write of an HMAC never fails
	return mac.Sum(nil)
}

// stream is an endless sequence of bytes derived from a seed.
type stream struct {
	seed  string
	block uint64
}

func (s *stream) Read(p []byte) (int, error) {
	for i := 0; i < len(p); s.block++ {
		sum := sha256.Sum256(binary.BigEndian.AppendUint64([]byte(s.seed), s.block))
		i += copy(p[i:], sum[:])
	}
	return len(p), nil
}
