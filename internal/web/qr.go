package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"rsc.io/qr"

	"kydai/game"
)

// quiet is the white edge that a QR code needs, in modules.
const quiet = 4

// QRAsk asks for the QR code of a page of this site.
type QRAsk struct {
	Path  string `query:"path" required:"true" maxLength:"1024" doc:"path of the page, such as /g/abc"`
	Match string `header:"If-None-Match" maxLength:"256"`
	host  string
}

// Resolve notes by which name this server was called.
func (in *QRAsk) Resolve(c huma.Context) []error {
	in.host = c.Host()
	return nil
}

func (s *Server) qrOperation(a huma.API) {
	op := pictureOperation("qr.svg", "drawLink", "Draw the QR code of a page of this site")
	handle(s, a, op, func(ctx context.Context, v visitor, in *QRAsk) (*pictureAnswer, error) {
		if !strings.HasPrefix(in.Path, "/") || strings.HasPrefix(in.Path, "//") || strings.ContainsAny(in.Path, "\\\n\r\t ") {
			return nil, game.Err(badRequest, "a QR code leads to a page of this site: its path begins with one slash")
		}
		link := "http://" + in.host + in.Path
		if v.secure {
			link = "https://" + in.host + in.Path
		}
		admit := func() error { return s.allow(v, "pictures", s.opts.Limits.Pictures) }
		p, err := s.album.get(ctx, "qr "+link, admit, func() ([]byte, error) {
			code, err := qr.Encode(link, qr.M)
			if err != nil {
				return nil, game.Err(badRequest, "this link is too long for a QR code")
			}
			return qrSVG(code), nil
		})
		if err != nil {
			return nil, err
		}
		return p.answer(kinds["svg"], keepLong, in.Match), nil
	})
}

// answer sends a picture, unless the caller has it.
func (p *photo) answer(kind, keep, known string) *pictureAnswer {
	out := &pictureAnswer{Status: http.StatusOK, ContentType: kind, ETag: p.tag, CacheControl: keep, Policy: "cross-origin", Body: p.body}
	if strings.Contains(known, p.tag) {
		out.Status, out.Body = http.StatusNotModified, nil
	}
	return out
}

// qrSVG draws a QR code, a rectangle for each run of black modules.
func qrSVG(code *qr.Code) []byte {
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
	return []byte(b.String())
}
