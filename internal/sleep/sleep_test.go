package sleep_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"kydai/internal/sleep"
)

func TestFor(t *testing.T) {
	began := time.Now()
	if err := sleep.For(t.Context(), 20*time.Millisecond); err != nil || time.Since(began) < 20*time.Millisecond {
		t.Errorf("returned %v after %v", err, time.Since(began))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := sleep.For(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context it returned %v", err)
	}
}
