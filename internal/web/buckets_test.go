package web

import (
	"fmt"
	"testing"
)

// TestBucketsAreFew checks that the number of buckets is bounded, and that the
// least recently used bucket is removed first.
func TestBucketsAreFew(t *testing.T) {
	b := buckets{most: 100}
	r := Rate{Second: 0.001, Burst: 2}
	for i := range 1000 {
		b.take("always", r)
		b.take(fmt.Sprint(i), r)
	}
	if len(b.all) != 100 || b.order.Len() != 100 {
		t.Errorf("%d buckets are kept, %d in order; want 100", len(b.all), b.order.Len())
	}
	if b.take("always", r).ok {
		t.Error("the bucket that is always used was forgotten")
	}
	if !b.take("0", r).ok {
		t.Error("the oldest was kept")
	}
	var usual buckets
	usual.take("x", r)
	if usual.most != 100_000 {
		t.Errorf("usually %d are kept", usual.most)
	}
}
