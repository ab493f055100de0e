package game

import "sync/atomic"

// Tail belongs to an append-only list that is copied often. Copies of the list share one array, and
// the Tail records how much of the array is in use. Always copy a list together with its Tail, by
// assignment. Each copy can then be extended and truncated independently, also by different
// goroutines. Existing items must not be changed. The zero Tail is valid for any list.
type Tail struct{ taken *atomic.Int64 }

// minRoom is the capacity of the first array that Append allocates.
const minRoom = 16

// Append adds an item to a list. The first copy that appends uses the shared array; other
// copies get a new array.
func Append[T any](list []T, t *Tail, item T) []T {
	n := len(list)
	if t.taken != nil && n < cap(list) && t.taken.CompareAndSwap(int64(n), int64(n+1)) {
		return append(list, item)
	}
	grown := make([]T, n+1, n+n/2+minRoom)
	copy(grown, list)
	grown[n] = item
	t.taken = new(atomic.Int64)
	t.taken.Store(int64(n + 1))
	return grown
}
