package certs

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"time"

	"golang.org/x/crypto/acme/autocert"
)

// Store keeps rows that all nodes of a site share. The store must be durable: a lost account or
// certificate must be requested again, and authorities limit the number of requests.
type Store interface {
	// Certificate returns the row with the given name. The result found is false if there is no
	// such row.
	Certificate(ctx context.Context, name string) (body []byte, found bool, err error)
	SetCertificate(ctx context.Context, name string, body []byte) error
	DropCertificate(ctx context.Context, name string) error
	// Claim takes or renews a lease for the given duration. It returns false if another node holds
	// the lease.
	Claim(ctx context.Context, name string, lasts time.Duration) (bool, error)
	// Release gives up a lease that this node holds.
	Release(ctx context.Context, name string) error
}

// cache stores the rows of autocert in a Store. The rows are encrypted because they hold private
// keys, and people may read the store outside this program: in replicas, exports and support cases.
type cache struct {
	store Store
	keys  []cipher.AEAD // the first key encrypts; every key can decrypt
}

var _ autocert.Cache = (*cache)(nil)

// sealInfo is the HKDF info string. It makes the keys of this package differ from other keys that
// are derived from the site's key.
const sealInfo = "kydai/certificates/1"

func newCache(store Store, keys [][]byte) (*cache, error) {
	c := &cache{store: store}
	for _, key := range keys {
		derived, err := hkdf.Key(sha256.New, key, nil, sealInfo, 32)
		if err != nil {
			return nil, err
		}
		block, err := aes.NewCipher(derived)
		if err != nil {
			return nil, err
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return nil, err
		}
		c.keys = append(c.keys, aead)
	}
	return c, nil
}

// Get implements autocert.Cache. A row that no key can decrypt counts as missing: it was encrypted
// with an old site key that has been replaced.
func (c *cache) Get(ctx context.Context, name string) ([]byte, error) {
	sealed, found, err := c.store.Certificate(ctx, name)
	if err != nil {
		return nil, err
	}
	if found {
		for _, key := range c.keys {
			if body, err := key.Open(nil, nil, sealed, []byte(name)); err == nil {
				return body, nil
			}
		}
	}
	return nil, autocert.ErrCacheMiss
}

// Put implements autocert.Cache.
func (c *cache) Put(ctx context.Context, name string, body []byte) error {
	return c.store.SetCertificate(ctx, name, c.keys[0].Seal(nil, nil, body, []byte(name)))
}

// Delete implements autocert.Cache.
func (c *cache) Delete(ctx context.Context, name string) error {
	return c.store.DropCertificate(ctx, name)
}
