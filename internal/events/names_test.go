package events

import (
	"slices"
	"testing"
)

// TestApart checks that entrants with the same name get different names, and that no new name
// equals the name of another entrant.
func TestApart(t *testing.T) {
	for _, c := range []struct{ names, want []string }{
		{[]string{"Cụ Tám", "Lan", "cụ  tám", "Cụ Tám"}, []string{"Cụ Tám", "Lan", "cụ  tám (2)", "Cụ Tám (3)"}},
		{[]string{"Lan", "Lan", "Lan (2)"}, []string{"Lan", "Lan (3)", "Lan (2)"}},
		{[]string{"", "", "Minh"}, []string{"", "", "Minh"}},
		{[]string{"Tám", "Tam"}, []string{"Tám", "Tam"}},
	} {
		got := slices.Clone(c.names)
		if apart(got); !slices.Equal(got, c.want) {
			t.Errorf("%q are %q, want %q", c.names, got, c.want)
		}
	}
}
