package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
	"kydai/picture"
)

// picturePath is the path prefix of pictures. Any site may show them, so responses set no cookie.
const picturePath = "/picture/"

// PictureLook holds the query parameters that determine how a picture looks.
type PictureLook struct {
	File        string `path:"file" maxLength:"80" doc:"Name and format of the picture, such as abc.png; the formats are svg, png and gif."`
	Set         string `query:"set" maxLength:"32" doc:"Name of the piece set; default: the standard set of the language."`
	Board       string `query:"board" maxLength:"32" doc:"Name of the board design; default: the standard board of the game."`
	Coordinates string `query:"coordinates" maxLength:"32" doc:"Kind of coordinates, or none."`
	Lang        string `query:"lang" enum:"vi,en,zh-Hans,zh-Hant" doc:"Language of the letters on pieces."`
	Theme       string `query:"theme" enum:"light,dark" doc:"Colours of the picture; default: light."`
	Flip        bool   `query:"flip" doc:"True to draw the second side at the bottom; a board that looks the same from both sides is not turned."`
	Size        int    `query:"size" minimum:"64" maximum:"1200" default:"480" doc:"Width in pixels."`
	Match       string `header:"If-None-Match" maxLength:"256" doc:"ETag of the picture that the client has cached."`
}

// PositionPicture is a request for a picture of a position.
type PositionPicture struct {
	PictureLook
	Position string `query:"position" maxLength:"1024" doc:"Position as text; default: the start position."`
	Moves    string `query:"moves" maxLength:"4096" doc:"Codes of moves from the position, separated by spaces; a gif shows each move."`
	Last     string `query:"last" maxLength:"8" doc:"Squares of the last move, such as e2e4, if no moves are given."`
	options  map[string]string
}

// Limits of the game options in a request for a picture: their number, and the length of their texts.
const (
	maxOptions    = 8
	maxOptionText = 64
)

// Resolve reads the options of the game, such as option.size=19, from the query. The names of
// options depend on the game, so the struct cannot have fields for them.
func (in *PositionPicture) Resolve(c huma.Context) []error {
	u := c.URL()
	for name, values := range u.Query() {
		option, ok := strings.CutPrefix(name, "option.")
		if !ok {
			continue
		}
		if len(in.options) == maxOptions || len(option) > maxOptionText || len(values[0]) > maxOptionText {
			return []error{game.Err(badRequest, "a picture has at most 8 options of at most 64 characters each")}
		}
		if in.options == nil {
			in.options = map[string]string{}
		}
		in.options[option] = values[0]
	}
	return nil
}

// MatchPicture is a request for a picture of a match.
type MatchPicture struct {
	PictureLook
	Ply int `query:"ply" minimum:"-1" maximum:"2000" default:"-1" doc:"Number of moves after which the match is drawn; -1 means the current position."`
}

type pictureAnswer struct {
	Status       int
	ContentType  string `header:"Content-Type"`
	ETag         string `header:"ETag"`
	CacheControl string `header:"Cache-Control"`
	Policy       string `header:"Cross-Origin-Resource-Policy"`
	Ply          string `header:"Kydai-Ply" doc:"Number of moves played in the drawn position, for pictures of a match."`
	Body         []byte
}

// kinds maps the file extensions of pictures to media types.
var kinds = map[string]string{"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}

// Values of the header Cache-Control, which says how long caches may keep a picture.
const (
	keepForever = "public, max-age=31536000, immutable" // for a picture of a finished match
	keepLong    = "public, max-age=86400"               // for a picture of a position that its URL contains
	keepShortly = "public, max-age=5"                   // for a picture of a match in progress
)

func (s *Server) pictureOperations(a huma.API) {
	op := pictureOperation("{file}", "drawPosition", "Draw a position: /picture/<game>.svg, .png or, with moves, .gif")
	handle(s, a, op, s.positionPicture)
	op = pictureOperation("g/{file}", "drawMatch", "Draw a match as spectators see it now: /picture/g/<id>.svg, .png or .gif")
	handle(s, a, op, s.matchPicture)
	s.qrOperation(a)
}

func pictureOperation(path, id, summary string) huma.Operation {
	op := operation(http.MethodGet, picturePath+path, id, summary)
	op.Security = []map[string][]string{{}}
	content := map[string]*huma.MediaType{}
	for _, kind := range kinds {
		content[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	op.Responses = map[string]*huma.Response{
		"200": {Description: "Content of the picture", Content: content},
		"304": {Description: "The cached picture of the client is still current"},
	}
	return op
}

// split splits a file name into the picture's name and its kind, which is the file extension.
func (in *PictureLook) split() (name, kind string, err error) {
	at := strings.LastIndexByte(in.File, '.')
	if at <= 0 || kinds[in.File[at+1:]] == "" {
		return "", "", errNotFound
	}
	return in.File[:at], in.File[at+1:], nil
}

// key returns a cache key that contains all query parameters that determine how the picture looks.
func (in *PictureLook) key() string {
	return fmt.Sprintf("%q %q %q %q %q %q %t %d", in.File, in.Set, in.Board, in.Coordinates, in.Lang, in.Theme, in.Flip, in.Size)
}

func (in *PictureLook) look() picture.Look {
	return picture.Look{Set: in.Set, Board: in.Board, Coordinates: in.Coordinates, Language: in.Lang, Dark: in.Theme == "dark"}
}

// shot is the position to draw: a game and the number of moves to play.
type shot struct {
	line *game.Line
	ply  int
	last [2]game.Square // squares of the move before the start position of line, marked in the picture
}

func (s *Server) positionPicture(ctx context.Context, v visitor, in *PositionPicture) (*pictureAnswer, error) {
	name, kind, err := in.split()
	if err != nil {
		return nil, err
	}
	rules, err := s.drawnGame(name)
	if err != nil {
		return nil, err
	}
	// fmt prints maps in sorted order, so equal requests have equal keys
	key := fmt.Sprintf("p %s %q %q %q %q", in.key(), in.Position, in.Moves, in.Last, in.options)
	return s.develop(ctx, v, &in.PictureLook, kind, key, keepLong, func() (shot, error) {
		line, err := game.NewLine(rules, game.Setup{Start: in.Position, Options: in.options})
		if err != nil {
			return shot{}, err
		}
		for code := range strings.FieldsSeq(in.Moves) {
			if err := line.Replay(code); err != nil {
				return shot{}, err
			}
		}
		last, err := squaresOf(in.Last, line)
		return shot{line, line.Ply(), last}, err
	})
}

// matchPicture draws the match as spectators currently see it. Every caller, including a player of
// the match, gets the same picture.
func (s *Server) matchPicture(ctx context.Context, v visitor, in *MatchPicture) (*pictureAnswer, error) {
	id, kind, err := in.split()
	if err != nil {
		return nil, err
	}
	snap, _, err := s.opts.Play.Look(ctx, play.Player{}, id)
	if err != nil {
		return nil, err
	}
	line := snap.View(game.NoSide).Line
	if _, err := s.drawnGame(line.Rules().Info().Name); err != nil {
		return nil, err
	}
	ply, keep, seq := line.Ply(), keepForever, 0
	if !snap.Over {
		keep, seq = keepShortly, snap.Seq
		if snap.Veiled() {
			ply = min(ply, plyAt(snap.Notices(game.NoSide, 0), s.opts.Play.Now().Add(-s.opts.Delay)))
		}
	}
	if in.Ply >= 0 {
		ply = min(ply, in.Ply)
	}
	key := fmt.Sprintf("g %s %d %d", in.key(), seq, ply)
	answer, err := s.develop(ctx, v, &in.PictureLook, kind, key, keep, func() (shot, error) {
		return shot{line, ply, [2]game.Square{game.NoSquare, game.NoSquare}}, nil
	})
	if err == nil {
		answer.Ply = strconv.Itoa(ply)
	}
	return answer, err
}

// plyAt returns the number of moves that had been played at the time `at`. Moves that were taken
// back later are not counted.
func plyAt(notices []match.Notice, at time.Time) int {
	ply, then := 0, 0
	for i := range notices {
		switch n := &notices[i]; n.Kind {
		case match.Moved:
			ply++
		case match.Undone:
			ply -= n.Count
		case match.Redone:
			ply += n.Count
		default:
		}
		if notices[i].At.After(at) {
			then = min(then, ply)
		} else {
			then = ply
		}
	}
	return then
}

// drawnGame returns the rules of a game. It returns an error if this server cannot draw the game's
// board.
func (s *Server) drawnGame(name string) (game.Rules, error) {
	if s.opts.Pictures != nil {
		for _, r := range s.opts.Play.Games() {
			if r.Info().Name == name {
				return r, nil
			}
		}
	}
	return nil, game.Err(picture.NoLook, "there is no picture of this game")
}

// develop returns a picture from the cache. If the picture is not cached, develop draws it and
// counts this against the caller's rate limit.
func (s *Server) develop(ctx context.Context, v visitor, in *PictureLook, kind, key, keep string, take func() (shot, error)) (*pictureAnswer, error) {
	admit := func() error {
		if kind == "gif" {
			return s.allow(v, "films", s.opts.Limits.Films)
		}
		return s.allow(v, "pictures", s.opts.Limits.Pictures)
	}
	get := s.album.get
	if kind == "gif" && keep != keepShortly {
		get = s.album.film
	}
	p, err := get(ctx, key, admit, func() ([]byte, error) {
		one, err := take()
		if err != nil {
			return nil, err
		}
		return s.drawShot(&one, in, kind)
	})
	if err != nil {
		return nil, err
	}
	return p.answer(kinds[kind], keep, in.Match), nil
}

// pace says how long a GIF shows each position (Move) and the last position (Last), in hundredths
// of a second.
var pace = picture.Pace{Move: 80, Last: 300}

func (s *Server) drawShot(one *shot, in *PictureLook, kind string) ([]byte, error) {
	if kind == "gif" && one.ply >= picture.MaxFrames {
		return nil, game.Err(picture.TooLong, "a picture of a game has at most 600 moves")
	}
	pos := one.line.Start()
	var scenes []picture.Scene
	for ply := 0; ; ply++ {
		last := picture.NoMove
		if ply > 0 {
			last = one.line.Move(ply - 1)
			pos = pos.Play(last)
		}
		if kind == "gif" || ply == one.ply {
			c, err := picture.Of(one.line.Rules(), pos, last, in.look())
			if err != nil {
				return nil, err
			}
			c.Flip = in.Flip && !s.opts.Pictures.Even(c.Game)
			if ply == 0 {
				c.From, c.To = one.last[0], one.last[1]
			}
			scenes = append(scenes, c)
		}
		if ply == one.ply {
			break
		}
	}
	switch kind {
	case "gif":
		return s.opts.Pictures.GIF(scenes, in.Size, pace)
	case "png":
		return s.opts.Pictures.PNG(&scenes[0], in.Size)
	}
	return s.opts.Pictures.SVG(&scenes[0])
}

// squaresOf parses the squares of a move, such as "e2e4" or "h8". The text "" means no move.
func squaresOf(text string, l *game.Line) ([2]game.Square, error) {
	out := [2]game.Square{game.NoSquare, game.NoSquare}
	grid, ok := game.GridOf(l.Position())
	if text == "" || !ok {
		return out, nil
	}
	var list []game.Square
	for at := 0; at < len(text); {
		file, rank := int(text[at])-'a', 0
		for at++; at < len(text) && text[at] >= '0' && text[at] <= '9'; at++ {
			rank = rank*10 + int(text[at]-'0')
		}
		if !l.Rules().Info().RankZero {
			rank--
		}
		if file < 0 || file >= grid.Width || rank < 0 || rank >= grid.Height {
			return out, game.Err(badRequest, "last names no squares of this board")
		}
		list = append(list, game.Square(rank*grid.Width+file)) //nolint:gosec // the number is a square of the board, so it is in range
	}
	if len(list) > len(out) {
		return out, game.Err(badRequest, "last names more than two squares")
	}
	copy(out[len(out)-len(list):], list)
	return out, nil
}
