package web_test

import (
	"bytes"
	"image/gif"
	"image/png"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rsc.io/qr"

	"kydai"
	"kydai/games"
	"kydai/internal/web"
	"kydai/internal/wire"
	"kydai/picture"
)

func withPictures(t *testing.T) func(*web.Options) {
	t.Helper()
	s, err := picture.New(kydai.Looks)
	if err != nil {
		t.Fatal(err)
	}
	return func(o *web.Options) { o.Pictures = s }
}

// fetch sends a GET request without credentials and returns the response and its body.
func (s *site) fetch(path string, header ...string) (*http.Response, []byte) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.http.URL+path, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close() //nolint:errcheck // the body is read completely, so an error of Close does not matter
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer, body
}

func TestPictureOfPosition(t *testing.T) {
	s := newSite(t, withPictures(t))
	for _, r := range games.All() {
		name := r.Info().Name
		answer, body := s.fetch("/picture/" + name + ".png?size=200")
		if img, err := png.Decode(bytes.NewReader(body)); err != nil || img.Bounds().Dx() != 200 {
			t.Fatalf("%s: %v %s", name, err, body)
		}
		h := answer.Header
		if h.Get("Content-Type") != "image/png" || !strings.Contains(h.Get("Cache-Control"), "public") || h.Get("Set-Cookie") != "" ||
			h.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("%s: headers %v", name, h)
		}
		again, rest := s.fetch("/picture/"+name+".png?size=200", "If-None-Match", h.Get("ETag"))
		if again.StatusCode != http.StatusNotModified || len(rest) != 0 {
			t.Errorf("%s: who has the picture is answered %d with %d bytes", name, again.StatusCode, len(rest))
		}
		if answer, body := s.fetch("/picture/" + name + ".svg"); answer.Header.Get("Content-Type") != "image/svg+xml" || !bytes.HasPrefix(body, []byte("<svg")) {
			t.Errorf("%s: %v %.40s", name, answer.Header, body)
		}
	}
	_, start := s.fetch("/picture/chess.svg")
	_, moved := s.fetch("/picture/chess.svg?moves=e2e4+e7e5")
	fen := "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	_, same := s.fetch("/picture/chess.svg?last=e7e5&position=" + url.QueryEscape(fen))
	if bytes.Equal(start, moved) || !bytes.Equal(moved, same) {
		t.Error("a position by its text is not drawn as the one by its moves")
	}
	small, _ := s.fetch("/picture/caro.svg?option.size=15&moves=s19")
	large, _ := s.fetch("/picture/caro.svg?option.size=19&moves=s19")
	if small.StatusCode != http.StatusUnprocessableEntity || large.StatusCode != http.StatusOK {
		t.Errorf("a stone outside the board is answered %d, one on a larger board %d", small.StatusCode, large.StatusCode)
	}
	// The board of caro looks the same from both sides, so turning it for the second side must
	// change nothing.
	for name, turns := range map[string]bool{"caro": false, "chess": true} {
		_, plain := s.fetch("/picture/" + name + ".svg")
		_, flipped := s.fetch("/picture/" + name + ".svg?flip=true")
		if bytes.Equal(plain, flipped) == turns {
			t.Errorf("%s is turned: %v", name, !turns)
		}
	}
	_, body := s.fetch("/picture/xiangqi.gif?size=100&moves=h2e2+h9g7+h0g2")
	if g, err := gif.DecodeAll(bytes.NewReader(body)); err != nil || len(g.Image) != 4 {
		t.Errorf("three moves: %v %.80s", err, body)
	}
}

func TestPictureRefused(t *testing.T) {
	g := newSite(t, withPictures(t)).guest()
	for path, want := range map[string]struct {
		status int
		code   string
	}{
		"/picture/nothing.png":                                     {404, picture.NoLook},
		"/picture/chess.bmp":                                       {404, "not-found"},
		"/picture/chess":                                           {404, "not-found"},
		"/picture/a/b/c":                                           {404, "not-found"},
		"/picture/g/nothing.png":                                   {404, "not-found"},
		"/picture/chess.png?size=5000":                             {422, "bad-request"},
		"/picture/chess.png?position=nonsense":                     {422, "bad-position"},
		"/picture/chess.png?moves=e2e5":                            {422, "illegal-move"},
		"/picture/chess.png?last=z9":                               {400, "bad-request"},
		"/picture/chess.png?last=e2e4e6":                           {400, "bad-request"},
		"/picture/caro.png?option.size=7000":                       {422, "bad-option"},
		"/picture/caro.png?option.size=" + strings.Repeat("1", 65): {422, "bad-request"},
		"/picture/chess.png?theme=pink":                            {422, "bad-request"},
		"/picture/chess.gif?moves=e2e4&size=63":                    {422, "bad-request"},
	} {
		status, body := g.ask(http.MethodGet, path, nil)
		if status != want.status || !bytes.Contains(body, []byte(want.code)) {
			t.Errorf("%s: %d %s; want %d %s", path, status, body, want.status, want.code)
		}
	}
	bare := newSite(t).guest()
	bare.refused(http.StatusNotFound, picture.NoLook, http.MethodGet, "/picture/chess.png", nil)
}

// TestPicturesAreCounted checks that pictures that are drawn count against the rate limit of the
// address, and that cached pictures do not.
func TestPicturesAreCounted(t *testing.T) {
	few := web.Rate{Second: 1e-6, Burst: 2}
	s := newSite(t, withPictures(t), func(o *web.Options) { o.Limits.Pictures, o.Limits.Films = few, few })
	for kind, query := range map[string]string{"png": "?size=1", "gif": "?moves=e2e4&size=1"} {
		get := func(size string) int {
			answer, _ := s.fetch("/picture/chess." + kind + query + size)
			return answer.StatusCode
		}
		for _, size := range []string{"00", "01", "00", "01", "00"} {
			if status := get(size); status != http.StatusOK {
				t.Errorf("%s: status %d", kind, status)
			}
		}
		if status := get("02"); status != http.StatusTooManyRequests {
			t.Errorf("%s: the third picture is answered with %d", kind, status)
		}
		if status := get("01"); status != http.StatusOK {
			t.Errorf("%s: a picture that was kept is answered with %d", kind, status)
		}
	}
}

// TestFilmsAreKept checks that an animated picture is drawn only once, even if the server is
// restarted. After that it must not count against the rate limit.
func TestFilmsAreKept(t *testing.T) {
	dir := t.TempDir()
	open := func() *site {
		return newSite(t, withPictures(t), func(o *web.Options) { o.Films, o.Limits.Films = dir, web.Rate{Second: 1e-9, Burst: 1} })
	}
	const path = "/picture/chess.gif?size=100&moves=e2e4"
	_, first := open().fetch(path)
	s := open()
	s.fetch(path + "+e7e5") // uses up the limit of the restarted server, which is one drawing
	if answer, _ := s.fetch(path + "+c7c5"); answer.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a new film is answered %d", answer.StatusCode)
	}
	if answer, again := s.fetch(path); answer.StatusCode != http.StatusOK || !bytes.Equal(first, again) {
		t.Errorf("a kept film is answered %d with %d bytes", answer.StatusCode, len(again))
	}
}

// TestPictureOfMatch checks that a picture shows the current state of a match. After the end of the
// match, caches may keep the picture for ever.
func TestPictureOfMatch(t *testing.T) {
	s := newSite(t, withPictures(t))
	a, b, id := s.pair("chess", nil)
	path := "/picture/g/" + id + ".svg"
	shows := func(query, moves string) *http.Response {
		t.Helper()
		answer, got := s.fetch(path + query)
		_, want := s.fetch("/picture/chess.svg?moves=" + moves)
		if !bytes.Equal(got, want) {
			t.Errorf("%s does not show the game after %q: %.200s", query, moves, got)
		}
		return answer
	}
	shows("", "")
	a.post("/api/matches/"+id+"/moves", map[string]any{"ply": 0, "code": "e2e4"}, nil)
	b.post("/api/matches/"+id+"/moves", map[string]any{"ply": 1, "code": "c7c5"}, nil)
	if answer := shows("", "e2e4+c7c5"); strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
		t.Error("a game in progress may be kept for good")
	}
	shows("?ply=1", "e2e4")
	a.post("/api/matches/"+id+"/acts", map[string]any{"kind": "resign"}, nil)
	if answer := shows("", "e2e4+c7c5"); !strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
		t.Error("a game that is over may not be kept for good")
	}
	_, body := s.fetch("/picture/g/" + id + ".gif?size=100")
	if g, err := gif.DecodeAll(bytes.NewReader(body)); err != nil || len(g.Image) != 3 {
		t.Errorf("%v %.80s", err, body)
	}
}

// TestPictureOfHiddenMatch checks pictures of a rated game with hidden pieces. For all callers,
// even for the players, they must show the delayed state for spectators, and never a hidden piece.
func TestPictureOfHiddenMatch(t *testing.T) {
	for _, c := range []struct {
		delay time.Duration
		seen  bool
	}{{time.Hour, false}, {time.Nanosecond, true}} {
		s := newSite(t, withPictures(t), func(o *web.Options) { o.Delay = c.delay })
		a, _, id := s.pair("jieqi", map[string]any{"rated": true, "takebacks": 0})
		path := "/picture/g/" + id + ".svg"
		_, start := s.fetch(path)
		var v wire.View
		a.get("/api/matches/"+id, &v)
		// The first side moves a face-down piece. The move turns the piece face up.
		turns := slices.IndexFunc(v.Legal, func(m wire.Target) bool { return v.Cells[m.From] == "X" })
		a.post("/api/matches/"+id+"/moves", map[string]any{"ply": 0, "code": v.Legal[turns].Code}, nil)
		for what, get := range map[string]func(string) []byte{
			"a spectator": func(p string) []byte { _, body := s.fetch(p); return body },
			"a player":    func(p string) []byte { _, body := a.ask(http.MethodGet, p, nil); return body },
		} {
			for _, query := range []string{"", "?ply=1"} {
				now := get(path + query)
				if moved := !bytes.Equal(now, start); moved != c.seen {
					t.Errorf("after %v %s sees the move: %v", c.delay, what, moved)
				}
				open := strings.Count(string(now), `href="#jieqi-characters-`)
				want := 2 // only the two generals are face up at the start
				if c.seen {
					want = 3
				}
				if down := strings.Count(string(now), `href="#jieqi-down-`); open != want || open+down != 32 {
					t.Errorf("%s sees %d faces and %d backs", what, open, down)
				}
			}
		}
		a.post("/api/matches/"+id+"/acts", map[string]any{"kind": "resign"}, nil)
		if _, end := s.fetch(path); bytes.Equal(end, start) {
			t.Error("a game that is over is still shown with a delay")
		}
	}
}

// TestQR checks that the QR code leads to a page of the site to which the request was sent, and
// never to another site.
func TestQR(t *testing.T) {
	s := newSite(t)
	answer, body := s.fetch("/picture/qr.svg?path=/g/abc")
	code, err := qr.Encode(s.http.URL+"/g/abc", qr.M)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Header.Get("Content-Type") != "image/svg+xml" {
		t.Fatalf("%v %s", answer.Header, body)
	}
	black := map[[2]int]bool{}
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1`).FindAllStringSubmatch(string(body), -1) {
		x, _ := strconv.Atoi(m[1])
		y, _ := strconv.Atoi(m[2])
		n, _ := strconv.Atoi(m[3])
		for i := range n {
			black[[2]int{x + i - 4, y - 4}] = true
		}
	}
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) != black[[2]int{x, y}] {
				t.Fatalf("module %d %d is wrong", x, y)
			}
		}
	}
	g := s.guest()
	for _, path := range []string{"https://evil.example/", "//evil.example", "g/abc", "/a%0Ab", "/" + strings.Repeat("a", 2000)} {
		if status, body := g.ask(http.MethodGet, "/picture/qr.svg?path="+path, nil); status < 400 || status >= 500 {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// TestPicturesOfRules checks that the server can draw all pictures in the rules texts.
func TestPicturesOfRules(t *testing.T) {
	t.Parallel()
	s := newSite(t, withPictures(t))
	files, err := filepath.Glob("../../games/*/text/rules.*.md")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	shown := regexp.MustCompile(`\]\((/picture/\S+) "(\d+)x(\d+)"\)`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all := shown.FindAllStringSubmatch(string(text), -1)
		_, err = os.Stat(filepath.Join(filepath.Dir(file), "..", "EXAMPLE.md"))
		if example := err == nil; len(all) != strings.Count(string(text), "![") || len(all) == 0 && !example {
			t.Errorf("%s has %d pictures that can be read", file, len(all))
		}
		for _, one := range all {
			resp, body := s.fetch(one[1])
			if resp.StatusCode != http.StatusOK {
				t.Errorf("%s: %s is answered by %d %s", file, one[1], resp.StatusCode, body)
				continue
			}
			var w, h float64
			if m := regexp.MustCompile(` width="([\d.]+)" height="([\d.]+)"`).FindSubmatch(body); m != nil {
				w, _ = strconv.ParseFloat(string(m[1]), 64)
				h, _ = strconv.ParseFloat(string(m[2]), 64)
			}
			wide, _ := strconv.ParseFloat(one[2], 64)
			high, _ := strconv.ParseFloat(one[3], 64)
			if math.Abs(w/h-wide/high) > 0.01 {
				t.Errorf("%s: the picture of %s is %v x %v, the text says %s x %s", file, one[1], w, h, one[2], one[3])
			}
		}
	}
}
