//go:build linux

package chaos_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"kydai/internal/people"
	"kydai/internal/wire"
)

// guestsEnv is the environment variable with the number of guests in TestGuests; the default is 40.
// Every fifth guest plays on two devices.
const guestsEnv = "KYDAI_TEST_GUESTS"

const (
	guestsAtOnce  = 8
	guestPassword = "một mật khẩu đủ dài"
	guestCookie   = "kydai"
)

// browser is a player's device: its cookies, and the ids of the matches that the player finished on
// it as a guest.
type browser struct {
	cookies map[string]string
	id      string
	played  []string
}

// person is a player who first plays as a guest and then registers an account.
type person struct {
	name    string
	devices []*browser
	guests  []string // former guest cookies of the person, one per device
}

// TestGuests lets guests play and then register accounts, while nodes and the database are killed.
// Every fifth guest also adds the games of a second device. Every game that a device saw end must
// be listed exactly once in the account, and the old guest cookies must not open the account or its
// games.
func TestGuests(t *testing.T) {
	if os.Getenv(guestsEnv) == "" && os.Getenv(chaosEnv) == "" {
		t.Skip(guestsEnv + " says how many")
	}
	n := int(number(guestsEnv, 40)) / 2 * 2
	s := newSite(t, setting{nodes: 2})
	all := make([]*person, n)
	for i := range all {
		all[i] = &person{name: fmt.Sprint("Khách mới ", i), devices: []*browser{{}}}
		if i%5 == 0 {
			all[i].devices = append(all[i].devices, &browser{})
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	p := &plan{site: s}
	var chaos, wg sync.WaitGroup
	chaos.Go(func() { p.run(ctx, seed(), 4*time.Second, "node killed", "database killed") })
	client := &http.Client{Timeout: 15 * time.Second}
	next := make(chan [2]*person)
	for w := range guestsAtOnce {
		wg.Go(func() {
			g := &goer{ctx: t.Context(), client: client, urls: s.urls, rnd: rand.New(rand.NewPCG(seed(), uint64(w)))} //nolint:gosec // a test needs no secure random numbers
			for two := range next {
				if err := g.visit(two); err != nil {
					t.Error(err)
				}
			}
		})
	}
	// If there are few guests, start them slowly, so that some are still playing or registering
	// when a process is killed.
	pause := 15 * time.Second / time.Duration(n/2)
	for i := 0; i < n; i += 2 {
		next <- [2]*person{all[i], all[i+1]}
		wait(ctx, pause)
	}
	close(next)
	wg.Wait()
	stop()
	chaos.Wait()
	kills, text := p.table()
	g := &goer{ctx: t.Context(), client: client, urls: s.urls, rnd: rand.New(rand.NewPCG(seed(), 99))} //nolint:gosec // a test needs no secure random numbers
	games, wrong := g.judge(all)
	t.Logf("%d accounts, %d games kept; %d kills:\n%s", n, games, kills, text)
	for _, w := range wrong[:min(len(wrong), 10)] {
		t.Error(w)
	}
	if len(wrong) > 10 {
		t.Errorf("and %d more", len(wrong)-10)
	}
	if kills == 0 {
		t.Error("nothing was killed meanwhile")
	}

	s.query("DELETE FROM belongs WHERE guest = '" + all[0].devices[1].id + "'")
	if _, wrong := g.judge(all[:1]); len(wrong) == 0 {
		t.Error("control: a guest was taken from its account, and the comparison does not find it")
	}
}

// goer sends HTTP requests. It tries one node after another until a node answers.
type goer struct {
	ctx    context.Context
	client *http.Client
	urls   []string
	rnd    *rand.Rand
}

// call sends a request with the cookies of a browser and stores the returned cookies. If a node
// does not respond, or responds with a temporary error, call tries another node, for up to two
// minutes. It returns the status and, if the request was refused, the error code.
func (g *goer) call(b *browser, method, path string, in, out any) (status int, code string, err error) {
	body, _ := json.Marshal(in)
	until := time.Now().Add(2 * time.Minute)
	for at := g.rnd.IntN(len(g.urls)); time.Now().Before(until); at = (at + 1) % len(g.urls) {
		var resp *http.Response
		req, _ := http.NewRequestWithContext(g.ctx, method, g.urls[at]+path, bytes.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		for name, value := range b.cookies {
			req.AddCookie(&http.Cookie{Name: name, Value: value})
		}
		if resp, err = g.client.Do(req); err != nil {
			wait(g.ctx, 50*time.Millisecond)
			continue
		}
		var text []byte
		text, err = io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode >= http.StatusInternalServerError || resp.StatusCode == http.StatusTooManyRequests {
			wait(g.ctx, 50*time.Millisecond)
			continue
		}
		for _, c := range resp.Cookies() {
			if b.cookies == nil {
				b.cookies = map[string]string{}
			}
			b.cookies[c.Name] = c.Value
		}
		if resp.StatusCode >= http.StatusBadRequest {
			var no struct{ Code string }
			_ = json.Unmarshal(text, &no)
			return resp.StatusCode, no.Code, nil
		}
		if out != nil {
			err = json.Unmarshal(text, out)
		}
		return resp.StatusCode, "", err
	}
	return 0, "", fmt.Errorf("%s %s has no answer for two minutes: %w", method, path, err)
}

// visit lets two people play on all their devices. Then it registers an account for each of them.
func (g *goer) visit(two [2]*person) error {
	for _, one := range two {
		for _, b := range one.devices {
			var me struct{ Player string }
			if _, _, err := g.call(b, http.MethodGet, "/api/me", nil, &me); err != nil {
				return err
			}
			b.id = me.Player
			one.guests = append(one.guests, b.cookies[guestCookie])
		}
	}
	for _, a := range two[0].devices {
		if err := g.play(a, two[1].devices[0]); err != nil {
			return err
		}
	}
	for _, b := range two[1].devices[1:] {
		if err := g.play(two[0].devices[0], b); err != nil {
			return err
		}
	}
	for _, one := range two {
		if err := g.join(one); err != nil {
			return err
		}
	}
	return nil
}

// play plays a game of four moves. If its end is acknowledged, both browsers record the
// game.
func (g *goer) play(a, b *browser) error {
	var offer, made struct{ ID string }
	terms := wire.Proposal{Side: "first", To: b.id}
	terms.Game, terms.Clock = seekGame, "10+5"
	status, _, err := g.call(a, http.MethodPost, "/api/offers", terms, &offer)
	if err == nil && status < http.StatusBadRequest {
		status, _, err = g.call(b, http.MethodPost, "/api/offers/"+offer.ID+"/accept", struct{}{}, &made)
	}
	for ply, move := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
		if err == nil && status < http.StatusBadRequest {
			in := map[string]any{"ply": ply, "code": move}
			status, _, err = g.call([]*browser{a, b}[ply%2], http.MethodPost, "/api/matches/"+made.ID+"/moves", in, nil)
		}
	}
	if err == nil && status < http.StatusBadRequest {
		status, _, err = g.call(a, http.MethodPost, "/api/matches/"+made.ID+"/acts", map[string]any{"kind": "resign"}, nil)
	}
	// If a response was lost, call repeats the request, and the server may refuse the second one.
	// Such a game is not recorded.
	if err == nil && status < http.StatusBadRequest {
		a.played = append(a.played, made.ID)
		b.played = append(b.played, made.ID)
	}
	return err
}

// join registers an account with a person's first device and signs in with the other devices. If
// the name is already taken, an earlier request succeeded but its response was lost; then join
// signs in instead.
func (g *goer) join(one *person) error {
	in := map[string]any{"name": one.name, "password": guestPassword}
	for i, b := range one.devices {
		path := "/api/account"
		if i > 0 {
			path, in["take"] = "/api/session", true
		}
		status, code, err := g.call(b, http.MethodPost, path, in, nil)
		if code == people.NameTaken {
			status, code, err = g.call(b, http.MethodPost, "/api/session", in, nil)
		}
		if err != nil || status >= http.StatusBadRequest {
			return fmt.Errorf("%s on device %d: %d %s %w", one.name, i, status, code, err)
		}
	}
	return nil
}

// judge checks that every game that a person's devices saw end is listed exactly once in the
// person's account, and that the old guest cookies open nothing. It returns the number of games and
// the errors found.
func (g *goer) judge(all []*person) (games int, wrong []string) {
	for _, one := range all {
		var want []string
		for _, b := range one.devices {
			want = append(want, b.played...)
		}
		games += len(want)
		var me struct{ Player string }
		listed := map[string]int{}
		for _, b := range one.devices[:1] {
			_, _, err := g.call(b, http.MethodGet, "/api/me", nil, &me)
			var list []wire.Summary
			if err == nil {
				_, _, err = g.call(b, http.MethodGet, "/api/me/matches?over=true&limit=200", nil, &list)
			}
			if err != nil || me.Player != one.devices[0].id {
				wrong = append(wrong, fmt.Sprintf("%s is %s, want the guest's id %s (%v)", one.name, me.Player, one.devices[0].id, err))
			}
			for i := range list {
				listed[list[i].ID]++
			}
		}
		for _, id := range want {
			if listed[id] != 1 {
				wrong = append(wrong, fmt.Sprintf("%s: match %s is listed %d times", one.name, id, listed[id]))
			}
		}
		wrong = append(wrong, g.opens(one)...)
	}
	return games, wrong
}

// opens lists the account data and games that the person's old guest cookies can still open.
func (g *goer) opens(one *person) (wrong []string) {
	var ids []string
	for _, b := range one.devices {
		ids = append(ids, b.id)
	}
	for i, cookie := range one.guests {
		old := &browser{cookies: map[string]string{guestCookie: cookie}}
		var me struct{ Player string }
		var list []wire.Summary
		_, _, err := g.call(old, http.MethodGet, "/api/me", nil, &me)
		if err != nil || slices.Contains(ids, me.Player) {
			wrong = append(wrong, fmt.Sprintf("%s: the guest cookie of device %d is still %s (%v)", one.name, i, me.Player, err))
		}
		old.cookies = map[string]string{guestCookie: cookie}
		if _, _, err = g.call(old, http.MethodGet, "/api/me/matches?over=true", nil, &list); err != nil || len(list) > 0 {
			wrong = append(wrong, fmt.Sprintf("%s: the guest cookie of device %d lists %d games (%v)", one.name, i, len(list), err))
		}
		old.cookies = map[string]string{guestCookie: cookie}
		if status, _, err := g.call(old, http.MethodGet, "/api/account", nil, nil); err != nil || status < http.StatusBadRequest {
			wrong = append(wrong, fmt.Sprintf("%s: the guest cookie of device %d opens the account: %d (%v)", one.name, i, status, err))
		}
	}
	return wrong
}
