package web_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"kydai/internal/play"
)

// slowStore is a store whose method Tokens always fails. If the field gone points to true, Tokens
// first waits until the client disconnects; otherwise it fails at once with play.ErrUnavailable.
type slowStore struct {
	play.Store
	asked chan struct{}
	gone  atomic.Pointer[bool]
	left  atomic.Int32
}

func (s *slowStore) Tokens(ctx context.Context, _ string) ([]play.Token, error) {
	s.asked <- struct{}{}
	if gone := s.gone.Load(); gone == nil || !*gone {
		return nil, fmt.Errorf("%w: no line", play.ErrUnavailable)
	}
	<-ctx.Done()
	defer s.left.Add(1)
	return nil, fmt.Errorf("%w: interrupted", play.ErrUnavailable)
}

func (s *slowStore) wait(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(patience); s.left.Load() == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the store was not left")
		}
	}
}
