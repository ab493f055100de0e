package play

import (
	"context"
	"time"
)

// kept caches the last result of a store query that many requests share.
type kept[T any] struct {
	reading chan struct{} // a lock (capacity 1), held while a request uses the cached value or reads a new one
	at      time.Time
	last    T
}

func newKept[T any]() kept[T] { return kept[T]{reading: make(chan struct{}, 1)} }

// of returns the cached value. If the value is older than the parameter lasts, of reads a new value
// first. Only one request reads at a time; other requests wait for its result.
func (k *kept[T]) of(ctx context.Context, clock func() time.Time, lasts time.Duration, read func() (T, error)) (T, error) {
	var none T
	select {
	case k.reading <- struct{}{}:
		defer func() { <-k.reading }()
	case <-ctx.Done():
		return none, ctx.Err()
	}
	if age := clock().Sub(k.at); !k.at.IsZero() && age >= 0 && age < lasts {
		return k.last, nil
	}
	now, err := read()
	if err != nil {
		return none, err
	}
	k.at, k.last = clock(), now
	return now, nil
}
