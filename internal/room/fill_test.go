package room

import (
	"strings"
	"testing"
)

// TestFill fills every page with values that must be escaped in HTML. It checks that no value
// becomes markup and that no placeholder remains.
func TestFill(t *testing.T) {
	pages, err := readPages()
	if err != nil || len(pages) < 4 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	const bad = `http://"><script>`
	for name, page := range pages {
		for _, v := range []view{
			{Site: bad + "1", Trust: bad + "2", Also: []string{bad + "3", bad + "4"}, Fingerprint: bad + "5"},
			{Site: bad + "1"},
		} {
			text := fill(page, v)
			if strings.Contains(text, "{{") || strings.Contains(text, "<script>") {
				t.Errorf("%s: %s", name, text)
			}
			if !strings.Contains(text, "script&gt;1") {
				t.Errorf("%s does not show the address", name)
			}
		}
		if !strings.HasPrefix(name, "room.") {
			continue
		}
		full, bare := fill(page, view{Site: "s", Trust: "t", Also: []string{"a1", "a2"}}), fill(page, view{Site: "s"})
		if strings.Count(full, `href="a`) != 2 || !strings.Contains(full, `href="t"`) {
			t.Errorf("%s: %s", name, full)
		}
		if strings.Contains(bare, `href=""`) {
			t.Errorf("%s has an empty link: %s", name, bare)
		}
	}
}
