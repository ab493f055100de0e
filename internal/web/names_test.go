package web_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"

	"kydai/games"
	"kydai/internal/web"
	"kydai/internal/wire"
	"kydai/record"
	"kydai/record/formats"
)

// begin starts a match between two guests; a has the first side. It returns the id of the match.
func begin(a, b *guest, game string) string {
	var made web.Named
	b.post("/api/offers/"+a.offer(game, nil)+"/accept", nil, &made)
	return made.ID
}

// TestPlayersInRecords checks every format in which the server writes a game. The record must
// contain the names of the players under the game's names for its sides, and it must be possible to
// read the record back.
func TestPlayersInRecords(t *testing.T) {
	for _, rules := range games.All() {
		in := rules.Info()
		t.Run(in.Name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			a, b := s.guest(), s.guest()
			a.want(http.MethodPatch, "/api/me", map[string]string{"name": "Hương"}, nil)
			b.want(http.MethodPatch, "/api/me", map[string]string{"name": "Bảo Long"}, nil)
			id := begin(a, b, in.Name)
			first, second := a.connect().watch(id), b.connect().watch(id)
			for range 2 {
				mover := first
				if second.mine() {
					mover = second
				}
				mover.play(mover.Legal[0].Code)
				first.events()
				second.events()
			}
			first.act("resign", "", 0)
			first.events()
			read := 0
			for _, format := range in.Formats {
				if f, ok := formats.Lookup(format); !ok || f.ReadOnly {
					continue
				}
				status, text := a.ask(http.MethodGet, "/api/matches/"+id+"/record?format="+format, nil)
				if status != http.StatusOK {
					t.Errorf("%s: %d %s", format, status, text)
					continue
				}
				r, err := formats.NewReader(format, bytes.NewReader(text), record.ReadOptions{Find: games.Find, Rules: rules})
				if err != nil {
					t.Fatal(err)
				}
				g, err := r.Next()
				if err != nil {
					t.Fatalf("%s: %v\n%s", format, err, text)
				}
				read++
				for i, want := range []string{"Hương", "Bảo Long"} {
					side := strings.ToUpper(in.Sides[i][:1]) + in.Sides[i][1:]
					if got := g.Tag(side); got != want {
						t.Errorf("%s: %s is %q, not %q:\n%s", format, side, got, want, text)
					}
				}
				if !slices.Contains(in.Sides[:], "white") && bytes.Contains(text, []byte("White")) {
					t.Errorf("%s: a game without a White names one:\n%s", format, text)
				}
			}
			if read < 2 {
				t.Errorf("%d formats were read", read)
			}
		})
	}
}

// TestNamesInLists checks that the list of a player's matches contains the names of both sides,
// including engines, during and after a match.
func TestNamesInLists(t *testing.T) {
	s := newSite(t)
	a, b := s.guest(), s.guest()
	a.want(http.MethodPatch, "/api/me", map[string]string{"name": "Hương"}, nil)
	b.want(http.MethodPatch, "/api/me", map[string]string{"name": "Bảo Long"}, nil)
	id := begin(a, b, "caro")
	var named web.Named
	b.post("/api/matches", map[string]any{"game": "chess", "clock": "none", "seats": []map[string]any{{"kind": "human"}, {"kind": "level", "level": 3}}}, &named)
	list := func(g *guest, path string) map[string]wire.Summary {
		var l []wire.Summary
		g.get(path, &l)
		by := map[string]wire.Summary{}
		for _, m := range l {
			by[m.ID] = m
		}
		return by
	}
	check := func(m wire.Summary, first, second wire.Seat) {
		t.Helper()
		if len(m.Seats) != 2 || m.Seats[0] != first || m.Seats[1] != second {
			t.Errorf("the seats are %+v, not %+v and %+v", m.Seats, first, second)
		}
	}
	huong, bao := wire.Seat{Kind: "human", Player: a.id, Name: "Hương"}, wire.Seat{Kind: "human", Player: b.id, Name: "Bảo Long"}
	mine := list(b, "/api/me/matches")
	check(mine[id], huong, bao)
	check(mine[named.ID], bao, wire.Seat{Kind: "level", Level: 3})
	a.post("/api/matches/"+id+"/acts", map[string]any{"kind": "resign"}, nil)
	check(list(a, "/api/me/matches?over=true")[id], huong, bao)
}
