package web

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/qrcode"
)

// QRAsk is a request for the QR code of a page of this site.
type QRAsk struct {
	Path  string `query:"path" required:"true" maxLength:"1024" doc:"Path of the page, such as /g/abc."`
	Match string `header:"If-None-Match" maxLength:"256" doc:"ETag of the picture that the client has cached."`
	host  string
}

// Resolve stores the host name with which the client called this server.
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
			picture, err := qrcode.SVG(link)
			if err != nil {
				return nil, game.Err(badRequest, "this link is too long for a QR code")
			}
			return picture, nil
		})
		if err != nil {
			return nil, err
		}
		return p.answer(kinds["svg"], keepLong, in.Match), nil
	})
}

// answer returns a response with the picture. If the ETag of the picture is in the parameter known,
// the response is "not modified" and has no body.
func (p *photo) answer(kind, keep, known string) *pictureAnswer {
	out := &pictureAnswer{Status: http.StatusOK, ContentType: kind, ETag: p.tag, CacheControl: keep, Policy: "cross-origin", Body: p.body}
	if strings.Contains(known, p.tag) {
		out.Status, out.Body = http.StatusNotModified, nil
	}
	return out
}
