//go:build linux

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// mostCPU is the limit of CPU time that requests from one IP address may cost the server, in
// seconds per minute.
const mostCPU = 20

// costLength is how long the test sends requests to each route. The test then converts the measured
// CPU time to CPU time per minute.
const costLength = 15 * time.Second

// costly is a server in a separate process, so that the test can measure its CPU time without the
// CPU time of the clients.
type costly struct {
	t   *testing.T
	url string
	pid int
}

func newCostly(t *testing.T, args ...string) *costly {
	t.Helper()
	c := exec.Command(os.Args[0], append([]string{"serve", "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--log-level", "error"}, args...)...) //nolint:gosec // the test binary itself, started as the kydai program
	c.Env = append(os.Environ(), asProgram+"=1")
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	line, _ := bufio.NewReader(out).ReadString('\n')
	_, url, ok := strings.Cut(strings.TrimSpace(line), "ready: ")
	if !ok {
		t.Fatalf("it says %q", line)
	}
	return &costly{t, url, c.Process.Pid}
}

// spent returns the CPU time that the server process has used so far.
func (c *costly) spent() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.pid))
	if err != nil {
		c.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	f := strings.Fields(rest)
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// ask sends one request and returns the HTTP status and the body of the response. The status is 0
// if there was no response.
func (c *costly) ask(client *http.Client, method, path, body string, header ...string) (int, []byte) {
	q, err := http.NewRequest(method, c.url+path, strings.NewReader(body)) //nolint:noctx // the client has a time limit, so no context is necessary
	if err != nil {
		c.t.Error(err)
		return 0, nil
	}
	q.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
	}
	a, err := client.Do(q)
	if err != nil {
		return 0, nil
	}
	defer a.Body.Close() //nolint:errcheck // the body was read
	answer, _ := io.ReadAll(a.Body)
	return a.StatusCode, answer
}

// flood calls the function one, which sends one request, in 32 goroutines until the deadline. It
// counts how often the function returns true (the server served the request) and false (the server
// refused it).
func flood(until time.Time, one func() bool) (served, refused int64) {
	var ok, no atomic.Int64
	var all sync.WaitGroup
	for range 32 {
		all.Go(func() {
			for time.Now().Before(until) {
				if one() {
					ok.Add(1)
				} else {
					no.Add(1)
				}
			}
		})
	}
	all.Wait()
	return ok.Load(), no.Load()
}

// talk opens as many sockets as one IP address may have open and sends messages at the allowed
// rate.
func (c *costly) talk(cookie string, until time.Time, message func(i int) string) (sent, refused int64) {
	var ok, no atomic.Int64
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			s, r, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(c.url, "http")+"/api/socket", http.Header{"Origin": {c.url}, "Cookie": {cookie}})
			if err != nil {
				no.Add(1)
				return
			}
			_ = r.Body.Close()
			defer s.Close() //nolint:errcheck // the test is over
			go func() {
				for {
					if _, _, err := s.ReadMessage(); err != nil {
						return
					}
				}
			}()
			for i := 0; time.Now().Before(until); i++ {
				if i >= 190 { // after the 190 messages that the rate limit allows at once: send 20 per second
					time.Sleep(50 * time.Millisecond)
				}
				if s.WriteMessage(websocket.TextMessage, []byte(message(i))) != nil {
					no.Add(1)
					return
				}
				ok.Add(1)
			}
		})
	}
	all.Wait()
	return ok.Load(), no.Load()
}

// TestCostOfAddress sends as many requests as possible from one IP address, with the default
// limits, first to one route, then to the next. It checks that no route costs more CPU time than
// mostCPU.
func TestCostOfAddress(t *testing.T) {
	if !wholeDoors() {
		t.Skip("some minutes: make doors")
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: 10 * time.Second}
	plain := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}, Timeout: 10 * time.Second}
	deep := strings.Repeat(`{"a":`, 2700) + "1" + strings.Repeat("}", 2700)
	wide := `{"seats":[` + strings.Repeat("1,", 8100) + "1]}"
	hotSeat := `{"game":"caro","seats":[{"kind":"human"},{"kind":"human"}]}`
	type route struct {
		name string
		run  func(c *costly, until time.Time) (served, refused int64)
	}
	request := func(client *http.Client, method, path, body string, header ...string) func(*costly, time.Time) (int64, int64) {
		return func(c *costly, until time.Time) (int64, int64) {
			return flood(until, func() bool {
				status, _ := c.ask(client, method, path, body, header...)
				return status != 0 && status != http.StatusTooManyRequests
			})
		}
	}
	// match creates a match in which one user plays both sides, and returns its id and the user's
	// cookie.
	match := func(c *costly) (id, cookie string) {
		q, _ := http.NewRequest(http.MethodPost, c.url+"/api/matches", strings.NewReader(hotSeat)) //nolint:noctx // the server answers at once, so no context is necessary
		q.Header.Set("Content-Type", "application/json")
		a, err := client.Do(q)
		if err != nil {
			c.t.Fatal(err)
		}
		defer a.Body.Close() //nolint:errcheck // the body was read
		text, _ := io.ReadAll(a.Body)
		found := regexp.MustCompile(`"id":"([^"]+)"`).FindSubmatch(text)
		if found == nil || len(a.Cookies()) == 0 {
			c.t.Fatalf("no match: %s", text)
		}
		return string(found[1]), a.Cookies()[0].Name + "=" + a.Cookies()[0].Value
	}
	of := func(tail string) func(*costly, time.Time) (int64, int64) {
		return func(c *costly, until time.Time) (int64, int64) {
			id, _ := match(c)
			return request(client, http.MethodGet, "/api/matches/"+id+tail, "")(c, until)
		}
	}
	said := func(message func(id string, i int) string) func(*costly, time.Time) (int64, int64) {
		return func(c *costly, until time.Time) (int64, int64) {
			id, cookie := match(c)
			return c.talk(cookie, until, func(i int) string { return message(id, i) })
		}
	}
	for _, r := range []route{
		{"GET /", request(client, http.MethodGet, "/", "")},
		{"HEAD of the largest file, not packed", func(c *costly, until time.Time) (int64, int64) {
			_, list := c.ask(client, http.MethodGet, "/offline.json", "")
			file := regexp.MustCompile(`/assets/archive[^"]+\.wasm`).Find(list)
			if file == nil {
				c.t.Log("the client is not in this build")
			}
			return request(plain, http.MethodHead, string(bytes.TrimSpace(file)), "")(c, until)
		}},
		{"GET /readyz", request(client, http.MethodGet, "/readyz", "")},
		{"GET /api/games", request(client, http.MethodGet, "/api/games", "")},
		{"GET /api/me with a wrong token", request(client, http.MethodGet, "/api/me", "", "Authorization", "Bearer kydai_"+strings.Repeat("A", 43))},
		{"POST /api/matches, 16 kB nested", request(client, http.MethodPost, "/api/matches", deep)},
		{"POST /api/matches, 16 kB wide", request(client, http.MethodPost, "/api/matches", wide)},
		{"POST /api/matches", request(client, http.MethodPost, "/api/matches", hotSeat)},
		{"GET /api/matches/{id}", of("")},
		{"GET /api/matches/{id}/record", of("/record")},
		{"GET /api/matches/{id}/fair", of("/fair")},
		{"socket: ping", said(func(_ string, i int) string { return fmt.Sprintf(`{"t":"ping","n":%d}`, i) })},
		{"socket: watch", said(func(id string, _ int) string { return fmt.Sprintf(`{"t":"watch","id":%q}`, id) })},
		{"socket: watch and unwatch", said(func(id string, i int) string {
			return fmt.Sprintf(`{"t":%q,"id":%q}`, []string{"watch", "unwatch"}[i%2], id)
		})},
		{"socket: lobby on and off", said(func(_ string, i int) string { return fmt.Sprintf(`{"t":"lobby","on":%v}`, i%2 == 0) })},
		{"socket: move that is wrong", said(func(id string, _ int) string { return fmt.Sprintf(`{"t":"move","id":%q,"ply":0,"code":"zz"}`, id) })},
	} {
		t.Run(r.name, func(t *testing.T) {
			c := newCostly(t, "--workers", "0")
			c.ask(client, http.MethodGet, "/api/games", "") // the first request initialises the server's caches
			before, began := c.spent(), time.Now()
			served, refused := r.run(c, began.Add(costLength))
			cpu, took := c.spent()-before, time.Since(began)
			minute := cpu.Seconds() * float64(time.Minute) / float64(took)
			t.Logf("| %s | %d | %d | %.2f | %.3f | %.1f |", r.name, served, refused, cpu.Seconds(), 1000*cpu.Seconds()/float64(max(1, served+refused)), minute)
			if minute > mostCPU {
				t.Errorf("one address buys %.1f s of the processor in a minute, want at most %d", minute, mostCPU)
			}
		})
	}
}
