package web

import (
	"slices"
	"strconv"
	"testing"
)

// TestPaging reads lists of several lengths by cursor. It checks that every item is returned once,
// that no page is longer than requested, and that the last page has no cursor.
func TestPaging(t *testing.T) {
	for _, n := range []int{0, 1, 3, 4, 6, 7} {
		var all, got []int
		for i := range n {
			all = append(all, i)
		}
		const limit = 3
		for cursor, pages := "", 0; ; pages++ {
			from, _ := strconv.Atoi(cursor) // for the cursor "", Atoi returns 0, the start of the list
			shown, next := cut(all[from:min(n, from+limit+1)], limit, func(last *int) string { return strconv.Itoa(*last + 1) })
			p := pageOf(shown, next, func(i *int) (int, bool) { return *i, *i != 2 })
			if len(p.Body) > limit || p.Body == nil || pages > n/limit {
				t.Fatalf("page %d of %d items: %v", pages, n, p.Body)
			}
			got = append(got, p.Body...)
			if cursor = p.Next; cursor == "" {
				break
			}
		}
		if all = slices.DeleteFunc(all, func(i int) bool { return i == 2 }); !slices.Equal(got, all) {
			t.Errorf("%d items: %v", n, got)
		}
	}
}
