package play

import (
	"context"
	"log/slog"
	"sync"

	"kydai/internal/bus"
)

// endedSubject is where nodes hear of tokens that have ended.
const endedSubject = "ended.token"

// tokenStore is embedded under this name, because Tokens is one of its methods.
type tokenStore = Tokens

// AccessTokens are the stored tokens of bots. They tell all nodes which tokens,
// and other secrets known by their hash, have ended.
type AccessTokens struct {
	tokenStore
	bus bus.Bus
	log *slog.Logger

	mu       sync.Mutex
	watching []func(hash [32]byte)
}

// End makes a token of a player useless, and ends what it has opened on
// all nodes.
func (t *AccessTokens) End(ctx context.Context, player string, hash [32]byte) error {
	if err := t.DropToken(ctx, player, hash); err != nil {
		return err
	}
	t.Tell(hash)
	return nil
}

// Tell ends what a hash has opened on all nodes.
func (t *AccessTokens) Tell(hash [32]byte) {
	t.mu.Lock()
	watching := t.watching
	t.mu.Unlock()
	for _, f := range watching {
		f(hash)
	}
	if err := t.bus.Publish(endedSubject, hash[:]); err != nil {
		t.log.Warn("other nodes were not notified of a revoked token; they reload tokens when the bus reconnects", "err", err)
	}
}

// Watch calls f for every token that ends, here or on another node. When
// messages may have been lost it calls gap: all tokens are to be looked up.
func (t *AccessTokens) Watch(f func(hash [32]byte), gap func()) (cancel func(), err error) {
	sub, err := t.bus.Subscribe(endedSubject, bus.Handler{
		Message: func(_ string, data []byte) {
			if len(data) == 32 {
				f([32]byte(data))
			}
		},
		Gap: func(bus.Gap) { gap() },
	})
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watching = append(t.watching, f)
	back := t.bus.OnReconnect(gap)
	return func() {
		sub.Cancel()
		back()
	}, nil
}
