// Package qrcode draws links as QR codes: as SVG for pages and as text for
// terminals.
package qrcode

import (
	"strconv"
	"strings"

	"rsc.io/qr"
)

// quiet is the width of the light margin that a QR code needs, in modules (squares of the code).
const quiet = 4

// SVG draws the QR code of a link as an SVG image. It returns an error if the link is too
// long.
func SVG(link string) ([]byte, error) {
	code, err := qr.Encode(link, qr.M)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	size := strconv.Itoa(code.Size + 2*quiet)
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + size + " " + size + `" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h` +
		size + "v" + size + `H0z"/><path d="`)
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if n := strconv.Itoa(x - from); x > from {
				b.WriteString("M" + strconv.Itoa(from+quiet) + " " + strconv.Itoa(y+quiet) + "h" + n + "v1h-" + n + "z")
			}
		}
	}
	b.WriteString("\"/></svg>\n")
	return []byte(b.String()), nil
}

// Text draws the QR code of a link for a terminal. Each character shows two modules (squares of the
// code), one above the other. Light modules are drawn in the text colour, for terminals with a dark
// background. If color is true, both colours are set explicitly, so the code is readable on every
// terminal.
func Text(link string, color bool) (string, error) {
	code, err := qr.Encode(link, qr.L)
	if err != nil {
		return "", err
	}
	const edge = 2 // a margin of two modules is enough, because the terminal itself has a margin
	light := func(x, y int) bool {
		return x < 0 || y < 0 || x >= code.Size || y >= code.Size || !code.Black(x, y)
	}
	var b strings.Builder
	for y := -edge; y < code.Size+edge; y += 2 {
		if color {
			b.WriteString("\x1b[97;40m")
		}
		for x := -edge; x < code.Size+edge; x++ {
			switch top, bottom := light(x, y), light(x, y+1); {
			case top && bottom:
				b.WriteString("█")
			case top:
				b.WriteString("▀")
			case bottom:
				b.WriteString("▄")
			default:
				b.WriteString(" ")
			}
		}
		if color {
			b.WriteString("\x1b[0m")
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}
