package play

import (
	"context"
	"log/slog"
	"sync"

	"kydai/internal/bus"
)

// endedSubject is the bus subject of notifications about ended tokens.
const endedSubject = "ended.token"

// tokenStore is another name for Tokens. AccessTokens embeds it under this name, because an
// embedded field named Tokens would hide the interface's method Tokens.
type tokenStore = Tokens

// AccessTokens gives access to the stored tokens of bots. It notifies all nodes when a
// token, or another secret identified by its hash, has ended.
type AccessTokens struct {
	tokenStore
	bus bus.Bus
	log *slog.Logger

	mu       sync.Mutex
	watching []func(hash [32]byte)
}

// End revokes a token of a player and closes, on all nodes, the connections opened with
// it.
func (t *AccessTokens) End(ctx context.Context, player string, hash [32]byte) error {
	if err := t.DropToken(ctx, player, hash); err != nil {
		return err
	}
	t.Tell(hash)
	return nil
}

// Tell notifies all nodes that the secret with this hash is no longer valid. The nodes then close
// the connections opened with the secret.
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

// Watch calls f for every token that ends on any node, until the caller calls the returned function
// cancel. If messages may have been lost, it calls the function gap; the caller should then check
// all tokens.
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
