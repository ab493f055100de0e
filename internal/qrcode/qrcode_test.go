package qrcode

import (
	"strings"
	"testing"

	"rsc.io/qr"
)

// TestText checks that the code drawn for the terminal has the same modules as the QR
// code.
func TestText(t *testing.T) {
	const link = "http://192.168.1.5:8080"
	code, err := qr.Encode(link, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Text(link, false)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	dark := func(x, y int) bool {
		r := []rune(lines[y/2])[x]
		if y%2 == 0 {
			return r == ' ' || r == '▄'
		}
		return r == ' ' || r == '▀'
	}
	for y := range code.Size {
		for x := range code.Size {
			if dark(x+2, y+2) != code.Black(x, y) {
				t.Fatalf("the module at %d, %d is wrong", x, y)
			}
		}
	}
	for x := range code.Size + 4 {
		if dark(x, 0) || dark(x, 1) {
			t.Fatal("there is no light edge")
		}
	}
	if c, err := Text(link, true); err != nil || !strings.Contains(c, "\x1b[0m") {
		t.Error("no colours")
	}
	if _, err := Text(strings.Repeat("x", 5000), false); err == nil {
		t.Error("a link of 5,000 letters fits")
	}
}
